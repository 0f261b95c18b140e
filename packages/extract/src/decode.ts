import { isUtf8 } from 'node:buffer';
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { cutToBytes } from '@sitegrep/site';
import { analyse } from 'chardet';
import { prescanEncoding } from './prescan.ts';

/** A page's source as it is stored and searched. */
interface DecodedSource {
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

/**
 * The encoding of a page, chosen as browsers do: byte order mark, charset of the Content-Type header,
 * declaration in the first 1,024 bytes, UTF-8 if the bytes are valid UTF-8, else detection.
 *
 * @param contentTypes every Content-Type value received, in order
 * @returns the lower-case name of an encoding of the WHATWG Encoding standard
 */
export function chooseEncoding(body: Uint8Array, contentTypes: readonly string[]): string {
  return (
    getBOMEncoding(body) ??
    headerEncoding(contentTypes) ??
    prescanEncoding(body) ??
    (isUtf8(withoutCutSequence(body)) ? 'utf-8' : detectLegacyEncoding(body))
  );
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

/** Maximum bytes of a page that are searched for text, and maximum bytes of its text that are analysed. */
const SEARCHED_BYTES = 256 * 1_024;
const ANALYSED_BYTES = 32 * 1_024;

/** The encoding of most pages that declare none. Used when detection finds nothing. */
const FALLBACK = 'windows-1252';

/**
 * Guesses the encoding of bytes that declare none and are not UTF-8, from statistics of their text.
 *
 * Markup, scripts and runs of ASCII are removed first. They make up most of a page, are the same in every
 * encoding, and outweigh the few characters that differ between encodings.
 *
 * @returns the lower-case name of an encoding of the WHATWG Encoding standard
 */
function detectLegacyEncoding(body: Uint8Array): string {
  const text = textBytes(body);
  if (text.length === 0) return FALLBACK;
  for (const { name } of analyse(text)) {
    const encoding = normalizeEncoding(name);
    // Browsers do not follow these guesses without a byte order mark.
    if (encoding === null || encoding === 'replacement' || encoding.startsWith('utf-16')) continue;
    return encoding;
  }
  return FALLBACK;
}

/**
 * The text between tags, with a blank for each part that is left out. Bytes are read as Latin-1, so one
 * character is one byte.
 */
function textBytes(body: Uint8Array): Uint8Array {
  const source = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, SEARCHED_BYTES)).toString(
    'latin1',
  );
  let text = '';
  let at = 0;
  while (at < source.length && text.length < ANALYSED_BYTES) {
    const open = source.indexOf('<', at);
    const end = open === -1 ? source.length : open;
    const run = source.slice(at, end);
    if (/[\x80-\xff]/.test(run)) text += run.replace(/&#?\w{1,31};|\s+/g, ' ') + ' ';
    if (open === -1) break;
    at = endOfMarkup(source, open);
  }
  return Buffer.from(text.slice(0, ANALYSED_BYTES), 'latin1');
}

/**
 * Offset after the tag, comment, script or style element that begins at `open`; the source's length if it does
 * not end.
 */
function endOfMarkup(source: string, open: number): number {
  const [closing] = /^<(?:!--|script\b|style\b)/i.exec(source.slice(open, open + 8)) ?? ['<'];
  const end = source.indexOf(CLOSINGS[closing.toLowerCase()] ?? '>', open + 1);
  return end === -1 ? source.length : end + 1;
}

const CLOSINGS: Readonly<Record<string, string>> = {
  '<!--': '-->',
  '<script': '</script',
  '<style': '</style',
};
