import type { Triple } from '../segment/dictionary.ts';
import type { Cursor, PositionCursor } from './position-cursor.ts';
import { END } from './position-cursor.ts';

/**
 * Goes forward over the positions at which any of some triples stands. The most frequent triple is asked first, and a list
 * is opened only when those before it did not have the position.
 */
export class Union implements Cursor {
  readonly #triples: readonly Triple[];
  readonly #open: (triple: Triple) => PositionCursor;
  readonly #cursors: PositionCursor[] = [];
  /** What each cursor stands on. */
  readonly #values: Int32Array;
  /** No triple stands anywhere before. */
  #next = 0;
  /** Positions of all triples together. */
  readonly count: number;

  constructor(triples: readonly Triple[], open: (triple: Triple) => PositionCursor) {
    this.#triples = triples.toSorted((a, b) => b.positions.count - a.positions.count);
    this.#open = open;
    this.#values = new Int32Array(triples.length).fill(-1);
    this.count = triples.reduce((sum, { positions }) => sum + positions.count, 0);
  }

  get lists(): number {
    return this.#triples.length;
  }

  seek(target: number): number {
    if (target < this.#next) return this.#next;
    const values = this.#values;
    let next = END;
    for (let index = 0; index < values.length; index++) {
      let value = values[index] ?? END;
      if (value < target) {
        value = this.#cursor(index).seek(target);
        values[index] = value;
      }
      if (value === target) return target;
      if (value < next) next = value;
    }
    this.#next = next;
    return next;
  }

  #cursor(index: number): PositionCursor {
    const open = this.#cursors[index];
    if (open !== undefined) return open;
    const triple = this.#triples[index];
    if (triple === undefined)
      throw new RangeError(`a union of ${this.lists} lists has none with number ${index}`);
    const opened = this.#open(triple);
    this.#cursors[index] = opened;
    return opened;
  }
}
