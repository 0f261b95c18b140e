import { CONTEXTUAL, SEPARATOR } from './model.ts';

/** Of a text so many UTF-16 code units are looked at. */
export const MOST_UNITS = 1_000;

const SPACE = 0x20;

/** `'`, a grave accent and `’` belong to the word that they stand before or in, as in `don’t`. */
function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x60 || unit === 0x2019;
}

/**
 * The words of a text in lower case, each behind a space, except for the first one.
 *
 * @param units of the model
 * @param into code units; room for three times `MOST_UNITS`, as no letter becomes more than three in lower case
 * @returns how many there are
 */
export function lowerWords(text: string, units: Uint16Array, into: Uint16Array): number {
  const end = Math.min(text.length, MOST_UNITS);
  let length = 0;
  let isContextual = false;
  for (let at = 0; at < end;) {
    const unit = units[text.charCodeAt(at)] ?? SEPARATOR;
    if (unit !== SEPARATOR) {
      if (unit === CONTEXTUAL) isContextual = true;
      into[length++] = unit === CONTEXTUAL ? text.charCodeAt(at) : unit;
      at++;
      continue;
    }
    const from = at;
    while (at < end && units[text.charCodeAt(at)] === SEPARATOR) at++;
    let apostrophe = at;
    while (apostrophe > from && isApostrophe(text.charCodeAt(apostrophe - 1))) apostrophe--;
    if (apostrophe > from && length > 0) into[length++] = SPACE;
    for (; apostrophe < at; apostrophe++) into[length++] = text.charCodeAt(apostrophe);
  }
  return isContextual ? lowerAgain(into, length) : length;
}

function lowerAgain(units: Uint16Array, length: number): number {
  const lower = String.fromCharCode(...units.subarray(0, length)).toLowerCase();
  for (let at = 0; at < lower.length; at++) units[at] = lower.charCodeAt(at);
  return lower.length;
}

/** Behind so many bytes the text is cut at the next space, behind so many anywhere. */
const CUT_AT_SPACE = 350;
const CUT_ANYWHERE = 380;

/** The longest that the bytes of a text get: a character of three may be the last one. */
export const MOST_BYTES = CUT_ANYWHERE + 3;

/** Stands for each byte that the model has no sign for, as eld has none for the first byte of some rare letters. */
export const NO_SIGN = 0x20;

/**
 * Words as UTF-8, without the spaces.
 *
 * @param signs of the model
 * @param units, length as `lowerWords` made them
 * @param bytes room for `MOST_BYTES`
 * @param onWord takes where a word begins and ends in `bytes`
 */
export function encodeWords(
  units: Uint16Array,
  length: number,
  signs: Uint8Array,
  bytes: Uint8Array,
  onWord: (from: number, to: number) => void,
): void {
  let [size, word, spaces] = [0, 0, 0];
  for (let at = 0; at < length && size + spaces <= CUT_ANYWHERE; at++) {
    const unit = units[at] ?? 0;
    if (unit === SPACE) {
      if (size > word) onWord(word, size);
      word = size;
      if (size + spaces > CUT_AT_SPACE) return;
      spaces++;
    } else if (unit < 0x80) {
      bytes[size++] = unit;
    } else if (unit < 0x800) {
      bytes[size++] = signs[0xc0 | (unit >> 6)] ?? NO_SIGN;
      bytes[size++] = 0x80 | (unit & 0x3f);
    } else {
      // Half of a surrogate pair is no letter, so it never comes here.
      bytes[size++] = signs[0xe0 | (unit >> 12)] ?? NO_SIGN;
      bytes[size++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[size++] = 0x80 | (unit & 0x3f);
    }
  }
  if (size > word) onWord(word, size);
}
