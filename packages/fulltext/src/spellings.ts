// Other spellings of words: letters that a language writes as two, and words that are written apart or together.
import type { WordCounts } from './word-counts.ts';
import { isPaired, isSigned, placedWords } from './words.ts';

const DANISH = { å: 'aa', ø: 'oe' };
/** Letters that are written as two where the keyboard lacks them, by ISO 639-1. Each is folded to the first of the two. */
const AS_TWO: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries({
    de: { ä: 'ae', ö: 'oe', ü: 'ue' },
    sv: { å: 'aa', ä: 'ae', ö: 'oe' },
    da: DANISH,
    nb: DANISH,
    nn: DANISH,
    no: DANISH,
  }),
);

/** Occurrences of two letters in a word that may be one: each may or may not be. */
const MAX_OCCURRENCES = 3;
/** Minimum letters of a word that may be two, and of the second of them. */
const MIN_COMPOUND = 5;
const MIN_SECOND = 3;
const MAX_COMPOUND = 32;
/** Pages and share of pages that may have a word which is also looked for in two parts. */
const RARE_PAGES = 20;
const RARE_SHARE = 0.005;
/** Maximum words of a keyword that are also looked for in two parts: each has up to thirty pairs of them, which are counted. */
const MAX_TAKEN_APART = 4;
/** Maximum ways of taking a word apart that are searched for. */
const MAX_ROWS = 2;

/**
 * Other spellings of the words of a text, by word: with the letters of the language written otherwise, and joined with the word beside
 * it, as `email` for `e-mail`.
 */
export function otherSpellings(text: string, language: string): ReadonlyMap<string, readonly string[]> {
  const placed = placedWords(text);
  const found = new Map<string, readonly string[]>();
  const add = (word: string, others: readonly string[]): void => {
    const all = [...(found.get(word) ?? []), ...others].filter((other) => other !== word);
    if (all.length > 0) found.set(word, [...new Set(all)]);
  };
  for (const [index, { word, start, end }] of placed.entries()) {
    if (isPaired(word) || isSigned(word)) continue;
    add(word, respelled(word, text.slice(start, end).toLowerCase(), language));
    const next = placed[index + 1]?.word ?? '';
    if (next === '' || isPaired(next) || isSigned(next)) continue;
    add(word, [word + next]);
    add(next, [word + next]);
  }
  return found;
}

/** @param written the word before it was folded, in small letters */
function respelled(word: string, written: string, language: string): readonly string[] {
  const letters = Object.entries(AS_TWO.get(language) ?? {});
  const composed = written.normalize('NFC');
  const asTwo = letters.reduce((text, [letter, two]) => text.replaceAll(letter, two), composed);
  if (asTwo !== composed) return [placedWords(asTwo)[0]?.word ?? ''];
  // After another vowel or q, these letters are not one.
  const pattern = new RegExp(`(?<![aeioq])(?:${letters.map(([, two]) => two).join('|')})`, 'g');
  const occurrences = letters.length === 0 ? [] : [...word.matchAll(pattern)].slice(0, MAX_OCCURRENCES);
  return Array.from({ length: 2 ** occurrences.length - 1 }, (_, number) => {
    const chosen = occurrences.filter((__, bit) => ((number + 1) & (1 << bit)) !== 0);
    return chosen.reduceRight(
      (text, { 0: two, index }) => text.slice(0, index + 1) + text.slice(index + two.length),
      word,
    );
  });
}

/** The words that are also looked for in two parts: the first long ones that few pages have. */
export function compounds(words: readonly string[], { pages, byWord }: WordCounts): readonly string[] {
  const most = Math.max(RARE_PAGES, RARE_SHARE * pages);
  const rare = words.filter(
    (word) =>
      word.length >= MIN_COMPOUND &&
      word.length <= MAX_COMPOUND &&
      /^\p{L}+$/u.test(word) &&
      !isPaired(word) &&
      (byWord.get(word) ?? 0) <= most,
  );
  return rare.slice(0, MAX_TAKEN_APART);
}

/** All ways of taking a word apart into two. */
function partsOf(word: string): readonly (readonly [first: string, second: string])[] {
  return Array.from(
    { length: Math.max(0, word.length - MIN_SECOND) },
    (_, index) => [word.slice(0, index + 1), word.slice(index + 1)] as const,
  );
}

/** The words whose counts `rowsOf` needs. */
export function countedParts(words: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap(partsOf).flat())];
}

/** Two words in a row that a word may be written as: those of which the rarer one is the most frequent. */
export function rowsOf(word: string, { byWord }: WordCounts): readonly (readonly string[])[] {
  return partsOf(word)
    .map((parts) => ({ parts, pages: Math.min(...parts.map((part) => byWord.get(part) ?? 0)) }))
    .filter(({ pages }) => pages > 0)
    .toSorted((a, b) => b.pages - a.pages)
    .slice(0, MAX_ROWS)
    .map(({ parts }) => parts);
}
