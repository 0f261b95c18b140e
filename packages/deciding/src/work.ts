// Bounds the work of deciding one site, in the units of `WorkPart`: some 5 µs each for a small page.
import { PATTERN, READING } from '@sitegrep/texts';

/** UTF-16 units of a text for which work is counted once. */
const UNIT_LENGTH = 1 << 16;

/** The work that was allowed is done. */
export class OutOfWork extends Error {
  override readonly name = 'OutOfWork';
}

/** Units of work that are left. */
export class WorkLeft {
  readonly #max: number;
  #done = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get done(): number {
    return Math.min(this.#max, Math.ceil(this.#done));
  }

  /** @throws OutOfWork if the work is more than what is left */
  do(units: number): void {
    this.#done += units;
    if (this.#done > this.#max) throw new OutOfWork('the work for one site is done');
  }

  read(length: number): void {
    this.do(READING * partsOf(length));
  }

  /** @param units those of a small text */
  lookAt(length: number, units: number): void {
    this.do(units * partsOf(length));
  }

  /** Some milliseconds within one look. */
  goOn(): void {
    this.do(LONG);
  }
}

/** Units of a look that takes long, each time that it says so. */
const LONG = 20 * PATTERN;

function partsOf(length: number): number {
  return Math.max(1, Math.ceil(length / UNIT_LENGTH));
}
