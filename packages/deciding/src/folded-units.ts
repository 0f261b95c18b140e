import { ALIKE } from '@sitegrep/fold';

/** The byte of halves of characters: letters of two halves have folds, too. */
const HALF = 0xff;

/**
 * A byte for each UTF-16 unit, the same one for units that are alike when case is ignored: the small letter for ASCII and what folds
 * to it, and a byte from 0x80 on for all others, which thousands of units share.
 */
export const FOLDED_UNITS: Uint8Array = foldedUnits();

function foldedUnits(): Uint8Array {
  const units = new Uint8Array(1 << 16);
  // A loop takes a tenth of the time of `from`, and each thread that opens the index makes this table.
  for (let unit = 0; unit < units.length; unit++) units[unit] = byteOf(unit);
  for (const [code, [fold = code]] of ALIKE) if (code < units.length) units[code] = byteOf(fold);
  return units;
}

function byteOf(fold: number): number {
  if (fold < 0x80) return fold;
  if (fold >= 0xd800 && fold < 0xe000) return HALF;
  // Scripts have their letters in rows: neighbours differ.
  return 0x80 | ((fold ^ (fold >>> 7)) & 0x7f);
}

/** The bytes of a text. */
export function foldedBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, at) => FOLDED_UNITS[text.charCodeAt(at)] ?? 0);
}
