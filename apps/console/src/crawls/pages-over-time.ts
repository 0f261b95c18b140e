// Pages of a crawl over time, as a line.
import type { CrawlItem, CrawlTimelineItem } from '@sitegrep/client';
import { timeOf } from '../format.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

/** Least number of intervals of which a line is drawn. */
const MIN_INTERVALS = 3;

export interface PagesOverTime {
  /** Pages a minute in each interval. */
  readonly values: readonly number[];
  /** Names of the intervals, and shorter ones. */
  readonly names: readonly string[];
  readonly ticks: readonly string[];
}

/** @param now milliseconds since the epoch: an interval that goes on is left out @returns null: too short for a line */
export function pagesOverTime(timeline: CrawlTimelineItem, now: number): PagesOverTime | null {
  const { from, interval_seconds: seconds, pages } = timeline;
  if (from === null) return null;
  const width = seconds * SECOND_MS;
  const start = timeOf(from).getTime();
  const ended = pages.filter((_, index) => start + (index + 1) * width <= now);
  if (ended.length < MIN_INTERVALS) return null;
  const begins = ended.map((_, index) => new Date(start + index * width));
  const isLong = ended.length * width > DAY_MS;
  const name = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds < 60 && { second: '2-digit' }),
  });
  const tick = new Intl.DateTimeFormat('en-GB', {
    ...(isLong ? { day: 'numeric', month: 'short' } : {}),
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds < 60 && { second: '2-digit' }),
  });
  return {
    values: ended.map((count) => Math.round((60 * count) / seconds)),
    names: begins.map((at) => name.format(at)),
    ticks: begins.map((at) => tick.format(at)),
  };
}

/** Tells whether a crawl may have a line, so that room is kept for it. */
export function mayHaveLine(
  { started_at: from, finished_at: to, sites }: Pick<CrawlItem, 'started_at' | 'finished_at' | 'sites'>,
  now: number,
): boolean {
  if (from === null || sites.finished === 0) return false;
  const end = to === null ? now : timeOf(to).getTime();
  return end - timeOf(from).getTime() >= MIN_INTERVALS * 10 * SECOND_MS;
}
