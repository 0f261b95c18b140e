// Days of a saved search as a line: its domains, or of level change its events.
import type { SavedSearchItem, SearchTrend } from '@sitegrep/client';
import { tickName } from '../trends/intervals.ts';

interface DayLine {
  readonly days: readonly string[];
  readonly ticks: readonly string[];
  readonly values: readonly number[];
}

/** The days whose number is known, with it. */
export function lineOf(level: SavedSearchItem['level'], days: SearchTrend['days']): DayLine {
  const known = days.flatMap(({ day, domains, appeared }) => {
    const value = level === 'change' ? appeared : domains;
    return value === null ? [] : [{ day, value }];
  });
  return {
    days: known.map(({ day }) => day),
    ticks: known.map(({ day }) => tickName('day', { from: day, to: day })),
    values: known.map(({ value }) => value),
  };
}
