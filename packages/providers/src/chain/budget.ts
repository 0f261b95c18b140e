import { ProviderFailure } from '../failure.ts';
import type { Clock } from '../ports.ts';

/** Counts of something per span of time, of one process or of several together. */
export interface CallCounts {
  /**
   * Counts one more.
   *
   * @param windowMs of a span, in milliseconds; it begins with the first count after the span before
   * @returns how many there were in this span, this one included
   */
  readonly count: (key: string, windowMs: number) => Promise<{ readonly count: number }>;
}

/** Daily budget (UTC) of calls to a provider. */
export interface Budget {
  /** @throws ProviderFailure quota if none is left today */
  take(): Promise<void>;
  /** Calls of a day and those left today, as far as this process knows; null: without bound. */
  state(): BudgetState | null;
}

export interface BudgetState {
  readonly daily: number;
  readonly left: number;
}

const DAY_MS = 24 * 3_600_000;
/** A count outlives its day a little: clocks differ. */
const SPARE_MS = 3_600_000;

/** @param daily calls a day; null: as many as there are */
export function createBudget(
  name: string,
  daily: number | null,
  { counts, now }: { readonly counts: CallCounts; readonly now: Clock },
): Budget {
  let known = { day: -1, used: 0 };
  /** Days since the epoch. */
  const today = (): number => Math.floor(now() / DAY_MS);
  return {
    async take() {
      if (daily === null) return;
      const day = today();
      const { count } = await counts.count(`calls:${name}:${day}`, DAY_MS + SPARE_MS);
      known = { day, used: count };
      if (count <= daily) return;
      throw new ProviderFailure('quota', `the ${daily} calls a day that ${name} may get are used up`, {
        retryAfterMs: DAY_MS - (now() % DAY_MS),
      });
    },
    state() {
      if (daily === null) return null;
      const used = known.day === today() ? known.used : 0;
      return { daily, left: Math.max(0, daily - used) };
    },
  };
}

/** Maximum counted names at once: one per provider, and those of yesterday. */
const MAX_NAMES = 1_000;

/** Counts of one process. */
export function createLocalCounts(now: Clock): CallCounts {
  const spans = new Map<string, { readonly until: number; count: number }>();
  return {
    async count(key, windowMs) {
      const time = now();
      const known = spans.get(key);
      if (known !== undefined && known.until > time) {
        known.count++;
        return { count: known.count };
      }
      for (const [name, { until }] of spans) if (until <= time || spans.size > MAX_NAMES) spans.delete(name);
      spans.set(key, { until: time + windowMs, count: 1 });
      return { count: 1 };
    },
  };
}

/** Milliseconds without a call for shared counts after one has failed. */
const PAUSE_MS = 2_000;

/**
 * Shared counts where possible; while they are unavailable each process counts for itself, so that a provider may get
 * its budget once per process, but never unlimited calls.
 *
 * @param onFailure gets the reason why the shared counts are unavailable
 */
export function withLocalCounts(
  shared: CallCounts,
  now: Clock,
  onFailure: (error: unknown) => void,
): CallCounts {
  const local = createLocalCounts(now);
  let retryAt = 0;
  return {
    async count(key, windowMs) {
      const here = await local.count(key, windowMs);
      if (now() < retryAt) return here;
      try {
        return await shared.count(key, windowMs);
      } catch (error) {
        retryAt = now() + PAUSE_MS;
        onFailure(error);
        return here;
      }
    },
  };
}
