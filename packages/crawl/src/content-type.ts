const HTML = new Set(['text/html', 'application/xhtml+xml']);

/** Bytes of a body that are looked at when no type is stated (mimesniff.spec.whatwg.org reads 1,445). */
export const SNIFF_BYTES = 1_445;

/** Openings that make a body HTML, each ended by a space or `>`, after white space and a byte order mark: WHATWG's list. */
const OPENING =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*(?:<!--|<\?xml|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[ >\t\n\f\r])/i;

export type BodyKind = 'html' | 'unstated' | 'other';

/** What a Content-Type says of a body. */
export function bodyKind(contentType: string | null): BodyKind {
  const type = mediaType(contentType);
  if (type === '' || type === 'unknown/unknown' || type === 'application/unknown' || type === '*/*')
    return 'unstated';
  return HTML.has(type) ? 'html' : 'other';
}

/** The media type alone, in lower case; '' if there is none. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a body of no stated type opens like HTML. */
export function opensLikeHtml(start: Buffer): boolean {
  return OPENING.test(start.toString('latin1', 0, SNIFF_BYTES));
}
