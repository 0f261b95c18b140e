import { END, type Cursor, type PositionCursor } from './position-cursor.ts';

/** Goes forward over the starts of runs: positions that follow each other without a gap, `length` of them at least. */
export class RunCursor implements Cursor {
  readonly #positions: PositionCursor;
  readonly #length: number;
  #start = -1;
  /** Positions of the run from `#start` that were seen; the cursor stands on the last one. */
  #seen = 0;

  constructor(positions: PositionCursor, length: number) {
    this.#positions = positions;
    this.#length = length;
  }

  seek(target: number): number {
    if (target > this.#start) {
      const skipped = target - this.#start;
      if (skipped < this.#seen) {
        this.#start = target;
        this.#seen -= skipped;
      } else {
        this.#start = this.#positions.seek(target);
        this.#seen = 1;
      }
    }
    while (this.#seen < this.#length) {
      if (this.#start === END) return END;
      const advanced = this.#positions.advanceRun(this.#length - this.#seen);
      if (advanced > 0) {
        this.#seen += advanced;
        continue;
      }
      const next = advanced < 0 ? this.#positions.value : this.#positions.next();
      if (next === this.#start + this.#seen) this.#seen++;
      else {
        // No run starts before the last gap that was met.
        this.#start = next;
        this.#seen = 1;
        return next;
      }
    }
    return this.#start;
  }
}
