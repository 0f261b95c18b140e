/** Steps between two calls of `onWork`: about a millisecond of work. */
const BETWEEN_CALLS = 1 << 16;

/** Counts steps of work. A bound in steps, not in time, gives the same answer on every machine. */
export class Work {
  readonly #onWork: () => void;
  #left: number;
  #untilCall = BETWEEN_CALLS;

  /**
   * @param max steps after which the work is too much
   * @param onWork called every millisecond or so; it ends the work by throwing
   */
  constructor(max: number, onWork: () => void) {
    this.#left = max;
    this.#onWork = onWork;
  }

  /** @throws TooMuchWork beyond the maximum; what `onWork` throws */
  count(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork();
    this.#untilCall -= steps;
    if (this.#untilCall > 0) return;
    this.#untilCall = BETWEEN_CALLS;
    this.#onWork();
  }
}

/** The work took more steps than it may. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';

  constructor() {
    super('a page takes more work than it may');
  }
}
