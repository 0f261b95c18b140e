/*
 * The queue of searches: it bounds how many run at once, and shares their time fairly between API keys.
 *
 * Fair: each key is charged the time that its searches take, and the key that was charged least is served next (start-time
 * fair queueing, Goyal et al. 1996). Searches that take long may not hold all permits: one is always left to keys whose
 * searches are short.
 *
 * Bounded: the queue holds a quarter of a second of work, and always as many searches as patient clients may make, each of
 * which waits for its answer before the next request. If more arrives than is done for longer than a burst, a queue of that
 * length would only make every answer late: then it holds two milliseconds of work, until no more arrives than is done.
 */
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Metrics } from '@sitegrep/metrics';
import { type DomainIndex, QueryTooBroad, SearchAborted } from '@sitegrep/storage';
import { type Failure, unavailable } from './failure.ts';
import { Flow } from './flow.ts';
import type { SearchLimits } from './settings.ts';

/** Work that is running or queued during overload, in milliseconds, and its minimum in searches for each that may run. */
const OVERLOAD_MS = 2;
const OVERLOAD_LENGTH = 2;
/** Weight of the newest search in the mean duration of all searches, which covers about the last twenty. */
const NEWEST_WEIGHT = 0.05;
/** The same for the mean of each key, which covers the last five. */
const NEWEST_OF_KEY_WEIGHT = 0.2;
/** Duration above which a search is long, and a key whose mean is above it makes long searches, in milliseconds. */
const LONG_MS = 100;
/** Maximum Retry-After, in seconds. */
const MAX_RETRY_SECONDS = 30;
/** Maximum keys whose durations are remembered; beyond it those without searches are forgotten, oldest first. */
const MAX_KEYS = 10_000;

interface QueuedSearch {
  readonly parts: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** An API key's searches. */
interface Share {
  readonly queue: QueuedSearch[];
  running: number;
  /** Time that the key was charged, in milliseconds; comparable between keys that have searches. */
  charged: number;
  /** Mean duration of its searches, in milliseconds; 0: none has ended. */
  meanMs: number;
}

interface RunningSearch {
  readonly share: Share;
  /** Parts that it takes of all that may run. */
  readonly parts: number;
  readonly startedAt: number;
  /** Time that was charged when it started. */
  readonly chargedMs: number;
}

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
}

