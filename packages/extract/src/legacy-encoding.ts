import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';

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
export function detectLegacyEncoding(body: Uint8Array): string {
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
