// The pages that are searched, with their words, and on how many pages each word stands.
import type { StoredDomain } from '@sitegrep/storage';
import { readShownPage, type ShownPage } from './shown-page.ts';
import { inSmallLetters, isSearchable, wordsOf } from './words.ts';

export interface CollectedPage extends ShownPage {
  readonly url: string;
  readonly domain: string;
  /** Language that was detected in its text, ISO 639-1; null if none was. */
  readonly language: string | null;
  readonly sourceBytes: number;
}

/** Two neighbouring words of a heading. */
export interface Pair {
  readonly words: readonly [string, string];
  /** Both as they stand in the heading, in small letters: without a blank where the language has none. */
  readonly text: string;
}

/** A page with what stands on it. */
export interface KnownPage {
  readonly page: CollectedPage;
  readonly titleWords: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
  readonly pairs: readonly Pair[];
  readonly textWords: ReadonlySet<string>;
  /** Words of its title, description, headings or text. */
  readonly allWords: ReadonlySet<string>;
}

/** Words of the pages in one language. */
export interface LanguageWords {
  readonly pages: number;
  /** Pages and domains whose text has a word. */
  readonly counts: ReadonlyMap<string, WordCounts>;
}

interface WordCounts {
  readonly pages: number;
  readonly domains: number;
}

export interface Collection {
  readonly pages: readonly KnownPage[];
  readonly byLanguage: ReadonlyMap<string, LanguageWords>;
  /** Pages that have a pair (its two words, with a blank between) in a heading. */
  readonly pairPages: ReadonlyMap<string, readonly KnownPage[]>;
  /** Every word of every page. */
  readonly vocabulary: ReadonlySet<string>;
}

/** Pages of an index, as it stores their sources. */
export async function readPages(domains: AsyncIterable<StoredDomain>): Promise<readonly CollectedPage[]> {
  const all: CollectedPage[] = [];
  for await (const { domain, pages } of domains) {
    for (const { url, source, facts } of pages) {
      all.push({
        ...readShownPage(source),
        url,
        domain,
        language: facts.contentLanguage,
        sourceBytes: Buffer.byteLength(source),
      });
    }
  }
  return all;
}

export function collect(all: readonly CollectedPage[]): Collection {
  const pages = all.map(knownPage);
  const pairPages = new Map<string, KnownPage[]>();
  for (const page of pages) {
    for (const key of new Set(page.pairs.map(pairKey))) {
      const holders = pairPages.get(key) ?? [];
      pairPages.set(key, holders);
      holders.push(page);
    }
  }
  const byLanguage = new Map<string, LanguageWords>();
  for (const [language, own] of Map.groupBy(pages, ({ page }) => page.language))
    if (language !== null) byLanguage.set(language, countWords(own));
  const vocabulary = new Set<string>();
  for (const { allWords } of pages) for (const word of allWords) vocabulary.add(word);
  return { pages, byLanguage, pairPages, vocabulary };
}

export function pairKey({ words }: Pair): string {
  return words.join(' ');
}

function knownPage(page: CollectedPage): KnownPage {
  const wordSet = (text: string): ReadonlySet<string> =>
    new Set(wordsOf(text, page.language).map(({ word }) => word));
  const titleWords = wordSet(page.title);
  const headingWords = wordSet(page.headings.join(' | '));
  const textWords = wordSet(page.text);
  const allWords = new Set([...titleWords, ...headingWords, ...textWords, ...wordSet(page.description)]);
  return {
    page,
    titleWords,
    headingWords,
    textWords,
    allWords,
    pairs: page.headings.flatMap((heading) => pairsOf(heading, page.language)),
  };
}

/** Searchable words with nothing but white space between them. */
function pairsOf(heading: string, language: string | null): readonly Pair[] {
  const words = wordsOf(heading, language);
  return words.slice(1).flatMap((second, at): readonly Pair[] => {
    const first = words[at];
    if (first === undefined || heading.slice(first.to, second.from).trim() !== '') return [];
    if (first.word === second.word || !isSearchable(first.word) || !isSearchable(second.word)) return [];
    const text = inSmallLetters(heading.slice(first.from, second.to), language);
    return [{ words: [first.word, second.word], text }];
  });
}

function countWords(pages: readonly KnownPage[]): LanguageWords {
  const counts = new Map<string, { pages: number; domains: number; last: string }>();
  // A domain's pages follow each other.
  for (const { page, textWords } of pages) {
    for (const word of textWords) {
      const count = counts.get(word) ?? { pages: 0, domains: 0, last: '' };
      counts.set(word, count);
      count.pages++;
      if (count.last !== page.domain) count.domains++;
      count.last = page.domain;
    }
  }
  return { pages: pages.length, counts };
}
