// The figures of a run as they are kept. Drawn terms are pieces of captured pages, so they are told by their lengths.
import { byEngine, type ByEngine } from './engine.ts';
import type { ScaleFigures } from './measure-scale.ts';
import { coldTimes, goalsOf, summaryOf } from './summary.ts';
import { TERMS } from './terms.ts';

export function scaleRecord(figures: ScaleFigures): object {
  const { scale, documents, pages, bytes, builds, latencies, scans, ripgrep, terms, disagreements } = figures;
  const summary = summaryOf(figures);
  const drawnFrom = TERMS.length;
  return {
    scale,
    documents,
    pages,
    bytes,
    builds,
    ...summary,
    goals: goalsOf(summary),
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

/** Milliseconds of each term, by engine. */
function columnsOf(times: readonly ByEngine<number>[]): ByEngine<readonly number[]> {
  return byEngine((name) => times.map((ofTerm) => Number(ofTerm[name].toPrecision(4))));
}
