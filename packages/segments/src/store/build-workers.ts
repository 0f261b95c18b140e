// The work in the background: a log becomes a segment, several segments become one. Values in, files and values out;
// the store decides how the manifest changes.
import { existsSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SegmentBuilder } from '../build/build-segment.ts';
import { textBytes } from '../build/counting-sort.ts';
import type { Disk } from '../disk.ts';
import { f64, u32 } from '../elements.ts';
import { mergeSegments, type MergeInput } from '../merge/merge-segments.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { removeUnfinished } from './index-files.ts';
import { earlierOf, type LoggedPut } from './log-format.ts';
import { LogReader } from './log-reader.ts';
import { fileName, type SegmentEntry } from './manifest.ts';
import { openEntry, type MergeInputEntry } from './tombstones.ts';

export interface BuildJob {
  readonly folder: string;
  readonly log: number;
  /** Sequence number of the log's last operation. */
  readonly last: number;
  /** Number of the segment to write. */
  readonly output: number;
}

interface Built {
  /** Null if no document of the log is alive. */
  readonly segment: SegmentEntry | null;
  /** Ids, ascending, of documents of earlier segments that the log removed. */
  readonly removed: Float64Array;
}

export interface MergeJob {
  readonly folder: string;
  /** Segments in the order of their ids. */
  readonly inputs: readonly MergeInputEntry[];
  readonly output: number;
}

/** Reads a log and builds a segment of the documents that its own operations left alive. */
export function buildLog(
  disk: Disk,
  builder: SegmentBuilder,
  { folder, log, last, output }: BuildJob,
): Built {
  const reader = LogReader.open(disk, join(folder, fileName(log, 'log')));
  try {
    const operations = reader.read(last);
    const own = new Set(operations.map(({ sequence }) => sequence));
    const gone = new Set(operations.map(earlierOf).filter((id) => id !== null));
    const puts = operations.filter((operation) => operation.kind === 'put');
    const live = puts.filter(({ sequence }) => !gone.has(sequence));
    const removed = Float64Array.from(gone.difference(own)).sort();
    if (live.length === 0) return { segment: null, removed };
    const path = join(folder, fileName(output, 'segment'));
    return { segment: buildDocuments(disk, builder, reader, live, path, output), removed };
  } finally {
    reader.close();
  }
}

function buildDocuments(
  disk: Disk,
  builder: SegmentBuilder,
  reader: LogReader,
  documents: readonly LoggedPut[],
  path: string,
  number: number,
): SegmentEntry {
  const starts = new Uint32Array(documents.length + 1);
  for (const [index, { text }] of documents.entries())
    starts[index + 1] = u32(starts, index) + text.bytes / 2;
  const write = (into: Uint8Array): void => {
    let at = 0;
    for (const { text } of documents)
      at += reader.readPieces(text, 0, text.checksums.length, into.subarray(at));
  };
  const ids = Float64Array.from(documents, ({ sequence }) => sequence);
  const owners = Uint32Array.from(documents, ({ owner }) => owner);
  const zones = documents.map((document) => document.zones);
  const written = removedIfItFails(disk, path, () =>
    builder.build(disk, path, { starts, write }, { ids, owners, zones }),
  );
  return {
    number,
    ...written,
    documents: ids.length,
    firstId: f64(ids, 0),
    lastId: f64(ids, ids.length - 1),
    textBytes: textBytes({ starts }),
    dead: null,
  };
}

/**
 * Merges the live documents of some segments.
 *
 * @param pace see `mergeSegments`
 * @returns null if no document is alive
 */
export function mergeEntries(
  disk: Disk,
  { folder, inputs, output }: MergeJob,
  pace: () => void,
): SegmentEntry | null {
  const cache = new GranuleCache(disk, 0);
  const open: Segment[] = [];
  try {
    const merging = inputs.map(({ entry, dead }): MergeInput => {
      const segment = openEntry(disk, folder, entry);
      open.push(segment);
      const isDead = new Set(dead);
      return { segment, isLive: (id) => !isDead.has(id) };
    });
    const live = merging.flatMap(({ segment, isLive }) => [...segment.ids].filter(isLive));
    const [firstId] = live;
    if (firstId === undefined) return null;
    const path = join(folder, fileName(output, 'segment'));
    const written = removedIfItFails(disk, path, () => mergeSegments(disk, merging, path, pace));
    const textBytes = merging.reduce((sum, { segment, isLive }) => sum + liveBytes(segment, isLive), 0);
    const lastId = live.at(-1) ?? firstId;
    return { number: output, ...written, documents: live.length, firstId, lastId, textBytes, dead: null };
  } finally {
    for (const segment of open) segment.close(cache);
  }
}

