/*
 * The queue of searches: it bounds how many run at once, and shares their time fairly between API keys.
 *
 * Fair: each key is charged the time that its searches take, and the key that was charged least is served next (start-time
 * fair queueing, Goyal et al. 1996). Searches that take long may not hold all permits: one is always left to others. What
 * takes long is known of a key by its earlier searches, of a query by its parts, and of a scan by its first slice, after which it
 * hands its permit back and is queued again.
 *
 * Bounded: the queue holds a quarter of a second of work, and always as many searches as patient clients may make, each of
 * which waits for its answer before the next request. If more arrives than is done for longer than a burst, a queue of that
 * length would only make every answer late: then it holds two milliseconds of work, until no more arrives than is done.
 */
import type { Metrics } from '@sitegrep/metrics';
import { type Failure, unavailable } from './failure.ts';
import { Flow } from './flow.ts';
import { RunningSearches, type RunningSearch } from './running-searches.ts';
import { SearchAdmission } from './search-admission.ts';
import { isLong, SearchShares, type Share } from './search-shares.ts';
import type { SearchLimits } from './settings.ts';

/** Maximum Retry-After, in seconds. */
const MAX_RETRY_SECONDS = 30;

export interface SearchQueue {
  /** Whether any search waits, or so many run that the next one may have to. */
  isBusy(): boolean;
  /** Whether the next search of a key would be refused. */
  isFull(keyId: string): boolean;
  /** Counts a refused search. @returns its error */
  refusal(): Failure;
  /**
   * Refuses a search early, before its body is read, which saves most of the cost of a refusal. A search that passes is
   * not queued yet.
   *
   * @throws Failure unavailable with Retry-After if too many are queued
   */
  refuseIfFull(keyId: string): void;
  /**
   * Runs a search as soon as its turn comes.
   *
   * @throws Failure unavailable with Retry-After if too many are queued; the signal's reason if it fires in the queue
   */
  run<Value>(entry: QueueEntry, search: () => Promise<Value>): Promise<Value>;
  /** Lets so many searches run at once from now on, ≥ 1; those that run already end as they are. */
  setConcurrency(concurrency: number): void;
}

interface QueueEntry {
  /** Id of the API key. */
  readonly keyId: string;
  /** Removes the search from the queue; a running search must observe it itself. */
  readonly signal: AbortSignal;
  /** See `isShort`. */
  readonly isShort: boolean;
  /** Whether the search counts as long from its start: it reads much of sources, or was not done in its first slice. */
  readonly mayBeLong: boolean;
  /** Whether the search ran before and handed its reader back; it is not refused then. */
  readonly isContinued?: boolean;
}

/** @param shortAtOnce how many short searches may run instead of another one */
export function openSearchQueue(limits: SearchLimits, shortAtOnce: number, metrics: Metrics): SearchQueue {
  const shares = new SearchShares((by) => metrics.move('sitegrep_searches_waiting', {}, by));
  const running = new RunningSearches(shortAtOnce);
  const flow = new Flow();
  const admission = new SearchAdmission(limits, shares, running, flow);
  /** Searches that `refuseIfFull` let pass in this turn of the event loop; most of them are queued during it. */
  let arriving = 0;
  metrics.declare('sitegrep_search_wait_duration_seconds', 'sitegrep_requests_shed_total');
  metrics.move('sitegrep_searches_waiting', {}, 0);

  function setConcurrency(searches: number): void {
    metrics.move('sitegrep_searches_at_once', {}, searches - running.concurrency);
    running.concurrency = searches;
    startNext();
  }
  // Until the share is known.
  setConcurrency(limits.concurrency ?? 1);

  function begin(share: Share, kind: Pick<RunningSearch, 'parts' | 'mayBeLong'>): RunningSearch {
    shares.starts(share);
    return running.begin(share, kind);
  }

  function end(search: RunningSearch): void {
    running.end(search);
    flow.leave();
    flow.setPace(running.meanMs / running.concurrency);
    startNext();
  }

  function startNext(): void {
    while (shares.queued > 0 && running.free > 0) {
      const share = shares.next(running.longMayStart());
      const search = share?.queue[0];
      // One that needs more than is free waits for it, and no other one passes it.
      if (share === null || search === undefined || search.parts > running.free) return;
      shares.remove(share, search);
      search.start();
    }
  }

  /** The share with the longest queue if it is longer by two or more than another one, which may displace its newest search. */
  function longerShare({ queue }: Share): Share | null {
    return shares.longest(queue.length + 1);
  }

  function refusal(): Failure {
    metrics.count('sitegrep_requests_shed_total', { reason: 'searches' });
    flow.refuse();
    const waitMs = admission.waitOf(shares.queued);
    const seconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(waitMs / 1_000)));
    return unavailable(`Too many searches are queued at the moment; try again in ${seconds} s.`, seconds);
  }

  /** Resolves when the search may run; it counts as running then. */
  function permit(
    share: Share,
    { isShort, mayBeLong, isContinued = false, signal }: QueueEntry,
  ): Promise<RunningSearch> {
    const parts = isShort ? 1 : shortAtOnce;
    if (!isContinued && !admission.admits(0)) {
      const longer = longerShare(share);
      if (longer === null) return Promise.reject(refusal());
      shares.refuseNewest(longer);
    }
    flow.arrive();
    const isFree = parts <= running.free && shares.queued === 0;
    const isLongOne = mayBeLong || isLong(share);
    if (isFree && (!isLongOne || running.longMayStart()))
      return Promise.resolve(begin(share, { parts, mayBeLong }));
    const start = (): RunningSearch => begin(share, { parts, mayBeLong });
    const waiting = shares.wait(share, { parts, mayBeLong, signal }, { start, refusal });
    // A permit may be free that long searches may not have.
    startNext();
    return waiting;
  }

  const isFull = (keyId: string): boolean =>
    !admission.admits(arriving) && longerShare(shares.of(keyId)) === null;

  return {
    setConcurrency,
    isBusy: () => shares.queued + arriving > 0 || running.free <= 0 || admission.isOverloaded(0),
    isFull,
    refusal,
    refuseIfFull(keyId) {
      if (isFull(keyId)) throw refusal();
      if (arriving === 0) setImmediate(() => (arriving = 0));
      arriving += 1;
    },
    async run(entry, search) {
      // From here on it counts as queued or running.
      if (arriving > 0) arriving -= 1;
      entry.signal.throwIfAborted();
      const queuedAt = performance.now();
      const permitted = await permit(shares.of(entry.keyId), entry);
      metrics.observe('sitegrep_search_wait_duration_seconds', {}, (permitted.startedAt - queuedAt) / 1_000);
      try {
        return await search();
      } finally {
        end(permitted);
      }
    },
  };
}
