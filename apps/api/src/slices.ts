import { LONG_MS } from './search-shares.ts';

/** Time of a slice after the first one, in milliseconds: long beside what beginning it costs, and short to wait for. */
const SLICE_MS = 250;

/**
 * The slices of a scan: times after which it hands its reader back, and queues again behind the searches that others wait for. It
 * goes on with what is decided. One in which nothing more was decided, because a source takes long, is followed by a longer one.
 */
export class Slices {
  /** Time of the slice, in milliseconds. */
  ms = LONG_MS;
  /** Whether the scan had a slice already. */
  isContinued = false;
  #decided = 0;

  /** @param decided candidates that were decided when the slice ended */
  next(decided: number): void {
    const isStuck = this.isContinued && decided <= this.#decided;
    this.ms = isStuck ? 2 * this.ms : Math.max(this.ms, SLICE_MS);
    this.isContinued = true;
    this.#decided = decided;
  }
}
