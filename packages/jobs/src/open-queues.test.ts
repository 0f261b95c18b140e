import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeQueueFolders, type QueueFolders } from './folder.fixture.ts';
import { Fatal, GiveUp, RetryLater, RetryNow } from './errors.ts';
import { openQueues, type Queues } from './open-queues.ts';
import { PglitePool } from './pglite/pool.ts';
import type { JobContext } from './run-job.ts';

let folders: QueueFolders;
beforeAll(async () => {
  folders = await makeQueueFolders();
});
afterAll(() => folders.removeAll());

interface Opened {
  readonly queues: Queues;
  readonly dataDir: string;
  readonly errors: string[];
  readonly fatal: string[];
}
const opened: Queues[] = [];
afterEach(async () => {
  for (const queues of opened.splice(0)) await queues.close({ deadlineMs: 0 });
});

async function open(dataDir?: string): Promise<Opened> {
  const folder = dataDir ?? (await folders.fresh());
  const errors: string[] = [];
  const fatal: string[] = [];
  const queues = await openQueues({
    backend: { kind: 'pglite', dataDir: folder },
    onError: (error) => errors.push(error.message),
    onFatal: (error) => fatal.push(error.message),
  });
  opened.push(queues);
  return { queues, dataDir: folder, errors, fatal };
}

const site = (domain: string) => ({ crawlId: 'c1', domain });

/** Runs SQL on the database of closed queues. */
async function sql(dataDir: string, text: string): Promise<unknown[]> {
  const pool = await PglitePool.open(join(dataDir, 'pglite'));
  try {
    return (await pool.query(text)).rows;
  } finally {
    await pool.end();
  }
}

/** Works until `count` jobs are done or given up; what happened, in order. */
async function workUntil(
  queues: Queues,
  count: number,
  process: (domain: string, job: JobContext) => Promise<void> = async () => {},
): Promise<string[]> {
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  const end = (event: string): void => {
    events.push(event);
    ended += 1;
    if (ended === count) resolve();
  };
  queues.work(
    {
      site: {
        process: async ({ domain }, job) => {
          await process(domain, job);
          end(`done ${domain}`);
        },
        gaveUp: async ({ domain }, reason) => end(`gave up ${domain}: ${reason}`),
      },
    },
    { concurrency: { site: 1 } },
  );
  await promise;
  return events;
}

describe('adding', () => {
  test('a job that is in the queue is not added again, within a call or later', async () => {
    const { queues } = await open();
    await queues.add('site', [site('a.com'), site('a.com'), { crawlId: 'c2', domain: 'a.com' }]);
    await queues.add('site', [site('a.com')]);
    expect(await queues.counts('site')).toEqual({ waiting: 2, active: 0, delayed: 0 });
  });

  test('a job that was done can be added again', async () => {
    const { queues, dataDir } = await open();
    await queues.add('site', [site('a.com')]);
    expect(await workUntil(queues, 1)).toEqual(['done a.com']);
    await queues.close({ deadlineMs: 1_000 });
    const again = await open(dataDir);
    await again.queues.add('site', [site('a.com')]);
    expect((await again.queues.counts('site')).waiting).toBe(1);
  });

  test('more jobs than one statement takes, and domains with colons', async () => {
    const { queues } = await open();
    await queues.add(
      'site',
      Array.from({ length: 1_234 }, (_, n) => site(`2001:db8::${n.toString(16)}`)),
    );
    expect((await queues.counts('site')).waiting).toBe(1_234);
  });

  test('payloads and priorities out of bounds are refused, and nothing of the call is added', async () => {
    const { queues } = await open();
    // The types forbid them; jobs that an older release stored don't know the types.
    const add = (payload: unknown) =>
      queues.add('site', [site('a.com'), payload] as ReturnType<typeof site>[]);
    await expect(add({ crawlId: 'c', domain: '' })).rejects.toThrow(
      'invalid payload: domain must not have fewer than 1 characters',
    );
    await expect(add({ crawlId: 'c', domain: 7 })).rejects.toThrow('invalid payload: domain must be string');
    await expect(add({ crawlId: 'c', domain: 'a.com', extra: 1 })).rejects.toThrow(
      'invalid payload: payload must not have additional properties',
    );
    await expect(add(null)).rejects.toThrow('invalid payload: payload must be object');
    for (const priority of [0, 11, 1.5, Number.NaN]) {
      await expect(queues.add('site', [site('a.com')], { priority })).rejects.toThrow('from 1 (first) to 10');
    }
    expect((await queues.counts('site')).waiting).toBe(0);
  });

  test('jobs come by priority, then in the order they were added', async () => {
    const { queues } = await open();
    await queues.add('site', [site('late-1.com'), site('late-2.com')], { priority: 10 });
    await queues.add('site', [site('soon-1.com'), site('soon-2.com')], { priority: 1 });
    expect(await workUntil(queues, 4)).toEqual([
      'done soon-1.com',
      'done soon-2.com',
      'done late-1.com',
      'done late-2.com',
    ]);
  });
});

