// The content of an answer as JSON states it: text, or bytes in base64 or in a file. What is meant is taken in whatever form it
// is written; bytes that can't be decoded are never taken for text.
import { bodyKind, isGzip, startsLikeHtml, type Fields } from '@sitegrep/http';
import { decodeBody, type Body } from '../body.ts';
import { isZstd } from '../unzstd.ts';

/**
 * Content as it is stated. `cut` tells whether its end was left out when it was read, `isHtml` whether it is known to be HTML
 * where its type is not stated.
 */
export type StatedContent =
  | { readonly form: 'text'; readonly text: string; readonly cut: boolean; readonly isHtml: boolean }
  | { readonly form: 'base64'; readonly text: string; readonly cut: boolean }
  | { readonly form: 'file'; readonly name: string; readonly files: AttachedFiles };

/** The first bytes of a file that is beside the input, at most `max`; null if there is none. */
export type AttachedFiles = (name: string, max: number) => Promise<Buffer | null>;

/** A body with the header fields that hold for it. */
export interface StatedBody extends Body {
  readonly headers: Fields;
}

/** Fields that concern a body as it was transferred, which is not what is stored. */
const TRANSFER: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding', 'content-length']);

function withoutTransfer(fields: Fields): Fields {
  return fields.filter(([name]) => !TRANSFER.has(name));
}

/** @returns the body, or what is wrong with it */
export async function bodyOf(
  content: StatedContent,
  stated: Fields,
  cap: number,
): Promise<StatedBody | string> {
  const headers = withoutTransfer(stated);
  if (content.form === 'text') {
    const encoded = unlabelled(content.text);
    return encoded === null
      ? textBody(content.text, content, headers, cap)
      : bytesBody(encoded, content.cut, stated, cap);
  }
  if (content.form === 'file') {
    const read = await content.files(content.name, cap + 1);
    if (read === null)
      return `is in the file ${content.name}, which is not here: send the ZIP that has both, or record with the content embedded`;
    const body = await bytesBody(read, false, stated, cap);
    // Of a text, Playwright writes what the browser decoded.
    return typeof body !== 'string' && isInUtf8(body.bytes)
      ? { ...body, headers: withHtmlType(body.headers) }
      : body;
  }
  const { text, cut } = content;
  const bytes = fromBase64(text, cut);
  if (bytes !== null) return bytesBody(bytes, cut, stated, cap);
  return isPlainly(text, headers) ? textBody(text, { cut, isHtml: false }, headers, cap) : 'is not base64';
}

async function bytesBody(
  bytes: Buffer,
  cut: boolean,
  stated: Fields,
  cap: number,
): Promise<StatedBody | string> {
  const body = await decodedBody(bytes, stated, cap);
  if (body === null) return 'is not in the content-encoding that is stated';
  return { ...body, truncated: body.truncated || cut, headers: withoutTransfer(stated) };
}

/** Text that its writer decoded, so that what the answer said of its charset does not hold any more. */
function textBody(
  text: string,
  { cut, isHtml }: { readonly cut: boolean; readonly isHtml: boolean },
  headers: Fields,
  cap: number,
): StatedBody | string {
  const bytes = Buffer.from(text);
  if (!startsLikeHtml(bytes) && isUndecoded(text)) return 'is bytes that were not decoded';
  const isText = isHtml ? bodyKind(headers) !== 'other' : bodyKind(headers) === 'html';
  return {
    bytes: bytes.subarray(0, cap),
    truncated: cut || bytes.length > cap,
    headers: isText ? withHtmlType(headers) : headers,
  };
}

/** Header fields of HTML in UTF-8. */
function withHtmlType(fields: Fields): Fields {
  const others = fields.filter(([name]) => name !== 'content-type');
  return [...others, ['content-type', 'text/html; charset=utf-8']];
}

/** Whether bytes are UTF-8 beyond ASCII, as hardly any text in another charset is. Their last character may be cut off. */
function isInUtf8(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.length < bytes.length && !bytes.includes(0);
  } catch {
    return false;
  }
}

/** Characters at the start of a text that show that it is not one. */
const START_CHARACTERS = 64;
// oxlint-disable-next-line no-control-regex -- those that no text has
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/;

function isUndecoded(text: string): boolean {
  const start = text.slice(0, START_CHARACTERS);
  return CONTROL.test(start) || 8 * (start.split('\ufffd').length - 1) > start.length;
}

/** Bytes of base64 (RFC 4648, 4 and 5), with blanks and line ends, with or without padding; null if it can't be base64. */
function fromBase64(text: string, isCut: boolean): Buffer | null {
  const bare = text
    .replace(/^\s*data:[^,]{0,200};base64,/i, '')
    .replace(/\s+/g, '')
    .replace(/=+$/, '');
  if (!/^[\w+/-]*$/.test(bare) || (!isCut && bare.length % 4 === 1)) return null;
  return Buffer.from(isCut ? bare.slice(0, bare.length - (bare.length % 4)) : bare, 'base64');
}

/** Bytes of text that is base64, though nothing says so: they begin like HTML, or are compressed. Null if it is not. */
function unlabelled(text: string): Buffer | null {
  if (!/^[\w+/-]{16}/.test(text)) return null;
  const bytes = fromBase64(text, false);
  return bytes !== null && (startsLikeHtml(bytes) || codingIn(bytes) !== null) ? bytes : null;
}

/** Whether text that can't be base64 is plainly text, and not base64 with a wrong character. */
function isPlainly(text: string, headers: Fields): boolean {
  if (startsLikeHtml(Buffer.from(text))) return true;
  return bodyKind(headers) === 'html' && 50 * text.replace(/[\w+/=\s-]+/g, '').length >= text.length;
}

/** Undoes the encoding that is stated, and one that the first bytes show: a tool may have kept the bytes, but not the field. */
async function decodedBody(bytes: Buffer, stated: Fields, cap: number): Promise<Body | null> {
  const encoding = stated.filter(([name]) => name === 'content-encoding');
  const body = await decodeBody(bytes, encoding, cap);
  const coding = body === null ? null : codingIn(body.bytes);
  return body === null || coding === null
    ? body
    : decodeBody(body.bytes, [['content-encoding', coding]], cap);
}

function codingIn(bytes: Buffer): string | null {
  if (isGzip(bytes)) return 'gzip';
  return isZstd(bytes) ? 'zstd' : null;
}
