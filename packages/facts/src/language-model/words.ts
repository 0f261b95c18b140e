import { CONTEXTUAL, SEPARATOR } from './model.ts';

/** Maximum UTF-16 code units of a text that are read. */
export const MAX_UNITS = 1_000;

const SPACE = 0x20;

/**
 * Whether a unit is an apostrophe: `'`, a grave accent and `’` belong to the word that follows or contains
 * them, as in `don’t`.
 */
function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x60 || unit === 0x2019;
}

/**
 * Writes the words of a text in lower case, separated by spaces.
 *
 * @param units of the model
 * @param into code units; capacity for three times `MAX_UNITS`, since a letter becomes at most three in lower
 *   case
 * @returns number of units written
 */
export function lowerWords(text: string, units: Uint16Array, into: Uint16Array): number {
  const end = Math.min(text.length, MAX_UNITS);
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

/**
 * Bytes after which the text is truncated at the next space, and bytes after which it is truncated anywhere.
 */
const CUT_AT_SPACE = 350;
const CUT_ANYWHERE = 380;

/** Maximum bytes of an encoded text: the last character can take three bytes more. */
export const MAX_BYTES = CUT_ANYWHERE + 3;

/** Replaces bytes that the model has no sign for, as eld has none for the first byte of some rare letters. */
export const NO_SIGN = 0x20;

/**
 * Encodes words as UTF-8, without the spaces.
 *
 * @param signs of the model
 * @param units, length result of `lowerWords`
 * @param bytes capacity for `MAX_BYTES`
 * @param onWord takes the start and end of each word in `bytes`
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
      // Surrogates are not letters, so they do not occur here.
      bytes[size++] = signs[0xe0 | (unit >> 12)] ?? NO_SIGN;
      bytes[size++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[size++] = 0x80 | (unit & 0x3f);
    }
  }
  if (size > word) onWord(word, size);
}