describe('what a processor throws', () => {
  interface Seen {
    readonly attempts: [attempt: number, last: boolean][];
    readonly gaveUp: string[];
  }
  const seen = new Map<string, Seen>();
  let errors: string[] = [];
  let left: unknown[] = [];

  beforeAll(async () => {
    const domains = ['later.com', 'now.com', 'never.com', 'bug.com', 'unrecorded.com', 'fine.com'];
    for (const domain of domains) seen.set(domain, { attempts: [], gaveUp: [] });
    const { queues, dataDir, errors: told } = await open();
    await queues.add('site', domains.map(site));
    const settled = Promise.withResolvers<void>();
    const process = (domain: string, attempts: number): void => {
      if (domain === 'later.com' && attempts < 6) throw new RetryLater(1, 'storage down');
      if (domain === 'now.com') throw new RetryNow('odd');
      if (domain === 'never.com') throw new GiveUp('no such thing');
      if (domain === 'bug.com') throw new TypeError('a bug');
      if (domain === 'unrecorded.com') throw new GiveUp('hopeless');
    };
    const settledYet = (): boolean =>
      seen.get('later.com')?.attempts.length === 6 &&
      seen.get('now.com')?.gaveUp.length === 1 &&
      domains.every((domain) => seen.get(domain)?.attempts.length !== 0);
    queues.work(
      {
        site: {
          process: async ({ domain }, { attempt, lastAttempt }) => {
            const { attempts = [] } = seen.get(domain) ?? {};
            attempts.push([attempt, lastAttempt]);
            if (settledYet()) settled.resolve();
            process(domain, attempts.length);
          },
          gaveUp: async ({ domain }, reason) => {
            if (domain === 'unrecorded.com') throw new Error('nowhere to write');
            seen.get(domain)?.gaveUp.push(reason);
            if (settledYet()) settled.resolve();
          },
        },
      },
      { concurrency: { site: 1 } },
    );
    await settled.promise;
    await queues.close({ deadlineMs: 5_000 });
    errors = told;
    left = await sql(dataDir, 'SELECT id, state, attempts_made AS attempts FROM bullmq.job ORDER BY id');
  });

  test('RetryLater: comes again as the same attempt, is told, and ends when it succeeds', () => {
    const attempts = Array.from({ length: 6 }, () => [1, false]);
    expect(seen.get('later.com')).toEqual({ attempts, gaveUp: [] });
    expect(errors).toContain('queue site, job c1.later.com, attempt 1: storage down');
  });

  test('RetryNow: comes again at once until the attempts are used up', () => {
    const attempts = [
      [1, false],
      [2, false],
      [3, true],
    ];
    expect(seen.get('now.com')).toEqual({ attempts, gaveUp: ['odd'] });
  });

  test('GiveUp: is given up at the first attempt', () => {
    expect(seen.get('never.com')).toEqual({ attempts: [[1, false]], gaveUp: ['no such thing'] });
  });

  test('anything else: is told, and the next attempt waits', () => {
    expect(seen.get('bug.com')).toEqual({ attempts: [[1, false]], gaveUp: [] });
    expect(errors).toContain('queue site, job c1.bug.com, attempt 1: a bug');
  });

  test('giving up that can’t be recorded: is told, and the job stays', () => {
    expect(errors).toContain('queue site, job c1.unrecorded.com, attempt 1: nowhere to write');
  });

  test('what was done or given up is gone from the queue, what was not is there', () => {
    expect(left).toEqual([
      { id: 'c1.bug.com', state: 'delayed', attempts: 1 },
      { id: 'c1.unrecorded.com', state: 'delayed', attempts: 0 },
    ]);
  });

  test('Fatal: the job goes back, no more are taken, the process is told', async () => {
    const { queues, fatal, dataDir } = await open();
    await queues.add('site', [site('a.com'), site('b.com')]);
    const thrown = Promise.withResolvers<void>();
    const started: string[] = [];
    queues.work(
      {
        site: {
          process: async ({ domain }) => {
            started.push(domain);
            thrown.resolve();
            throw new Fatal('disk is gone');
          },
          gaveUp: async () => {},
        },
      },
      { concurrency: { site: 1 } },
    );
    await thrown.promise;
    await queues.close({ deadlineMs: 1_000 });
    expect(started).toEqual(['a.com']);
    expect(fatal).toEqual(['queue site, job c1.a.com, attempt 1: disk is gone']);
    expect(await sql(dataDir, 'SELECT id, state FROM bullmq.job ORDER BY id')).toEqual([
      { id: 'c1.a.com', state: 'waiting' },
      { id: 'c1.b.com', state: 'waiting' },
    ]);
  });
});

