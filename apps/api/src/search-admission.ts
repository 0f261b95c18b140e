// Whether one more search may run or be queued: the queue holds as much as is answered in time, and less during an overload.
import type { Flow } from './flow.ts';
import type { RunningSearches } from './running-searches.ts';
import type { SearchShares } from './search-shares.ts';
import type { SearchLimits } from './settings.ts';

/** Work that is running or queued during overload, in milliseconds, and its minimum in searches for each that may run. */
const OVERLOAD_MS = 2;
const OVERLOAD_LENGTH = 2;

export class SearchAdmission {
  readonly #limits: Pick<SearchLimits, 'maxQueued' | 'maxWaitMs' | 'patient'>;
  readonly #shares: SearchShares;
  readonly #running: RunningSearches;
  readonly #flow: Flow;

  constructor(
    limits: Pick<SearchLimits, 'maxQueued' | 'maxWaitMs' | 'patient'>,
    shares: SearchShares,
    running: RunningSearches,
    flow: Flow,
  ) {
    this.#limits = limits;
    this.#shares = shares;
    this.#running = running;
    this.#flow = flow;
  }

  /** Milliseconds that the last of so many queued searches waits. */
  waitOf(count: number): number {
    return (count * this.#running.meanMs) / this.#running.concurrency;
  }

  /** Whether more searches arrive than end. @param coming searches that were admitted and have not come yet */
  isOverloaded(coming: number): boolean {
    return this.#flow.isOverloaded(this.#limits.patient - this.#shares.queued - coming);
  }

  /**
   * Whether one more search may run or be queued. During an overload the queue is shortened first.
   *
   * @param coming searches that were let pass and did not come yet
   */
  admits(coming: number): boolean {
    const length = this.#shares.queued + coming;
    // As if those that come were short: nobody knows yet.
    const ahead = length - Math.max(0, this.#running.free);
    if (ahead >= this.#limits.maxQueued) return false;
    if (this.isOverloaded(coming)) {
      this.#shorten();
      return this.#running.count + length < this.#overloadLength();
    }
    return ahead < this.#limits.patient || this.waitOf(ahead + 1) <= this.#limits.maxWaitMs;
  }

  #overloadLength(): number {
    const { concurrency, meanMs } = this.#running;
    const inTime = meanMs === 0 ? 0 : (OVERLOAD_MS * concurrency) / meanMs;
    return Math.max(OVERLOAD_LENGTH * concurrency, inTime);
  }

  /** Refuses the newest of the longest queues: when an overload begins, those that arrived before it would all be late. */
  #shorten(): void {
    while (this.#shares.queued > this.#overloadLength()) this.#shares.refuseNewest(this.#shares.longest(0));
  }
}
