// What a process measured in the last day, as lines.
import type { MetricsHistory } from '@sitegrep/client';
import type { ShownLine } from '../charts/shown-line.ts';
import { number, size, timeOf } from '../format.ts';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';

type MeasuredName = keyof MetricsHistory['series'];

const MINUTE_MS = 60_000;
const MIB = 2 ** 20;

const NAMES = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const TICKS = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Milliseconds with as many digits as a search of less than a hundredth of a second needs. */
const millis = (value: number): string =>
  `${number(value < 10 ? Math.round(10 * value) / 10 : Math.round(value))} ms`;
const bytes = (value: number): string => size(value * MIB);

/** How values of the API are drawn: in which unit, and how they are written. */
const DRAWN: Readonly<
  Record<MeasuredName, { readonly unit: number; readonly textOf: (value: number) => string }>
> = {
  searches: { unit: 1, textOf: number },
  search_p95_seconds: { unit: 1 / 1_000, textOf: millis },
  http_errors: { unit: 1, textOf: number },
  pages: { unit: 1, textOf: number },
  unfinished_sites: { unit: 1, textOf: number },
  memory_bytes: { unit: MIB, textOf: bytes },
  index_bytes: { unit: MIB, textOf: bytes },
};
const SHOWN = Object.keys(DRAWN) as readonly MeasuredName[];

/** Lines over the minutes of a day. */
export interface MeasuredDay {
  /** Beginning of each minute, in milliseconds since the epoch. */
  readonly minutes: readonly number[];
  readonly names: readonly string[];
  readonly ticks: readonly string[];
  /** A line for each part of what is measured that the process has; one without any value is a process without searches. */
  readonly lines: readonly { readonly name: MeasuredName; readonly line: ShownLine }[];
}

/** @returns null: nothing was measured yet */
export function measuredDay({ from, series }: Pick<MetricsHistory, 'from' | 'series'>): MeasuredDay | null {
  if (from === null) return null;
  const first = timeOf(from).getTime();
  const minutes = series.searches.map((_, index) => first + index * MINUTE_MS);
  const lines = SHOWN.filter(
    (name) => name === 'search_p95_seconds' || series[name].some((value) => value !== null),
  ).map((name) => {
    const { unit, textOf } = DRAWN[name];
    const values = series[name].map((value) => (value === null ? null : value / unit));
    return { name, line: { name: WORDS.measured[name], values, textOf } };
  });
  return {
    minutes,
    names: minutes.map((at) => NAMES.format(at)),
    ticks: minutes.map((at) => TICKS.format(at)),
    lines,
  };
}
