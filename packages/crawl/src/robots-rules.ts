// What a robots.txt says, by RFC 9309. Our own reader: the usual parser matches in the product of pattern and path
// length, which a hostile file turns into seconds, and ends a group at any line that it doesn't know.
//
// Files are read as octets, since many are not in UTF-8: paths are compared with every escape undone, as RFC 9309, 2.2.2
// has it by way of escaping all but the unreserved characters, so that `%2A` is an asterisk of the path and no wildcard.

export interface RobotsRules {
  /** Whether a path with its query, as URL gives them, may be fetched. */
  allows(pathAndQuery: string): boolean;
  /** The crawl-delay asked for, in milliseconds; null if there is none. */
  readonly crawlDelayMs: number | null;
  /** What the Sitemap lines name, as it is written there, mostly absolute URLs; at most 100, whoever they are for. */
  readonly sitemaps: readonly string[];
  /** About how many bytes the rules take in memory. */
  readonly weight: number;
}

interface Rule {
  readonly allow: boolean;
  /** The pattern between its asterisks, escapes undone, an octet each character. */
  readonly parts: readonly string[];
  /** The pattern ends with `$`. */
  readonly anchored: boolean;
  /** Of the pattern, in octets. */
  readonly length: number;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number | null;
}

/** A URL that is fetched is no longer than this, so a longer pattern matches none. */
const MAX_PATTERN = 2_048;
const MAX_SITEMAPS = 100;

/** No robots.txt, or one that doesn't concern us. */
export const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: null, sitemaps: [], weight: 0 };

/**
 * Every rule is kept, so what is read of a file bounds what its rules take.
 *
 * @param file decoded, and already cut to the size that is read
 * @param product the product token that groups name, compared without case
 */
export function parseRobots(file: Buffer, product: string): RobotsRules {
  const ours: Group = { rules: [], crawlDelayMs: null };
  const everyones: Group = { rules: [], crawlDelayMs: null };
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
          ? everyones
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
      // No rule of the RFC's, but written as one: what comes behind it is meant for another group.
      case 'crawl-delay': {
        inHeading = false;
        const seconds = /^\s*\d{1,9}(?:\.\d{0,9})?\s*$/.test(value) ? Number(value) : null;
        if (seconds !== null) for (const group of current) group.crawlDelayMs ??= seconds * 1000;
        break;
      }
      // Belongs to no group and ends none.
      case 'sitemap': {
        const url = Buffer.from(trimmed(value), 'latin1').toString();
        if (url !== '' && url.length <= MAX_PATTERN && sitemaps.length < MAX_SITEMAPS) sitemaps.push(url);
        break;
      }
    }
  }
  return rulesOf(named ? ours : everyones, sitemaps);
}

function rulesOf({ rules: unordered, crawlDelayMs }: Group, sitemaps: readonly string[]): RobotsRules {
  // The longest pattern that matches decides, and of two equally long ones that which allows.
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

/** `trim` would also take the last octet of `à`, which alone looks like a space that doesn't break. */
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

/** The same octets in memory of their own: a part of a text would hold all of it, a whole file for one pattern. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Octets for their escapes. */
function unescaped(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Each part at its earliest place after the one before: if any placing matches, this one does. */
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
