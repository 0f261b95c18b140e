// A thread of `threadedWorkers`: builds segments of logs, or merges segments.
import { parentPort, workerData } from 'node:worker_threads';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import {
  buildLog,
  lowerOwnPriority,
  mergeEntries,
  type BuildReply,
  type BuildRequest,
} from './build-workers.ts';

/** Time between two looks at how busy searches are, and length of the pause if they are, in milliseconds. */
const SLICE_MS = 20;

const load = workerData as Int32Array<SharedArrayBuffer>;
const never = new Int32Array(new SharedArrayBuffer(4));
let builder: SegmentBuilder | null = null;
let sliceEnd = 0;

// Searches and writes that are under way go first: a log that is built later is searched as it is meanwhile, and
// nobody waits for a merge.
lowerOwnPriority();

parentPort?.on('message', (request: BuildRequest) => {
  // An error ends the thread, and so reaches the sender of the request.
  const reply: BuildReply =
    request.kind === 'build'
      ? { kind: 'built', value: buildLog(nodeDisk, builderOf(request.positionBytes), request.job) }
      : { kind: 'merged', value: mergeEntries(nodeDisk, request.job, pace) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
});

function builderOf(positionBytes: number): SegmentBuilder {
  builder ??= new SegmentBuilder({ positionBytes });
  return builder;
}

/** Rests as long as a merge works, while searches are under way. */
function pace(): void {
  if (performance.now() < sliceEnd) return;
  if (Atomics.load(load, 0) > 0) Atomics.wait(never, 0, 0, SLICE_MS);
  sliceEnd = performance.now() + SLICE_MS;
}
