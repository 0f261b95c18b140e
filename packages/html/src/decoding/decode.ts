import { isUtf8 } from 'node:buffer';
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { cutToBytes } from '@sitegrep/site';
import { lateMetaEncoding } from './late-meta.ts';
import { detectLegacyEncoding, isMultibyte } from './legacy-encoding.ts';
import { prescanEncoding } from './prescan.ts';

/** A page's source as it is stored and searched. */
export interface DecodedSource {
  /** Lower-case name of an encoding of the WHATWG Encoding standard. */
  readonly charset: string;
  /** Well-formed Unicode without NUL and without a byte order mark. */
  readonly source: string;
  /** Whether the size cap truncated the source. */
  readonly truncated: boolean;
}

/**
 * Upper bound of the ratio of a character's bytes in its encoding to its bytes in UTF-8. UTF-16 has 2; escape
 * sequences are rare.
 */
const WIDEST = 2;
const BOM_BYTES = 3;

/**
 * Decodes a body. Invalid bytes become U+FFFD, NUL is removed.
 *
 * Node's own TextDecoder is not used for Big5, EUC-JP, EUC-KR, ISO-2022-JP and Shift_JIS: it follows ICU's
 * tables, which differ from those of the Encoding standard, and of all browsers, in thousands of sequences.
 *
 * @param maxBytes bound of the source in UTF-8 bytes; a longer one is truncated between two characters
 * @param cut whether the body was truncated; an unfinished character at its end is then dropped
 */
export function decodeBody(
  body: Uint8Array,
  contentTypes: readonly string[],
  maxBytes: number,
  cut: boolean,
): DecodedSource {
  const charset = chooseEncoding(body, contentTypes);
  const enough = maxBytes * WIDEST + BOM_BYTES;
  const tooLong = body.length > enough;
  const bytes = tooLong ? body.subarray(0, enough) : body;
  const decoded = decode(bytes, charset, tooLong || cut);
  const source = mayHoldNul(bytes, charset) ? decoded.replaceAll('\0', '') : decoded;
  const capped = capUtf8(source, maxBytes);
  return { charset, source: capped, truncated: tooLong || capped.length < source.length };
}

/**
 * The source of a rendered page, as a browser wrote its document: the same text as a stored source.
 *
 * @param maxBytes bound of the source in UTF-8 bytes; a longer one is truncated between two characters
 */
export function renderedSource(html: string, maxBytes: number): Omit<DecodedSource, 'charset'> {
  const source = html.replaceAll('\0', '').toWellFormed();
  const capped = capUtf8(source, maxBytes);
  return { source: capped, truncated: capped.length < source.length };
}

/**
 * Whether the text can hold NUL. Zero bytes are common in UTF-16 only. Searching the bytes takes a tenth of the
 * time of searching the text.
 */
function mayHoldNul(bytes: Uint8Array, charset: string): boolean {
  return (
    charset.startsWith('utf-16') || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(0)
  );
}

function decode(bytes: Uint8Array, charset: string, cut: boolean): string {
  if (charset === 'replacement') return bytes.length === 0 ? '' : '\uFFFD';
  // With `stream`, the decoder keeps an unfinished character at the end to itself.
  return new TextDecoder(charset).decode(bytes, { stream: cut });
}

/** A text, truncated if it takes more than `maxBytes` bytes of UTF-8. */
function capUtf8(text: string, maxBytes: number): string {
  const surely = text.length * 3 <= maxBytes;
  return surely || Buffer.byteLength(text, 'utf8') <= maxBytes ? text : cutToBytes(text, maxBytes);
}

/** Multibyte sequences of UTF-8 that do not come about by chance in another encoding. */
const SURE_SEQUENCES = 8;

/**
 * The encoding of a page, chosen as browsers do: byte order mark, charset of the Content-Type header, declaration of
 * the page itself, UTF-8 if the bytes are valid UTF-8, else detection. In one place it differs from browsers: where a
 * page declares another encoding itself, but is valid UTF-8 throughout with at least eight multibyte sequences, it is
 * UTF-8. Such a declaration was left behind by the page's past, and a browser shows the page garbled.
 *
 * @param contentTypes every Content-Type value received, in order
 * @returns the lower-case name of an encoding of the WHATWG Encoding standard
 */
export function chooseEncoding(body: Uint8Array, contentTypes: readonly string[]): string {
  const sent = getBOMEncoding(body) ?? headerEncoding(contentTypes);
  if (sent !== null) return sent;
  const declared = prescanEncoding(body) ?? lateMetaEncoding(body);
  if (declared === null) return isUtf8(withoutCutSequence(body)) ? 'utf-8' : detectLegacyEncoding(body);
  return declared !== 'utf-8' && isSurelyUtf8(body, isMultibyte(declared)) ? 'utf-8' : declared;
}

/**
 * Whether bytes are valid UTF-8 with enough multibyte sequences.
 *
 * @param differently whether repetitions do not count. Single words of a multibyte encoding, such as 图片 in GBK, are valid
 *   UTF-8 by chance, and a page can repeat one.
 */
function isSurelyUtf8(body: Uint8Array, differently: boolean): boolean {
  if (!isUtf8(withoutCutSequence(body))) return false;
  const different = new Set<number>();
  let sequences = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte < 0xc0) continue;
    sequences++;
    if (differently)
      different.add((byte << 16) | ((body[at + 1] ?? 0) << 8) | (byte < 0xe0 ? 0 : (body[at + 2] ?? 0)));
    if ((differently ? different.size : sequences) === SURE_SEQUENCES) return true;
  }
  return false;
}

/** The first known label of a `charset` parameter. */
function headerEncoding(contentTypes: readonly string[]): string | null {
  for (const value of contentTypes) {
    const match = /;[\t ]*charset[\t ]*=[\t ]*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i.exec(value);
    const label = match?.[1] ?? match?.[2] ?? match?.[3];
    const encoding = label === undefined ? null : normalizeEncoding(label);
    if (encoding !== null) return encoding;
  }
  return null;
}

/**
 * The body without an unfinished UTF-8 sequence at its end, which truncation may leave and which does not make
 * it invalid.
 */
function withoutCutSequence(body: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, body.length); back++) {
    const byte = body[body.length - back] ?? 0;
    if (byte < 0x80) return body;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? body.subarray(0, body.length - back) : body;
    }
  }
  return body;
}
