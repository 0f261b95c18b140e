/** Minimum time over which arrivals and departures are counted, in milliseconds: longer than a burst, shorter than a recovery. */
const MIN_WINDOW_MS = 250;
/** Departures that the time is long enough for. */
const WINDOW_DEPARTURES = 10;
/** Arrivals for each departure above which, once something was refused, there is an overload; and at which it ends. */
const BEGIN_RATIO = 1.5;
const END_RATIO = 1.1;
/** Departures below which a ratio says nothing. */
const MIN_DEPARTURES = 8;
/** Time after which a client that was refused has tried again, in milliseconds. */
const RETRY_MS = 1_000;

/** Count that decays exponentially: events of about the last `windowMs`. */
class Count {
  #value = 0;
  #countedAt = performance.now();
  windowMs: number;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  read(): number {
    const now = performance.now();
    this.#value *= Math.exp((this.#countedAt - now) / this.windowMs);
    this.#countedAt = now;
    return this.#value;
  }

  add(): void {
    this.#value = this.read() + 1;
  }
}

/**
 * Arrivals at a queue and departures from it. They tell an overload, in which more arrives than is done, from a queue that is
 * long because many clients wait for their answers: those send no faster than they are answered.
 */
export class Flow {
  readonly #arrived = new Count(MIN_WINDOW_MS);
  readonly #left = new Count(MIN_WINDOW_MS);
  readonly #refused = new Count(RETRY_MS);
  #isOverloaded = false;

  /** @param departureMs mean time between two departures while the queue is not empty */
  setPace(departureMs: number): void {
    this.#arrived.windowMs = Math.max(MIN_WINDOW_MS, WINDOW_DEPARTURES * departureMs);
    this.#left.windowMs = this.#arrived.windowMs;
  }

  arrive(): void {
    this.#arrived.add();
  }

  leave(): void {
    this.#left.add();
  }

  /** Counts an arrival that was refused. */
  refuse(): void {
    this.#arrived.add();
    this.#refused.add();
    if (this.#ratio() > BEGIN_RATIO) this.#isOverloaded = true;
  }

  /**
   * Whether more arrives than is done.
   *
   * @param free further clients that may wait for their answers: if those that were refused are no more, there is no overload
   */
  isOverloaded(free: number): boolean {
    if (this.#isOverloaded) this.#isOverloaded = this.#ratio() > END_RATIO && this.#refused.read() > free;
    return this.#isOverloaded;
  }

  #ratio(): number {
    return this.#arrived.read() / Math.max(this.#left.read(), MIN_DEPARTURES);
  }
}
