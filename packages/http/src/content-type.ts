// Whether a body is HTML, by its Content-Type or by its start: the WHATWG standards Fetch and MIME Sniffing.
import { valuesOf, type Fields } from './head.ts';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** Types that state nothing (MIME Sniffing, 7). */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown', '*/*']);

/** Kind of a body; `unstated` if only its start tells what it is. */
export type BodyKind = 'html' | 'unstated' | 'other';

/** Kind of a body by the Content-Type among its header fields. */
export function bodyKind(fields: Fields): BodyKind {
  const type = mediaType(fields);
  if (type === null) return 'unstated';
  return HTML_TYPES.has(type) ? 'html' : 'other';
}

/** A type and a subtype, each a token, and what follows (MIME Sniffing, 4.4). */
const MIME_TYPE = /^([!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+)[ \t\r\n]*(?:;|$)/;

/**
 * The media type that is stated, in lower case and without parameters. Of several the last one counts that is a MIME type
 * and says something (Fetch, "extract a MIME type"): `html` and `"text/html"` are none.
 *
 * @returns null if none is stated, so that the body must be examined
 */
export function mediaType(fields: Fields): string | null {
  const types = valuesOf(fields, 'content-type')
    .flatMap(splitList)
    .flatMap((value) => {
      const type = MIME_TYPE.exec(value)?.[1]?.toLowerCase();
      return type === undefined || UNKNOWN_TYPES.has(type) ? [] : [type];
    });
  return types.at(-1) ?? null;
}

/** Members of a list, whose commas may stand in quoted strings (Fetch, "get, decode, and split"). */
function splitList(value: string): readonly string[] {
  return (value.match(/(?:"(?:[^"\\]|\\.)*(?:"|$)|[^,"])+/g) ?? []).map((member) => member.trim());
}

/** Bytes that `startsLikeHtml` examines (MIME Sniffing, 5.2). */
export const SNIFF_BYTES = 1_445;

/** Starts that make a body HTML (MIME Sniffing, 7.1), or XML, which may be XHTML; after white space and a byte order mark. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*<(?:!--|\?xml|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[ >\t\n\f\r])/i;

/** Whether a body whose type is not stated starts like HTML. */
export function startsLikeHtml(start: Buffer): boolean {
  return HTML_START.test(start.toString('latin1', 0, SNIFF_BYTES));
}

/** Bytes at the end that `endsLikeHtml` examines. */
const END_BYTES = 1_024;

/** Whether a body ends with the end tag of a page, after which only white space and comments follow. */
export function endsLikeHtml(body: Buffer): boolean {
  const end = body.toString('latin1', Math.max(0, body.length - END_BYTES)).toLowerCase();
  const tag = Math.max(...['</html', '</body', '</frameset'].map((name) => end.lastIndexOf(name)));
  return tag !== -1 && /^<\/\w+[\t\n\f\r ]*>(?:[\t\n\f\r ]|<!--(?:(?!-->)[^])*-->)*$/.test(end.slice(tag));
}
