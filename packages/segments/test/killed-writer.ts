// Changes documents as fast as it can until it is killed, with real build threads, and prints what it is about to do
// and what it has done.
// Usage: killed-writer.ts FOLDER SEED WRITE: the number of the write in whose middle it stops and waits; 0: none
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk, type Disk } from '../src/disk.ts';
import { threadedWorkers, type BuildWorkers } from '../src/store/build-workers.ts';
import { SegmentStore } from '../src/store/store.ts';
import { ChangeScript, operationOf } from './change-script.ts';
import { readCommitted, SIZES, writeCommitted } from './killed-caller.ts';

const [folder = '', seedText = '', stopText = ''] = process.argv.slice(2);
const seed = Number(seedText);
let writes = 0;
const disk: Disk = {
  ...nodeDisk,
  write(file, bytes, position) {
    const stops = ++writes === Number(stopText);
    nodeDisk.write(file, stops ? bytes.subarray(0, bytes.length >>> 1) : bytes, position);
    if (!stops) return;
    tell(`write ${writes}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
};
const threads = threadedWorkers({ positionBytes: 1 << 20, load: new Int32Array(new SharedArrayBuffer(4)) });
const workers: BuildWorkers = {
  build: (job) => told('build', job.output, threads.build(job)),
  merge: (job) => told('merge', job.output, threads.merge(job)),
  close: () => threads.close(),
};

const committed = readCommitted(folder);
const script = new ChangeScript(seed);
script.advanceTo(committed);
tell(`open ${committed}`);
const store = SegmentStore.open(disk, join(folder, 'index'), committed, {
  ...SIZES,
  workers,
  onProblem: (error) => tell(`problem ${String(error)}`),
});
for (;;) {
  await store.ready();
  const operations = script.next().map((change) => operationOf(seed, change));
  tell(`append ${script.last}`);
  store.append(operations);
  store.sync();
  writeCommitted(folder, script.last);
  tell(`committed ${script.last}`);
  store.commit();
  await new Promise((resolve) => setImmediate(resolve));
}

async function told<T>(kind: 'build' | 'merge', output: number, done: Promise<T>): Promise<T> {
  tell(`${kind} ${output}`);
  const value = await done;
  tell(`end-of-${kind} ${output}`);
  return value;
}

/** The line is in the pipe when this returns, so it is not lost with the process. */
function tell(line: string): void {
  writeSync(1, `${line}\n`);
}
