// Links: the form in which a URL is fetched, whether it is worth fetching, and which URLs are the same page.
import { canonicalDomain } from '@sitegrep/site';

/** Maximum length of a URL that is fetched. */
export const MAX_URL_LENGTH = 2_048;

/** Endings of paths that are hardly ever HTML, so they are not fetched. */
const OTHER_FILES =
  /\.(?:7z|aac|apk|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|ics|iso|jar|jpe?g|js|json|m4[av]|map|mid|mjs|mkv|mobi|mov|mp[34]|mpe?g|msi|od[pst]|og[agv]|otf|pdf|png|pptx?|psd|rar|rpm|rss|rtf|svgz?|swf|tar|tgz|tiff?|ttf|txt|vcf|wasm|wav|web[mp]|wm[av]|woff2?|xlsx?|xml|xz|ya?ml|zip|zst)$/i;

/**
 * Brings a URL into the form that may be fetched: http(s), no fragment, no user, no trailing dot of the host, at most 2,048
 * characters. The query stays as it is.
 *
 * @returns null if it can't be fetched
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

/** Whether the path of a link may lead to a page. */
export function looksLikePage(url: URL): boolean {
  return !OTHER_FILES.test(url.pathname);
}

/**
 * URL to fetch for a link: fetchable, likely a page, without parameters of sessions and visitor tracking.
 *
 * @returns null if it is not worth fetching
 */
export function followableUrl(link: string): URL | null {
  const url = fetchableUrl(link);
  if (url === null || !looksLikePage(url)) return null;
  const plain = withoutSession(url);
  return isTrap(plain) ? null : plain;
}

/** Names of parameters that are for a session or for tracking visitors on every site, in lower case. */
const VISIT_PARAMETERS =
  /^(?:utm_\w+|mtm_\w+|pk_(?:campaign|kwd|source|medium|content)|matomo_\w+|hsa_\w+|_hs\w+|mc_[ce]id|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|_ga|_gl|_openstat|vero_id|oly_\w+|mkt_tok|phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|jsession|sessionid|session_id|sess_?id|phpsess|oscsid|zenid|xtcsid|xtor)$/;
/** Names of parameters that mean a session if the value looks like an id. */
const LIKELY_SESSION = /^(?:s|sid|sess|session|token)$/;
const SESSION_ID = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{20,}$/i;

/** Removes sessions from path and query, and tracking parameters. Other parameters keep their spelling. */
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

/** Path of an index file, which is the same page as its folder. */
const INDEX_FILE = /\/(?:index\.(?:html?|php\d?|aspx?|jsp|cfm|cgi)|default\.(?:aspx?|html?))$/i;

/**
 * Key that is equal for URLs of the same page on nearly every site: scheme, a leading `www.`, a slash or an index file at
 * the end, the order of parameters, sessions and tracking make no difference.
 */
export function pageKey(url: URL): string {
  const plain = withoutSession(url);
  const port = plain.port === '' ? '' : `:${plain.port}`;
  const path = plain.pathname.replace(INDEX_FILE, '/').replace(/\/+$/, '');
  const query = plain.search === '' ? '' : `?${plain.search.slice(1).split('&').sort().join('&')}`;
  return `${canonicalDomain(plain.hostname) ?? plain.hostname}${port}${path}${query}`;
}

/** Maximum length of path and query; URLs for people are shorter. */
const MAX_LENGTH = 512;
const MAX_SEGMENTS = 16;
/** Maximum occurrences of a segment in a path; more come from a relative link that grows on each page. */
const MAX_REPEATS = 2;
const MAX_PARAMETERS = 8;

/** Parameters that order, share, reply, print or log out: they change something, or show a known page again. */
const ACTIONS =
  /^(?:add[-_]to[-_](?:cart|wishlist|compare)|remove[-_]item|replytocom|share|print|printable|ical|outlook-ical|logout|action=(?:logout|lostpassword|register|edit|history|print)|do=(?:login|logout|edit|diff|recent|revisions|media|backlink))$/i;
/** Paths that do so. */
const ACTION_PATHS = /\/(?:wp-login\.php|wp-json|xmlrpc\.php|log-?out|sign-?out|cgi-bin)\/?$|\/wp-json\//i;

/** Whether a URL looks like a trap: generated by a script without end, or an action instead of a page. */
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
  // a/b/a/b is a loop that was followed twice; once more, and each segment would occur three times.
  return segments.some((segment, at) => {
    const next = segments.indexOf(segment, at + 1);
    const length = next - at;
    if (next < 0 || length < 2 || next + length > segments.length) return false;
    return segments.slice(at, next).every((part, offset) => part === segments[next + offset]);
  });
}

/**
 * Family of URLs that a script may generate without end, and the maximum to fetch of it; null for other URLs.
 *
 * - Days and months: all numbers are equal (`/calendar/2026/11` and `/calendar/2027/3`).
 * - Queries: one path with the same parameters; the more parameters, the fewer URLs. Catalogues have thousands of pages
 *   with one parameter, but a few pages are enough for a combination of three filters.
 */
export function familyOf(url: URL): { readonly key: string; readonly max: number } | null {
  const { host, pathname, search } = url;
  if (isDated(pathname) || isDated(search)) {
    return { key: `${host}${`${pathname}${search}`.replaceAll(/\d+/g, '0')}`, max: 20 };
  }
  if (search === '') return null;
  const names = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .sort();
  const max = names.length === 1 ? 2_000 : names.length === 2 ? 200 : 30;
  return { key: `${host}${pathname}?${names.join('&')}`, max };
}

/** A year beside a month, in either order, or parameters named so. */
const DATE = /(?<!\d)\d{4}[-/_.](?:0?[1-9]|1[0-2])(?!\d)|(?<!\d)(?:0?[1-9]|1[0-2])[-/_.]\d{4}(?!\d)/;
const DATE_PARAMETERS =
  /[?&](?:year|yr|month|mon|day|week|date|cal\w*|tribe-bar-date|monat|jahr|mois|annee|mes)=[^&]*\d/i;

function isDated(text: string): boolean {
  return DATE.test(text) || DATE_PARAMETERS.test(text);
}
