import { MAX_MEASURED_MINUTES, MEASURED_NAMES, type MeasuredName } from '@sitegrep/contract';
import type { MeasuredHour } from '@sitegrep/storage';

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const HOUR_MS = MINUTES_OF_HOUR * MINUTE_MS;

/** Values of a minute; null: it was not measured. */
export type Measured = Readonly<Record<MeasuredName, number | null>>;

/** Values of some minutes in a row. */
interface MinutesInRow {
  /** Beginning of the first of them, in milliseconds since the epoch; null: there is none. */
  readonly from: number | null;
  readonly series: Readonly<Record<MeasuredName, (number | null)[]>>;
}

/** Values of each of the last 1,440 minutes, in memory of a fixed size. A minute has its number since the epoch. */
export class DayOfMinutes {
  /** Number of the minute that each slot has; -1: none. */
  readonly #minutes = new Float64Array(MAX_MEASURED_MINUTES).fill(-1);
  /** Values of each slot; NaN: not measured. */
  readonly #values = eachOf(() => new Float64Array(MAX_MEASURED_MINUTES).fill(Number.NaN));
  #newest = -1;

  note(minute: number, measured: Measured): void {
    const slot = minute % MAX_MEASURED_MINUTES;
    this.#minutes[slot] = minute;
    for (const name of MEASURED_NAMES) this.#values[name][slot] = measured[name] ?? Number.NaN;
    this.#newest = Math.max(this.#newest, minute);
  }

  /** Takes the minutes of an hour that was stored, except those that are here, or are older than a day. */
  take({ from, series }: MeasuredHour, now: number): void {
    const first = Math.floor(from / MINUTE_MS);
    const oldest = Math.floor(now / MINUTE_MS) - MAX_MEASURED_MINUTES;
    for (let minute = first; minute < first + MINUTES_OF_HOUR; minute += 1) {
      const measured = eachOf((name) => series[name]?.[minute - first] ?? null);
      const isKnown = MEASURED_NAMES.some((name) => measured[name] !== null);
      if (isKnown && minute >= oldest && minute * MINUTE_MS < now && !this.#has(minute))
        this.note(minute, measured);
    }
  }

  /** The hour that a minute is in. */
  hourOf(minute: number, process: string): MeasuredHour {
    const first = minute - (minute % MINUTES_OF_HOUR);
    const minutes = Array.from({ length: MINUTES_OF_HOUR }, (_, index) => first + index);
    return { process, from: first * MINUTE_MS, series: this.#series(minutes) };
  }

  /** Values of the day that ends now, from the first minute that was measured in it. */
  until(now: number): MinutesInRow {
    // The minute that has just ended may be measured at this moment.
    const last = Math.max(this.#newest, Math.floor(now / MINUTE_MS) - 2);
    const day = Array.from(
      { length: MAX_MEASURED_MINUTES },
      (_, index) => last - MAX_MEASURED_MINUTES + 1 + index,
    );
    const begin = day.findIndex((minute) => this.#has(minute));
    const minutes = begin === -1 ? [] : day.slice(begin);
    const [first] = minutes;
    return { from: first === undefined ? null : first * MINUTE_MS, series: this.#series(minutes) };
  }

  #series(minutes: readonly number[]): MinutesInRow['series'] {
    return eachOf((name) =>
      minutes.map((minute) => {
        const value = this.#has(minute) ? this.#values[name][minute % MAX_MEASURED_MINUTES] : undefined;
        return value === undefined || Number.isNaN(value) ? null : value;
      }),
    );
  }

  #has(minute: number): boolean {
    return this.#minutes[minute % MAX_MEASURED_MINUTES] === minute;
  }
}

/** Beginning of the first hour of which something is kept, in milliseconds since the epoch. */
export function oldestHour(now: number): number {
  const oldest = now - MAX_MEASURED_MINUTES * MINUTE_MS;
  return oldest - (oldest % HOUR_MS);
}

function eachOf<Value>(make: (name: MeasuredName) => Value): Record<MeasuredName, Value> {
  return {
    searches: make('searches'),
    search_p95_seconds: make('search_p95_seconds'),
    http_errors: make('http_errors'),
    pages: make('pages'),
    unfinished_sites: make('unfinished_sites'),
    memory_bytes: make('memory_bytes'),
    index_bytes: make('index_bytes'),
  };
}
