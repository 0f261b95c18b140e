// Reads what people type into a search box.
import { canonicalDomain } from '@sitegrep/site';
import { otherSpellings } from './spellings.ts';
import { soughtWords } from './words.ts';

/** A keyword as it is searched for. */
export interface Keyword {
  /** Words that pages should have, in order, those of phrases included. */
  readonly words: readonly string[];
  /** Texts in quotation marks, as words in order: a page must have each. */
  readonly phrases: readonly (readonly string[])[];
  /** Words and phrases after a minus: a page must have none. */
  readonly excluded: readonly (readonly string[])[];
  /** Other spellings of its words, by word. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  /** Domains after `site:`: only these and those under them; empty: all. */
  readonly sites: readonly string[];
  /** Domains after `-site:`. */
  readonly excludedSites: readonly string[];
}

/** Maximum words; the rest of a longer keyword is not searched for. */
const MAX_WORDS = 32;

/** A part of a keyword: perhaps with a minus, perhaps in quotation marks, which the end may leave open. */
const PART = /(?<minus>(?<![^\s])[-−])?(?:["“”„«»](?<phrase>[^"“”„«»]*)["“”„«»]?|(?<plain>[^\s"“”„«»]+))/gu;

/**
 * Any text is a keyword. What names no domain after `site:` is a word like any other.
 *
 * @param language ISO 639-1, in which its words are spelled
 */
export function readKeyword(text: string, language: string): Keyword {
  const words: string[] = [];
  const phrases: string[][] = [];
  const excluded: string[][] = [];
  const sites: string[] = [];
  const excludedSites: string[] = [];
  /** Texts outside of phrases, in order: they may be spelled otherwise. */
  const plainTexts: string[] = [];
  for (const { groups = {} } of text.matchAll(PART)) {
    const { minus, phrase, plain = '' } = groups;
    const named = /^site:(.+)$/i.exec(plain)?.[1];
    const site = named === undefined ? null : canonicalDomain(named);
    const found = soughtWords(phrase ?? plain);
    if (site !== null) (minus === undefined ? sites : excludedSites).push(site);
    else if (found.length === 0) continue;
    else if (minus !== undefined) excluded.push(found);
    else {
      words.push(...found);
      if (phrase === undefined) plainTexts.push(plain);
      else if (found.length > 1) phrases.push(found);
    }
  }
  return {
    words: [...new Set(words)].slice(0, MAX_WORDS),
    phrases: phrases.filter(({ length }) => length <= MAX_WORDS),
    excluded: excluded.slice(0, MAX_WORDS),
    others: otherSpellings(plainTexts.join(' '), language),
    sites,
    excludedSites,
  };
}

/** Each two neighbouring words that are not frequent, with the frequent ones between them: frequent words in a row say little. */
export function neighboursOf(
  words: readonly string[],
  isFrequent: (word: string) => boolean,
): readonly (readonly string[])[] {
  const telling = words.flatMap((word, index) => (isFrequent(word) ? [] : [index]));
  return telling.slice(1).map((at, index) => words.slice(telling[index], at + 1));
}
