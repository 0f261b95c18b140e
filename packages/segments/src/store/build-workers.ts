import { Worker } from 'node:worker_threads';
import type { SegmentBuilder } from '../build/build-segment.ts';
import type { Disk } from '../disk.ts';
import { buildLog, mergeEntries, type BuildJob, type Built, type MergeJob } from './jobs.ts';
import type { SegmentEntry } from './manifest.ts';

/** Who builds and merges; a build and a merge may be under way at a time. */
export interface BuildWorkers {
  build(job: BuildJob): Promise<Built>;
  merge(job: MergeJob): Promise<SegmentEntry | null>;
  /** Gives up what is under way. */
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

export interface BuildThreadsOptions {
  /** See `BuildOptions`. */
  readonly positionBytes: number;
  /** Its first number says how many searches are under way: merges then take half of the time only. */
  readonly load: Int32Array<SharedArrayBuffer>;
}

/** What a thread of a worker pool is asked, and answers. */
export type BuildRequest =
  | { readonly kind: 'build'; readonly job: BuildJob; readonly positionBytes: number }
  | { readonly kind: 'merge'; readonly job: MergeJob };
export type BuildReply =
  | { readonly kind: 'built'; readonly value: Built }
  | { readonly kind: 'merged'; readonly value: SegmentEntry | null }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A thread that has nothing to do for so long ends, and with it goes its memory, in milliseconds. */
const IDLE_MS = 5_000;

/** Builds in a thread and merges in another. */
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

/** A thread that does one thing at a time, and is there only while there is something to do. */
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
