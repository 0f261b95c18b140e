import type { Trigram } from '../segment/lists.ts';
import { EndFilter } from './end-filter.ts';
import type { SearchContext } from './search-context.ts';
import type { OpenEnd } from './term.ts';

/**
 * Which lists of a union matter in each candidate: `lists[i]` for i from `starts[candidate]` up to
 * `starts[candidate + 1]`, ascending.
 */
export interface ListsOfCandidates {
  readonly starts: Uint32Array;
  readonly lists: Uint8Array;
}

/**
 * Which lists matter in which candidates.
 *
 * @param trigrams at most 256
 * @param candidates document ids, ascending
 */
export function listsOfCandidates(
  context: SearchContext,
  end: OpenEnd,
  trigrams: readonly Trigram[],
  candidates: Uint32Array,
): ListsOfCandidates {
  const filter = new EndFilter(context, end, candidates);
  const held = new HeldLists(candidates.length);
  for (const trigram of trigrams) {
    context.checkpoint();
    held.add(filter.indexes, filter.filter(trigram));
  }
  return held.byCandidate();
}

/** Lists one after the other, each with its candidates; then the candidates, each with its lists. */
class HeldLists {
  readonly #candidates: number;
  /** Places of the candidates of all lists, and where those of each list end. */
  #held: Uint32Array;
  #length = 0;
  readonly #ends: number[] = [];

  constructor(candidates: number) {
    this.#candidates = candidates;
    this.#held = new Uint32Array(8 * candidates);
  }

  /** Adds a list that matters in the first `count` of some candidates. */
  add(indexes: Uint32Array, count: number): void {
    if (this.#length + count > this.#held.length) {
      const larger = new Uint32Array(2 * (this.#length + count));
      larger.set(this.#held.subarray(0, this.#length));
      this.#held = larger;
    }
    for (let index = 0; index < count; index++) this.#held[this.#length++] = indexes[index] ?? 0;
    this.#ends.push(this.#length);
  }

  byCandidate(): ListsOfCandidates {
    // A counting sort: `starts` counts two places ahead, becomes where each candidate's lists begin one ahead, then in context.
    const starts = new Uint32Array(this.#candidates + 2);
    for (let index = 0; index < this.#length; index++) {
      const ahead = (this.#held[index] ?? 0) + 2;
      starts[ahead] = (starts[ahead] ?? 0) + 1;
    }
    for (let at = 2; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    const lists = new Uint8Array(this.#length);
    for (let list = 0, index = 0; list < this.#ends.length; list++) {
      const end = this.#ends[list] ?? 0;
      for (; index < end; index++) {
        const ahead = (this.#held[index] ?? 0) + 1;
        const to = starts[ahead] ?? 0;
        lists[to] = list;
        starts[ahead] = to + 1;
      }
    }
    return { starts, lists };
  }
}
