import { ProviderFailure } from '../../failure.ts';
import { stopped } from '../../http/transport-failure.ts';

/** Facts of a site in the local index that searches use. */
export interface LocalSite {
  readonly domain: string;
  /** 0–1000 */
  readonly rank: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly keywords: readonly string[];
  /** ISO 639-1 of its text; null if it isn't known. */
  readonly language: string | null;
}

/** The index of crawled sites. */
export interface LocalIndex {
  /**
   * @param terms 1 to 10; each must be a substring of the source of the site, case ignored
   * @param maxSites maximum sites to return
   * @returns those of the highest rank, the highest first
   */
  find(terms: readonly string[], maxSites: number, signal: AbortSignal): Promise<readonly LocalSite[]>;
}

/** Sites that are looked at for one answer: those of the highest rank whose source has all the words. */
const MAX_SITES = 1_000;
const MAX_WORDS = 10;

/** Words of a text, in small letters, each once. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words)];
}

/**
 * Sites whose source has all words of a text.
 *
 * @throws ProviderFailure
 */
export async function sitesWith(
  index: LocalIndex,
  text: string,
  signal: AbortSignal,
): Promise<readonly LocalSite[]> {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  if (signal.aborted) throw stopped(signal, 'the index');
  try {
    return await index.find(words.length === 0 ? [text.trim()] : words, MAX_SITES, signal);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) throw stopped(signal, 'the index');
    throw new ProviderFailure('unavailable', "the index can't be searched", { cause: error });
  }
}

/** Whether a text has a word, both in small letters: as a word of its own, as a part of one, or not. */
export function presence(text: string, word: string): 'whole' | 'part' | 'none' {
  let found: 'part' | 'none' = 'none';
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isOfAWord(text[at - 1]) && !isOfAWord(text[at + word.length])) return 'whole';
    found = 'part';
  }
  return found;
}

function isOfAWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
