// Texts of pages that complete what was typed.
import { placedWords, soughtWords } from './words.ts';

/** Maximum length of a completion, in characters; what is longer is a sentence. */
const MAX_LENGTH = 80;
const MAX_WORDS = 8;
/** Marks between the parts of a title. */
const BORDERS = /\s+[|–—·•»:-]\s+|\s*\|\s*|:\s+/;

/** Texts of a page of which completions are made. */
export interface CompletedPage {
  readonly domain: string;
  /** 0–1000 */
  readonly rank: number;
  readonly title: string | null;
  readonly headings: readonly string[];
  readonly linkTexts: readonly string[];
}

/** A completion with the part of it that was not typed. */
export interface Completion {
  readonly text: string;
  readonly added: readonly string[];
}

/**
 * Completions of a text: parts of titles, headings and link texts that have its words in a row, the last one perhaps as a
 * beginning. Those of many domains come first; among equals those of domains with a high rank, then short ones.
 *
 * @param typed words, as corrected
 */
export function completionsOf(
  typed: readonly string[],
  pages: readonly CompletedPage[],
  limit: number,
): readonly Completion[] {
  const found = new Map<
    string,
    {
      readonly domains: Set<string>;
      rank: number;
      readonly added: readonly string[];
      readonly isStart: boolean;
    }
  >();
  for (const page of pages) {
    const texts = [...(page.title?.split(BORDERS) ?? []), ...page.headings, ...page.linkTexts];
    for (const text of texts) {
      if (text.length > MAX_LENGTH) continue;
      const lower = text.trim().toLowerCase();
      const known = found.get(lower);
      if (known !== undefined) {
        known.domains.add(page.domain);
        known.rank = Math.max(known.rank, page.rank);
        continue;
      }
      const at = completes(typed, lower);
      if (at === null) continue;
      found.set(lower, { domains: new Set([page.domain]), rank: page.rank, ...at });
    }
  }
  return [...found]
    .sort(
      ([a, x], [b, y]) =>
        y.domains.size * (y.isStart ? 3 : 1) - x.domains.size * (x.isStart ? 3 : 1) ||
        y.rank - x.rank ||
        a.length - b.length ||
        (a < b ? -1 : 1),
    )
    .slice(0, limit)
    .map(([text, { added }]) => ({ text, added }));
}

/** The parts of a text before and after typed words; null if it does not have them in a row. */
function completes(
  typed: readonly string[],
  text: string,
): { readonly added: readonly string[]; readonly isStart: boolean } | null {
  const words = placedWords(text);
  if (words.length > MAX_WORDS && !words.some(({ end, start }) => end - start === 2)) return null;
  for (let from = 0; from + typed.length <= words.length; from++) {
    const isHere = typed.every((word, index) => {
      const other = words[from + index]?.word ?? '';
      return index === typed.length - 1 ? other.startsWith(word) : other === word;
    });
    if (!isHere) continue;
    const first = words[from];
    const last = words[from + typed.length - 1];
    if (first === undefined || last === undefined) return null;
    const typedLast = typed.at(-1) ?? '';
    const cutAt = last.word === typedLast ? last.end : Math.min(last.end, last.start + typedLast.length);
    const added = [text.slice(0, first.start), text.slice(cutAt)]
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return { added, isStart: from === 0 };
  }
  return null;
}

/** Words of a text that is being typed. Empty if it has none. */
export function typedWords(text: string): readonly string[] {
  return soughtWords(text).slice(0, MAX_WORDS);
}
