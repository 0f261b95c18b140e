import type { Metrics } from '@sitegrep/metrics';
import { StorageCorrupt, StorageUnavailable, type MeasurementLog } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import { DayOfMinutes, oldestHour } from './day-of-minutes.ts';
import { measuring } from './measuring.ts';

const MINUTE_MS = 60_000;
/** Maximum lateness of a reading: a later one, after sleep or a jump of the clock, is not of one minute. */
const MAX_LATE_MS = 5_000;

interface HistoryParts {
  readonly metrics: Pick<Metrics, 'onObserve' | 'read' | 'sum'>;
  readonly measurements: MeasurementLog;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
  /** Name of the process in the storage. */
  readonly process: string;
  /** Clocks, in milliseconds: since the epoch, and one that never jumps. */
  readonly now?: () => number;
  readonly steady?: () => number;
}

/**
 * A day of what a process measures of itself. Each whole minute that it runs has values; they are stored when the minute is over, and
 * those that a process of the same name stored before belong to it, too.
 */
export class MetricsHistory {
  readonly #day = new DayOfMinutes();
  readonly #parts: HistoryParts;
  readonly #measure: ReturnType<typeof measuring>;
  readonly #now: () => number;
  readonly #steady: () => number;
  /** Minutes of which the hours are to be stored: one of each hour. */
  readonly #unstored = new Map<number, number>();
  /** Time of the last reading by the steady clock, if it was at the end of a minute. */
  #readAt: number | null = null;
  #isLoaded = false;
  #failure: string | null = null;
  #prunedAt = -1;
  #storing: Promise<void> | null = null;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#measure = measuring(parts.metrics);
    this.#now = parts.now ?? Date.now;
    this.#steady = parts.steady ?? (() => performance.now());
    this.#begin();
  }

  /** Reads the metrics; to be called at the end of each minute. The storage is not waited for. */
  async minuteEnded(): Promise<void> {
    const [now, steady] = [this.#now(), this.#steady()];
    const end = Math.round(now / MINUTE_MS);
    const isEnd = Math.abs(now - end * MINUTE_MS) <= MAX_LATE_MS;
    const isOneMinute =
      isEnd && this.#readAt !== null && Math.abs(steady - this.#readAt - MINUTE_MS) <= MAX_LATE_MS;
    this.#readAt = isEnd ? steady : null;
    const measured = await this.#measure();
    if (!isOneMinute) return;
    const minute = end - 1;
    this.#day.note(minute, measured);
    this.#unstored.set(Math.floor(minute / 60), minute);
    this.#begin();
  }

  /** Values of the last day, as far as they are known. */
  lastDay(): ReturnType<DayOfMinutes['until']> {
    return this.#day.until(this.#now());
  }

  /** Waits for what is being read of the storage or written to it. */
  async settle(): Promise<void> {
    await this.#storing;
  }

  /** Begins to store what is new, unless that is going on: then the next minute stores the rest. */
  #begin(): void {
    this.#storing ??= this.#store().finally(() => (this.#storing = null));
  }

  /** Reads what was stored before, once, and stores what is new. */
  async #store(): Promise<void> {
    const { measurements, process } = this.#parts;
    try {
      if (!this.#isLoaded) await this.#load();
      for (const [hour, minute] of this.#unstored) {
        await measurements.note(this.#day.hourOf(minute, process));
        this.#unstored.delete(hour);
      }
      const oldest = oldestHour(this.#now());
      if (oldest !== this.#prunedAt) await measurements.prune(oldest);
      this.#prunedAt = oldest;
      this.#failure = null;
    } catch (error) {
      this.#tell(error);
      // What is older than a day is not to be stored any more.
      for (const hour of this.#unstored.keys())
        if (hour * 60 * MINUTE_MS < oldestHour(this.#now())) this.#unstored.delete(hour);
    }
  }

  async #load(): Promise<void> {
    const { measurements, process, logger } = this.#parts;
    try {
      for (const hour of await measurements.list(process)) this.#day.take(hour, this.#now());
    } catch (error) {
      if (!(error instanceof StorageCorrupt)) throw error;
      logger.warn({ err: error }, 'what the process measured before is damaged; its history begins anew');
      await measurements.forget(process);
    }
    this.#isLoaded = true;
  }

  /** Tells of a failure once. Those who watch the service tell of its outage. */
  #tell(error: unknown): void {
    if (error instanceof StorageUnavailable) return;
    const reason = String(error);
    if (reason !== this.#failure)
      this.#parts.logger.warn({ err: error }, 'what the process measures could not be stored; trying again');
    this.#failure = reason;
  }
}

const EARLY_MS = 1_000;

/** Reads the metrics at the end of each minute. @returns a function that stops this and waits for what is being stored */
export function everyMinute(history: MetricsHistory): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let isOver = false;
  const wait = (): void => {
    // A timer may fire a little early: that is the end of the same minute.
    const now = Date.now();
    const next = (Math.floor((now + EARLY_MS) / MINUTE_MS) + 1) * MINUTE_MS;
    timer = setTimeout(() => {
      running = history.minuteEnded().finally(() => {
        if (!isOver) wait();
      });
    }, next - now);
    timer.unref();
  };
  wait();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
    await history.settle();
  };
}
