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

/** What two URLs share that show the same page on nearly every site: scheme and a leading `www.` make no difference. */
export function pageKey(url: URL): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${canonicalDomain(url.hostname) ?? url.hostname}${port}${url.pathname}${url.search}`;
}
