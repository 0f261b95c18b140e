import { element, f64, u32, u8 } from '../elements.ts';
import type { Trigram } from '../segment/dictionary-entry.ts';
import { EndFilter } from './end-filter.ts';
import { type Cursor, type PositionCursor } from './position-cursors.ts';
import type { SearchContext } from './search-context.ts';
import type { OpenEnd } from './term.ts';

/** Candidates from which on it pays to find out which trigrams can be in which of them. */
const MIN_SPLIT_CANDIDATES = 4;

/** Trigrams that can be at an open end, and the cost of looking for them. */
export interface EndTrigrams {
  readonly trigrams: readonly Trigram[];
  readonly cost: number;
}

/** Trigrams of an open end, the most frequent first. */
export function endTrigrams({ segment, pool }: SearchContext, { kind, pair }: OpenEnd): EndTrigrams {
  const trigrams =
    kind === 'pair last'
      ? pool.trigrams.endingWith(segment, pair)
      : pool.trigrams.beginningWith(segment, pair);
  const count = trigrams.reduce((sum, { positions }) => sum + positions.count, 0);
  return { trigrams, cost: count * trigrams.length };
}

/** @param candidates document ids, ascending, that are searched */
export function unionOf(
  context: SearchContext,
  end: OpenEnd,
  trigrams: readonly Trigram[],
  candidates: Uint32Array,
): Union {
  const { segment, pool } = context;
  const wanted =
    candidates.length < MIN_SPLIT_CANDIDATES ? null : listsOfCandidates(context, end, trigrams, candidates);
  return new Union(trigrams, wanted, ({ positions }) => pool.open(segment.file, positions));
}

/**
 * Iterates over the positions at which any of some trigrams stands. The first trigram is looked at first, and a list
 * is opened only when those before it did not have the position.
 */
export class Union implements Cursor {
  readonly #trigrams: readonly Trigram[];
  readonly #open: (trigram: Trigram) => PositionCursor;
  readonly #cursors: PositionCursor[] = [];
  readonly #wanted: ListsOfCandidates | null;
  /** Current position of each cursor; −1 before its first `seek`. */
  readonly #values: Float64Array;
  /** Lists of the candidate at hand, and where its document ends. */
  #from = 0;
  #to = 0;
  #limit = 0;
  /** No list has a position before it. */
  #next = 0;

  /** @param wanted null: all lists in each candidate */
  constructor(
    trigrams: readonly Trigram[],
    wanted: ListsOfCandidates | null,
    open: (trigram: Trigram) => PositionCursor,
  ) {
    this.#trigrams = trigrams;
    this.#open = open;
    this.#wanted = wanted;
    this.#values = new Float64Array(trigrams.length).fill(-1);
  }

  /**
   * Goes on to a candidate.
   *
   * @param limit above all positions in its document
   */
  enter(candidate: number, limit: number): void {
    const wanted = this.#wanted;
    this.#from = wanted === null ? 0 : u32(wanted.starts, candidate);
    this.#to = wanted === null ? this.#values.length : u32(wanted.starts, candidate + 1);
    this.#limit = limit;
    this.#next = 0;
  }

  seek(target: number): number {
    if (target < this.#next) return this.#next;
    const values = this.#values;
    const lists = this.#wanted?.lists ?? null;
    let next = this.#limit;
    for (let index = this.#from; index < this.#to; index++) {
      const list = lists === null ? index : u8(lists, index);
      let value = f64(values, list);
      if (value < target) {
        value = this.#cursor(list).seek(target);
        values[list] = value;
      }
      if (value === target) return target;
      if (value < next) next = value;
    }
    this.#next = next;
    return next;
  }

  #cursor(list: number): PositionCursor {
    const open = this.#cursors[list];
    if (open !== undefined) return open;
    const trigram = this.#trigrams[list];
    if (trigram === undefined)
      throw new RangeError(`a union of ${this.#values.length} lists has none with number ${list}`);
    const opened = this.#open(trigram);
    this.#cursors[list] = opened;
    return opened;
  }
}

/**
 * Lists of a union that matter in each candidate: `lists[i]` for i from `starts[candidate]` to before
 * `starts[candidate + 1]`, ascending.
 */
interface ListsOfCandidates {
  readonly starts: Uint32Array;
  readonly lists: Uint8Array;
}

/**
 * Finds which lists matter in which candidates.
 *
 * @param trigrams at most 256
 * @param candidates document ids, ascending
 */
function listsOfCandidates(
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

/** Lists with their candidates, turned into candidates with their lists. */
class HeldLists {
  readonly #candidates: number;
  /** Indexes of the candidates of all lists, and where those of each list end. */
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
    for (let index = 0; index < count; index++) this.#held[this.#length++] = u32(indexes, index);
    this.#ends.push(this.#length);
  }

  byCandidate(): ListsOfCandidates {
    // A counting sort. `starts` counts two elements ahead, then becomes where each candidate's lists begin one
    // element ahead, and at the end where they begin.
    const starts = new Uint32Array(this.#candidates + 2);
    for (let index = 0; index < this.#length; index++) {
      const ahead = u32(this.#held, index) + 2;
      starts[ahead] = u32(starts, ahead) + 1;
    }
    for (let at = 2; at < starts.length; at++) starts[at] = u32(starts, at) + u32(starts, at - 1);
    const lists = new Uint8Array(this.#length);
    for (let list = 0, index = 0; list < this.#ends.length; list++) {
      const end = element(this.#ends, list);
      for (; index < end; index++) {
        const ahead = u32(this.#held, index) + 1;
        const to = u32(starts, ahead);
        lists[to] = list;
        starts[ahead] = to + 1;
      }
    }
    return { starts, lists };
  }
}
