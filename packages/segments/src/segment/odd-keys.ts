/**
 * Odd positions of some triples are listed, too: of those in which a letter of two bytes begins at the second byte, or that are
 * such a letter and a space, digit or mark of ASCII. In scripts with two bytes a letter (Greek to N'Ko, `CE` to `DF`), every
 * second position of a word may be one where triples are a letter and half of the next, in which there is little to tell
 * places apart.
 *
 * They are listed as the even positions of three other bytes, the triple's odd key, which no UTF-8 holds: with the same pair,
 * so that they lie beside it, and without documents.
 */

const FIRST_LEAD = 0xce;
const LAST_LEAD = 0xdf;

/** No triple's odd key, and no triple. */
export const NO_KEY = -1;

/** Where a triple's odd positions are listed, or `NO_KEY`. The kernel has the same. */
export function oddKey(triple: number): number {
  const [first, second, third] = [triple >>> 16, (triple >>> 8) & 0xff, triple & 0xff];
  if (isLead(second) && isContinuation(third)) return triple & 0xff_ff3f;
  if (isLead(first) && isContinuation(second) && isMark(third)) return triple | 0x80;
  return NO_KEY;
}

/** The triple that has this odd key, or `NO_KEY` if none has. */
export function tripleOfOddKey(key: number): number {
  return [key | 0x80, key & 0xff_ff7f].find((triple) => oddKey(triple) === key) ?? NO_KEY;
}

function isLead(byte: number): boolean {
  return byte >= FIRST_LEAD && byte <= LAST_LEAD;
}

function isContinuation(byte: number): boolean {
  return byte >>> 6 === 2;
}

/** Space, digits, and half of the marks. */
function isMark(byte: number): boolean {
  return byte >>> 5 === 1;
}
