// What the figures of a scale come to.
import { byEngine, type ByEngine, type EngineName } from './engine.ts';
import type { ScaleFigures } from './measure-scale.ts';
import { spreadOf, type Spread } from './spread.ts';
import type { Duration } from './stopwatch.ts';
import { COMMON_TERM } from './terms.ts';

/** `warm`: what a search reads is in the page cache. `cold`: it is on the disk alone. */
export const STATES = ['warm', 'cold'] as const;

/** 10^6 bytes of folded text a second. */
export interface Rate {
  readonly wall: number;
  /** A second of processors. */
  readonly cpu: number;
}

/** Rates on one thread (builds alone, with the log, with merges) and in threads (until durable, built, merged). */
interface Rates {
  readonly builds: Rate;
  readonly logAndBuilds: Rate;
  /** Null if there was nothing to merge. */
  readonly merges: Rate | null;
  readonly all: Rate;
  readonly threadedDurable: Rate;
  readonly threadedBuilt: Rate;
  readonly threadedIdle: Rate;
  readonly fts5: Rate;
}

export interface SlowTerm {
  readonly term: string;
  readonly documents: number;
  /** Milliseconds. */
  readonly own: number;
  readonly fts5: number;
}

export interface StateSummary {
  /** Spread over all terms, in milliseconds. */
  readonly spread: ByEngine<Spread>;
  /** Terms that took more than 3 times as long as with FTS5, the worst first; none for FTS5 itself. */
  readonly slow: ByEngine<readonly SlowTerm[]>;
  /** How many times as long the common term takes with FTS5. */
  readonly commonGain: ByEngine<number>;
}

export interface Summary {
  readonly foldRate: number;
  readonly rates: Rates;
  /** Length of all files, times the folded text. */
  readonly size: ByEngine<number> & { readonly built: number };
  /** Memory of the reader of segments without its cache: 10^6 bytes for each 10^9 bytes of folded text. */
  readonly tableMegabytes: { readonly settled: number; readonly merged: number };
  readonly warm: StateSummary;
  /** Null if nothing was searched cold. */
  readonly cold: (StateSummary & { readonly diskBytes: ByEngine<Spread> }) | null;
}

const SLOW = 3;

export function summaryOf(figures: ScaleFigures): Summary {
  const { bytes, builds, latencies } = figures;
  const { own, merge, threaded, fts5 } = builds;
  const rate = (...durations: readonly Duration[]): Rate => ({
    wall: bytes / 1e6 / sum(durations.map(({ wall }) => wall)),
    cpu: bytes / 1e6 / sum(durations.map(({ cpu }) => cpu)),
  });
  const { tableBytes, cold } = latencies;
  return {
    foldRate: bytes / 1e6 / figures.foldSeconds,
    rates: {
      builds: rate(own.builds),
      logAndBuilds: rate(own.log, own.builds),
      merges: merge.merges.wall === 0 ? null : rate(merge.merges),
      all: rate(own.log, own.builds, merge.merges),
      threadedDurable: rate(threaded.durable),
      threadedBuilt: rate(threaded.built),
      threadedIdle: rate(threaded.idle),
      fts5: rate(fts5.inserts),
    },
    size: {
      built: own.bytes / bytes,
      settled: threaded.bytes / bytes,
      merged: merge.bytes / bytes,
      fts5: fts5.bytes / bytes,
    },
    tableMegabytes: {
      settled: (tableBytes.settled / bytes) * 1e3,
      merged: (tableBytes.merged / bytes) * 1e3,
    },
    warm: stateSummary(figures, latencies.warm),
    cold:
      cold.length === 0
        ? null
        : { ...stateSummary(figures, coldTimes(figures)), diskBytes: coldBytes(figures) },
  };
}

/** Milliseconds of the terms that were searched cold. */
export function coldTimes({ latencies }: ScaleFigures): readonly ByEngine<number>[] {
  return latencies.cold.map((ofTerm) => byEngine((name) => ofTerm[name].ms));
}

function coldBytes({ latencies }: ScaleFigures): ByEngine<Spread> {
  return byEngine((name) => spreadOf(latencies.cold.map((ofTerm) => ofTerm[name].bytes)));
}

function stateSummary({ terms, latencies }: ScaleFigures, times: readonly ByEngine<number>[]): StateSummary {
  const common = times[terms.indexOf(COMMON_TERM)];
  const slow = (name: EngineName): readonly SlowTerm[] =>
    times
      .map((ofTerm, at) => ({
        term: terms[at] ?? '',
        documents: latencies.answers[at]?.fts5.documents ?? 0,
        own: ofTerm[name],
        fts5: ofTerm.fts5,
      }))
      .filter(({ own, fts5 }) => own > SLOW * fts5)
      .sort((a, b) => b.own / b.fts5 - a.own / a.fts5);
  return {
    spread: byEngine((name) => spreadOf(times.map((ofTerm) => ofTerm[name]))),
    slow: byEngine(slow),
    commonGain: byEngine((name) => (common === undefined ? Number.NaN : common.fts5 / common[name])),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
