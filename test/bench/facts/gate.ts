// The gate of `npm run bench:facts`: figures of the last run that was recorded, and which of a new run's fell below them.
import { readFileSync, writeFileSync } from 'node:fs';

/** How good one fact is on one part of the labels. */
export interface Figures {
  /** Pages, or sites. */
  readonly judged: number;
  /** Share with three decimals. */
  readonly precision: number;
  readonly recall: number;
}

/** Figures by fact and part. */
export type FiguresByFact = Readonly<Record<string, Readonly<Record<string, Figures>>>>;

/** A run that was recorded. */
export interface Recorded {
  /** Pages of the captures. Figures of others are not comparable. */
  readonly pages: number;
  readonly facts: FiguresByFact;
}

const FILE = new URL('figures.json', import.meta.url);

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;
}

/** Records a run. Facts that it did not judge keep their figures, unless it is of other pages. */
export function recordRun(run: Recorded): void {
  const last = readRecorded();
  const facts = last.pages === run.pages ? { ...last.facts, ...run.facts } : run.facts;
  writeFileSync(FILE, `${JSON.stringify({ pages: run.pages, facts }, null, 2)}\n`);
}

/**
 * One line for each figure of the facts of a run that is lower than before: fact, part, before and now. A part that the run lacks fell,
 * too; one that is new did not.
 */
export function fallen(before: FiguresByFact, now: FiguresByFact): readonly string[] {
  return Object.entries(now).flatMap(([fact, parts]) =>
    Object.entries(before[fact] ?? {}).flatMap(([part, last]): readonly string[] => {
      const run = parts[part];
      if (run === undefined) return [`${fact}, ${part}: ${last.judged} were judged before, none now`];
      return (['precision', 'recall'] as const).flatMap((figure) =>
        run[figure] < last[figure]
          ? [`${fact}, ${part}: ${figure} ${last[figure]} before, ${run[figure]} now`]
          : [],
      );
    }),
  );
}
