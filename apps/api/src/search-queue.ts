/*
 * The queue of searches: it bounds how many run at once, and serves API keys in turn. Each key has a queue of its own, and
 * the queues are served round-robin, so that a key with a thousand searches delays another key by one search only.
 *
 * The queue is bounded by its length and by the time to work it off. A burst may be queued for up to `maxWaitMs`. If the
 * queue stays too long for that time without a quiet period of the same length, there is more to do than can be done, and
 * a long queue would only make every answer late: it is then shortened, and kept short until it has stayed short for as
 * long (after CoDel, Nichols and Jacobson 2012, RFC 8289). Some queued searches for each running one are always allowed:
 * clients that wait for each answer before their next request keep such a queue all day, and that is no overload.
 */
import type { Metrics } from '@sitegrep/metrics';
import { type DomainIndex, SearchAborted } from '@sitegrep/storage';
import { unavailable } from './failure.ts';
import type { SearchLimits } from './settings.ts';

/** Queued searches that are always allowed for each that runs, which then wait as many mean durations of a search. */
const NORMAL_LENGTH = 8;
/** Queued searches that are allowed for each that runs during overload. */
const OVERLOAD_LENGTH = 1;
/** Weight of the newest search in the mean duration, which covers about the last twenty. */
const NEWEST_WEIGHT = 0.05;
/** Maximum Retry-After, in seconds. */
const MAX_RETRY_SECONDS = 30;

