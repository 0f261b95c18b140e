import { nodeDisk, SegmentStore, threadedWorkers } from '@sitegrep/segments';
import { SegmentBuilder } from '../../../packages/segments/src/build/build-segment.ts';
import { inlineWorkers, type BuildWorkers } from '../../../packages/segments/src/store/build-workers.ts';
import { BATCH, type BuildJob, type Duration, folderBytes, Stopwatch } from './build.ts';
import { copyIndex, NO_MERGES, POLICY, POSITION_BYTES, putOf, type StoreOptions } from './own-index.ts';
import { Texts } from './texts.ts';

export interface OwnBuildFigures {
  /** Appending to the log and syncing it, and making a segment of each full log. */
  readonly log: Duration;
  readonly builds: Duration;
  readonly bytes: number;
  readonly segments: number;
}

/** Builds an index on one thread; nothing is merged. */
export async function buildOwn({ texts, copies, folder }: BuildJob): Promise<OwnBuildFigures> {
  const [log, builds, merges] = [new Stopwatch(), new Stopwatch(), new Stopwatch()];
  const store = openStore(folder, 0, { ...NO_MERGES, workers: timedWorkers(builds, merges) });
  const source = new Texts(texts, copies);
  for (const batch of source.batches(BATCH)) {
    log.time(() => commit(store, batch.map(putOf)));
    await store.settled();
  }
  log.time(() => store.seal());
  await store.settled();
  await store.close();
  const segments = store.manifest.segments.length;
  return { log: log.duration, builds: builds.duration, bytes: folderBytes(folder), segments };
}

export interface MergeJob {
  readonly from: string;
  /** Folder to create and write to. */
  readonly folder: string;
  readonly documents: number;
}

export interface MergeFigures {
  readonly merges: Duration;
  readonly bytes: number;
  readonly segments: number;
}

/** Merges a copy of an index on one thread, as far as a store does. */
export async function mergeOwn({ from, folder, documents }: MergeJob): Promise<MergeFigures> {
  copyIndex(from, folder);
  const [builds, merges] = [new Stopwatch(), new Stopwatch()];
  const store = openStore(folder, documents, { ...POLICY, workers: timedWorkers(builds, merges) });
  await store.idle();
  await store.mergeAll();
  await store.close();
  const segments = store.manifest.segments.length;
  return { merges: merges.duration, bytes: folderBytes(folder), segments };
}

/** Durations from the start until everything was durable, was in segments, and merges had ended. */
export interface ThreadedFigures {
  readonly durable: Duration;
  readonly built: Duration;
  readonly idle: Duration;
  readonly bytes: number;
  readonly segments: number;
}

/** Builds an index as a worker does: appends, while threads build and merge. */
export async function buildThreaded({ texts, copies, folder }: BuildJob): Promise<ThreadedFigures> {
  const load = new Int32Array(new SharedArrayBuffer(4));
  const workers = threadedWorkers({ positionBytes: POSITION_BYTES, load });
  const store = openStore(folder, 0, { ...POLICY, workers });
  const source = new Texts(texts, copies);
  const [durable, built, idle] = [new Stopwatch(), new Stopwatch(), new Stopwatch()];
  const stops = [durable, built, idle].map((watch) => watch.start());
  const stopNext = (): void => stops.shift()?.();
  for (const batch of source.batches(BATCH)) {
    commit(store, batch.map(putOf));
    // Lets what threads have done arrive.
    await new Promise(setImmediate);
    await store.ready();
  }
  stopNext();
  store.seal();
  await store.settled();
  stopNext();
  await store.idle();
  stopNext();
  await store.close();
  const segments = store.manifest.segments.length;
  const durations = { durable: durable.duration, built: built.duration, idle: idle.duration };
  return { ...durations, bytes: folderBytes(folder), segments };
}

function openStore(
  folder: string,
  committed: number,
  options: Omit<StoreOptions, 'onProblem'>,
): SegmentStore {
  const onProblem = (error: unknown): void => {
    throw error;
  };
  return SegmentStore.open(nodeDisk, folder, committed, { ...options, onProblem });
}

function commit(store: SegmentStore, operations: Parameters<SegmentStore['append']>[0]): void {
  store.append(operations);
  store.sync();
  store.commit();
}

/** Builds and merges in the calling thread, by the watch. */
function timedWorkers(builds: Stopwatch, merges: Stopwatch): BuildWorkers {
  const workers = inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: POSITION_BYTES }));
  return {
    build: (job) => builds.timeAsync(() => workers.build(job)),
    merge: (job) => merges.timeAsync(() => workers.merge(job)),
    close: () => workers.close(),
  };
}
