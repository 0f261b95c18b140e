/**
 * Odd-offset positions of some trigrams are listed, too: of those in which a letter of two bytes begins at the second byte, or that are
 * such a letter and a space, digit or mark of ASCII. In scripts with two bytes a letter (Greek to N'Ko, `CE` to `DF`), every
 * second position of a word may be one where trigrams are a letter and half of the next, in which there is little to tell
 * places apart.
 *
 * They are listed as the even positions of three other bytes, the trigram's odd-offset alias, which no UTF-8 holds: with the same pair,
 * so that they lie beside it, and without documents.
 */

const FIRST_LEAD = 0xce;
const LAST_LEAD = 0xdf;

/** No trigram's odd-offset alias, and no trigram. */
export const NO_ALIAS = -1;

/** Where a trigram's odd-offset positions are listed, or `NO_ALIAS`. The kernel has the same. */
export function oddAlias(trigram: number): number {
  const [first, second, third] = [trigram >>> 16, (trigram >>> 8) & 0xff, trigram & 0xff];
  if (isLead(second) && isContinuation(third)) return trigram & 0xff_ff3f;
  if (isLead(first) && isContinuation(second) && isMark(third)) return trigram | 0x80;
  return NO_ALIAS;
}

/** The trigram that has this odd-offset alias, or `NO_ALIAS` if none has. */
export function trigramOfOddAlias(key: number): number {
  return [key | 0x80, key & 0xff_ff7f].find((trigram) => oddAlias(trigram) === key) ?? NO_ALIAS;
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
