import { median } from '../harness/figures.ts';
import { filesIn } from './build.ts';
import { type Answer, answerOf, byEngine, type ByEngine, ENGINES, type OpenEngine } from './engine.ts';
import { openFts5, readNumbers } from './fts5-index.ts';
import { openOwn } from './own-index.ts';
import { evict, readBytesFromDisk } from './page-cache.ts';

export interface LatencyJob {
  readonly folders: ByEngine<string>;
  readonly documents: number;
  readonly terms: readonly string[];
  /** Searches of a term in each round that the median is of, after one that is not counted. */
  readonly repeats: number;
  /** So many terms, the first ones, are also looked for in files that are on the disk alone. */
  readonly coldTerms: number;
}

/** Latencies of each term, in the order of the terms. */
export interface Latencies {
  readonly answers: readonly ByEngine<Answer>[];
  /** Median, in milliseconds. */
  readonly warm: readonly ByEngine<number>[];
  /** Figures of the first terms; empty if files could not be dropped from the page cache. */
  readonly cold: readonly ByEngine<ColdFigure>[];
  /** Bytes that the reader of segments holds in memory, its cache not counted. */
  readonly tableBytes: { readonly settled: number; readonly merged: number };
}

interface ColdFigure {
  readonly ms: number;
  /** That came from the disk, what the system read ahead included. */
  readonly bytes: number;
}

/** A term that is slow is asked less often in a round, once at least. */
const MAX_MS = 2_000;

/** Number of rounds in which the engines alternate, and the time after which no round is begun. */
interface Rounds {
  readonly most: number;
  readonly milliseconds: number;
}

const WARM_ROUNDS: Rounds = { most: 5, milliseconds: 500 };
const COLD_ROUNDS: Rounds = { most: 9, milliseconds: 2_000 };

/** Looks for each term in all engines, one engine after the other, so that other work on the machine meets all alike. */
export function measureLatencies(job: LatencyJob): Latencies {
  const { folders, documents, terms } = job;
  const numbers = readNumbers(folders.fts5);
  const settled = openOwn(folders.settled, documents);
  const merged = openOwn(folders.merged, documents);
  const tableBytes = { settled: settled.memoryBytes, merged: merged.memoryBytes };
  const engines = { settled, merged, fts5: openFts5(folders.fts5, numbers) };
  // All terms once, before times are taken: it pays for compiling the code that searches.
  const answers = terms.map((term) =>
    byEngine((name) => answerOf(engines[name].documentsOf(engines[name].search(term)))),
  );
  const warm = terms.map((term, firstEngine) => measureWarm(engines, term, job.repeats, firstEngine));
  const files = ENGINES.flatMap((name) => filesIn(folders[name]));
  const cold = terms
    .slice(0, evict(files) ? job.coldTerms : 0)
    .map((term, firstEngine) => measureCold(engines, files, term, firstEngine));
  for (const name of ENGINES) engines[name].close();
  return { answers, warm, cold, tableBytes };
}

/** Medians of searches by each engine. */
function measureWarm(
  engines: ByEngine<OpenEngine>,
  term: string,
  repeats: number,
  firstEngine: number,
): ByEngine<number> {
  const times = byEngine((): number[] => []);
  inRounds(WARM_ROUNDS, (round) => {
    byEngine((name) => times[name].push(...timesOf(engines[name], term, repeats)), firstEngine + round);
  });
  return byEngine((name) => median(times[name]));
}

/** Runs in rounds, because what slows a machine down may last as long as all searches of one engine. */
function inRounds({ most, milliseconds }: Rounds, ask: (round: number) => void): void {
  const until = performance.now() + milliseconds;
  for (let round = 0; round < most && (round === 0 || performance.now() < until); round++) ask(round);
}

function timesOf(engine: OpenEngine, term: string, repeats: number): readonly number[] {
  engine.search(term);
  const times: number[] = [];
  const until = performance.now() + MAX_MS;
  while (times.length === 0 || (times.length < repeats && performance.now() < until)) {
    const startedAt = performance.now();
    engine.search(term);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Medians of searches by each engine, which has its files open but has read none of what it looks for. */
function measureCold(
  engines: ByEngine<OpenEngine>,
  files: readonly string[],
  term: string,
  firstEngine: number,
): ByEngine<ColdFigure> {
  const figures = byEngine((): ColdFigure[] => []);
  inRounds(COLD_ROUNDS, (round) => {
    for (const name of ENGINES) engines[name].reopen();
    evict(files);
    byEngine((name) => figures[name].push(coldSearch(engines[name], term)), firstEngine + round);
  });
  return byEngine((name) => ({
    ms: median(figures[name].map(({ ms }) => ms)),
    bytes: median(figures[name].map(({ bytes }) => bytes)),
  }));
}

function coldSearch(engine: OpenEngine, term: string): ColdFigure {
  const before = readBytesFromDisk();
  const startedAt = performance.now();
  engine.search(term);
  const ms = performance.now() - startedAt;
  return { ms, bytes: readBytesFromDisk() - before };
}
