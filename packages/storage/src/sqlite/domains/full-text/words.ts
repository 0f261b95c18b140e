import type { DatabaseSync } from 'node:sqlite';
import { nearestWords, nearWords, type WordCounts } from '@sitegrep/fulltext';
import { LRUCache } from 'lru-cache';
import type { State } from '../state.ts';

/** The words of all pages. */
export interface Words {
  /** Numbers of pages that have words. */
  counts(words: readonly string[]): WordCounts;
  /** Words of pages that differ from one by a misspelling, the most frequent first. */
  nearest(word: string): readonly string[];
  /** Gives a word that pages have for one that none has. @param isBeginning whether it may be the beginning of a word */
  corrected(word: string, isBeginning: boolean): string;
}

/** Pages from which on the count of a word is kept, until the number of all pages has changed by this share. */
const FREQUENT = 500;
const KEPT_CHANGE = 0.05;
const KEPT_BYTES = 1 << 20;

export function openWords(db: DatabaseSync, state: () => State, checkpoint: () => void): Words {
  const sql = {
    count: db.prepare('SELECT doc AS pages FROM word_count WHERE term = ?'),
    begins: db.prepare('SELECT term FROM word_count WHERE term >= ? AND term < ? LIMIT 1'),
  };

  /** Counts of frequent words, which take long: each is read from a list as long as it says. */
  const frequent = new LRUCache<string, { readonly pages: number; readonly of: number }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (_, word) => 2 * word.length + 100,
  });

  /** Number of pages that have a word; null: none has it. */
  function countOf(word: string): number | null {
    const pages = sql.count.get(word)?.['pages'];
    return typeof pages === 'number' ? pages : null;
  }

  function nearest(word: string): readonly string[] {
    checkpoint();
    const byWord = new Map<string, number>();
    for (const near of nearWords(word)) {
      const pages = countOf(near);
      if (pages !== null) byWord.set(near, pages);
    }
    return nearestWords(word, byWord);
  }

  function begins(word: string): boolean {
    return sql.begins.get(word, `${word}\u{10ffff}`) !== undefined;
  }

  return {
    counts(words) {
      const { pages: all } = state();
      const byWord = new Map<string, number>();
      for (const word of words) {
        const known = frequent.get(word);
        if (known !== undefined && Math.abs(known.of - all) <= known.of * KEPT_CHANGE) {
          byWord.set(word, known.pages);
          continue;
        }
        const pages = countOf(word);
        if (pages === null) continue;
        byWord.set(word, pages);
        if (pages >= FREQUENT) frequent.set(word, { pages, of: all });
      }
      return { pages: all, byWord };
    },
    nearest,
    corrected(word, isBeginning) {
      if (!isBeginning) return countOf(word) === null ? (nearest(word)[0] ?? word) : word;
      if (begins(word)) return word;
      const longer = nearWords(word).filter((near) => near.length >= word.length);
      return nearest(word)[0] ?? longer.find(begins) ?? word;
    },
  };
}
