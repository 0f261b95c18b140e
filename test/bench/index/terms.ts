import { createHash } from 'node:crypto';

/** Terms as people search for them: rare and common, short and long, with and without punctuation. */
export const TERMS: readonly string[] = [
  'jquery',
  'google-analytics.com',
  'gtm.js?id=GTM-',
  'wp-content/plugins',
  '<meta name="generator" content="WordPress',
  'cdn.shopify.com',
  'ca-pub-',
  'zzqqxx',
  'class="',
  'facebook.com/tr?id=',
  '<div',
  'the',
  'https://www.googletagmanager.com/gtag/js',
  'e',
  '="',
];

/** A term that nearly every page holds, often. */
export const COMMON_TERM = 'class="';

/** Lengths of drawn terms in UTF-16 units. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 30, 45, 70, 100, 140, 200];

/** Draws of which none gave a new term, for each that is wanted, before it is left at fewer. */
const TRIES = 100;

/**
 * Different terms, of 1 to 200 characters if nothing else is said, that stand in pages; the same for the same seed.
 *
 * @param page gives the text of the n-th page, for any n
 * @param lengths in UTF-16 units, taken in turn
 */
export function drawTerms(
  page: (n: number) => string,
  count: number,
  seed: string,
  lengths: readonly number[] = LENGTHS,
): readonly string[] {
  const terms = new Set<string>();
  for (let n = 0; terms.size < count && n < TRIES * count; n++) {
    const text = page(number(`${seed}/page/${n}`));
    const length = lengths[terms.size % lengths.length] ?? 1;
    const start = number(`${seed}/start/${n}`) % Math.max(1, text.length - length);
    const term = text.slice(start, start + length);
    // White space alone, or half of a surrogate pair, nobody can ask for.
    if (term.trim() !== '' && term.isWellFormed()) terms.add(term);
  }
  return [...terms];
}

function number(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}
