// Timers of a page that its document may depend on. A page has timers as long as it lives, so those count that run soon after it
// has come to rest; a page that shows nothing has more time.

/** A timer, as the script in the page notes it. Times are in milliseconds. */
export interface Timer {
  /** Time until it runs; negative if it has run. */
  readonly dueMs: number;
  /** Time since it was set. */
  readonly ageMs: number;
  /** Whether it runs again and again. */
  readonly repeats: boolean;
}

/** Time after the last request in which timers count, in milliseconds. */
const TIMER_MS = 2_000;
/** Time after a timer in which what it does shows, in milliseconds. */
const AFTER_MS = 200;

export interface TimerCircumstances {
  /** Time without a request that the document waits for, in milliseconds. */
  readonly calmMs: number;
  /** Whether the page shows no text yet. */
  readonly showsNothing: boolean;
  /** Time until the page is taken as it is, in milliseconds. */
  readonly leftMs: number;
}

/** Whether the document may still depend on one of these timers. */
export function isTimed(
  timers: readonly Timer[],
  { calmMs, showsNothing, leftMs }: TimerCircumstances,
): boolean {
  return timers.some(({ dueMs, ageMs, repeats }) => {
    // One that sets the next one would hold up the page without an end.
    const wasSetInTime = calmMs - ageMs <= TIMER_MS;
    if (repeats) return showsNothing && wasSetInTime && ageMs < TIMER_MS;
    const isDueInTime = calmMs + dueMs <= TIMER_MS || (showsNothing && wasSetInTime && dueMs < leftMs);
    return isDueInTime && dueMs > -AFTER_MS;
  });
}

/** Reads what the page has told, which may be anything. */
export function timersOf(value: unknown): readonly Timer[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!Array.isArray(entry)) return [];
    const [dueMs, ageMs, repeats]: readonly unknown[] = entry;
    return typeof dueMs === 'number' && typeof ageMs === 'number'
      ? [{ dueMs, ageMs, repeats: repeats === true }]
      : [];
  });
}
