/** Which bytes of a body a request asks for; `last` is the position of the last one. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };

/**
 * Reads the header Range by RFC 9110, 14.2. Several ranges, other units and malformed headers are ignored, as the RFC allows
 * or demands: the answer then has the whole body.
 *
 * @param size bytes of the body
 */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes[ \t]*=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === '') {
    if (to === '') return WHOLE;
    // A suffix: of an empty body it is the whole.
    if (Number(to) === 0) return { kind: 'unsatisfiable' };
    return size === 0 ? WHOLE : { kind: 'part', first: Math.max(0, size - Number(to)), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Infinity : Number(to);
  if (last < first) return WHOLE;
  return first < size ? { kind: 'part', first, last: Math.min(last, size - 1) } : { kind: 'unsatisfiable' };
}
