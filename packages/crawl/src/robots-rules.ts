// Parses robots.txt by RFC 9309. The usual library needs time proportional to pattern length times path length, seconds for
// a hostile file, and ends a group at any unknown line.
//
// Files are read as octets, since many are not in UTF-8. Paths are compared with every escape undone, which is equivalent
// to RFC 9309, 2.2.2, so `%2A` is an asterisk of the path and no wildcard.

export interface RobotsRules {
  /** Whether a path with its query, as URL gives them, may be fetched. */
  allows(pathAndQuery: string): boolean;
  /** Crawl delay in milliseconds; null if there is none. */
  readonly crawlDelayMs: number | null;
  /** Values of all Sitemap lines, mostly absolute URLs; at most 100. */
  readonly sitemaps: readonly string[];
  /** Approximate bytes of the rules in memory. */
  readonly weight: number;
}

interface Rule {
  readonly allow: boolean;
  /** Parts of the pattern between its asterisks, escapes undone, one octet per character. */
  readonly parts: readonly string[];
  /** Whether the pattern ends with `$`. */
  readonly anchored: boolean;
  /** Length of the pattern in octets. */
  readonly length: number;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number | null;
}

/** Maximum length of a pattern: no fetched URL is longer, so a longer pattern matches none. */
const MAX_PATTERN = 2_048;
const MAX_SITEMAPS = 100;

/** Rules of a missing robots.txt. */
export const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: null, sitemaps: [], weight: 0 };

/**
 * Parses a file. Every rule is stored, so the size of the file bounds the memory of its rules.
 *
 * @param file decoded, already truncated to the maximum size
 * @param product the product token that groups name, compared without case
 */
export function parseRobots(file: Buffer, product: string): RobotsRules {
  const ours: Group = { rules: [], crawlDelayMs: null };
  const general: Group = { rules: [], crawlDelayMs: null };
  const sitemaps: string[] = [];
  let named = false;
  let current: ReadonlySet<Group> = new Set();
  let inHeading = false;
  const text = file.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([A-Za-z-]+)\s*:([^#]*)/.exec(line) ?? [];
    switch (key.toLowerCase()) {
      case 'user-agent': {
        const token = trimmed(value);
        const group = token.startsWith('*')
          ? general
          : productOf(token) === product.toLowerCase()
            ? ours
            : null;
        named ||= group === ours;
        current = new Set([...(inHeading ? current : []), ...(group === null ? [] : [group])]);
        inHeading = true;
        break;
      }
      case 'allow':
      case 'disallow':
        inHeading = false;
        addRule(current, trimmed(value), key.toLowerCase() === 'allow');
        break;
      // No rule of the RFC, but used like one: a User-agent line after it begins another group.
      case 'crawl-delay': {
        inHeading = false;
        const seconds = /^\s*\d{1,9}(?:\.\d{0,9})?\s*$/.test(value) ? Number(value) : null;
        if (seconds !== null) for (const group of current) group.crawlDelayMs ??= seconds * 1000;
        break;
      }
      // A sitemap line belongs to no group and ends none.
      case 'sitemap': {
        const url = Buffer.from(trimmed(value), 'latin1').toString();
        if (url !== '' && url.length <= MAX_PATTERN && sitemaps.length < MAX_SITEMAPS) sitemaps.push(url);
        break;
      }
    }
  }
  return rulesOf(named ? ours : general, sitemaps);
}

function rulesOf({ rules: unordered, crawlDelayMs }: Group, sitemaps: readonly string[]): RobotsRules {
  // The longest matching pattern decides; between equal lengths, Allow.
  const rules = unordered.toSorted((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  const weight =
    rules.reduce((sum, rule) => sum + rule.length + 150, 150) +
    sitemaps.reduce((sum, url) => sum + 2 * url.length + 24, 0);
  return {
    crawlDelayMs,
    sitemaps,
    weight,
    allows(pathAndQuery) {
      const path = unescaped(Buffer.from(pathAndQuery).toString('latin1'));
      if (path === '/robots.txt') return true;
      return rules.find((rule) => matches(rule, path))?.allow ?? true;
    },
  };
}

/** Removes blanks at both ends. `trim` would also remove the last octet of `à`, which alone looks like a no-break space. */
function trimmed(value: string): string {
  const isBlank = (at: number): boolean => value[at] === ' ' || value[at] === '\t';
  let [start, end] = [0, value.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return value.slice(start, end);
}

function productOf(value: string): string {
  return /^[A-Za-z_-]*/.exec(value)?.[0].toLowerCase() ?? '';
}

function addRule(groups: ReadonlySet<Group>, pattern: string, allow: boolean): void {
  if (pattern === '' || pattern.length > MAX_PATTERN) return;
  const anchored = pattern.endsWith('$');
  const parts = copied(anchored ? pattern.slice(0, -1) : pattern)
    .split('*')
    .map(unescaped);
  const length = parts.reduce((sum, part) => sum + part.length, parts.length - 1 + Number(anchored));
  for (const group of groups) group.rules.push({ allow, parts, anchored, length });
}

/** Copies octets to memory of their own: a substring would hold the whole file in memory. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Replaces escapes by their octets. */
function unescaped(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Matches each part at its earliest position after the part before: if any match exists, this one does. */
function matches({ parts, anchored }: Rule, path: string): boolean {
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  if (others.length === 0) return !anchored || path === first;
  const last = anchored ? (others.pop() ?? '') : '';
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
