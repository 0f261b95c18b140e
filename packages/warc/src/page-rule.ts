// What a page is, in captures of every format: an answer that came, with a 2xx status, a type that is HTML, and a body with
// content. What is not a page never replaces one.
import { bodyKind, startsLikeHtml, valuesOf, type Fields } from '@sitegrep/http';
import { binaryFormatOf } from '@sitegrep/site';
import type { WarcSkip } from './counts.ts';

/** Which answers may be pages: those with a 2xx status, or all. */
export type Statuses = 'success' | 'all';

/**
 * Why an answer is not a page by its status.
 *
 * @param status 0 or less, as some tools write it, or null if no answer came
 * @returns null if it may be a page
 */
export function skipByStatus(status: number | null, headers: Fields, statuses: Statuses): WarcSkip | null {
  if (status === null || status <= 0) return 'no_answer';
  if (statuses === 'success' && (status < 200 || status > 299)) return 'not_success';
  return status === 204 || status === 205 || (status === 206 && isPart(headers)) ? 'no_content' : null;
}

/** Whether Content-Range says that the content is not the whole (RFC 9110, 14.4). */
function isPart(headers: Fields): boolean {
  return valuesOf(headers, 'content-range').some((range) => {
    const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(range.trim()) ?? [];
    return first !== undefined && (first !== '0' || (size !== '*' && Number(last) + 1 !== Number(size)));
  });
}

/** Why a decoded body is not a page; null if it is one. @param headers those of its answer, which may be a page by its status */
export function skipByBody(body: Buffer, headers: Fields): WarcSkip | null {
  const kind = bodyKind(headers);
  if (kind === 'other') return 'not_html';
  if (isBlank(body)) return 'no_content';
  if (kind === 'unstated' && !startsLikeHtml(body)) return 'not_html';
  return binaryFormatOf(body) === null ? null : 'not_html';
}

/** Whether a body holds nothing but blanks, in UTF-8 or UTF-16. */
function isBlank(body: Buffer): boolean {
  const first = body.findIndex((byte) => byte > 0x20);
  const byte = first === -1 ? undefined : body[first];
  if (byte === undefined) return body.every((one) => BLANKS.has(one));
  return byte < 0x80 ? false : !VISIBLE.test(textOf(body));
}

/** NUL is half of a blank in UTF-16. */
const BLANKS: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** A character that is not a blank, nor invisible as a byte order mark is. */
const VISIBLE = /[^\0\s\p{Cf}]/u;

function textOf(body: Buffer): string {
  const [first, second] = body;
  const isLittle = first === 0xff && second === 0xfe;
  const isUtf16 = isLittle || (first === 0xfe && second === 0xff);
  return new TextDecoder(isUtf16 ? (isLittle ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(body);
}
