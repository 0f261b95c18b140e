// Decides how many sites a process crawls at the same time. Sites mostly wait for other servers, so more concurrent sites
// give more sites per second, until memory, the event loop or the threads are the limit.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Current load of a process. */
export interface Load {
  /** Number of sites at work. */
  readonly sites: number;
  /** 90th percentile of the lateness of timers, in milliseconds. */
  readonly lateMs: number;
  /** Memory that the process holds, in bytes. */
  readonly residentBytes: number;
  /** Used share of the thread's maximum heap, from 0 to 1. It includes the pages of sites at work. */
  readonly heapShare: number;
  /** Number of analysis threads. */
  readonly threads: number;
  /** Number of fetched pages that wait for an analysis thread. */
  readonly waiting: number;
}

export interface SiteBounds {
  /** Maximum concurrent sites, ≥ 1. */
  readonly maxSites: number;
  /** Memory that the process may hold, in bytes. */
  readonly memoryBytes: number;
}

/** Concurrent sites of a starting process, unless the maximum is lower. */
const INITIAL_LIMIT = 32;

/** Lateness of timers above which the limit falls, in milliseconds. */
const MAX_LATE_MS = 150;
/** Lateness of timers below which the limit may rise. */
const PROMPT_MS = 40;

/**
 * Pages that wait for each thread, above which the limit falls. Sites end in batches, as their documents are written, and
 * others begin then: a lower number would leave threads idle in between.
 */
const MANY_PAGES = 40;
/** Pages that wait for each thread, below which the limit may rise. */
const FEW_PAGES = 16;

/** Share of the memory from which on the limit does not rise. */
const NEARLY_ALL = 0.85;

/** Share of the heap from which on the limit does not rise: it grows with the sites at work. */
const MUCH_HEAP = 0.4;
/** Share of the heap above which the limit falls. */
const MAX_HEAP = 0.6;

/**
 * Computes the next limit of concurrent sites: an eighth more if the limit is reached and no resource is short, three
 * quarters of the sites at work if one is.
 */
export function nextLimit(limit: number, load: Load, { maxSites, memoryBytes }: SiteBounds): number {
  const { sites, lateMs, residentBytes, heapShare, threads, waiting } = load;
  const isShort =
    lateMs > MAX_LATE_MS ||
    residentBytes > memoryBytes ||
    heapShare > MAX_HEAP ||
    waiting > MANY_PAGES * threads;
  if (isShort) return Math.max(1, Math.floor((3 * Math.min(limit, Math.max(sites, 1))) / 4));
  const mayRise =
    lateMs < PROMPT_MS &&
    residentBytes < NEARLY_ALL * memoryBytes &&
    heapShare < MUCH_HEAP &&
    waiting < FEW_PAGES * threads;
  if (!mayRise || sites < limit) return Math.min(limit, maxSites);
  return Math.min(maxSites, limit + Math.max(1, limit >> 3));
}

export interface SitesInFlightOptions extends SiteBounds {
  readonly counts: () => Pick<Load, 'sites' | 'threads' | 'waiting'>;
  /** Called with the first limit, and with each change. */
  readonly onLimit: (limit: number) => void;
  /** Lateness of timers; by default those of this thread. */
  readonly lateness?: Lateness;
}

interface Lateness {
  /** Lateness as in `Load`, since the last call. */
  readonly lateMs: () => number;
  readonly stop: () => void;
}

/** Interval at which the load is measured, in milliseconds. */
const CHECK_MS = 500;
/** Interval of the timers whose lateness is measured, in milliseconds. */
const TIMER_MS = 10;

/** Adapts the limit to the load of this process until it is stopped. */
export function followLoad(options: SitesInFlightOptions): { readonly stop: () => void } {
  const { counts, onLimit, lateness = latenessOfThread() } = options;
  let limit = Math.min(INITIAL_LIMIT, options.maxSites);
  onLimit(limit);
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: allowed } = getHeapStatistics();
    const held = { residentBytes: process.memoryUsage.rss(), heapShare: used / allowed };
    const next = nextLimit(limit, { ...counts(), ...held, lateMs: lateness.lateMs() }, options);
    if (next === limit) return;
    limit = next;
    onLimit(limit);
  }, CHECK_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      lateness.stop();
    },
  };
}

function latenessOfThread(): Lateness {
  const loop = monitorEventLoopDelay({ resolution: TIMER_MS });
  loop.enable();
  return {
    lateMs: () => {
      // The time between two ticks; zero before the first one.
      const lateMs = Math.max(0, loop.percentile(90) / 1e6 - TIMER_MS);
      loop.reset();
      return lateMs;
    },
    stop: () => void loop.disable(),
  };
}
