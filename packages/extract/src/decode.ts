import { TextDecoder } from '@exodus/bytes/encoding.js';
import { chooseEncoding } from './charset.ts';

/** A page's source as it is stored and searched. */
export interface DecodedSource {
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
