import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { site } from '../../test/conformance/work.ts';
import { openQueues, type Queues, type QueuesOptions } from '../open-queues.ts';
import { QueuesUnavailable } from '../errors.ts';
import { startRedis, type OwnRedis } from '../../test/own-redis.ts';

const servers: OwnRedis[] = [];
const opened: Queues[] = [];
afterEach(async () => {
  for (const queues of opened.splice(0)) await queues.close({ deadlineMs: 0 });
  for (const server of servers.splice(0)) await server.remove();
});

async function redis(...options: readonly string[]): Promise<OwnRedis> {
  const server = await startRedis(...options);
  servers.push(server);
  return server;
}

interface Opened {
  readonly queues: Queues;
  readonly errors: string[];
}

async function open({ url }: OwnRedis, options: Partial<QueuesOptions> = {}): Promise<Opened> {
  const errors: string[] = [];
  const queues = await openQueues({
    backend: { kind: 'redis', url, prefix: 'test' },
    onError: (error) => errors.push(error.message),
    onFatal: (error) => errors.push(`fatal: ${error.message}`),
    ...options,
  });
  opened.push(queues);
  return { queues, errors };
}

/** Adds until it succeeds, as a client notices the end of an outage. */
async function addAtLast(queues: Queues, ...domains: readonly string[]): Promise<void> {
  for (;;) {
    try {
      return await queues.add('site', domains.map(site));
    } catch (error) {
      if (!(error instanceof QueuesUnavailable)) throw error;
      await setTimeout(20);
    }
  }
}

/** Works on the queue; `all` resolves when all of these are done. */
function work(
  queues: Queues,
  expected: readonly string[],
): { readonly done: Set<string>; readonly all: Promise<void> } {
  const done = new Set<string>();
  const { promise: all, resolve } = Promise.withResolvers<void>();
  queues.work({
    site: {
      process: async ({ domain }) => {
        done.add(domain);
        if (expected.every((each) => done.has(each))) resolve();
      },
      gaveUp: async () => {},
    },
  });
  return { done, all };
}

describe('while Redis is away', () => {
  test('queues open; adding, counting and probing are refused; work begins when Redis is there', async () => {
    const server = await redis();
    await server.kill();
    const { queues, errors } = await open(server);
    expect(errors).toEqual([
      expect.stringMatching(/^Redis is not reachable, trying again: connect ECONNREFUSED 127\.0\.0\.1:/),
    ]);
    await expect(queues.add('site', [site('a.com')])).rejects.toThrow(QueuesUnavailable);
    await expect(queues.counts('site')).rejects.toThrow('Redis is not reachable');
    await expect(queues.probe()).rejects.toThrow(QueuesUnavailable);
    const { all } = work(queues, ['a.com']);
    await server.start();
    await addAtLast(queues, 'a.com');
    await all;
    await queues.probe();
    expect(errors).toHaveLength(1);
  });

  test('closing ends even with running jobs, which are in the queue when Redis is back', async () => {
    const server = await redis();
    const { queues } = await open(server);
    await queues.add('site', [site('a.com'), site('b.com')]);
    const started = Promise.withResolvers<void>();
    queues.work(
      {
        site: {
          process: async (_payload, { signal }) => {
            started.resolve();
            await new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => reject(new Error('left'))),
            );
          },
          gaveUp: async () => {},
        },
      },
      { concurrency: { site: 1 } },
    );
    await started.promise;
    await server.kill();
    await queues.close({ deadlineMs: 1 });
    await server.start();
    const again = await open(server);
    expect(await again.queues.counts('site')).toEqual({ waiting: 1, active: 1, delayed: 0 });
  });

  test('a Redis that does not answer is given up after a while', async () => {
    const server = await redis();
    const { queues } = await open(server);
    await queues.probe();
    server.signal('SIGSTOP');
    await expect(queues.probe()).rejects.toThrow('Redis failed: Command timed out');
    await expect(queues.add('site', [site('a.com')])).rejects.toThrow(QueuesUnavailable);
    server.signal('SIGCONT');
    await addAtLast(queues, 'b.com');
  });
});

test('Redis killed and restarted while jobs are added and worked on: every acknowledged job is done', async () => {
  const server = await redis();
  const producer = await open(server);
  // A job that was handed out when Redis was killed has a lock, but no process knows of it.
  const worker = await open(server, { timing: { lockMs: 1_000, stalledIntervalMs: 200 } });
  const outages = 3;
  const perOutage = 40;
  const all = Array.from({ length: outages * perOutage }, (_, n) => `d${n}.com`);
  const { done, all: allDone } = work(worker.queues, all);
  for (let outage = 0; outage < outages; outage += 1) {
    const domains = all.slice(outage * perOutage, (outage + 1) * perOutage);
    for (const domain of domains.slice(0, perOutage / 2)) await addAtLast(producer.queues, domain);
    await server.kill();
    await expect(producer.queues.add('site', [site('refused.com')])).rejects.toThrow(QueuesUnavailable);
    await server.start();
    for (const domain of domains.slice(perOutage / 2)) await addAtLast(producer.queues, domain);
  }
  await allDone;
  expect([...done].sort()).toEqual([...all].sort());
  expect(producer.errors.filter((message) => !message.includes('not reachable'))).toEqual([]);
});

test('every process is told about a Redis that returns without its data', async () => {
  const server = await redis();
  const lost = Promise.withResolvers<void>();
  const alsoLost = Promise.withResolvers<void>();
  const { queues } = await open(server, { onLost: lost.resolve });
  await open(server, { onLost: alsoLost.resolve });
  await queues.add('site', [site('a.com')]);
  await server.kill();
  await server.forget();
  await server.start();
  await Promise.all([lost.promise, alsoLost.promise]);
  const { all, done } = work(queues, ['a.com']);
  await addAtLast(queues, 'a.com');
  await all;
  expect([...done]).toEqual(['a.com']);
});

describe('a misconfigured Redis', () => {
  test('a Redis that evicts keys when it is full is reported', async () => {
    const warned = Promise.withResolvers<string>();
    const server = await redis('--maxmemory-policy', 'allkeys-lru');
    await open(server, { onError: (error) => warned.resolve(error.message) });
    expect(await warned.promise).toContain('Redis has maxmemory-policy allkeys-lru and would evict jobs');
  });

  test('a full Redis refuses additions with its own error', async () => {
    const server = await redis('--maxmemory', '1');
    const { queues } = await open(server);
    await expect(queues.add('site', [site('a.com')])).rejects.toThrow(/^Redis failed: .*OOM/);
    await expect(queues.add('site', [site('a.com')])).rejects.toThrow(QueuesUnavailable);
  });

  test('a wrong password is reported once, however many connections there are, and additions are refused', async () => {
    const server = await redis('--requirepass', 'right');
    const { queues, errors } = await open(server);
    work(queues, []);
    // As patient as our connections: after it was refused three times, ours were refused more than once.
    const other = new Redis(server.url);
    const refused = Promise.withResolvers<void>();
    let times = 0;
    other.on('error', () => {
      times += 1;
      if (times === 3) refused.resolve();
    });
    await refused.promise;
    other.disconnect();
    expect(errors).toEqual([expect.stringContaining('NOAUTH')]);
    await expect(queues.add('site', [site('a.com')])).rejects.toThrow(QueuesUnavailable);
  });
});
