import { LRUCache } from 'lru-cache';
import { includes, type Matches } from '../sites.ts';

/** Memory for decisions of earlier searches, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Approximate size of an entry besides its numbers, in bytes. */
const ENTRY_BYTES = 1_000;

/** Decisions about a leaf: numbers of the pages that were looked at, and of those that have it, ascending. */
interface Kept {
  readonly known: Matches;
  readonly having: Matches;
}

/** Which pages have a leaf, as far as it was found out: a page of a number never changes. */
export interface LeafDecisions {
  /** Null: it is not known. */
  get(page: number): boolean | null;
  set(page: number, has: boolean): void;
}

/**
 * Decisions that searches share: the next page of a walk, and a search that was given up for its time and is tried again,
 * look only at pages that no search looked at before. The least recently used leaves are dropped first.
 */
export class KeptDecisions {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ known, having }, key) =>
      known.byteLength + having.byteLength + 2 * key.length + ENTRY_BYTES,
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
  readonly #found = new Map<number, boolean>();

  constructor(before: Kept = { known: new Float64Array(), having: new Float64Array() }) {
    this.#before = before;
  }

  get isChanged(): boolean {
    return this.#found.size > 0;
  }

  get(page: number): boolean | null {
    const found = this.#found.get(page);
    if (found !== undefined) return found;
    return includes(this.#before.known, page) ? includes(this.#before.having, page) : null;
  }

  set(page: number, has: boolean): void {
    this.#found.set(page, has);
  }

  merged(): Kept {
    const { known, having } = this.#before;
    const found = [...this.#found];
    const more = found.flatMap(([page, has]) => (has ? [page] : []));
    return { known: joined(known, [...this.#found.keys()]), having: joined(having, more) };
  }
}

function joined(before: Matches, more: readonly number[]): Matches {
  const all = new Float64Array(before.length + more.length);
  all.set(before);
  all.set(more, before.length);
  return all.sort();
}