function liveBytes({ ids, starts }: Segment, isLive: (id: number) => boolean): number {
  return ids.reduce(
    (sum, id, at) => (isLive(id) ? sum + 2 * (u32(starts, at + 1) - u32(starts, at)) : sum),
    0,
  );
}

function removedIfItFails<T>(disk: Disk, path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    removeUnfinished(disk, path);
    throw error;
  }
}

/** Builds and merges; one build and one merge may be under way at a time. */
export interface BuildWorkers {
  build(job: BuildJob): Promise<Built>;
  merge(job: MergeJob): Promise<SegmentEntry | null>;
  /** Gives up work that is under way. */
  close(): Promise<void>;
}

/** Builds and merges at once, in the calling thread. */
export function inlineWorkers(disk: Disk, builder: SegmentBuilder): BuildWorkers {
  return {
    build: async (job) => buildLog(disk, builder, job),
    merge: async (job) => mergeEntries(disk, job, () => {}),
    close: async () => {},
  };
}

interface BuildThreadsOptions {
  /** See `BuildOptions`. */
  readonly positionBytes: number;
  /**
   * Number of searches that are under way, as its first element: while there are any, merges work half of the time.
   */
  readonly load: Int32Array<SharedArrayBuffer>;
}

/** Requests to a thread, and its replies. */
export type BuildRequest =
  | { readonly kind: 'build'; readonly job: BuildJob; readonly positionBytes: number }
  | { readonly kind: 'merge'; readonly job: MergeJob };
export type BuildReply =
  | { readonly kind: 'built'; readonly value: Built }
  | { readonly kind: 'merged'; readonly value: SegmentEntry | null }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Idle time after which a thread ends, and frees its memory, in milliseconds. */
const IDLE_MS = 5_000;

/** Builds in one thread and merges in another. */
export function threadedWorkers({ positionBytes, load }: BuildThreadsOptions): BuildWorkers {
  const builder = new BuildThread(load);
  const merger = new BuildThread(load);
  return {
    async build(job) {
      const reply = await builder.ask({ kind: 'build', job, positionBytes });
      if (reply.kind !== 'built') throw replyError(reply);
      return reply.value;
    },
    async merge(job) {
      const reply = await merger.ask({ kind: 'merge', job });
      if (reply.kind !== 'merged') throw replyError(reply);
      return reply.value;
    },
    async close() {
      await Promise.all([builder.close(), merger.close()]);
    },
  };
}

function replyError(reply: BuildReply): unknown {
  return reply.kind === 'failed' ? reply.error : new Error(`a thread answered with ${reply.kind}`);
}

/** Memory for the objects of a thread, in MiB: merging a million small documents takes more than 512. */
const HEAP_MB = 1_536;

/** A thread that does one thing at a time, and exists only while there is something to do. */
class BuildThread {
  readonly #load: Int32Array<SharedArrayBuffer>;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(load: Int32Array<SharedArrayBuffer>) {
    this.#load = load;
  }

  ask(request: BuildRequest): Promise<BuildReply> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = (this.#worker ??= new Worker(new URL('./build-thread.ts', import.meta.url), {
      name: 'segments',
      workerData: this.#load,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    }));
    return new Promise<BuildReply>((resolve) => {
      const answered = (reply: BuildReply): void => settle(reply);
      const failed = (error: unknown): void => settle({ kind: 'failed', error });
      const ended = (): void => settle({ kind: 'failed', error: new Error('a thread of the index ended') });
      const settle = (reply: BuildReply): void => {
        worker.off('message', answered).off('error', failed).off('exit', ended);
        if (reply.kind === 'failed') this.#worker = null;
        else this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
        resolve(reply);
      };
      worker.on('message', answered).on('error', failed).on('exit', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (this.#idle !== null) clearTimeout(this.#idle);
    await worker?.terminate();
  }
}

/** Path of the calling thread on Linux. */
const THREAD = '/proc/thread-self';

/** Steps of niceness above the others; each is worth a fifth of a thread's share of a busy processor. */
const STEPS = 10;
const NICEST = 19;

/**
 * Lets the other threads of the machine go first from now on: the calling one gets an entire processor if one is
 * free, and about a tenth of one that others want, too. It works on Linux; elsewhere priorities are those of
 * processes, and it does nothing.
 */
export function lowerOwnPriority(): void {
  if (!existsSync(THREAD)) return;
  const thread = Number(basename(readlinkSync(THREAD)));
  setPriority(thread, Math.min(NICEST, getPriority(thread) + STEPS));
}
