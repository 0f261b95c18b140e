// Where the body of an answer ends (RFC 9112, 6.3).
import { valuesOf, type Fields } from './head.ts';

export type Framing =
  /** There is no body, whatever the fields say. */
  | { readonly kind: 'none' }
  /** `length` is what a Content-Length beside it states, which counts if there are no chunks; null without one. */
  | { readonly kind: 'chunked'; readonly length: number | null }
  | { readonly kind: 'length'; readonly length: number }
  /** The body ends with the connection. */
  | { readonly kind: 'close' }
  /** Several lengths are stated: the answer must not be read. */
  | { readonly kind: 'contradictory' };

/**
 * Framing of the answer to a GET request. Chunks outweigh lengths; the same length may be stated several times. What states
 * nothing is ignored, as in browsers: a length that is not a number, and the transfer coding `identity` of RFC 2616.
 */
export function framingOf(status: number, fields: Fields): Framing {
  if (status < 200 || status === 204 || status === 304) return { kind: 'none' };
  const stated = valuesOf(fields, 'content-length')
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const lengths = new Set(stated.map((value) => (/^\d+$/.test(value) ? Number(value) : null)));
  const [first = null, ...others] = lengths;
  const length = first !== null && Number.isSafeInteger(first) ? first : null;
  if (transferCodings(fields).includes('chunked'))
    return { kind: 'chunked', length: others.length > 0 ? null : length };
  if (others.length > 0) return { kind: 'contradictory' };
  return length === null ? { kind: 'close' } : { kind: 'length', length };
}

/** Transfer codings in the order in which they were applied, without parameters, in lower case. */
export function transferCodings(fields: Fields): readonly string[] {
  return valuesOf(fields, 'transfer-encoding')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((coding) => (coding.split(';', 1)[0] ?? '').trim());
}
