// Phrases of running text, and words that can be written as two.
import type { KnownPage } from './collection.ts';
import { inSmallLetters, isSearchable, wordsOf } from './words.ts';

/** Words of a page from which on it is long. */
const LONG = 2_000;
/** Sentences: a menu has no full stop. */
const SENTENCE = /(?<=[.!?] )[\p{L}\p{M}\p{N}’', -]{60,300}(?=[.!?])/gu;
const FIVE_WORDS = /(?<![\p{L}\p{M}\p{N}’'-])(?:[\p{L}\p{M}]+ ){4}[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}’'-])/gu;

/** Five words in a row of the sentences of a long page, in small letters; empty for a page that is not long. */
export function phrasesOf({ page: { text, language } }: KnownPage): readonly string[] {
  if (wordsOf(text, language).length <= LONG) return [];
  return (text.match(SENTENCE) ?? []).flatMap((sentence) =>
    Array.from(sentence.matchAll(FIVE_WORDS), ([words]) => inSmallLetters(words, language)),
  );
}

/** Whether another page has a phrase as well. */
export function isElsewhere(phrase: string, own: KnownPage, pages: readonly KnownPage[]): boolean {
  const words = phrase.split(' ');
  return pages.some(
    ({ page, allWords }) =>
      page !== own.page &&
      words.every((word) => allWords.has(word)) &&
      inSmallLetters(page.text, page.language).includes(phrase),
  );
}

/** Minimum letters of a word that is made of two, and of each of them. */
const MIN_COMPOUND = 8;
const MIN_PART = 3;

/** The two words that a word is made of, if there is one split only. */
export function partsOf(word: string, isWord: (part: string) => boolean): readonly [string, string] | null {
  if (word.length < MIN_COMPOUND) return null;
  const splits = Array.from({ length: word.length - 2 * MIN_PART + 1 }, (_, index) => {
    const at = index + MIN_PART;
    return [word.slice(0, at), word.slice(at)] as const;
  }).filter((parts) => parts.every((part) => isSearchable(part) && isWord(part)));
  return splits.length === 1 ? (splits[0] ?? null) : null;
}
