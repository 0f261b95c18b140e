// URLs that lead nowhere or without end: what can be told by the look of one. What only shows in numbers is LinkQueue's.

/** Of path and query; addresses that people are meant to visit are shorter. */
const MAX_LENGTH = 512;
const MAX_SEGMENTS = 16;
/** A segment that stands in a path this often comes from a relative link that adds to it on each page. */
const MAX_REPEATS = 2;
const MAX_PARAMETERS = 8;

/** Parameters that order, share, answer, print or log out: they change something, or show a known page once more. */
const ACTIONS =
  /^(?:add[-_]to[-_](?:cart|wishlist|compare)|remove[-_]item|replytocom|share|print|printable|ical|outlook-ical|logout|action=(?:logout|lostpassword|register|edit|history|print)|do=(?:login|logout|edit|diff|recent|revisions|media|backlink))$/i;
/** Last segments that do so. */
const ACTION_PATHS = /\/(?:wp-login\.php|wp-json|xmlrpc\.php|log-?out|sign-?out|cgi-bin)\/?$|\/wp-json\//i;

/** Whether a URL is one that links grow into by themselves, or that is not for reading. */
export function isTrap(url: URL): boolean {
  const { pathname, search } = url;
  if (pathname.length + search.length > MAX_LENGTH) return true;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS || repeats(segments)) return true;
  if (ACTION_PATHS.test(pathname)) return true;
  if (search === '') return false;
  const pairs = search.slice(1).split('&');
  return pairs.length > MAX_PARAMETERS || pairs.some(isAction);
}

function isAction(pair: string): boolean {
  const [name = ''] = pair.split('=', 1);
  return ACTIONS.test(name) || ACTIONS.test(pair);
}

function repeats(segments: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_REPEATS) return true;
    counts.set(segment, count);
  }
  // a/b/a/b is a turn that has been taken twice: one more, and each of its segments would stand there three times.
  return segments.some((segment, at) => {
    const next = segments.indexOf(segment, at + 1);
    const length = next - at;
    if (next < 0 || length < 2 || next + length > segments.length) return false;
    return segments.slice(at, next).every((part, offset) => part === segments[next + offset]);
  });
}

/**
 * What URLs share that a script makes without end, and how many of them are enough; null for others.
 *
 * - Days and months: all numbers stand for one another (`/calendar/2026/11` and `/calendar/2027/3`).
 * - Queries: one path with the same parameters, the fewer the more there may be. Catalogues have thousands of pages behind
 *   one parameter, but of each combination of three filters a few tell all.
 */
export function familyOf(url: URL): { readonly key: string; readonly most: number } | null {
  const { host, pathname, search } = url;
  if (isDated(pathname) || isDated(search)) {
    return { key: `${host}${`${pathname}${search}`.replaceAll(/\d+/g, '0')}`, most: 20 };
  }
  if (search === '') return null;
  const names = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .sort();
  const most = names.length === 1 ? 2_000 : names.length === 2 ? 200 : 30;
  return { key: `${host}${pathname}?${names.join('&')}`, most };
}

/** A year beside a month, in either order, or parameters named so. */
const DATE = /(?<!\d)\d{4}[-/_.](?:0?[1-9]|1[0-2])(?!\d)|(?<!\d)(?:0?[1-9]|1[0-2])[-/_.]\d{4}(?!\d)/;
const DATE_PARAMETERS =
  /[?&](?:year|yr|month|mon|day|week|date|cal\w*|tribe-bar-date|monat|jahr|mois|annee|mes)=[^&]*\d/i;

function isDated(text: string): boolean {
  return DATE.test(text) || DATE_PARAMETERS.test(text);
}
