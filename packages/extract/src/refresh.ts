// Refreshes of a page, in `<meta http-equiv=refresh>` or in the header field Refresh.
import { type LinkBase, resolveUrl } from './links.ts';

/** Maximum wait in seconds after which a page only leads to another; a later one renews what is read meanwhile. */
const MAX_WAIT_SECONDS = 10;

/** Wait in seconds, as digits with an optional fraction, and what follows it. */
const WAIT = /^[\t\n\f\r ]*(\d*)[\d.]*(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ]|$)[\t\n\f\r ]*([^]*)$/;
/** The words before the reference. Without them, all of the text is the reference. */
const NAME = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * The reference in the value of a refresh that is due within ten seconds, by the shared declarative refresh steps of the HTML
 * standard.
 *
 * @returns null if there is none, or the page is only loaded again
 */
export function refreshReference(value: string): string | null {
  const [, seconds = '', rest = ''] = WAIT.exec(value) ?? [];
  if (rest === '' || !/^[\t\n\f\r ]*[\d.]/.test(value)) return null;
  if (seconds.length > 9 || Number(seconds) > MAX_WAIT_SECONDS) return null;
  const named = NAME.exec(rest)?.[0].length ?? 0;
  // A quote counts after the name, or where no name begins.
  const [reference, quote] = [rest.slice(named), rest[named]];
  if (quote !== '"' && quote !== "'") return reference;
  return reference.slice(1).split(quote, 1)[0] ?? '';
}

/**
 * The page that the first refresh leads to, as an absolute URL without a fragment.
 *
 * @param values those of the header field, then those of the markup, in order
 * @returns null if there is none, or it leads to the page itself
 */
export function refreshTarget(values: readonly string[], pageUrl: string, base: LinkBase): string | null {
  for (const value of values) {
    const reference = refreshReference(value);
    if (reference === null) continue;
    const url = URL.parse(resolveUrl(reference, base) ?? '');
    if (url === null) return null;
    url.hash = '';
    return url.href === URL.parse(pageUrl)?.href ? null : url.href;
  }
  return null;
}
