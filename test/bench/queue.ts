// What the queue costs by itself: jobs added a share at a time, as feeders do, and worked on by processors that only wait.
// Processor time is that of the whole process, all threads counted, less what the same waits take without a queue.
//
//   node test/bench/queue.ts [--jobs 20000] [--wait 0] [--in-flight 32] [--redis URL]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openQueues, type Queues } from '@sitegrep/jobs';
import { numberOf } from './arguments.ts';
import { readResidentMiB } from './resident.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '20000' },
    wait: { type: 'string', default: '0' },
    'in-flight': { type: 'string', default: '32' },
    redis: { type: 'string' },
  },
});
const jobs = numberOf('jobs', values.jobs);
const waitMs = numberOf('wait', values.wait, 0);
const inFlight = numberOf('in-flight', values['in-flight']);

/** Jobs added at a time, and the most that wait. */
const SHARE = 500;
const WINDOW = 4_000;

interface Spent {
  readonly seconds: number;
  /** Milliseconds. */
  readonly processor: number;
}

async function spent(run: () => Promise<void>): Promise<Spent> {
  const from = performance.now();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - from) / 1000, processor: (user + system) / 1000 };
}

/** The same waits, as many side by side, without a queue. */
async function waitOnly(): Promise<void> {
  let left = jobs;
  const one = async (): Promise<void> => {
    while (left-- > 0) await delay(waitMs);
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}

async function throughQueue(queues: Queues): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let done = 0;
  queues.work(
    {
      site: {
        process: async () => {
          await delay(waitMs);
          done += 1;
          if (done === jobs) ended.resolve();
        },
        gaveUp: async ({ domain }, reason) => ended.reject(new Error(`${domain}: ${reason}`)),
      },
    },
    { concurrency: { site: inFlight } },
  );
  for (let start = 0; start < jobs; start += SHARE) {
    while ((await queues.counts('site')).waiting > WINDOW - SHARE) await delay(10);
    const share = Array.from({ length: Math.min(SHARE, jobs - start) }, (_, n) => ({
      crawlId: '01890a5d-ac96-774b-bcce-b302099a8057',
      domain: `site-${start + n}.example`,
    }));
    await queues.add('site', share, { priority: 5 });
  }
  await ended.promise;
}

const fail = (error: Error): never => {
  throw error;
};
const print = (label: string, value: number, digits: number, unit: string): void =>
  console.log(`${label.padEnd(34)}${value.toFixed(digits).padStart(10)} ${unit}`);

const bare = await spent(waitOnly);
const before = await readResidentMiB(process.pid);
const { redis } = values;
let queues: Queues | null = null;
const opening = await spent(async () => {
  queues = await openQueues({
    backend:
      redis === undefined
        ? { kind: 'sqlite', dataDir: temporaryFolder('queue') }
        : { kind: 'redis', url: redis, prefix: `bench-${process.pid}` },
    onError: fail,
    onFatal: fail,
  });
});
const opened = await readResidentMiB(process.pid);
if (queues === null) throw new Error('not opened');
const open: Queues = queues;
const work = await spent(() => throughQueue(open));
const worked = await readResidentMiB(process.pid);
await open.close({ deadlineMs: 10_000 });

print('opened in', opening.seconds * 1000, 0, 'ms');
print('resident: before', before, 0, 'MiB');
print('resident: opened', opened, 0, 'MiB');
print('resident: after the jobs', worked, 0, 'MiB');
print('jobs', jobs / work.seconds, 0, 'a second');
print('processor time', (work.processor - bare.processor) / jobs, 3, 'ms a job');
