// Parses robots.txt by RFC 9309, and the slips in it that Google's parser takes. The usual library needs time proportional
// to pattern length times path length, seconds for a hostile file, and ends a group at any unknown line.
//
// Files are read as octets, since many are not in UTF-8. Paths are compared as RFC 9309, 2.2.2, demands: escapes of
// unreserved characters undone, those of reserved ones kept, everything else escaped.
import type { AgentVerdicts } from '../site-answers.ts';
import { ALL_ALLOWED, VerdictReader } from './verdicts.ts';

export interface RobotsRules {
  /** Whether a path with its query, as URL gives them, may be fetched. */
  allows(pathAndQuery: string): boolean;
  /** Crawl delay in milliseconds; null if there is none. */
  readonly crawlDelayMs: number | null;
  /** Values of all Sitemap lines, mostly absolute URLs; at most 100. */
  readonly sitemaps: readonly string[];
  /** Verdicts of the file on known agents. */
  readonly verdicts: AgentVerdicts;
  /** Approximate bytes of the rules in memory. */
  readonly weight: number;
}

interface Rule {
  readonly allow: boolean;
  /** Parts of the pattern between its asterisks, as `comparable` gives them. */
  readonly parts: readonly string[];
  /** The same as `plainQuery` gives them; null if the pattern has no query. */
  readonly queryParts: readonly string[] | null;
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

/** Names of lines. Google's parser takes these misspellings, and longer names that begin so, since they are frequent. */
const NAMES = [
  ['user-agent', /^user[- ]?agent/i],
  ['disallow', /^(?:diss?all?ow|diasllow|disallaw)/i],
  ['allow', /^allow/i],
  ['sitemap', /^site-?map/i],
  ['crawl-delay', /^crawl[- _]?delay/i],
] as const;

/** Rules of a missing robots.txt. */
export const ALLOW_ALL: RobotsRules = {
  allows: () => true,
  crawlDelayMs: null,
  sitemaps: [],
  verdicts: ALL_ALLOWED,
  weight: 0,
};

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
  const verdicts = new VerdictReader();
  let named = false;
  let current: ReadonlySet<Group> = new Set();
  let inHeading = false;
  const text = file.toString('latin1').replace(/^\xef(?:\xbb\xbf?)?/, '');
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [name, value] = lineOf(line);
    switch (name) {
      case 'user-agent': {
        const isGeneral = /^\*(?:[\t\v\f ]|$)/.test(value);
        const token = productOf(value);
        const group = isGeneral ? general : token === product.toLowerCase() ? ours : null;
        named ||= group === ours;
        if (!inHeading) verdicts.begin();
        verdicts.add(isGeneral ? null : token);
        current = new Set([...(inHeading ? current : []), ...(group === null ? [] : [group])]);
        inHeading = true;
        break;
      }
      case 'allow':
      case 'disallow':
        inHeading = false;
        addRule(current, verdicts, value, name === 'allow');
        break;
      // No rule of the RFC, but used like one: a User-agent line after it begins another group.
      case 'crawl-delay': {
        inHeading = false;
        const seconds = /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(value) ? Number(value) : null;
        if (seconds !== null) for (const group of current) group.crawlDelayMs ??= seconds * 1000;
        break;
      }
      // A sitemap line belongs to no group and ends none.
      case 'sitemap': {
        const url = Buffer.from(value, 'latin1').toString();
        if (url !== '' && url.length <= MAX_PATTERN && sitemaps.length < MAX_SITEMAPS) sitemaps.push(url);
        break;
      }
      case null:
        break;
    }
  }
  return rulesOf(named ? ours : general, sitemaps, verdicts.verdicts());
}

