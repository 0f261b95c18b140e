import { foldCase } from '@sitegrep/fold';
import { gramToken } from '../../../packages/storage/src/elasticsearch/domains/grams.ts';

/**
 * Texts and terms as the index stores them.
 *
 * The index text is the case-folded text, except for U+FFFE and U+FFFF: FTS5 reads both as U+FFFD and so could not tell
 * the three apart. Folding leaves no `A` and no `B`, so these stand for them.
 */
export function indexText(text: string): string {
  const folded = foldCase(text);
  return NONCHARACTERS.test(folded) ? folded.replaceAll('\ufffe', 'A').replaceAll('\uffff', 'B') : folded;
}

/**
 * How a term is looked up.
 * - `grams`: one or two characters, whole entries of the gram table.
 * - `phrase`: a phrase of overlapping trigrams; matches exactly the pages that hold the term.
 * - `pieces`: phrases that every page with the term matches; which of the pages hold it, their sources tell.
 * - `never`: no stored text can hold the term.
 */
export type Lookup =
  | { readonly kind: 'gram'; readonly match: string }
  | { readonly kind: 'phrase'; readonly match: string }
  | { readonly kind: 'pieces'; readonly match: string; readonly text: string }
  | { readonly kind: 'never' };

/** @param term at least one character */
export function lookupOf(term: string): Lookup {
  if (!term.isWellFormed() || term.includes('\0')) return { kind: 'never' };
  const text = indexText(term);
  const [first, second, third] = text;
  if (third === undefined) {
    return {
      kind: 'gram',
      match: second === undefined ? gramToken(first ?? '') : gramToken(first ?? '', second),
    };
  }
  const pieces = withoutLongRuns(text);
  if (pieces.length === 1) return { kind: 'phrase', match: phrase(text) };
  return { kind: 'pieces', match: pieces.map((piece) => phrase(piece)).join(' AND '), text };
}

const NONCHARACTERS = /[\ufffe\uffff]/;

/** A string of FTS5's query syntax: inside, only the quote means something. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Periods of repetition that are looked for, and the longest repetition that stays in one phrase, in UTF-16 units. */
const MAX_PERIOD = 8;
const MAX_RUN = 48;

/**
 * FTS5 tries a phrase at each place where its grams could line up, so one that repeats itself (a thousand spaces) costs
 * its length times that of each such run in the pages: a minute for 300 MB. Of a long run, only the start (with what
 * stands before it) and the end (with what follows) are looked up.
 *
 * @returns the text itself, or its pieces in order, each at least `MAX_RUN / 2` long
 */
function withoutLongRuns(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const run = longestRunAt(text, at);
    if (run <= MAX_RUN) continue;
    pieces.push(wholeCharacters(text, from, at + MAX_RUN / 2));
    from = at + run - MAX_RUN / 2;
    at = from;
  }
  pieces.push(wholeCharacters(text, from, text.length));
  return pieces;
}

/** How far the text from `at` repeats itself with a short period. */
function longestRunAt(text: string, at: number): number {
  let longest = 0;
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let end = at + period;
    while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - period)) end++;
    if (end > at + period) longest = Math.max(longest, end - at);
  }
  return longest;
}

/** The slice, narrowed so that it splits no surrogate pair. */
function wholeCharacters(text: string, from: number, to: number): string {
  const start = isLowSurrogate(text, from) ? from + 1 : from;
  return text.slice(start, isLowSurrogate(text, to) ? to - 1 : to);
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
