/*
 * Who may search now: a ceiling of searches that run at once, and in front of it a line that is fair between keys. Each
 * key waits in a line of its own and the lines are served in turn, so that a key which asks for a thousand things delays
 * another one by its one search only.
 *
 * What waits is bounded by number and by the time that it would take. A burst may wait for `maxWaitMs`; when there has
 * been no room for as long, with no such time of quiet in between, there is more to do than can be done, and a long line
 * would only make every answer late: then it is cut short, and kept so (after CoDel, Nichols and Jacobson 2012, RFC 8289)
 * until nobody was one too many for as long. Some searches for each that runs may always wait before that: clients that
 * each wait for their answer make a line of that kind all day, and are no overload.
 */
import type { Metrics } from '@sitegrep/metrics';
import { unavailable } from './failure.ts';
import type { SearchLimits } from './settings.ts';

/** Searches that may always wait for each that runs: a line of as many mean times of a search. */
const USUAL_LINE = 8;
/** The same while there is more to do than can be done. */
const SHORT_LINE = 1;
/** The part of each new search in the mean time of searches: that of the last twenty or so. */
const NEWEST_SHARE = 0.05;
/** Seconds, the longest that a client is told to stay away. */
const MAX_RETRY_SECONDS = 30;

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface SearchTurns {
  /**
   * To be asked before a search is read: most of what too many of them cost is avoided then. What passes has no place
   * in the line yet.
   *
   * @throws Failure unavailable with Retry-After if too many wait
   */
  requireRoom(keyId: string): void;
  /**
   * Runs a search when it is its turn.
   *
   * @param keyId whose it is
   * @param signal ends its wait; the search itself has to see to it
   * @throws Failure unavailable with Retry-After if too many wait; the signal's reason if it fires while it waits
   */
  run<Value>(keyId: string, signal: AbortSignal, search: () => Promise<Value>): Promise<Value>;
}

export function openSearchTurns(
  { concurrency, maxWaiting, maxWaitMs }: SearchLimits,
  metrics: Metrics,
): SearchTurns {
  /** The lines by key, in the order in which they are served; none is empty. */
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let running = 0;
  let meanMs = 0;
  /** Since when, and when last, the line has been too long, by the clock of `performance`. */
  let [pressedSince, pressedAt] = [-Infinity, -Infinity];
  /** That were told that there is room in this turn of the event loop, in the course of which most get into the line. */
  let arriving = 0;
  metrics.declare('sitegrep_search_wait_duration_seconds', 'sitegrep_requests_shed_total');
  metrics.move('sitegrep_searches_waiting', {}, 0);

  function changeWaiting(by: 1 | -1): void {
    waiting += by;
    metrics.move('sitegrep_searches_waiting', {}, by);
  }

  /** Takes a place out of its line, if it is still there. */
  function leave(keyId: string, place: Waiting): boolean {
    const line = lines.get(keyId);
    const index = line?.indexOf(place) ?? -1;
    if (line === undefined || index < 0) return false;
    line.splice(index, 1);
    if (line.length === 0) lines.delete(keyId);
    changeWaiting(-1);
    return true;
  }

  function startNext(): void {
    const [next] = lines;
    if (next === undefined || running >= concurrency) return;
    const [keyId, line] = next;
    const [place] = line;
    if (place === undefined) return;
    leave(keyId, place);
    // To the end, so that each key has its turn.
    if (line.length > 0) {
      lines.delete(keyId);
      lines.set(keyId, line);
    }
    running += 1;
    place.start();
  }

  /** Milliseconds that the last of so many waits. */
  function waitOf(count: number): number {
    return (count * meanMs) / concurrency;
  }

  /**
   * Whether one more may wait. Notes when it may not, and cuts the line short where that lasts.
   *
   * @param before that are in the line already
   */
  function admits(before: number): boolean {
    if (before >= maxWaiting) return false;
    const now = performance.now();
    const isPressed = now - pressedAt <= maxWaitMs;
    const isOverloaded = isPressed && now - pressedSince > maxWaitMs;
    if (isOverloaded) shorten();
    if (before < (isOverloaded ? SHORT_LINE : USUAL_LINE) * concurrency) return true;
    if (!isPressed) pressedSince = now;
    pressedAt = now;
    return now - pressedSince <= maxWaitMs && waitOf(before + 1) <= maxWaitMs;
  }

  /** Of what came with the burst that did not end, the newest goes: it would be late, and make others late. */
  function shorten(): void {
    for (let tooMany = waiting - SHORT_LINE * concurrency; tooMany > 0; tooMany--) {
      const longest = longestLine(0);
      if (longest !== null) refuseNewest(longest);
    }
  }

  /** @returns null if none is longer than `least` */
  function longestLine(least: number): readonly [string, Waiting[]] | null {
    let longest: readonly [string, Waiting[]] | null = null;
    for (const entry of lines) if (entry[1].length > (longest?.[1].length ?? least)) longest = entry;
    return longest;
  }

  /** The longest line, if it is longer by two or more than that of a key, for which its newest place can make way. */
  function longerLine(keyId: string): readonly [string, Waiting[]] | null {
    return longestLine((lines.get(keyId)?.length ?? 0) + 1);
  }

  function refuseNewest([keyId, line]: readonly [string, Waiting[]]): void {
    const place = line.at(-1);
    if (place === undefined || !leave(keyId, place)) throw new Error('a line that is empty is none');
    place.refuse();
  }

  function makeWay(keyId: string): boolean {
    const longest = longerLine(keyId);
    if (longest !== null) refuseNewest(longest);
    return longest !== null;
  }

  function refused(): Error {
    metrics.count('sitegrep_requests_shed_total', { reason: 'searches' });
    const seconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(waitOf(waiting) / 1_000)));
    return unavailable(`Too many searches wait at the moment; try again in ${seconds} s.`, seconds);
  }

  function turn(keyId: string, signal: AbortSignal): Promise<void> {
    if (running < concurrency && waiting === 0) {
      running += 1;
      return Promise.resolve();
    }
    if (!admits(waiting) && !makeWay(keyId)) return Promise.reject(refused());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      if (leave(keyId, place)) reject(signal.reason);
    };
    const place: Waiting = {
      start: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      refuse: () => {
        signal.removeEventListener('abort', onAbort);
        reject(refused());
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const line = lines.get(keyId);
    if (line === undefined) lines.set(keyId, [place]);
    else line.push(place);
    changeWaiting(1);
    return promise;
  }

  return {
    requireRoom(keyId) {
      const before = running + waiting + arriving - concurrency;
      if (before >= 0 && !admits(before) && longerLine(keyId) === null) throw refused();
      if (arriving === 0) setImmediate(() => (arriving = 0));
      arriving += 1;
    },
    async run(keyId, signal, search) {
      // From here on it is counted where it is: in the line, or among those that run.
      if (arriving > 0) arriving -= 1;
      signal.throwIfAborted();
      const askedAt = performance.now();
      await turn(keyId, signal);
      const startedAt = performance.now();
      metrics.observe('sitegrep_search_wait_duration_seconds', {}, (startedAt - askedAt) / 1_000);
      try {
        return await search();
      } finally {
        running -= 1;
        meanMs += (performance.now() - startedAt - meanMs) * (meanMs === 0 ? 1 : NEWEST_SHARE);
        startNext();
      }
    },
  };
}
