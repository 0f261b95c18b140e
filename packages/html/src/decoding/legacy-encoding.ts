import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';

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
export function detectLegacyEncoding(body: Uint8Array): string {
  const text = textBytes(body);
  if (text.length === 0) return FALLBACK;
  for (const { name } of analyse(text)) {
    const encoding = normalizeEncoding(name);
    // Browsers do not follow these guesses without a byte order mark.
    if (encoding === null || encoding === 'replacement' || encoding.startsWith('utf-')) continue;
    if (isMultibyte(encoding) && !readsAsEastAsian(text, encoding)) continue;
    return encoding;
  }
  return FALLBACK;
}

/** Encodings of the WHATWG standard in which a character can take more than one byte. */
const MULTIBYTE = /^(?:utf-.*|gbk|gb18030|big5|euc-jp|euc-kr|shift_jis|iso-2022-jp|replacement)$/;

export function isMultibyte(encoding: string): boolean {
  return MULTIBYTE.test(encoding);
}

/** Minimum East Asian letters in words. Accents and quotes of a European page also read as a few of them. */
const MIN_LETTERS = 8;
const EAST_ASIAN_WORD = /[\p{sc=Han}\p{sc=Hira}\u30a0-\u30ff\uac00-\ud7a3]{2,}/gu;
/** Characters that tell nothing: ASCII, East Asian punctuation and full-width forms. */
const NEUTRAL = /[\0-\x7f\u3000-\u303f\uff00-\uff60]+/g;

/**
 * Whether bytes read in a multibyte encoding give text: at least eight East Asian letters that stand beside another one, as
 * many of these as of everything else, and hardly any error.
 */
function readsAsEastAsian(bytes: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true }).replaceAll(NEUTRAL, ' ');
  const letters = (text.match(EAST_ASIAN_WORD) ?? []).reduce((sum, word) => sum + word.length, 0);
  const errors = text.split('\uFFFD').length - 1;
  const others = text.replaceAll(' ', '').length - letters;
  return letters >= MIN_LETTERS && letters >= others && errors * 20 <= letters;
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
  const [opening] = /^<(?:!--|script\b|style\b)/i.exec(source.slice(open, open + 8)) ?? ['<'];
  const closing = CLOSINGS[opening.toLowerCase()] ?? />/g;
  closing.lastIndex = open + 1;
  return closing.test(source) ? closing.lastIndex : source.length;
}

const CLOSINGS: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script[^>]*>?/gi,
  '<style': /<\/style[^>]*>?/gi,
};
