import { lowerBound } from '@sitegrep/segments';
import { LRUCache } from 'lru-cache';
import { MAX_PAGES } from '../rows.ts';
import { includes, type Matches } from '../text-matches.ts';

/** Memory for decisions of earlier searches, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Approximate size of an entry besides its numbers, in bytes. */
const ENTRY_BYTES = 1_000;

/** Decisions about a leaf, sorted: the revisions that were looked at, and the pages that have it. */
interface Kept {
  readonly revisions: Matches;
  readonly pages: Matches;
}

/** Which pages have a leaf, as far as it was found out: a document of a revision never changes. */
export interface LeafDecisions {
  isKnown(revision: number): boolean;
  has(revision: number, page: number): boolean;
  /** @param pages numbers of the pages that have the leaf */
  add(revision: number, pages: readonly number[]): void;
}

/**
 * Decisions that searches share: the next page of a walk, and a search that was given up for its time and is tried again,
 * look only at documents that no search looked at before. The least recently used leaves are dropped first.
 */
export class KeptDecisions {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ revisions, pages }, key) =>
      revisions.byteLength + pages.byteLength + 2 * key.length + ENTRY_BYTES,
  });

  /**
   * Uses the decisions about leaves, and keeps what is found out meanwhile, also if `work` throws.
   *
   * @param keys canonical texts of leaves
   */
  use<Value>(keys: readonly string[], work: (decisions: ReadonlyMap<string, LeafDecisions>) => Value): Value {
    const used = new Map(keys.map((key) => [key, new Decisions(this.#kept.get(key))]));
    try {
      return work(used);
    } finally {
      for (const [key, decisions] of used) if (decisions.isChanged) this.#kept.set(key, decisions.merged());
    }
  }
}

class Decisions implements LeafDecisions {
  readonly #before: Kept;
  readonly #found = new Map<number, readonly number[]>();

  constructor(before: Kept = { revisions: new Float64Array(), pages: new Float64Array() }) {
    this.#before = before;
  }

  get isChanged(): boolean {
    return this.#found.size > 0;
  }

  isKnown(revision: number): boolean {
    return this.#found.has(revision) || includes(this.#before.revisions, revision);
  }

  has(revision: number, page: number): boolean {
    const found = this.#found.get(revision);
    return found === undefined ? includes(this.#before.pages, pageKey(revision, page)) : found.includes(page);
  }

  add(revision: number, pages: readonly number[]): void {
    this.#found.set(revision, pages);
  }

  merged(): Kept {
    const { revisions, pages } = this.#before;
    const more = Array.from(this.#found, ([revision, some]) => some.map((page) => pageKey(revision, page)));
    return { revisions: joined(revisions, [...this.#found.keys()]), pages: joined(pages, more.flat()) };
  }
}

/** Number of a page among all pages of all revisions: they sort by revision, then by page. */
export function pageKey(revision: number, page: number): number {
  return revision * MAX_PAGES + page;
}

function joined(before: Matches, more: readonly number[]): Matches {
  const all = new Float64Array(before.length + more.length);
  all.set(before);
  all.set(more, before.length);
  return all.sort();
}

/** Those of sorted page keys that are of a revision, as numbers of pages. */
export function pagesOf(keys: Matches, revision: number): readonly number[] {
  const from = lowerBound(keys, pageKey(revision, 0));
  const to = lowerBound(keys, pageKey(revision + 1, 0), from);
  return Array.from(keys.subarray(from, to), (key) => key - pageKey(revision, 0));
}
