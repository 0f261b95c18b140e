import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { site, workUntil } from '../../test/conformance/work.ts';
import { RetryLater } from '../errors.ts';
import { openQueues, type Queues, type QueuesOptions } from '../open-queues.ts';
import type { RedisBackend } from './backend.ts';

/** Queues of several processes on one Redis; for Redis, each opening is like a process. */
const url = process.env['TEST_REDIS'] ?? '';
const SHORT = { lockMs: 1_000, stalledIntervalMs: 100 };

let backend: RedisBackend;
const opened: Queues[] = [];
beforeEach(() => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  backend = { kind: 'redis', url, prefix: `test-${randomUUID()}` };
});
afterEach(async () => {
  for (const queues of opened.splice(0)) await queues.close({ deadlineMs: 0 });
});

async function open(timing: QueuesOptions['timing'] = {}): Promise<Queues> {
  const queues = await openQueues({
    backend,
    timing,
    onError: (error) => {
      if (!/busy|left/.test(error.message)) throw error;
    },
    onFatal: (error) => {
      throw error;
    },
  });
  opened.push(queues);
  return queues;
}

test('two workers share the work and never have the same job', async () => {
  const domains = Array.from({ length: 300 }, (_, n) => `d${n}.com`);
  const running = new Set<string>();
  const runs = new Map<string, number>();
  const byWorker = [0, 0];
  const twice: string[] = [];
  const all = Promise.withResolvers<void>();
  const producer = await open();
  await producer.add('site', domains.map(site));
  for (const worker of [0, 1]) {
    const queues = await open(SHORT);
    queues.work(
      {
        site: {
          process: async ({ domain }) => {
            if (running.has(domain)) twice.push(domain);
            running.add(domain);
            // Lets the other process take jobs meanwhile.
            await producer.counts('site');
            running.delete(domain);
            runs.set(domain, (runs.get(domain) ?? 0) + 1);
            byWorker[worker] = (byWorker[worker] ?? 0) + 1;
            if (runs.size === domains.length) all.resolve();
          },
          gaveUp: async () => {},
        },
      },
      { concurrency: { site: 4 } },
    );
  }
  await all.promise;
  expect(twice).toEqual([]);
  expect([...runs.values()].every((count) => count === 1)).toBe(true);
  expect(byWorker.every((count) => count > 0)).toBe(true);
});

test('a live process keeps its job for longer than the lock, even if others start meanwhile', async () => {
  const first = await open(SHORT);
  await first.add('site', [site('long.com')]);
  const began = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let runs = 0;
  const long = async (): Promise<void> => {
    runs += 1;
    began.resolve();
    await end.promise;
  };
  first.work({ site: { process: long, gaveUp: async () => {} } }, { concurrency: { site: 1 } });
  await began.promise;
  const second = await open(SHORT);
  await second.add('site', [site('ticks.com')]);
  // Three times as long as the lock, by the queue's own clock.
  let ticks = 0;
  await workUntil(second, 1, async (domain) => {
    if (domain !== 'ticks.com') return long();
    ticks += 1;
    if (ticks < 30) throw new RetryLater(100, 'busy');
  });
  end.resolve();
  expect(runs).toBe(1);
});

test('the jobs of a killed process are taken by another one, as the same attempt', async () => {
  const queues = await open(SHORT);
  await queues.add('site', [site('a.com'), site('b.com')]);
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../test/killed-at-work.ts'),
      JSON.stringify(backend),
      JSON.stringify(SHORT),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exit = once(child, 'exit');
  const began = new Set<string>();
  for await (const domain of createInterface({ input: child.stdout })) {
    began.add(domain);
    if (began.size === 2) break;
  }
  child.kill('SIGKILL');
  await exit;
  const attempts: number[] = [];
  const events = await workUntil(queues, 2, async (_domain, { attempt }) => {
    attempts.push(attempt);
  });
  expect(events.sort()).toEqual(['done a.com', 'done b.com']);
  expect(attempts).toEqual([1, 1]);
});

test('a job handed back at closing continues elsewhere at once, long before its lock ends', async () => {
  const first = await open();
  await first.add('site', [site('a.com')]);
  const began = Promise.withResolvers<void>();
  first.work({
    site: {
      process: async (_payload, { signal }) => {
        began.resolve();
        await once(signal, 'abort');
        throw new Error('left in the middle');
      },
      gaveUp: async () => {},
    },
  });
  await began.promise;
  const second = await open();
  const taken = workUntil(second, 1);
  await first.close({ deadlineMs: 1 });
  expect(await taken).toEqual(['done a.com']);
});

test('an invalid stored payload fails only its own job; a job abandoned too often is given up', async () => {
  const queues = await open();
  await queues.add('site', [site('a.com'), site('killer.com'), site('b.com')]);
  const redis = new Redis(url);
  try {
    await redis.hset(`${backend.prefix}:site:c1.a.com`, 'data', '{"crawlId":"c1"}');
    await redis.hset(`${backend.prefix}:site:c1.killer.com`, 'stc', '11');
  } finally {
    redis.disconnect();
  }
  const errors: string[] = [];
  const worker = await openQueues({
    backend,
    onError: (error) => errors.push(error.message),
    onFatal: (error) => errors.push(error.message),
  });
  opened.push(worker);
  expect(await workUntil(worker, 2)).toEqual([
    'gave up killer.com: the process ended 11 times during this job',
    'done b.com',
  ]);
  expect(errors).toEqual([
    'queue site, job c1.a.com, attempt 1: invalid payload: payload must have required properties domain',
  ]);
});
