import { COMMON_TERM } from './terms.ts';
import { STATES, type StateSummary, type Summary } from './summary.ts';

/** A bound that the index has to keep, compared with FTS5. */
export interface Goal {
  readonly goal: string;
  readonly measured: number;
  readonly bound: number;
  readonly isMet: boolean;
}

export function goalsOf({ rates, size, tableMegabytes, ...summary }: Summary): readonly Goal[] {
  return [
    atLeast('builds, times FTS5', rates.builds.wall / rates.fts5.wall, 3.5),
    atLeast('log, builds and merges, times FTS5', rates.all.wall / rates.fts5.wall, 3.5),
    atMost('size as built, times the text', size.built, 1.05),
    atMost('size settled, times the text', size.settled, 1.05),
    atMost('size merged, times the text', size.merged, 1.05),
    atMost('tables of a reader merged, MB a GB of text', tableMegabytes.merged, 15),
    ...STATES.flatMap((state) => {
      const ofState = summary[state];
      return ofState === null ? [] : latencyGoals(state, ofState);
    }),
  ];
}

function latencyGoals(state: string, { spread, slow, commonGain }: StateSummary): readonly Goal[] {
  return (['settled', 'merged'] as const).flatMap((name) => [
    atMost(`${state}, ${name}: median, ms`, spread[name].median, spread.fts5.median),
    atMost(`${state}, ${name}: p95, ms`, spread[name].p95, spread.fts5.p95),
    atMost(`${state}, ${name}: terms above 3 times FTS5`, slow[name].length, 0),
    atLeast(`${state}, ${name}: ${COMMON_TERM}, FTS5 times as long`, commonGain[name], 4),
  ]);
}

function atLeast(goal: string, measured: number, bound: number): Goal {
  return { goal, measured, bound, isMet: measured >= bound };
}

function atMost(goal: string, measured: number, bound: number): Goal {
  return { goal, measured, bound, isMet: measured <= bound };
}
