import type { Trigram } from '../segment/lists.ts';
import type { ListsOfCandidates } from './lists-of-candidates.ts';
import { type Cursor, type PositionCursor, END } from './position-cursor.ts';

/**
 * Goes forward over the positions at which any of some trigrams stands. The first of them is asked first, and a list is
 * opened only when those before it did not have the position.
 */
export class Union implements Cursor {
  readonly #trigrams: readonly Trigram[];
  readonly #open: (trigram: Trigram) => PositionCursor;
  readonly #cursors: PositionCursor[] = [];
  readonly #wanted: ListsOfCandidates | null;
  /** What each cursor stands on; −1 before its first `seek`. */
  readonly #values: Float64Array;
  /** Lists of the candidate at hand, and where its document ends. */
  #from = 0;
  #to = 0;
  #limit = 0;
  /** None of these stands anywhere before. */
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
    this.#from = this.#wanted?.starts[candidate] ?? 0;
    this.#to = this.#wanted?.starts[candidate + 1] ?? this.#values.length;
    this.#limit = limit;
    this.#next = 0;
  }

  seek(target: number): number {
    if (target < this.#next) return this.#next;
    const values = this.#values;
    const lists = this.#wanted?.lists ?? null;
    let next = this.#limit;
    for (let index = this.#from; index < this.#to; index++) {
      const list = lists === null ? index : (lists[index] ?? 0);
      let value = values[list] ?? END;
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