describe('working', () => {
  test('a queue without a processor is named', async () => {
    const { queues } = await open();
    const none = {} as Parameters<Queues['work']>[0];
    expect(() => queues.work(none)).toThrow('queue site has no processor');
  });

  test('a stored payload that is invalid fails its own job only', async () => {
    const { queues, dataDir } = await open();
    await queues.add('site', [site('a.com'), site('b.com')]);
    await queues.close({ deadlineMs: 0 });
    await sql(dataDir, `UPDATE bullmq.job SET data = '{"crawlId":"c1"}' WHERE id = 'c1.a.com'`);
    const again = await open(dataDir);
    expect(await workUntil(again.queues, 1)).toEqual(['done b.com']);
    expect(again.errors).toEqual([
      'queue site, job c1.a.com, attempt 1: invalid payload: payload must have required properties domain',
    ]);
    await again.queues.close({ deadlineMs: 1_000 });
    expect(await sql(dataDir, 'SELECT id FROM bullmq.job')).toEqual([]);
  });

  test('jobs of a process that is gone are taken up at once; one that ended too many is given up', async () => {
    const { queues, dataDir } = await open();
    await queues.add('site', [site('a.com'), site('killer.com'), site('idle.com')]);
    await queues.close({ deadlineMs: 0 });
    const inAnHour = Date.now() + 3_600_000;
    await sql(
      dataDir,
      `UPDATE bullmq.job SET state = 'active', lock_token = 'gone', locked_until_ms = ${inAnHour},
         stalled_count = CASE WHEN id = 'c1.killer.com' THEN 10 ELSE 9 END
       WHERE id <> 'c1.idle.com'`,
    );
    const again = await open(dataDir);
    expect((await workUntil(again.queues, 3)).sort()).toEqual([
      'done a.com',
      'done idle.com',
      'gave up killer.com: the process ended 11 times while it was at this job',
    ]);
  });
});

