// What is to be reached, and the figures as tables.
import { diskRatios, type Latencies } from './figures.ts';
import type { ChangeFigures, ChangingFigures } from './measure.ts';
import { KINDS } from './questions.ts';

export interface Goal {
  readonly goal: string;
  readonly measured: number;
  /** Upper bound. */
  readonly bound: number;
  readonly isMet: boolean;
}

const MAX_DISK = 1.3;
const MAX_P99 = 3;

export function goalsOf({ faults, disk, allQuiet, change }: ChangeFigures): readonly Goal[] {
  const open = diskRatios(disk.changed.open, disk.fresh.open);
  const closed = diskRatios(disk.changed.closed, disk.fresh.closed);
  return [
    atMost('wrong answers', faults.length, 0),
    atMost('disk, times a fresh folder', open.all, MAX_DISK),
    atMost('disk, server ended, times a fresh folder', closed.all, MAX_DISK),
    atMost('segments, times a fresh folder', closed.segments, MAX_DISK),
    atMost('database, times a fresh folder', closed.database, MAX_DISK),
    atMost('p99 while all is replaced, times quiet', change.latencies.all.p99 / allQuiet.all.p99, MAX_P99),
  ];
}

export function report(figures: ChangeFigures): void {
  const { rate, saturation, quiet, allQuiet, change, closedChange, disk, faults } = figures;
  console.log(`\n${round(rate)} requests a second; without a pause ${round(saturation.perSecond)}`);
  console.log('milliseconds');
  console.table({
    ...rowsOf('without a pause, quiet', saturation.latencies),
    ...rowsOf('quiet, before', quiet[0]?.latencies ?? allQuiet),
    ...rowsOf('while replaced', change.latencies),
    ...rowsOf('while replaced, since due', change.sinceDue),
    ...rowsOf('quiet, after', quiet[1]?.latencies ?? allQuiet),
    ...(closedChange === null ? {} : rowsOf('without a pause, while replaced', closedChange.latencies)),
  });
  reportChange('replaced', change);
  if (closedChange !== null) reportChange('replaced, clients without a pause', closedChange);
  console.log('\nmegabytes on the disk');
  const row = ({ segments, logs, database }: typeof disk.fresh.open): object => ({
    segments: round(segments / 1e6),
    logs: round(logs / 1e6),
    database: round(database / 1e6),
  });
  console.table({
    changed: row(disk.changed.open),
    fresh: row(disk.fresh.open),
    'changed, server ended': row(disk.changed.closed),
    'fresh, server ended': row(disk.fresh.closed),
  });
  const { changed, fresh } = disk;
  for (const [name, { index }] of Object.entries({ changed, fresh })) {
    console.log(
      `${name}: ${index.segments} segments, ${index.deadDocuments} of ${index.documents} documents dead`,
    );
  }
  for (const fault of faults.slice(0, NAMED_FAULTS)) console.log(`wrong: ${fault}`);
  console.log('\ngoals');
  console.table(
    goalsOf(figures).map(({ goal, measured, bound, isMet }) => ({
      goal,
      measured: round(measured),
      bound,
      met: isMet,
    })),
  );
}

const NAMED_FAULTS = 20;

function rowsOf(phase: string, latencies: Latencies): Record<string, object> {
  const kinds = ['all', ...KINDS] as const;
  return Object.fromEntries(
    kinds.map((kind) => {
      const { requests, p50, p95, p99, max } = latencies[kind];
      const row = { requests, p50: round(p50), p95: round(p95), p99: round(p99), max: round(max) };
      return [`${phase}: ${kind}`, row];
    }),
  );
}

function reportChange(title: string, figures: ChangingFigures): void {
  console.log(
    `${title}: ${figures.rounds.map((seconds) => seconds.toFixed(0)).join(', ')} s a round, ` +
      `${round(figures.megabytesPerSecond)} MB/s of source, ${round(figures.perSecond)} requests/s, ` +
      `at most ${round(figures.peakBytes / 1e6)} MB on the disk and ${figures.peakWaitingLogs} logs waiting, ` +
      `load average ${round(figures.loadAverage)}`,
  );
}

function atMost(goal: string, measured: number, bound: number): Goal {
  return { goal, measured, bound, isMet: measured <= bound };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
