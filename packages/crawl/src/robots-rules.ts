// What a robots.txt says, by RFC 9309. Our own reader: the usual parser matches in the product of pattern and path
// length, which a hostile file turns into seconds, and ends a group at any line that it doesn't know.

export interface RobotsRules {
  /** Whether a path with its query, as URL gives them, may be fetched. */
  allows(pathAndQuery: string): boolean;
  /** The crawl-delay asked for, in milliseconds; null if there is none. */
  readonly crawlDelayMs: number | null;
  /** About how many bytes the rules take in memory. */
  readonly weight: number;
}

interface Rule {
  readonly allow: boolean;
  /** The pattern between its asterisks. */
  readonly parts: readonly string[];
  /** The pattern ends with `$`. */
  readonly anchored: boolean;
  readonly length: number;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number | null;
}

/** Rules of one group that are kept, and the longest pattern; what goes beyond is not meant for reading. */
const MAX_RULES = 5_000;
const MAX_PATTERN = 2_048;

/** No robots.txt, or one that doesn't concern us. */
export const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: null, weight: 0 };

/**
 * @param text the decoded file, already cut to the size that is read
 * @param product the product token that groups name, compared without case
 */
export function parseRobots(text: string, product: string): RobotsRules {
  const ours: Group = { rules: [], crawlDelayMs: null };
  const everyones: Group = { rules: [], crawlDelayMs: null };
  let named = false;
  let current: readonly Group[] = [];
  let inHeading = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([A-Za-z-]+)\s*:([^#]*)/.exec(line) ?? [];
    switch (key.toLowerCase()) {
      case 'user-agent': {
        const token = value.trim();
        const group = token.startsWith('*')
          ? everyones
          : productOf(token) === product.toLowerCase()
            ? ours
            : null;
        named ||= group === ours;
        current = [...(inHeading ? current : []), ...(group === null ? [] : [group])];
        inHeading = true;
        break;
      }
      case 'allow':
      case 'disallow':
        inHeading = false;
        addRule(current, value.trim(), key.toLowerCase() === 'allow');
        break;
      case 'crawl-delay': {
        inHeading = false;
        const seconds = /^\s*\d{1,9}(?:\.\d{0,9})?\s*$/.test(value) ? Number(value) : null;
        if (seconds !== null) for (const group of current) group.crawlDelayMs ??= seconds * 1000;
        break;
      }
    }
  }
  return rulesOf(named ? ours : everyones);
}

function rulesOf(group: Group): RobotsRules {
  // The longest pattern that matches decides, and of two equally long ones that which allows.
  const rules = group.rules.toSorted((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  const weight = rules.reduce((sum, rule) => sum + 2 * rule.length + 150, 150);
  return {
    crawlDelayMs: group.crawlDelayMs,
    weight,
    allows(pathAndQuery) {
      const path = normalise(pathAndQuery);
      if (path === '/robots.txt') return true;
      return rules.find((rule) => matches(rule, path))?.allow ?? true;
    },
  };
}

function productOf(value: string): string {
  return /^[A-Za-z_-]*/.exec(value)?.[0].toLowerCase() ?? '';
}

function addRule(groups: readonly Group[], pattern: string, allow: boolean): void {
  if (pattern === '' || pattern.length > MAX_PATTERN) return;
  const anchored = pattern.endsWith('$');
  const parts = copied(normalise(anchored ? pattern.slice(0, -1) : pattern)).split('*');
  for (const group of new Set(groups)) {
    if (group.rules.length < MAX_RULES) group.rules.push({ allow, parts, anchored, length: pattern.length });
  }
}

/** The same ASCII in memory of its own: a part of a text would hold all of it, a whole file for one pattern. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
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

/** One spelling for equal paths: what is not ASCII percent-encoded, unreserved characters plain, escapes in capitals. */
function normalise(path: string): string {
  const ascii = path.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  return ascii.replace(/%([0-9A-Fa-f]{2})/g, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}