describe('closing', () => {
  test('lets jobs in flight end within the deadline', async () => {
    const { queues, dataDir } = await open();
    await queues.add('site', [site('a.com')]);
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    queues.work({
      site: {
        process: async () => {
          started.resolve();
          await end.promise;
        },
        gaveUp: async () => {},
      },
    });
    await started.promise;
    const closed = queues.close({ deadlineMs: 20_000 });
    end.resolve();
    await closed;
    expect(await sql(dataDir, 'SELECT id FROM bullmq.job')).toEqual([]);
  });

  test('hands back what is not done by the deadline, as if it had not begun', async () => {
    const { queues, dataDir, errors } = await open();
    await queues.add('site', [site('a.com'), site('b.com')], { priority: 3 });
    const started = Promise.withResolvers<AbortSignal>();
    queues.work(
      {
        site: {
          process: async (_payload, { signal }) => {
            started.resolve(signal);
            await once(signal, 'abort');
            throw new Error('left in the middle');
          },
          gaveUp: async () => {},
        },
      },
      { concurrency: { site: 1 } },
    );
    const signal = await started.promise;
    await queues.close({ deadlineMs: 1 });
    expect(String(signal.reason)).toContain('the process is going down');
    expect(errors).toEqual([]);
    const rows = await sql(
      dataDir,
      'SELECT id, state, attempts_made, stalled_count FROM bullmq.job ORDER BY id',
    );
    expect(rows).toEqual([
      { id: 'c1.a.com', state: 'waiting', attempts_made: 0, stalled_count: 0 },
      { id: 'c1.b.com', state: 'waiting', attempts_made: 0, stalled_count: 0 },
    ]);
  });

  test('waits for what was asked before', async () => {
    const { queues, dataDir } = await open();
    const added = queues.add('site', [site('a.com')]);
    await queues.close({ deadlineMs: 0 });
    await added;
    expect(await sql(dataDir, 'SELECT id FROM bullmq.job')).toEqual([{ id: 'c1.a.com' }]);
  });

  test('twice is once, and everything else is refused after it', async () => {
    const { queues } = await open();
    await queues.probe();
    await Promise.all([queues.close({ deadlineMs: 0 }), queues.close({ deadlineMs: 0 })]);
    await expect(queues.add('site', [site('a.com')])).rejects.toThrow('the queues are closed');
    await expect(queues.probe()).rejects.toThrow('closed');
    await expect(queues.counts('site')).rejects.toThrow('closed');
    expect(() => queues.work({ site: { process: async () => {}, gaveUp: async () => {} } })).toThrow(
      'closed',
    );
  });
});

describe('the folder', () => {
  test('killed with -9 while adding and working, three times: every acknowledged job is done', async () => {
    const dataDir = await folders.fresh();
    const acknowledged = join(dataDir, 'acknowledged');
    const done = join(dataDir, 'done');
    await writeFile(acknowledged, '');
    await writeFile(done, '');
    for (const run of [1, 2, 3]) {
      const before = await lines(done);
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'killed.fixture.ts'), dataDir, acknowledged, done, String(run)],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
      const exit = once(child, 'exit');
      await untilLonger(done, before.length + 40 * run);
      child.kill('SIGKILL');
      expect(await exit).toEqual([null, 'SIGKILL']);
    }
    const { queues, errors } = await open(dataDir);
    const { waiting, active, delayed } = await queues.counts('site');
    expect({ active, delayed }).toEqual({ active: 0, delayed: 0 });
    expect(waiting).toBeGreaterThan(0);
    const rest = await workUntil(queues, waiting);
    const ended = new Set([...(await lines(done)), ...rest.map((event) => event.replace('done ', ''))]);
    const promised = await lines(acknowledged);
    expect(promised.length).toBeGreaterThan(100);
    expect(promised.filter((domain) => !ended.has(domain))).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  test('of an earlier boot of the machine, or half made, is made anew', async () => {
    const { queues, dataDir } = await open();
    await queues.add('site', [site('a.com')]);
    await queues.close({ deadlineMs: 0 });
    await writeFile(join(dataDir, 'complete.json'), '{"boot":"another"}');
    const again = await open(dataDir);
    expect(await again.queues.counts('site')).toEqual({ waiting: 0, active: 0, delayed: 0 });
  });

  test('with a broken database says what to do', async () => {
    const { queues, dataDir } = await open();
    await queues.close({ deadlineMs: 0 });
    await writeFile(join(dataDir, 'pglite', 'global', 'pg_control'), 'not a control file');
    await expect(open(dataDir)).rejects.toThrow(
      /pglite can't be opened .*delete that folder and start again/,
    );
  });

  test('that can’t be written is named', async () => {
    const inFile = join(import.meta.filename, 'queue');
    await expect(open(inFile)).rejects.toThrow(`the queue's folder ${inFile} can't be written: ENOTDIR`);
  });
});

async function lines(file: string): Promise<string[]> {
  // A line that a kill cut off is none.
  return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
}

async function untilLonger(file: string, count: number): Promise<void> {
  const stop = new AbortController();
  for await (const _change of watch(file, { signal: stop.signal })) {
    if ((await lines(file)).length > count) return;
  }
}
