// What the figures of a scale come to, and what they have to keep beside FTS5's.
import { atLeast, atMost, type Goal, quantile } from '../harness/figures.ts';
import { byEngine, type ByEngine } from './engine.ts';
import type { ScaleFigures } from './measure-scale.ts';
import type { Duration } from './build.ts';
import { COMMON_TERM } from './terms.ts';

/** `warm`: what a search reads is in the page cache. `cold`: it is on the disk alone. */
const STATES = ['warm', 'cold'] as const;

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

export interface StateSummary {
  /** Spread over all terms, in milliseconds. */
  readonly spread: ByEngine<Spread>;
  /** Number of terms that took more than 3 times as long as with FTS5. */
  readonly slow: ByEngine<number>;
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

interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly max: number;
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

function stateSummary({ terms }: ScaleFigures, times: readonly ByEngine<number>[]): StateSummary {
  const common = times[terms.indexOf(COMMON_TERM)];
  return {
    spread: byEngine((name) => spreadOf(times.map((ofTerm) => ofTerm[name]))),
    slow: byEngine((name) => times.filter((ofTerm) => ofTerm[name] > SLOW * ofTerm.fts5).length),
    commonGain: byEngine((name) => (common === undefined ? Number.NaN : common.fts5 / common[name])),
  };
}

/** @param values at least one */
function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), p95: quantile(values, 0.95), max: quantile(values, 1) };
}

export function goalsOf({ rates, size, tableMegabytes, ...states }: Summary): readonly Goal[] {
  return [
    atLeast('builds, times FTS5', rates.builds.wall / rates.fts5.wall, 3.5),
    atLeast('log, builds and merges, times FTS5', rates.all.wall / rates.fts5.wall, 3.5),
    atMost('size as built, times the text', size.built, 1.05),
    atMost('size settled, times the text', size.settled, 1.05),
    atMost('size merged, times the text', size.merged, 1.05),
    atMost('tables of a reader merged, MB a GB of text', tableMegabytes.merged, 15),
    ...STATES.flatMap((state) => {
      const ofState = states[state];
      if (ofState === null) return [];
      const { spread, slow, commonGain } = ofState;
      return (['settled', 'merged'] as const).flatMap((name) => [
        atMost(`${state}, ${name}: median, ms`, spread[name].median, spread.fts5.median),
        atMost(`${state}, ${name}: p95, ms`, spread[name].p95, spread.fts5.p95),
        atMost(`${state}, ${name}: terms above 3 times FTS5`, slow[name], 0),
        atLeast(`${state}, ${name}: ${COMMON_TERM}, FTS5 times as long`, commonGain[name], 4),
      ]);
    }),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
