// The phases, one after the other: filled, quiet, changed, quiet again; and a fresh folder to compare with.
import { loadavg } from 'node:os';
import { readResidentMiB } from '../resident.ts';
import { startChangingServer, type ChangingServer } from './changing-server.ts';
import type { Corpus } from './corpus.ts';
import {
  diskUse,
  segmentsUse,
  settled,
  totalOf,
  waitingLogs,
  type DiskUse,
  type SegmentsUse,
} from './disk.ts';
import { latenciesOf, phaseFigures, type Latencies, type PhaseFigures } from './figures.ts';
import { Rounds } from './judge.ts';
import { runLoad, type Load } from './load.ts';
import { searchingClient, walkingClient, type Client } from './questions.ts';
import { replaceAll } from './replace-all.ts';

export interface MeasureOptions {
  readonly corpus: Corpus;
  /** Data folder that documents are read from. */
  readonly capturesDir: string;
  /** Folders that are there, empty. */
  readonly changedDir: string;
  readonly freshDir: string;
  readonly rounds: number;
  readonly clients: number;
  /** Seconds of each quiet phase. */
  readonly seconds: number;
  /** Requests a second; null: a third of what clients get that ask without a pause. */
  readonly rate: number | null;
  /** Documents that are replaced a second at most, at first; Infinity: as many as can be. */
  readonly writeRate: number;
  /** Then as many rounds again, with clients that ask without a pause. */
  readonly closed: boolean;
  readonly seed: number;
  /** Options of Node.js for the server. */
  readonly execArgv: readonly string[];
  readonly progress: (line: string) => void;
}

export interface ChangeFigures {
  /** Requests a second that the clients asked for, and that they got when each asked without a pause. */
  readonly rate: number;
  readonly saturation: PhaseFigures;
  readonly quiet: readonly PhaseFigures[];
  /** Both quiet phases taken together. */
  readonly allQuiet: Latencies;
  readonly change: ChangingFigures;
  readonly closedChange: ChangingFigures | null;
  readonly disk: { readonly changed: Settled; readonly fresh: Settled };
  /** Megabytes of source a second, written with nobody searching. */
  readonly fillRate: number;
  readonly faults: readonly string[];
}

export interface ChangingFigures extends PhaseFigures {
  /** Seconds each round took. */
  readonly rounds: readonly number[];
  readonly megabytesPerSecond: number;
  /** Largest size, checked each second. */
  readonly peakBytes: number;
  readonly peakWaitingLogs: number;
  readonly serverResidentMiB: number;
}

/** Sizes with the server running, and after it ended. */
interface Settled {
  readonly open: DiskUse;
  readonly closed: DiskUse;
  readonly index: SegmentsUse;
}

/** Share of the clients that walk by token; the others search. */
const WALKING = 0.25;

const SATURATION_SECONDS = 10;
const WARM_UP_SECONDS = 5;
const WATCH_EVERY_MS = 1_000;

export async function measureChange(options: MeasureOptions): Promise<ChangeFigures> {
  const { changedDir, freshDir, progress } = options;
  const { open, ...figures } = await whileServed(changedDir, options, (server) =>
    measureChanged(options, server),
  );
  const changed = { open, closed: diskUse(changedDir), index: segmentsUse(changedDir) };
  progress('put the last documents into a fresh folder');
  const fresh = await measureFresh(freshDir, options);
  return { ...figures, disk: { changed, fresh } };
}

