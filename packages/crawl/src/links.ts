// Links as a crawl takes them: in which form a URL is fetched, whether it is worth it, and which are the same page.
import { canonicalDomain } from '@sitegrep/site';

const MAX_URL_LENGTH = 2_048;

/** Endings of paths that are hardly ever HTML, so that they are not fetched to find out. */
const OTHER_FILES =
  /\.(?:7z|aac|apk|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|ics|iso|jar|jpe?g|js|json|m4[av]|map|mid|mjs|mkv|mobi|mov|mp[34]|mpe?g|msi|od[pst]|og[agv]|otf|pdf|png|pptx?|psd|rar|rpm|rss|rtf|svgz?|swf|tar|tgz|tiff?|ttf|txt|vcf|wasm|wav|web[mp]|wm[av]|woff2?|xlsx?|xml|xz|ya?ml|zip|zst)$/i;

/**
 * The one form of a URL that may be fetched: http(s), no fragment, no user, no trailing dot of the host, at most 2,048
 * characters. The query stays as it is.
 *
 * @returns null if it is none
 */
export function fetchableUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.hostname === '' || url.href.length > MAX_URL_LENGTH) return null;
  return url;
}

/** Whether a link is worth following by the look of its path. */
export function looksLikePage(url: URL): boolean {
  return !OTHER_FILES.test(url.pathname);
}

/**
 * The URL that is fetched for a link: fetchable, likely to be a page, without what only tells sessions and visitors apart.
 *
 * @returns null if it is not worth fetching
 */
export function followableUrl(link: string): URL | null {
  const url = fetchableUrl(link);
  if (url === null || !looksLikePage(url)) return null;
  const plain = withoutSession(url);
  return isTrap(plain) ? null : plain;
}

/** Names that are for a visit's session or for counting visitors on every site, in lower case. */
const VISIT_PARAMETERS =
  /^(?:utm_\w+|mtm_\w+|pk_(?:campaign|kwd|source|medium|content)|matomo_\w+|hsa_\w+|_hs\w+|mc_[ce]id|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|_ga|_gl|_openstat|vero_id|oly_\w+|mkt_tok|phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|jsession|sessionid|session_id|sess_?id|phpsess|oscsid|zenid|xtcsid|xtor)$/;
/** Names that mean a session where the value looks like the id of one. */
const LIKELY_SESSION = /^(?:s|sid|sess|session|token)$/;
const SESSION_ID = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{20,}$/i;

/** Without sessions in path and query, and without marks that count visitors. Other parameters keep their spelling. */
function withoutSession(url: URL): URL {
  const pathname = url.pathname
    .replaceAll(/;(?:jsessionid|phpsessid|sid|cfid|cftoken)=[^;/]*/gi, '')
    // ASP.NET without cookies: /(S(4k1c…))/page.aspx
    .replace(/\/\((?:[ASF]\([\w-]+\))+\)(?=\/)/i, '');
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isOfVisit(pair));
  const search = kept.length === 0 ? '' : `?${kept.join('&')}`;
  if (pathname === url.pathname && search === url.search) return url;
  const plain = new URL(url);
  plain.pathname = pathname;
  plain.search = search;
  return plain;
}

function isOfVisit(pair: string): boolean {
  const [name = '', value = ''] = pair.split('=', 2);
  const key = name.toLowerCase();
  return VISIT_PARAMETERS.test(key) || (LIKELY_SESSION.test(key) && SESSION_ID.test(value));
}

/** What two URLs of an index have in common with the folder they are in. */
const INDEX_FILE = /\/(?:index\.(?:html?|php\d?|aspx?|jsp|cfm|cgi)|default\.(?:aspx?|html?))$/i;

/**
 * What two URLs share that show the same page on nearly every site: scheme, a leading `www.`, a slash or an index file at
 * the end, the order of parameters and what marks the visit make no difference.
 */
export function pageKey(url: URL): string {
  const plain = withoutSession(url);
  const port = plain.port === '' ? '' : `:${plain.port}`;
  const path = plain.pathname.replace(INDEX_FILE, '/').replace(/\/+$/, '');
  const query = plain.search === '' ? '' : `?${plain.search.slice(1).split('&').sort().join('&')}`;
  return `${canonicalDomain(plain.hostname) ?? plain.hostname}${port}${path}${query}`;
}

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
