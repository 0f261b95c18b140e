// From a keyword to what an index is asked for.
import { type Keyword, neighboursOf } from './keyword.ts';
import { siteWord, STEM_MARK } from './page-words.ts';
import { stemmerOf } from './stems.ts';
import type { WordCounts } from './word-counts.ts';
import { isHalfPair, isPaired, isSigned } from './words.ts';

/** A word that a page should have, in one of several forms. */
export interface WordChoice {
  /** Any of these words: that of the keyword with its other spellings, or those it may be a misspelling of. */
  readonly words: readonly string[];
  /** Word lists of which one in a row counts as well: the parts that the word is made of. */
  readonly rows: readonly (readonly string[])[];
  /** Whether words that begin with it count too: one character of a script that is cut into pairs. */
  readonly isBeginning: boolean;
  /** Words of an index that pages with other forms of the words have. */
  readonly forms: readonly string[];
}

/** A keyword as an index searches for it. */
export interface TextPlan {
  /** Choices that a page should have, the rarest first; empty: all pages of `sites`. */
  readonly choices: readonly WordChoice[];
  /** Word lists that count besides if they stand in a row. Each has the first word of a choice. */
  readonly boosts: readonly (readonly string[])[];
  /** Word lists that must stand in a row. */
  readonly phrases: readonly (readonly string[])[];
  /** Word lists of which none may stand in a row. */
  readonly excluded: readonly (readonly string[])[];
  /** Site words of which a page must have one; empty: it may be of any site. */
  readonly sites: readonly string[];
  /** Site words of which a page must have none. */
  readonly excludedSites: readonly string[];
}

/** Whether a plan asks for more than its choices, which what links say of a page can't tell. */
export function isRestricted({ phrases, excluded, sites, excludedSites }: TextPlan): boolean {
  return phrases.length + excluded.length + sites.length + excludedSites.length > 0;
}

/** How strictly the choices of a plan count: a page has all, all but one, or any of them. */
export type Strictness = 'all' | 'all_but_one' | 'any';

/** Degrees that differ for a plan, the strictest first. A page of an earlier one is a better answer than any of a later one. */
export function degreesOf({ choices: { length } }: TextPlan): readonly Strictness[] {
  return length <= 1 ? ['all'] : length === 2 ? ['all', 'any'] : ['all', 'all_but_one', 'any'];
}

/**
 * The choices of a plan that count. Rows count only where no choice may be missing or only one is needed: FTS5 loses scores of words
 * beside them in any other expression.
 */
export function choicesOf({ choices }: TextPlan, strictness: Strictness): readonly WordChoice[] {
  return strictness === 'all_but_one' ? choices.map((choice) => ({ ...choice, rows: [] })) : choices;
}

/** Pages from which on a word can be too common to be asked for, and the share that makes it so. */
const MIN_PAGES = 200;
const COMMON_SHARE = 0.25;

/**
 * Words of an index that pages with a form of a word have: its stem, marked where a page has it from another form, and as a word of
 * its own.
 */
function formsOf(word: string, stem: (word: string) => string): readonly string[] {
  // Whoever writes the sign wants it.
  if (isPaired(word) || isSigned(word)) return [];
  const stemmed = stem(word);
  return stemmed === word ? [STEM_MARK + stemmed] : [STEM_MARK + stemmed, stemmed];
}

/** The words of a keyword whose counts `planOf` needs, with their forms. */
export function countedWords({ words, others }: Keyword, language: string): readonly string[] {
  const stem = stemmerOf(language);
  return [...new Set(words.flatMap((word) => [word, ...formsOf(word, stem), ...(others.get(word) ?? [])]))];
}

/** The words that no page has in any form: they may be misspellings. */
export function unknownWords(
  { words, others }: Keyword,
  language: string,
  { byWord }: WordCounts,
): readonly string[] {
  const stem = stemmerOf(language);
  const knownAs = (word: string): readonly string[] => [
    word,
    ...formsOf(word, stem),
    ...(others.get(word) ?? []),
  ];
  return words.filter((word) => !isPaired(word) && !knownAs(word).some((form) => byWord.has(form)));
}

/** Other words that a keyword may mean. */
export interface Alternatives {
  /** Words that an unknown one may be a misspelling of, the most frequent first. */
  readonly nearest: ReadonlyMap<string, readonly string[]>;
  /** Words in a row that one may be written as. */
  readonly rows: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** @returns null if the keyword has neither words nor a site */
export function planOf(
  keyword: Keyword,
  language: string,
  counts: WordCounts,
  { nearest, rows }: Alternatives,
): TextPlan | null {
  const stem = stemmerOf(language);
  const countOf = (word: string): number =>
    Math.max(...[word, ...formsOf(word, stem)].map((form) => counts.byWord.get(form) ?? 0));
  const inPhrases = new Set(keyword.phrases.flat());
  const isFrequent = (word: string): boolean => countOf(word) > COMMON_SHARE * counts.pages;
  const isCommon = (word: string): boolean =>
    counts.pages >= MIN_PAGES && isFrequent(word) && !inPhrases.has(word);
  const rare = keyword.words.filter((word) => !isCommon(word));
  const sought = rare.length > 0 ? rare : keyword.words;
  if (sought.length === 0 && keyword.sites.length === 0) return null;
  const choices = sought
    .toSorted((a, b) => countOf(a) - countOf(b))
    .map((word): WordChoice => {
      const others = keyword.others.get(word)?.filter((other) => counts.byWord.has(other)) ?? [];
      const parts = rows.get(word) ?? [];
      const words = nearest.get(word) ?? [word, ...others];
      return {
        words,
        rows: parts,
        isBeginning: isHalfPair(word),
        forms: [...new Set(words.flatMap((each) => formsOf(each, stem)))].filter(
          (form) => words[0] !== word || counts.byWord.has(form),
        ),
      };
    });
  const written = (word: string): string => nearest.get(word)?.[0] ?? word;
  const boosts = [keyword.words, ...neighboursOf(keyword.words, isFrequent)];
  return {
    choices,
    boosts: unique(
      boosts.filter((row) => row.length > 1 && !row.some(isHalfPair)).map((row) => row.map(written)),
    ),
    phrases: keyword.phrases,
    excluded: keyword.excluded,
    sites: keyword.sites.map(siteWord),
    excludedSites: keyword.excludedSites.map(siteWord),
  };
}

function unique(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(rows.map((row) => [row.join(' '), row])).values()];
}

/** Tells which choice of a plan a word belongs to. */
type WordMatcher = (word: string) => number;

/** @returns the number of the choice that a word fulfils; -1: of none */
export function wordMatcher({ choices }: TextPlan, language: string): WordMatcher {
  const stem = stemmerOf(language);
  const exact = new Map(choices.flatMap(({ words }, index) => words.map((word) => [word, index] as const)));
  const stems = new Map(choices.flatMap(({ forms }, index) => forms.map((form) => [form, index] as const)));
  const beginnings = choices.flatMap(({ words: [word = ''], isBeginning }, index) =>
    isBeginning ? [{ word, index }] : [],
  );
  return (word) =>
    exact.get(word) ??
    stems.get(STEM_MARK + stem(word)) ??
    beginnings.find((beginning) => word.startsWith(beginning.word))?.index ??
    -1;
}