/** @param shortAtOnce how many short searches may run instead of another one */
export function openSearchQueue(limits: SearchLimits, shortAtOnce: number, metrics: Metrics): SearchQueue {
  let concurrency = 0;
  const shares = new Map<string, Share>();
  /** Shares with queued searches, which are few, while `shares` remembers many. */
  const waiting = new Set<Share>();
  const running = new Set<RunningSearch>();
  const flow = new Flow();
  let queued = 0;
  /** Parts that are taken of `capacity()`. */
  let taken = 0;
  /** Mean time by which a search delays others, in milliseconds. */
  let meanMs = 0;
  /** Charge of the key whose search started last: a key that comes back starts from there. */
  let chargedNow = 0;
  /** Searches that `refuseIfFull` let pass in this turn of the event loop; most of them are queued during it. */
  let arriving = 0;
  metrics.declare('sitegrep_search_wait_duration_seconds', 'sitegrep_requests_shed_total');
  metrics.move('sitegrep_searches_waiting', {}, 0);

  const capacity = (): number => concurrency * shortAtOnce;

  function setConcurrency(searches: number): void {
    metrics.move('sitegrep_searches_at_once', {}, searches - concurrency);
    concurrency = searches;
    startNext();
  }
  // Until the share is known.
  setConcurrency(limits.concurrency ?? 1);

  function shareOf(keyId: string): Share {
    const known = shares.get(keyId);
    if (known !== undefined && !isIdle(known)) return known;
    const share = known ?? { queue: [], running: 0, charged: 0, meanMs: 0 };
    share.charged = Math.max(share.charged, chargedNow);
    shares.delete(keyId);
    shares.set(keyId, share);
    if (shares.size > MAX_KEYS) forgetOldest(share);
    return share;
  }

  function forgetOldest(except: Share): void {
    for (const [keyId, share] of shares) {
      if (share === except || !isIdle(share)) continue;
      shares.delete(keyId);
      return;
    }
  }

  function changeQueued(by: 1 | -1): void {
    queued += by;
    metrics.move('sitegrep_searches_waiting', {}, by);
  }

  /** Removes a search from its queue. @returns whether it was still there */
  function remove(share: Share, search: QueuedSearch): boolean {
    const { queue } = share;
    const index = queue.indexOf(search);
    if (index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) waiting.delete(share);
    changeQueued(-1);
    return true;
  }

  function begin(share: Share, parts: number): RunningSearch {
    const search = {
      share,
      parts,
      startedAt: performance.now(),
      chargedMs: share.meanMs * (parts / shortAtOnce),
    };
    chargedNow = Math.max(chargedNow, share.charged);
    share.charged += search.chargedMs;
    share.running += 1;
    taken += parts;
    running.add(search);
    return search;
  }

  function end(search: RunningSearch): void {
    const { share, startedAt, chargedMs, parts } = search;
    const ms = performance.now() - startedAt;
    // Searches that share a place also share its time.
    const costMs = ms * (parts / shortAtOnce);
    running.delete(search);
    taken -= parts;
    flow.leave();
    share.running -= 1;
    share.charged += costMs - chargedMs;
    share.meanMs += (ms - share.meanMs) * (share.meanMs === 0 ? 1 : NEWEST_OF_KEY_WEIGHT);
    meanMs += (costMs - meanMs) * (meanMs === 0 ? 1 : NEWEST_WEIGHT);
    flow.setPace(meanMs / concurrency);
    startNext();
  }

  /** Whether a long search may start: a permit stays free for short ones. */
  function longMayStart(): boolean {
    const now = performance.now();
    let long = 0;
    for (const { share, startedAt } of running) if (isLong(share) || now - startedAt > LONG_MS) long++;
    return long < Math.max(1, concurrency - 1);
  }

  /** The share that is served next; null: none may start a search. */
  function nextShare(): Share | null {
    if (queued === 0 || taken >= capacity()) return null;
    const mayBeLong = longMayStart();
    let next: Share | null = null;
    for (const share of waiting) {
      if (!mayBeLong && isLong(share)) continue;
      if (next === null || share.charged < next.charged) next = share;
    }
    return next;
  }

  function startNext(): void {
    for (let share = nextShare(); share !== null; share = nextShare()) {
      const [search] = share.queue;
      // One that needs more than is free waits for it, and no other one passes it.
      if (search === undefined || taken + search.parts > capacity()) return;
      remove(share, search);
      search.start();
    }
  }

  /** Milliseconds that the last of so many queued searches waits. */
  function waitOf(count: number): number {
    return (count * meanMs) / concurrency;
  }

  /**
   * Whether one more search may run or be queued. During an overload the queue is shortened first.
   *
   * @param coming searches that were let pass and did not come yet
   */
  function admits(coming: number): boolean {
    const length = queued + coming;
    // As if those that come were short: nobody knows yet.
    const ahead = length - Math.max(0, capacity() - taken);
    if (ahead >= limits.maxQueued) return false;
    if (flow.isOverloaded(limits.patient - length)) {
      shorten();
      return running.size + length < overloadLength();
    }
    return ahead < limits.patient || waitOf(ahead + 1) <= limits.maxWaitMs;
  }

  function overloadLength(): number {
    const inTime = meanMs === 0 ? 0 : (OVERLOAD_MS * concurrency) / meanMs;
    return Math.max(OVERLOAD_LENGTH * concurrency, inTime);
  }

  /** Refuses the newest of the longest queues: when an overload begins, those that arrived before it would all be late. */
  function shorten(): void {
    while (queued > overloadLength()) refuseNewest(longestShare(0));
  }

  /** @returns null if no queue is longer than `length` */
  function longestShare(length: number): Share | null {
    let longest: Share | null = null;
    for (const share of waiting) if (share.queue.length > (longest?.queue.length ?? length)) longest = share;
    return longest;
  }

  function refuseNewest(share: Share | null): void {
    const search = share?.queue.at(-1);
    if (share === null || search === undefined) throw new Error('a queue with searches is missing');
    remove(share, search);
    search.refuse();
  }

  /** The share with the longest queue if it is longer by two or more than another one, which may displace its newest search. */
  function longerShare({ queue }: Share): Share | null {
    return longestShare(queue.length + 1);
  }

  function refusal(): Failure {
    metrics.count('sitegrep_requests_shed_total', { reason: 'searches' });
    flow.refuse();
    const seconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(waitOf(queued) / 1_000)));
    return unavailable(`Too many searches are queued at the moment; try again in ${seconds} s.`, seconds);
  }

  /** Resolves when the search may run; it counts as running then. */
  function permit(share: Share, parts: number, signal: AbortSignal): Promise<RunningSearch> {
    if (!admits(0)) {
      const longer = longerShare(share);
      if (longer === null) return Promise.reject(refusal());
      refuseNewest(longer);
    }
    flow.arrive();
    if (taken + parts <= capacity() && queued === 0 && (!isLong(share) || longMayStart()))
      return Promise.resolve(begin(share, parts));
    const { promise, resolve, reject } = Promise.withResolvers<RunningSearch>();
    const onAbort = (): void => {
      if (remove(share, search)) reject(signal.reason);
    };
    const search: QueuedSearch = {
      parts,
      start: () => {
        signal.removeEventListener('abort', onAbort);
        resolve(begin(share, parts));
      },
      refuse: () => {
        signal.removeEventListener('abort', onAbort);
        reject(refusal());
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    share.queue.push(search);
    waiting.add(share);
    changeQueued(1);
    // A permit may be free that long searches may not have.
    startNext();
    return promise;
  }

  const isFull = (keyId: string): boolean => !admits(arriving) && longerShare(shareOf(keyId)) === null;

  return {
    setConcurrency,
    isBusy: () => queued + arriving > 0 || taken >= capacity() || flow.isOverloaded(limits.patient - queued),
    isFull,
    refusal,
    refuseIfFull(keyId) {
      if (isFull(keyId)) throw refusal();
      if (arriving === 0) setImmediate(() => (arriving = 0));
      arriving += 1;
    },
    async run({ keyId, signal, isShort }, search) {
      // From here on it counts as queued or running.
      if (arriving > 0) arriving -= 1;
      signal.throwIfAborted();
      const queuedAt = performance.now();
      const permitted = await permit(shareOf(keyId), isShort ? 1 : shortAtOnce, signal);
      metrics.observe('sitegrep_search_wait_duration_seconds', {}, (permitted.startedAt - queuedAt) / 1_000);
      try {
        return await search();
      } finally {
        end(permitted);
      }
    },
  };
}

function isIdle({ queue, running }: Share): boolean {
  return queue.length === 0 && running === 0;
}

function isLong({ meanMs }: Share): boolean {
  return meanMs > LONG_MS;
}

/** Wraps the searches of the index with a metric of their duration. */
export function timedSearches(domains: DomainIndex, metrics: Metrics): Pick<DomainIndex, 'search'> {
  metrics.declare('sitegrep_search_duration_seconds');
  const tracer = trace.getTracer('sitegrep');
  const timed = async <Value>(search: () => Promise<Value>): Promise<Value> => {
    const start = performance.now();
    const span = tracer.startSpan('search index');
    const observe = (outcome: 'answered' | 'aborted' | 'failed'): void => {
      metrics.observe('sitegrep_search_duration_seconds', { outcome }, (performance.now() - start) / 1_000);
      span.setAttribute('sitegrep.outcome', outcome);
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    try {
      const page = await context.with(trace.setSpan(context.active(), span), search);
      observe('answered');
      return page;
    } catch (error) {
      const wasGivenUp = error instanceof SearchAborted || error instanceof QueryTooBroad;
      observe(wasGivenUp ? 'aborted' : 'failed');
      throw error;
    }
  };
  return { search: (query, options) => timed(() => domains.search(query, options)) };
}
