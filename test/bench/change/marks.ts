import type { StoredDomain } from '@sitegrep/storage';

// Cuneiform: on no home page, without case, four bytes each that differ in the last two.
const START = String.fromCodePoint(0x12000);
const ROUND = 0x12001;
const DIGIT = 0x12040;
const DIGITS = 64;
const MARKS = /[\u{12000}-\u{1207f}]/u;

/** Rounds that marks can tell. */
export const MAX_ROUNDS = DIGIT - ROUND - 1;

/** Domains that marks can tell. */
const MAX_DOMAINS = DIGITS ** 3;

/** The mark that every document holds, whatever its round. */
export const ANY_ROUND = START;

/** The mark that the documents of one round hold, and no others. */
export function roundMark(round: number): string {
  return START + String.fromCodePoint(ROUND + round);
}

/** The mark that one document of one round holds. */
function documentMark(round: number, number: number): string {
  const digits = [DIGITS ** 2, DIGITS, 1].map((unit) => DIGIT + (Math.floor(number / unit) % DIGITS));
  return roundMark(round) + String.fromCodePoint(...digits);
}

/** Marks in no way change what is found by a text without their characters. */
export function hasMarks(text: string): boolean {
  return MARKS.test(text);
}

/**
 * The document as it is in a round: its last page ends in its mark.
 *
 * @param number of its domain, among all in code point order
 */
export function marked(
  { domain, facts, pages }: StoredDomain,
  round: number,
  number: number,
): Pick<StoredDomain, 'domain' | 'facts' | 'pages'> {
  const last = pages.at(-1);
  if (last === undefined) throw new Error(`${domain} has no page to mark`);
  if (round > MAX_ROUNDS || number >= MAX_DOMAINS) throw new RangeError('too many rounds or domains to mark');
  const source = last.source + documentMark(round, number);
  return { domain, facts, pages: [...pages.slice(0, -1), { ...last, source }] };
}