function rulesOf(
  { rules: unordered, crawlDelayMs }: Group,
  sitemaps: readonly string[],
  verdicts: AgentVerdicts,
): RobotsRules {
  // The longest matching pattern decides; between equal lengths, Allow.
  const rules = unordered.toSorted((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  const weight =
    rules.reduce((sum, rule) => sum + (rule.queryParts === null ? 1 : 2) * (rule.length + 150), 150) +
    verdicts.named.length * 100 +
    sitemaps.reduce((sum, url) => sum + 2 * url.length + 24, 0);
  return {
    crawlDelayMs,
    sitemaps,
    verdicts,
    weight,
    allows(pathAndQuery) {
      // An asterisk and a dollar sign of a path match their escapes only (RFC 9309, 2.2.3).
      const path = comparable(Buffer.from(pathAndQuery).toString('latin1')).replace(/[*$]/g, escaped);
      if (path === '/robots.txt') return true;
      const queryPath = path.includes('?') ? plainQuery(path) : null;
      const applies = ({ parts, queryParts, anchored }: Rule): boolean =>
        matches(parts, anchored, path) ||
        (queryParts !== null && queryPath !== null && matches(queryParts, anchored, queryPath));
      return rules.find(applies)?.allow ?? true;
    },
  };
}

/**
 * The name of a line, null if it is unknown, and its value without blanks around it and without its comment. A line of two
 * words whose first is a known name lacks only its colon. What follows a NUL is ignored.
 */
function lineOf(line: string): [(typeof NAMES)[number][0] | null, string] {
  const text = trimmed(/^[^#\0]*/.exec(line)?.[0] ?? '');
  const [, word = '', other = ''] = /^([^\s:]+)[\t ]+([^\s:]\S*)$/.exec(text) ?? [];
  const named = nameOf(word);
  if (named !== null) return [named, other];
  const colon = text.indexOf(':');
  return colon < 0 ? [null, ''] : [nameOf(text.slice(0, colon)), trimmed(text.slice(colon + 1))];
}

function nameOf(written: string): (typeof NAMES)[number][0] | null {
  return NAMES.find(([, pattern]) => pattern.test(written))?.[0] ?? null;
}

/** Removes blanks at both ends. `trim` would also remove the last octet of `à`, which alone looks like a no-break space. */
function trimmed(value: string): string {
  const isBlank = (at: number): boolean => ' \t\v\f'.includes(value[at] ?? 'x');
  let [start, end] = [0, value.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return value.slice(start, end);
}

function productOf(value: string): string {
  return /^[A-Za-z_-]*/.exec(value)?.[0].toLowerCase() ?? '';
}

function addRule(groups: ReadonlySet<Group>, verdicts: VerdictReader, written: string, allow: boolean): void {
  if (written === '' || written.length > MAX_PATTERN) return;
  const anchored = written.endsWith('$');
  const pattern = comparable(copied(anchored ? written.slice(0, -1) : written));
  const length = pattern.length + Number(anchored);
  verdicts.rule({ allow, pattern, anchored, length });
  const partsOf = (text: string): string[] => text.split('*').map((part) => part.replaceAll('$', escaped));
  const rule: Rule = {
    allow,
    parts: partsOf(pattern),
    queryParts: pattern.includes('?') ? partsOf(plainQuery(pattern)) : null,
    anchored,
    length,
  };
  for (const group of groups) group.rules.push(rule);
}

/** Copies octets to memory of their own: a substring would hold the whole file in memory. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Writes octets in the form in which they are compared: RFC 9309, 2.2.2, with the characters of RFC 3986, 2.2 and 2.3. */
function comparable(octets: string): string {
  return octets.replace(
    /%([0-9A-Fa-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=]/g,
    (found, hex: string | undefined) => {
      if (hex === undefined) return escaped(found);
      const octet = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w\-.~]/.test(octet) ? octet : found.toUpperCase();
    },
  );
}

function escaped(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * Undoes the escapes of the reserved characters that separate nothing in a query (RFC 3986, 3.4), where they and their escapes
 * are the same: an example of RFC 9309, 2.2.2, is `?baz=https://foo.bar`, which is `?baz=https%3A%2F%2Ffoo.bar`.
 */
function plainQuery(path: string): string {
  const at = path.indexOf('?');
  const query = path
    .slice(at)
    .replace(/%(?:2F|3A|3F|40)/g, (found) => String.fromCharCode(Number.parseInt(found.slice(1), 16)));
  return path.slice(0, at) + query;
}

/** Matches each part at its earliest position after the part before: if any match exists, this one does. */
function matches([first = '', ...others]: readonly string[], anchored: boolean, path: string): boolean {
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
