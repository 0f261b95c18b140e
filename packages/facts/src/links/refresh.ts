// The page that another one refreshes to, by the header field Refresh or by `<meta http-equiv=refresh>`.
import { escapedOctets, readRefresh } from '@sitegrep/http';
import { type LinkBase, resolveUrl } from './links.ts';

/**
 * The page that the first refresh within ten seconds leads to, as an absolute URL without a fragment. It may be the page
 * itself.
 *
 * @param fields values of the header field, which come first, one character for each octet
 * @param metas contents in the markup, in order
 * @returns null if there is none, or it leads to something that is not on the web
 */
export function refreshTarget(
  fields: readonly string[],
  metas: readonly string[],
  pageUrl: string,
  base: LinkBase,
): string | null {
  for (const value of [...fields.map(escapedOctets), ...metas]) {
    const refresh = readRefresh(value);
    if (refresh === null) continue;
    const { reference } = refresh;
    const url = URL.parse(reference === null ? pageUrl : (resolveUrl(reference, base) ?? ''));
    if (url === null) return null;
    url.hash = '';
    return url.href;
  }
  return null;
}
