import { isUtf8 } from 'node:buffer';
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';
import { prescanEncoding } from './prescan.ts';

/** A page's source as it is stored and searched. */
interface DecodedSource {
  /** Lower-case name of an encoding of the WHATWG Encoding standard. */
  readonly charset: string;
  /** Well-formed Unicode without NUL and without a byte order mark. */
  readonly source: string;
  /** True if the cap cut the source short. */
  readonly truncated: boolean;
}

/** No encoding needs more bytes for a character than this many times its UTF-8 bytes (UTF-16: 2; escapes: rare). */
const WIDEST = 2;
const BOM_BYTES = 3;

/**
 * Decodes a body; bytes that mean nothing in its encoding become U+FFFD, NUL is removed.
 *
 * Not Node's own TextDecoder: for Big5, EUC-JP, EUC-KR, ISO-2022-JP and Shift_JIS that follows ICU's tables, which
 * differ from the Encoding standard's, and so from every browser's, in thousands of sequences.
 *
 * @param maxBytes bound of the source in UTF-8 bytes; what is longer is cut between two characters
 * @param cut true if the body was cut already: a character left unfinished at its end is dropped
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

/** Only in UTF-16 does a zero byte say nothing. Looking for it in the bytes takes a tenth of looking in the text. */
function mayHoldNul(bytes: Uint8Array, charset: string): boolean {
  return (
    charset.startsWith('utf-16') || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(0)
  );
}

function decode(bytes: Uint8Array, charset: string, cut: boolean): string {
  if (charset === 'replacement') return bytes.length === 0 ? '' : '\uFFFD';
  // A decoder that is told more may follow keeps an unfinished character to itself.
  return new TextDecoder(charset).decode(bytes, { stream: cut });
}

/** The longest beginning of `text` with at most `maxBytes` UTF-8 bytes that splits no character. */
function capUtf8(text: string, maxBytes: number): string {
  const surely = text.length * 3 <= maxBytes;
  if (surely || Buffer.byteLength(text, 'utf8') <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/**
 * The encoding of a page, chosen as browsers do: byte order mark, charset of the Content-Type header, what the page
 * declares in its first 1,024 bytes, UTF-8 if the bytes are valid UTF-8, else detection.
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

/** A body may have been cut inside a UTF-8 sequence; the sequence left unfinished at its end doesn't make it invalid. */
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

/** Bytes of the page that are looked at, and bytes of its text that are analysed. */
const SEARCHED_BYTES = 256 * 1_024;
const ANALYSED_BYTES = 32 * 1_024;

/** What detection can't tell from bytes alone gets the encoding most undeclared pages have. */
const FALLBACK = 'windows-1252';

/**
 * Guesses the encoding of bytes that declare none and are not UTF-8, from the statistics of their text.
 *
 * Markup, scripts and runs of ASCII are left out first: they are most of a page, alike in every encoding, and drown
 * the few characters that tell encodings apart.
 *
 * @returns the lower-case name of an encoding of the WHATWG Encoding standard
 */
function detectLegacyEncoding(body: Uint8Array): string {
  const text = textBytes(body);
  if (text.length === 0) return FALLBACK;
  for (const { name } of analyse(text)) {
    const encoding = normalizeEncoding(name);
    // Guesses without a byte order mark that no browser would follow.
    if (encoding === null || encoding === 'replacement' || encoding.startsWith('utf-16')) continue;
    return encoding;
  }
  return FALLBACK;
}

/** The text between tags, a blank for each thing left out. Bytes are read as Latin-1, so one character is one byte. */
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

/** Behind the tag, comment, script or style element that begins at `open`; the source's end if it has none. */
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
