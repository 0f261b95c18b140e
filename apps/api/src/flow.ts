/** Minimum time over which arrivals and departures are counted, in milliseconds: longer than a burst, shorter than a recovery. */
const MIN_WINDOW_MS = 250;
/** Departures that the time is long enough for. */
const WINDOW_DEPARTURES = 10;
/** Arrivals for each departure above which, once something was refused, there is an overload; and at which it ends. */
const BEGIN_RATIO = 1.5;
const END_RATIO = 1.1;
/** Departures below which a ratio says nothing. */
const MIN_DEPARTURES = 8;

/**
 * Arrivals at a queue and departures from it, each as a count that decays exponentially. They tell an overload, in which
 * more arrives than is done, from a queue that is long because many clients wait for their answers: those send no faster
 * than they are answered.
 */
export class Flow {
  #arrived = 0;
  #left = 0;
  #countedAt = performance.now();
  #isOverloaded = false;
  #windowMs = MIN_WINDOW_MS;

  /** @param departureMs mean time between two departures while the queue is not empty */
  setPace(departureMs: number): void {
    this.#windowMs = Math.max(MIN_WINDOW_MS, WINDOW_DEPARTURES * departureMs);
  }

  arrive(): void {
    this.#decay();
    this.#arrived += 1;
  }

  leave(): void {
    this.#decay();
    this.#left += 1;
  }

  /** Counts an arrival that was refused. */
  refuse(): void {
    this.arrive();
    if (this.#ratio() > BEGIN_RATIO) this.#isOverloaded = true;
  }

  isOverloaded(): boolean {
    if (!this.#isOverloaded) return false;
    this.#decay();
    if (this.#ratio() < END_RATIO) this.#isOverloaded = false;
    return this.#isOverloaded;
  }

  #ratio(): number {
    return this.#arrived / Math.max(this.#left, MIN_DEPARTURES);
  }

  #decay(): void {
    const now = performance.now();
    const part = Math.exp((this.#countedAt - now) / this.#windowMs);
    this.#arrived *= part;
    this.#left *= part;
    this.#countedAt = now;
  }
}
