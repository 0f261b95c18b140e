// The time of one page: processor time of its thread, and a multiple of it by the clock, for threads that get no processor.
import { duration } from './death.ts';

/**
 * Maximum time of a page by the clock, as a multiple of its processor time. A thread that gets less than a tenth of a
 * processor, or waits for something, is given up.
 */
const CLOCK_FACTOR = 10;
/** Minimum time between two checks of a page's processor time, in milliseconds. */
const CHECK_MS = 20;

interface TimedPage {
  /** Maximum processor time of the page, in milliseconds. */
  readonly deadlineMs: number;
  /** Processor time that the thread had used before, in milliseconds. */
  readonly usedBeforeMs: number;
  /** Processor time that the thread has used now; null if it has ended, which is reported elsewhere. */
  readonly usedNowMs: () => Promise<number | null>;
  /** Called once if the page exceeds its time; with the time, such as `2 s of processor time`. */
  readonly onOver: (time: string) => void;
  /** Called if the time of the thread can't be read. */
  readonly onError: (error: unknown) => void;
}

/** Starts the time of a page. @returns a function that ends it */
export function startPageTimer(page: TimedPage): () => void {
  const { deadlineMs, usedBeforeMs, usedNowMs, onOver, onError } = page;
  const givenUpAt = performance.now() + CLOCK_FACTOR * deadlineMs;
  let isOver = false;
  // By the clock no less time has passed than by the processor.
  let timer = checkAfter(deadlineMs);

  /** A report that came while the event loop was busy still counts: messages are delivered before immediates. */
  function checkAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => void check().catch(onError)), ms);
  }

  function over(time: string): void {
    end();
    onOver(time);
  }

  async function check(): Promise<void> {
    if (isOver) return;
    const clockMs = givenUpAt - performance.now();
    if (clockMs <= 0) return over(duration(CLOCK_FACTOR * deadlineMs));
    // A thread in native code may not answer; then the clock decides.
    timer = checkAfter(clockMs);
    const usedMs = await usedNowMs();
    if (usedMs === null || isOver) return;
    const leftMs = deadlineMs - (usedMs - usedBeforeMs);
    if (leftMs <= 0) return over(`${duration(deadlineMs)} of processor time`);
    clearTimeout(timer);
    timer = checkAfter(Math.min(clockMs, Math.max(leftMs, CHECK_MS)));
  }

  function end(): void {
    isOver = true;
    clearTimeout(timer);
  }

  return end;
}
