// Timers of a page that its document may depend on. A page has timers as long as it lives, so those count that run soon after it
// has come to rest; a page that shows nothing has more time.

/** A timer, as the script in the page notes it. Times are in milliseconds. */
export interface Timer {
  /** Time until it runs; negative if it has run. */
  readonly dueMs: number;
  /** Whether it runs again and again. */
  readonly repeats: boolean;
}

/** Time of rest in which timers count, in milliseconds: those of two seconds, with the time for scripts to set them. */
const TIMER_MS = 2_500;
/** Time after a timer in which what it does shows, in milliseconds. */
const AFTER_MS = 200;

export interface TimerCircumstances {
  /** Time since the document was loaded, and without a request that it waits for, in milliseconds. */
  readonly calmMs: number;
  /** Whether the page shows no text yet, or only asks to wait. */
  readonly showsNothing: boolean;
  /** Time until the page is taken as it is, in milliseconds. */
  readonly leftMs: number;
}

/** Whether the document may still depend on one of these timers. */
export function isTimed(
  timers: readonly Timer[],
  { calmMs, showsNothing, leftMs }: TimerCircumstances,
): boolean {
  return timers.some(({ dueMs, repeats }) => {
    if (repeats) return showsNothing;
    const isDueInTime = calmMs + dueMs <= TIMER_MS || (showsNothing && dueMs < leftMs);
    return isDueInTime && dueMs > -AFTER_MS;
  });
}

/** Reads what the page has told, which may be anything. */
export function timersOf(value: unknown): readonly Timer[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!Array.isArray(entry)) return [];
    const [dueMs, repeats]: readonly unknown[] = entry;
    return typeof dueMs === 'number' ? [{ dueMs, repeats: repeats === true }] : [];
  });
}
