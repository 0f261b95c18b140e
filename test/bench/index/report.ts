// Prints the figures of a scale as tables.
import { brief as round, reportGoals } from '../harness/figures.ts';
import { type ByEngine, CACHE_BYTES, type EngineName, ENGINES } from './engine.ts';
import type { ScaleFigures } from './measure-scale.ts';
import { coldTimes, goalsOf, type Rate, type StateSummary, type Summary } from './summary.ts';
import { TERMS } from './terms.ts';

const NAMES: Readonly<Record<EngineName, string>> = {
  settled: 'segments settled',
  merged: 'segments merged',
  fts5: 'FTS5',
};

export function report(figures: ScaleFigures, summary: Summary): void {
  const { scale, documents, pages, bytes } = figures;
  const text = `${documents} documents, ${pages} pages, ${round(bytes / 1e6)} MB of folded text`;
  console.log(`\n${scale} ×: ${text} (folded at ${round(summary.foldRate)} MB/s, apart)`);
  reportBuilds(figures, summary);
  reportTerms(figures);
  reportSpreads(summary);
  reportGoals(goalsOf(summary));
  reportDisagreements(figures);
}

function reportBuilds({ builds, isBuiltHere }: ScaleFigures, { rates, size, tableMegabytes }: Summary): void {
  const { own, merge, threaded, fts5 } = builds;
  const row = ({ wall, cpu }: Rate, memory: { readonly peakMiB: number } | null): object => ({
    'MB/s': round(wall),
    '× FTS5': round(wall / rates.fts5.wall),
    'MB/CPU s': round(cpu),
    '× FTS5 ': round(cpu / rates.fts5.cpu),
    ...(memory === null ? {} : { 'peak resident MiB': Math.round(memory.peakMiB) }),
  });
  console.log(`\nbuild${isBuiltHere ? '' : ' (figures of the run that built them)'}`);
  console.table({
    'segments, one thread: builds': row(rates.builds, own.memory),
    ...(rates.merges === null ? {} : { 'segments, one thread: merges': row(rates.merges, merge.memory) }),
    'segments, one thread: log and builds': row(rates.logAndBuilds, null),
    'segments, one thread: log, builds and merges': row(rates.all, null),
    'segments, threads: until durable': row(rates.threadedDurable, null),
    'segments, threads: until built': row(rates.threadedBuilt, null),
    'segments, threads: until merges end': row(rates.threadedIdle, threaded.memory),
    FTS5: row(rates.fts5, fts5.memory),
  });
  console.table({
    'segments as built': { files: own.segments, '× text': round(size.built) },
    [NAMES.settled]: {
      files: threaded.segments,
      '× text': round(size.settled),
      'reader, MB a GB': round(tableMegabytes.settled),
    },
    [NAMES.merged]: {
      files: merge.segments,
      '× text': round(size.merged),
      'reader, MB a GB': round(tableMegabytes.merged),
    },
    [NAMES.fts5]: { files: 1, '× text': round(size.fts5) },
  });
  console.log(`A reader of segments has a cache of ${CACHE_BYTES >> 20} MiB besides, whatever the size.`);
}

function reportTerms(figures: ScaleFigures): void {
  const { latencies, scans, ripgrep } = figures;
  const cold = coldTimes(figures);
  console.log(`\nmilliseconds, by term${ripgrep === null ? ' (there is no ripgrep on this machine)' : ''}`);
  console.table(
    TERMS.map((term, at) => ({
      term,
      documents: latencies.answers[at]?.fts5.documents,
      ...columns('warm', latencies.warm[at]),
      ...columns('cold', cold[at]),
      scan: round(scans.get(at)?.ms ?? Number.NaN),
      ...(ripgrep === null ? {} : { ripgrep: round(ripgrep[at]?.ms ?? Number.NaN) }),
    })),
  );
}

function columns(state: string, times: ByEngine<number> | undefined): Record<string, number> {
  if (times === undefined) return {};
  return Object.fromEntries(ENGINES.map((name) => [`${state} ${name}`, round(times[name])]));
}

function reportSpreads({ warm, cold }: Summary): void {
  console.log('\nmilliseconds, over all terms');
  const row = ({ spread, slow }: StateSummary, name: EngineName): object => {
    const { median, p95, max } = spread[name];
    const times = { median: round(median), p95: round(p95), max: round(max) };
    return name === 'fts5' ? times : { ...times, 'above 3 × FTS5': slow[name] };
  };
  const warmRows = ENGINES.map((name) => [`warm, ${NAMES[name]}`, row(warm, name)] as const);
  const coldRows =
    cold === null
      ? []
      : ENGINES.map((name) => {
          const { median, p95 } = cold.diskBytes[name];
          const read = { 'KB read, median': round(median / 1e3), 'KB read, p95': round(p95 / 1e3) };
          return [`cold, ${NAMES[name]}`, { ...row(cold, name), ...read }] as const;
        });
  console.table(Object.fromEntries([...warmRows, ...coldRows]));
  if (cold === null)
    console.log('Nothing was searched cold: this machine has no dd that knows iflag=nocache.');
  else if (cold.diskBytes.fts5.max === 0) console.log('Nothing came from a disk: these times are not cold.');
}

function reportDisagreements({ terms, disagreements }: ScaleFigures): void {
  if (disagreements.length === 0) console.log(`all answers to ${terms.length} terms agree`);
  else
    console.log(
      `${disagreements.length} of ${terms.length} terms: answers differ\n${disagreements.join('\n')}`,
    );
}
