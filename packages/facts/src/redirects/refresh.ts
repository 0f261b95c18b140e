// The page that another one refreshes to, by the header field Refresh or by `<meta http-equiv=refresh>`.
import { escapedOctets, readRefresh } from '@sitegrep/http';
import type { DocumentParts } from '../document/document-parts.ts';
import { type LinkBase, resolveUrl } from '../links/links.ts';
import { readOutline } from '../shells/shell-outline.ts';

/** Names of pages that ask to turn scripts on. */
const ASKS_FOR_SCRIPTS =
  /java[-_]?script|no[-_]?scripts?\b|no[-_]?js\b|enable[-_]?js\b|\bjs[-_]?(?:disabled|off|required)|[?&]js=(?:0|no|off|false)|unsupported|(?:bad|old|update|upgrade)[-_]?browser/i;

/**
 * Contents of the refreshes that count, in document order. One in `noscript` counts only if nothing else is on the page: with
 * scripts, as browsers run them, it is not there, and mostly it leads to a request to turn them on.
 */
export function countedRefreshes(source: string, parts: DocumentParts): readonly string[] {
  const { refreshes } = parts;
  if (refreshes.every(({ unscripted }) => !unscripted)) return refreshes.map(({ content }) => content);
  const isEmpty = showsNothing(source, parts);
  return refreshes
    .filter(({ content, unscripted }) => !unscripted || (isEmpty && !ASKS_FOR_SCRIPTS.test(content)))
    .map(({ content }) => content);
}

/** Whether a page shows nothing with scripts, and has no place that they fill. */
function showsNothing(source: string, parts: DocumentParts): boolean {
  if (parts.text.trim() !== '' || /java\s?script/i.test(parts.unscripted)) return false;
  const outline = readOutline(source, parts);
  if (outline === null || outline.emptyMount !== null) return false;
  return outline.links + outline.pictures + outline.controls + outline.frames === 0;
}

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
