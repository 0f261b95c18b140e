// References to other pages in the values of header fields and of `<meta http-equiv>`.

/**
 * A reference with its octets that are not ASCII percent-encoded one by one, as they came: a header field has no encoding,
 * and the server that wrote the reference reads these octets again.
 *
 * @param reference value of a field, one character for each octet
 */
export function escapedOctets(reference: string): string {
  return reference.replaceAll(
    /[\x80-\xff]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Maximum wait in seconds after which a page only leads to another; a later one renews what is read meanwhile. */
const MAX_WAIT_SECONDS = 10;

/** Wait in seconds, as digits with an optional fraction, and what follows it. */
const WAIT = /^[\t\n\f\r ]*(\d*)[\d.]*(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ]|$)[\t\n\f\r ]*([^]*)$/;
/** The words before the reference. Without them, all of the text is the reference. */
const NAME = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/** A refresh that is due within ten seconds. */
export interface Refresh {
  /** Reference to the page that it leads to; null if it loads the page again. */
  readonly reference: string | null;
}

/**
 * Reads the value of a refresh by the shared declarative refresh steps of the HTML standard.
 *
 * @returns null if it is not a refresh, or due later
 */
export function readRefresh(value: string): Refresh | null {
  const parts = WAIT.exec(value);
  if (parts === null || !/^[\t\n\f\r ]*[\d.]/.test(value)) return null;
  const [, seconds = '', rest = ''] = parts;
  if (seconds.length > 9 || Number(seconds) > MAX_WAIT_SECONDS) return null;
  if (rest === '') return { reference: null };
  const named = NAME.exec(rest)?.[0].length ?? 0;
  // A quote counts after the name, or where no name begins.
  const [reference, quote] = [rest.slice(named), rest[named]];
  if (quote !== '"' && quote !== "'") return { reference };
  return { reference: reference.slice(1).split(quote, 1)[0] ?? '' };
}
