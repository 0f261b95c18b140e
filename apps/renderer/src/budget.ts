/** Bounds of one page. Times are in milliseconds, sizes in bytes. */
export interface PageBudget {
  /** Time from the start of the navigation to the answer, without the waits for the pace of the host. */
  readonly timeMs: number;
  /** Time after which a page that is not finished yet is taken as it is. */
  readonly settleMs: number;
  /** Maximum requests of the page, its own included. */
  readonly requests: number;
  /** Maximum bytes that the page receives, as they come over the wire. */
  readonly bytes: number;
  /** Maximum memory of one of its processes. */
  readonly memoryBytes: number;
  /** Maximum navigations of the page itself: redirects, by hosts and by scripts. */
  readonly navigations: number;
  /** Maximum bytes of its screenshot. */
  readonly screenshotBytes: number;
  /** Maximum bytes of its thumbnail. */
  readonly thumbnailBytes: number;
}

const MIB = 1024 * 1024;

export const PAGE_BUDGET: PageBudget = {
  timeMs: 30_000,
  settleMs: 12_000,
  requests: 500,
  bytes: 32 * MIB,
  memoryBytes: 768 * MIB,
  navigations: 10,
  screenshotBytes: 512 * 1024,
  thumbnailBytes: 64 * 1024,
};

/** A time limit that can stand still while a page waits for something that is not its fault. */
export interface PageClock {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Time that is left, in milliseconds. */
  left(): number;
  /** Stands still until the work has ended. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Frees the timer. */
  end(): void;
}

export function startClock(ms: number): PageClock {
  const over = new AbortController();
  let leftMs = ms;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let waits = 0;

  function start(): void {
    startedAt = performance.now();
    timer = setTimeout(() => over.abort(new Error('the time of the page is over')), Math.max(0, leftMs));
  }

  function stop(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    leftMs -= performance.now() - startedAt;
  }

  start();
  return {
    signal: over.signal,
    left: () => Math.max(0, timer === null ? leftMs : leftMs - (performance.now() - startedAt)),
    async during(work) {
      if (waits++ === 0) stop();
      try {
        return await work;
      } finally {
        if (--waits === 0 && !over.signal.aborted) start();
      }
    },
    end: stop,
  };
}
