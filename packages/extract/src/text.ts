import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** Characters of raw text that are looked at for one short value; far more than a title needs after folding. */
const MAX_RAW_CHARACTERS = 100_000;
const MAX_CODE_POINTS = 1_000;

/** A text with character references decoded as in element content. */
export function decodeText(raw: string): string {
  return raw.includes('&') ? decodeHTML(raw) : raw;
}

/** A text with character references decoded as in an attribute value, where `&copy=1` stays as it is. */
export function decodeAttribute(raw: string): string {
  return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
}

export function foldWhiteSpace(text: string): string {
  // Single blanks, nearly all white space there is, are left alone.
  return text.trim().replace(/ \s+|[^\S ]\s*/g, ' ');
}

/** A short value: white space folded, at most 1,000 code points; null if nothing is left. */
export function foldedValue(text: string): string | null {
  const folded = foldWhiteSpace(text.slice(0, MAX_RAW_CHARACTERS));
  const cut = folded.length <= MAX_CODE_POINTS ? folded : firstCodePoints(folded, MAX_CODE_POINTS);
  return cut === '' ? null : copied(cut);
}

function firstCodePoints(text: string, count: number): string {
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join('')
    .trimEnd()
    .toWellFormed();
}

/**
 * The same text in memory of its own. A slice of a string keeps the whole string alive, so one short title would hold
 * a page of megabytes for as long as the title lives.
 */
export function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
