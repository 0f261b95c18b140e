// The figures of a run as they are kept. Drawn terms are pieces of captured pages, so they are told by their lengths.
import { runRecord } from '../run-record.ts';
import { byEngine, type ByEngine } from './engine.ts';
import { goalsOf } from './goals.ts';
import type { ScaleFigures } from './measure-scale.ts';
import { coldTimes, summaryOf, type StateSummary } from './summary.ts';
import { TERMS } from './terms.ts';

export async function recordOf(files: readonly string[], scales: readonly ScaleFigures[]): Promise<object> {
  return {
    ...(await runRecord(files)),
    scales: scales.map(scaleRecord),
  };
}

function scaleRecord(figures: ScaleFigures): object {
  const { scale, documents, pages, bytes, builds, latencies, scans, ripgrep, terms, disagreements } = figures;
  const { warm, cold, ...summary } = summaryOf(figures);
  const drawnFrom = TERMS.length;
  return {
    scale,
    documents,
    pages,
    bytes,
    builds,
    ...summary,
    warm: withoutTerms(warm),
    cold: cold === null ? null : { ...withoutTerms(cold), diskBytes: cold.diskBytes },
    goals: goalsOf({ warm, cold, ...summary }),
    disagreements: disagreements.length,
    terms: TERMS.map((term, at) => ({
      term,
      documents: latencies.answers[at]?.fts5.documents,
      warm: latencies.warm[at],
      cold: latencies.cold[at],
      scan: scans.get(at)?.ms,
      ripgrep: ripgrep?.[at]?.ms,
    })),
    drawn: {
      lengths: terms.slice(drawnFrom).map(({ length }) => length),
      documents: latencies.answers.slice(drawnFrom).map(({ fts5 }) => fts5.documents),
      warm: columnsOf(latencies.warm.slice(drawnFrom)),
      cold: columnsOf(coldTimes(figures).slice(drawnFrom)),
    },
  };
}

function withoutTerms({ spread, slow, commonGain }: StateSummary): object {
  return { spread, slow: byEngine((name) => slow[name].length), commonGain };
}

/** Milliseconds of each term, by engine. */
function columnsOf(times: readonly ByEngine<number>[]): ByEngine<readonly number[]> {
  return byEngine((name) => times.map((ofTerm) => Number(ofTerm[name].toPrecision(4))));
}
