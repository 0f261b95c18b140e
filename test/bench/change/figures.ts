import { quantile } from '../index/spread.ts';
import { totalOf, type DiskUse } from './disk.ts';
import type { Load } from './load.ts';
import { KINDS, type Kind } from './questions.ts';

/** Milliseconds. */
interface Latency {
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export type Latencies = Readonly<Record<Kind | 'all', Latency>>;

export interface PhaseFigures {
  readonly seconds: number;
  readonly perSecond: number;
  /** Load average of the system over the last minute of the phase. */
  readonly loadAverage: number;
  /** Times from a request to its answer. */
  readonly latencies: Latencies;
  /** The same from when a request was due: where more is asked than can be answered, that grows with time. */
  readonly sinceDue: Latencies;
}

export function phaseFigures({ seconds, times }: Load, loadAverage: number): PhaseFigures {
  return {
    seconds,
    perSecond: times.length / seconds,
    loadAverage,
    latencies: latenciesOf(times),
    sinceDue: sinceDue(times),
  };
}

function sinceDue(times: Load['times']): Latencies {
  return latenciesOf(times.map(({ kind, ms, late }) => ({ kind, ms: ms + late, late: 0 })));
}

export function latenciesOf(times: Load['times']): Latencies {
  const of = (kind: Kind | 'all'): Latency =>
    latencyOf(times.filter((time) => kind === 'all' || time.kind === kind).map(({ ms }) => ms));
  const [term, terms, round, walk] = KINDS.map(of);
  if (term === undefined || terms === undefined || round === undefined || walk === undefined)
    throw new Error('a kind has no latency');
  return { all: of('all'), term, terms, round, walk };
}

function latencyOf(ms: readonly number[]): Latency {
  return {
    requests: ms.length,
    p50: quantile(ms, 0.5),
    p95: quantile(ms, 0.95),
    p99: quantile(ms, 0.99),
    max: quantile(ms, 1),
  };
}

export interface DiskRatios {
  readonly segments: number;
  readonly database: number;
  readonly all: number;
}

/** Logs hold up to their bound of text in either, so they count in the sum alone. */
export function diskRatios(changed: DiskUse, fresh: DiskUse): DiskRatios {
  return {
    segments: changed.segments / fresh.segments,
    database: changed.database / fresh.database,
    all: totalOf(changed) / totalOf(fresh),
  };
}
