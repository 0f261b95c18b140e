// How many sites a process crawls at the same time: as many as it bears. Sites wait for other people's servers most of their
// time, so more of them at a time is more of them a second, until memory, the event loop or the threads are what they wait for.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** What a process bears at the moment. */
export interface Load {
  /** Sites at work. */
  readonly sites: number;
  /** How late nine of ten timers were at most, in milliseconds. */
  readonly lateMs: number;
  /** Memory that the process holds, in bytes. */
  readonly residentBytes: number;
  /** Of the heap that the thread may have: what is in use, from 0 to 1. Pages of sites at work are in it. */
  readonly heapShare: number;
  /** Threads that take pages apart, and pages that are fetched and wait for one. */
  readonly threads: number;
  readonly waiting: number;
}

export interface SiteBounds {
  /** Sites at the same time at most, ≥ 1. */
  readonly most: number;
  /** Memory that the process may hold, in bytes. */
  readonly memoryBytes: number;
}

/** A process begins with so many, or with the most if that is less. */
const FIRST = 32;

/** Timers that come later than this say that there is too much to do, and room for more is only below the other. */
const LATE_MS = 150;
const PROMPT_MS = 40;

/**
 * Pages that wait for each thread: from the first on there are too many, and room for more is only below the other. Sites
 * end in batches, as their documents are written, and others begin in their place: too few would leave threads idle between.
 */
const MANY_PAGES = 40;
const FEW_PAGES = 16;

/** Share of the memory from which on no more sites are begun than are at work. */
const NEARLY_ALL = 0.85;

/** The same of the heap, which grows with the sites that have begun, and from which on there are too many. */
const MUCH_HEAP = 0.4;
const MOST_HEAP = 0.6;

/**
 * How many sites are to be crawled at the same time from now on: an eighth more where all places are taken and nothing is
 * short, three quarters of those at work where something is.
 */
export function nextLimit(limit: number, load: Load, { most, memoryBytes }: SiteBounds): number {
  const { sites, lateMs, residentBytes, heapShare, threads, waiting } = load;
  const isShort =
    lateMs > LATE_MS ||
    residentBytes > memoryBytes ||
    heapShare > MOST_HEAP ||
    waiting > MANY_PAGES * threads;
  if (isShort) return Math.max(1, Math.floor((3 * Math.min(limit, Math.max(sites, 1))) / 4));
  const hasRoom =
    lateMs < PROMPT_MS &&
    residentBytes < NEARLY_ALL * memoryBytes &&
    heapShare < MUCH_HEAP &&
    waiting < FEW_PAGES * threads;
  if (!hasRoom || sites < limit) return Math.min(limit, most);
  return Math.min(most, limit + Math.max(1, limit >> 3));
}

export interface SitesInFlightOptions extends SiteBounds {
  readonly counts: () => Pick<Load, 'sites' | 'threads' | 'waiting'>;
  /** Told of the first limit, and of each that is another. */
  readonly onLimit: (limit: number) => void;
  /** How late timers were since it was asked last; absent: those of this thread. */
  readonly lateness?: Lateness;
}

interface Lateness {
  /** See `Load`, since this was asked last. */
  readonly lateMs: () => number;
  readonly stop: () => void;
}

/** How often it is looked at, in milliseconds; also the precision of the timers whose lateness is measured. */
const LOOK_EVERY_MS = 500;
const TIMER_MS = 10;

/** Follows the load of this process until it is stopped. */
export function followLoad(options: SitesInFlightOptions): { readonly stop: () => void } {
  const { counts, onLimit, lateness = latenessOfThread() } = options;
  let limit = Math.min(FIRST, options.most);
  onLimit(limit);
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: allowed } = getHeapStatistics();
    const held = { residentBytes: process.memoryUsage.rss(), heapShare: used / allowed };
    const next = nextLimit(limit, { ...counts(), ...held, lateMs: lateness.lateMs() }, options);
    if (next === limit) return;
    limit = next;
    onLimit(limit);
  }, LOOK_EVERY_MS);
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
      // The time between two ticks, and zero as long as there was none.
      const lateMs = Math.max(0, loop.percentile(90) / 1e6 - TIMER_MS);
      loop.reset();
      return lateMs;
    },
    stop: () => void loop.disable(),
  };
}