interface QueuedSearch {
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface SearchQueue {
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
   * @param keyId id of the API key
   * @param signal removes the search from the queue; a running search must observe it itself
   * @throws Failure unavailable with Retry-After if too many are queued; the signal's reason if it fires in the queue
   */
  run<Value>(keyId: string, signal: AbortSignal, search: () => Promise<Value>): Promise<Value>;
}

export function openSearchQueue(
  { concurrency, maxQueued, maxWaitMs }: SearchLimits,
  metrics: Metrics,
): SearchQueue {
  /** Queues by key, in the order in which they are served; none is empty. */
  const queues = new Map<string, QueuedSearch[]>();
  let queued = 0;
  let running = 0;
  let meanMs = 0;
  /** When the queue became too long, and when it last was too long, by `performance.now()`. */
  let [pressedSince, pressedAt] = [-Infinity, -Infinity];
  /** Searches that `refuseIfFull` let pass in this turn of the event loop; most of them are queued during it. */
  let arriving = 0;
  metrics.declare('sitegrep_search_wait_duration_seconds', 'sitegrep_requests_shed_total');
  metrics.move('sitegrep_searches_waiting', {}, 0);

  function changeQueued(by: 1 | -1): void {
    queued += by;
    metrics.move('sitegrep_searches_waiting', {}, by);
  }

  /** Removes a search from its queue. @returns whether it was still there */
  function remove(keyId: string, search: QueuedSearch): boolean {
    const queue = queues.get(keyId);
    const index = queue?.indexOf(search) ?? -1;
    if (queue === undefined || index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) queues.delete(keyId);
    changeQueued(-1);
    return true;
  }

  function startNext(): void {
    const [next] = queues;
    if (next === undefined || running >= concurrency) return;
    const [keyId, queue] = next;
    const [search] = queue;
    if (search === undefined) return;
    remove(keyId, search);
    // The key goes to the end, so that keys are served in turn.
    if (queue.length > 0) {
      queues.delete(keyId);
      queues.set(keyId, queue);
    }
    running += 1;
    search.start();
  }

  /** Milliseconds that the last of so many queued searches waits. */
  function waitOf(count: number): number {
    return (count * meanMs) / concurrency;
  }

  /**
   * Whether one more search may be queued. Notes when not, and shortens the queue if that lasts.
   *
   * @param length searches that are queued already
   */
  function admits(length: number): boolean {
    if (length >= maxQueued) return false;
    const now = performance.now();
    const isPressed = now - pressedAt <= maxWaitMs;
    const isOverloaded = isPressed && now - pressedSince > maxWaitMs;
    if (isOverloaded) shorten();
    if (length < (isOverloaded ? OVERLOAD_LENGTH : NORMAL_LENGTH) * concurrency) return true;
    if (!isPressed) pressedSince = now;
    pressedAt = now;
    return now - pressedSince <= maxWaitMs && waitOf(length + 1) <= maxWaitMs;
  }

  /** Refuses the newest searches of a burst that did not end: they would be late, and make others late. */
  function shorten(): void {
    for (let excess = queued - OVERLOAD_LENGTH * concurrency; excess > 0; excess--) {
      const longest = longestQueue(0);
      if (longest !== null) refuseNewest(longest);
    }
  }

  /** @returns null if no queue is longer than `length` */
  function longestQueue(length: number): readonly [string, QueuedSearch[]] | null {
    let longest: readonly [string, QueuedSearch[]] | null = null;
    for (const entry of queues) if (entry[1].length > (longest?.[1].length ?? length)) longest = entry;
    return longest;
  }

  /** The longest queue if it is longer by two or more than that of a key, which may then displace its newest search. */
  function longerQueue(keyId: string): readonly [string, QueuedSearch[]] | null {
    return longestQueue((queues.get(keyId)?.length ?? 0) + 1);
  }

  function refuseNewest([keyId, queue]: readonly [string, QueuedSearch[]]): void {
    const search = queue.at(-1);
    if (search === undefined || !remove(keyId, search)) throw new Error('empty queues are removed');
    search.refuse();
  }

  /** Refuses a search of a longer queue in favour of this key. @returns whether there was one */
  function displaceFor(keyId: string): boolean {
    const longest = longerQueue(keyId);
    if (longest !== null) refuseNewest(longest);
    return longest !== null;
  }

  function refusal(): Error {
    metrics.count('sitegrep_requests_shed_total', { reason: 'searches' });
    const seconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(waitOf(queued) / 1_000)));
    return unavailable(`Too many searches are queued at the moment; try again in ${seconds} s.`, seconds);
  }

  /** Resolves when the search may run, and counts it as running. */
  function permit(keyId: string, signal: AbortSignal): Promise<void> {
    if (running < concurrency && queued === 0) {
      running += 1;
      return Promise.resolve();
    }
    if (!admits(queued) && !displaceFor(keyId)) return Promise.reject(refusal());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      if (remove(keyId, search)) reject(signal.reason);
    };
    const search: QueuedSearch = {
      start: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      refuse: () => {
        signal.removeEventListener('abort', onAbort);
        reject(refusal());
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const queue = queues.get(keyId);
    if (queue === undefined) queues.set(keyId, [search]);
    else queue.push(search);
    changeQueued(1);
    return promise;
  }

  return {
    refuseIfFull(keyId) {
      const length = running + queued + arriving - concurrency;
      if (length >= 0 && !admits(length) && longerQueue(keyId) === null) throw refusal();
      if (arriving === 0) setImmediate(() => (arriving = 0));
      arriving += 1;
    },
    async run(keyId, signal, search) {
      // From here on it counts as queued or running.
      if (arriving > 0) arriving -= 1;
      signal.throwIfAborted();
      const queuedAt = performance.now();
      await permit(keyId, signal);
      const startedAt = performance.now();
      metrics.observe('sitegrep_search_wait_duration_seconds', {}, (startedAt - queuedAt) / 1_000);
      try {
        return await search();
      } finally {
        running -= 1;
        meanMs += (performance.now() - startedAt - meanMs) * (meanMs === 0 ? 1 : NEWEST_WEIGHT);
        startNext();
      }
    },
  };
}

/** Wraps the search of the index with a metric of its duration. */
export function timedSearch(domains: DomainIndex, metrics: Metrics): DomainIndex['search'] {
  metrics.declare('sitegrep_search_duration_seconds');
  return async (query, options) => {
    const start = performance.now();
    const observe = (outcome: 'answered' | 'aborted' | 'failed'): void =>
      metrics.observe('sitegrep_search_duration_seconds', { outcome }, (performance.now() - start) / 1_000);
    try {
      const page = await domains.search(query, options);
      observe('answered');
      return page;
    } catch (error) {
      observe(error instanceof SearchAborted ? 'aborted' : 'failed');
      throw error;
    }
  };
}
