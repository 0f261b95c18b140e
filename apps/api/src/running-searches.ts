// The searches that run: the parts that they take of all that may run, and the time that their keys are charged.
import { isLong, LONG_MS, type Share } from './search-shares.ts';

/** Weight of the newest search in the mean duration of all searches, which covers about the last twenty. */
const NEWEST_WEIGHT = 0.05;
/** Weight of the newest search in the mean duration of the searches of a key, which covers about the last five. */
const NEWEST_OF_KEY_WEIGHT = 0.2;

export interface RunningSearch {
  readonly share: Share;
  /** Parts that it takes of all that may run. */
  readonly parts: number;
  readonly mayBeLong: boolean;
  readonly startedAt: number;
  /** Time that was charged when it started. */
  readonly chargedMs: number;
}

export class RunningSearches {
  /** Searches that may run at once, ≥ 1. */
  concurrency = 0;
  readonly #shortAtOnce: number;
  readonly #running = new Set<RunningSearch>();
  #taken = 0;
  #meanMs = 0;

  /** @param shortAtOnce how many short searches may run instead of another one */
  constructor(shortAtOnce: number) {
    this.#shortAtOnce = shortAtOnce;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Parts that further searches may take. */
  get free(): number {
    return this.concurrency * this.#shortAtOnce - this.#taken;
  }

  /** Mean time by which a search delays others, in milliseconds. */
  get meanMs(): number {
    return this.#meanMs;
  }

  begin(share: Share, { parts, mayBeLong }: Pick<RunningSearch, 'parts' | 'mayBeLong'>): RunningSearch {
    const chargedMs = share.meanMs * (parts / this.#shortAtOnce);
    const search = { share, parts, mayBeLong, startedAt: performance.now(), chargedMs };
    share.charged += chargedMs;
    share.running += 1;
    this.#taken += parts;
    this.#running.add(search);
    return search;
  }

  end(search: RunningSearch): void {
    const { share, startedAt, chargedMs, parts } = search;
    const ms = performance.now() - startedAt;
    // Searches that share a place also share its time.
    const costMs = ms * (parts / this.#shortAtOnce);
    this.#running.delete(search);
    this.#taken -= parts;
    share.running -= 1;
    share.charged += costMs - chargedMs;
    share.meanMs += (ms - share.meanMs) * (share.meanMs === 0 ? 1 : NEWEST_OF_KEY_WEIGHT);
    this.#meanMs += (costMs - this.#meanMs) * (this.#meanMs === 0 ? 1 : NEWEST_WEIGHT);
  }

  /** Whether a long search may start: a permit stays free for short ones. */
  longMayStart(): boolean {
    const now = performance.now();
    let long = 0;
    for (const { share, mayBeLong, startedAt } of this.#running) {
      if (mayBeLong || isLong(share) || now - startedAt > LONG_MS) long++;
    }
    return long < Math.max(1, this.concurrency - 1);
  }
}
