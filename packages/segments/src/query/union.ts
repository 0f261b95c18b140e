import type { Triple } from '../segment/dictionary.ts';
import { END, type PositionCursor } from './position-cursor.ts';

/**
 * Whether any of some triples stands at a position; asked with ascending positions. The most frequent triple is asked
 * first, and a list is opened only when those before it did not have the position.
 */
export class Union {
  readonly #triples: readonly Triple[];
  readonly #open: (triple: Triple) => PositionCursor;
  readonly #cursors: PositionCursor[] = [];
  /** No triple stands anywhere before. */
  #next = 0;

  constructor(triples: readonly Triple[], open: (triple: Triple) => PositionCursor) {
    this.#triples = triples
      .filter(({ positions }) => positions.count > 0)
      .toSorted((a, b) => b.positions.count - a.positions.count);
    this.#open = open;
  }

  get isEmpty(): boolean {
    return this.#triples.length === 0;
  }

  has(position: number): boolean {
    if (position < this.#next) return false;
    let next = END;
    for (const [index, triple] of this.#triples.entries()) {
      const cursor = (this.#cursors[index] ??= this.#open(triple));
      const found = cursor.seek(position);
      if (found === position) return true;
      if (found < next) next = found;
    }
    this.#next = next;
    return false;
  }
}
