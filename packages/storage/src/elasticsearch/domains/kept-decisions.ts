import { LRUCache } from 'lru-cache';
import type { Candidate } from './candidates.ts';

/** Memory for decisions of earlier searches, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Memory for the texts of what was decided, in bytes. */
const LEAVES_BYTES = 1 << 20;
/** Approximate size of an entry besides its key and its numbers, in bytes. */
const ENTRY_BYTES = 150;
const NUMBER_BYTES = 8;

/**
 * Numbers of the pages of documents on which texts and patterns were found. All searches share it: the next page of a walk, and a search
 * that was given up for its time and is tried again, read only documents that no search read before. A document of a
 * revision never changes.
 */
export class KeptDecisions {
  readonly #pages = new LRUCache<string, readonly number[]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (pages, key) => 2 * key.length + NUMBER_BYTES * pages.length + ENTRY_BYTES,
  });
  /** Numbers stand for the long texts of leaves. One that is given out anew leaves the decisions under the old one behind. */
  readonly #numbers = new LRUCache<string, number>({
    maxSize: LEAVES_BYTES,
    sizeCalculation: (_, key) => 2 * key.length + ENTRY_BYTES,
  });
  #last = 0;

  /** The number of a leaf, under which its decisions are kept. @param text canonical text */
  numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? ++this.#last;
    this.#numbers.set(text, number);
    return number;
  }

  /** Numbers of the pages that have a leaf; null: not known. */
  get(leaf: number, document: Candidate): readonly number[] | null {
    return this.#pages.get(keyOf(leaf, document)) ?? null;
  }

  set(leaf: number, document: Candidate, pages: readonly number[]): void {
    this.#pages.set(keyOf(leaf, document), pages);
  }
}

function keyOf(leaf: number, { domain, revision }: Candidate): string {
  return `${leaf} ${revision} ${domain}`;
}