/** Ends the server before anything else is done with its folder, whatever became of the work. */
async function whileServed<T>(
  dataDir: string,
  { capturesDir, execArgv }: Pick<MeasureOptions, 'capturesDir' | 'execArgv'>,
  work: (server: ChangingServer) => Promise<T>,
): Promise<T> {
  const server = await startChangingServer(dataDir, capturesDir, execArgv);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function measureChanged(
  options: MeasureOptions,
  server: ChangingServer,
): Promise<Omit<ChangeFigures, 'disk'> & Pick<Settled, 'open'>> {
  const { corpus, changedDir, writeRate, progress } = options;
  const lastRound = lastRoundOf(options);
  const faults: string[] = [];
  const rounds = new Rounds(corpus.domains.length);
  progress('put all documents');
  const fillSeconds = await replaceAll(server, corpus, rounds, 0);
  await settled(changedDir);

  const run = async (rate: number | null, isOver: () => boolean): Promise<Load> => {
    // The same questions in each phase.
    const load = await runLoad(clientsOf(options, server, rounds, lastRound), rate, isOver);
    faults.push(...load.faults);
    return load;
  };
  const figuresOf = (load: Load): PhaseFigures => phaseFigures(load, loadavg()[0] ?? 0);

  progress('search without a pause');
  await run(null, after(WARM_UP_SECONDS));
  const saturation = figuresOf(await run(null, after(SATURATION_SECONDS)));
  const rate = options.rate ?? saturation.perSecond / 3;
  progress(`search ${rate.toFixed(0)} times a second, nothing written`);
  const before = await run(rate, after(options.seconds));
  const quietBefore = figuresOf(before);

  const changing = async (atRate: number | null, first: number): Promise<ChangingFigures> => {
    const watch = watchFolder(changedDir);
    const seconds: number[] = [];
    const writing = writeRounds(async (n) => {
      progress(`round ${first + n}`);
      seconds.push(await replaceAll(server, corpus, rounds, first + n, writeRate));
    }, options.rounds);
    const load = await run(atRate, writing.isOver);
    await writing.done;
    const bytes = corpus.bytes * options.rounds;
    return {
      ...figuresOf(load),
      rounds: seconds,
      megabytesPerSecond: bytes / 1e6 / seconds.reduce((sum, one) => sum + one, 0),
      ...watch.stop(),
      serverResidentMiB: await readResidentMiB(server.pid),
    };
  };
  const change = await changing(rate, 1);
  progress('wait until merges end');
  await settled(changedDir);
  progress('search again, nothing written');
  const again = await run(rate, after(options.seconds));
  const quiet = [quietBefore, figuresOf(again)];
  const closedChange = options.closed ? await changing(null, options.rounds + 1) : null;
  await settled(changedDir);
  return {
    rate,
    saturation,
    quiet,
    allQuiet: latenciesOf([...before.times, ...again.times]),
    change,
    closedChange,
    open: diskUse(changedDir),
    fillRate: corpus.bytes / 1e6 / fillSeconds,
    faults,
  };
}

async function measureFresh(freshDir: string, options: MeasureOptions): Promise<Settled> {
  const { corpus, capturesDir } = options;
  const open = await whileServed(freshDir, { capturesDir, execArgv: [] }, async (server) => {
    await replaceAll(server, corpus, new Rounds(corpus.domains.length), lastRoundOf(options));
    await settled(freshDir);
    return diskUse(freshDir);
  });
  return { open, closed: diskUse(freshDir), index: segmentsUse(freshDir) };
}

function lastRoundOf({ rounds, closed }: MeasureOptions): number {
  return rounds * (closed ? 2 : 1);
}

function clientsOf(
  { corpus, clients, seed }: MeasureOptions,
  { search }: ChangingServer,
  rounds: Rounds,
  lastRound: number,
): readonly Client[] {
  return Array.from({ length: clients }, (_, number) => {
    const options = { search, corpus, rounds, lastRound, seed: seed * 1_000 + number };
    return number < clients * WALKING ? walkingClient(options) : searchingClient(options);
  });
}

function after(seconds: number): () => boolean {
  const end = performance.now() + 1000 * seconds;
  return () => performance.now() >= end;
}

/** Writes round 1 to `count`. A round that fails ends it. */
function writeRounds(
  write: (n: number) => Promise<void>,
  count: number,
): { readonly isOver: () => boolean; readonly done: Promise<void> } {
  let over = false;
  const all = async (): Promise<void> => {
    try {
      for (let n = 0; n < count; n++) await write(n);
    } finally {
      over = true;
    }
  };
  const done = all();
  done.catch(() => undefined);
  return { isOver: () => over, done };
}

function watchFolder(dataDir: string): {
  readonly stop: () => Pick<ChangingFigures, 'peakBytes' | 'peakWaitingLogs'>;
} {
  let [peakBytes, peakWaitingLogs] = [0, 0];
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, totalOf(diskUse(dataDir)));
    peakWaitingLogs = Math.max(peakWaitingLogs, waitingLogs(dataDir));
  }, WATCH_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return { peakBytes, peakWaitingLogs };
    },
  };
}
