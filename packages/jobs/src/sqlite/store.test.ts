import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, truncate, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { site, workUntil } from '../../test/conformance/work.ts';
import { RetryLater } from '../errors.ts';
import { openQueues, type Queues } from '../open-queues.ts';
import { makeQueueFolders, type QueueFolders } from '../../test/queue-folders.ts';

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

async function open(dataDir = folders.fresh()): Promise<Opened> {
  const errors: string[] = [];
  const fatal: string[] = [];
  const queues = await openQueues({
    backend: { kind: 'sqlite', dataDir },
    onError: (error) => errors.push(error.message),
    onFatal: (error) => fatal.push(error.message),
  });
  opened.push(queues);
  return { queues, dataDir, errors, fatal };
}

/** A closed folder in which these sites are waiting. */
async function folderWith(...domains: readonly string[]): Promise<string> {
  const { queues, dataDir } = await open();
  await queues.add('site', domains.map(site));
  await queues.close({ deadlineMs: 0 });
  return dataDir;
}

const fileIn = (dataDir: string): string => join(dataDir, 'queue.sqlite');

function connect(dataDir: string): DatabaseSync & Disposable {
  const db = new DatabaseSync(fileIn(dataDir));
  return Object.assign(db, { [Symbol.dispose]: () => db.close() });
}

function sql(dataDir: string, statement: string): readonly unknown[] {
  using db = connect(dataDir);
  return db.prepare(statement).all();
}

const nothing = { process: async () => {}, gaveUp: async () => {} };

describe('work', () => {
  test('begins when a job is added, and again when its time has come', async () => {
    const { queues } = await open();
    const done = Promise.withResolvers<void>();
    const begun: number[] = [];
    queues.work({
      site: {
        ...nothing,
        process: async (_payload, job) => {
          begun.push(job.begun);
          if (job.begun < 3) throw new RetryLater(20, 'not yet', { expected: true });
          done.resolve();
        },
      },
    });
    await queues.add('site', [site('a.com')]);
    await done.promise;
    expect(begun).toEqual([1, 2, 3]);
  });

  test('runs as many jobs at a time as allowed, and no more', async () => {
    const { queues } = await open();
    const domains = Array.from({ length: 40 }, (_, n) => `d${n}.com`);
    await queues.add('site', domains.map(site));
    const all = Promise.withResolvers<void>();
    let [now, most, done] = [0, 0, 0];
    queues.work(
      {
        site: {
          ...nothing,
          process: async () => {
            now += 1;
            most = Math.max(most, now);
            for (let round = 0; round < 3; round++) await new Promise(setImmediate);
            now -= 1;
            done += 1;
            if (done === domains.length) all.resolve();
          },
        },
      },
      { concurrency: { site: 7 } },
    );
    await all.promise;
    expect(most).toBe(7);
  });

  test('is recorded before a processor begins', async () => {
    const { queues, dataDir } = await open();
    await queues.add('site', [site('a.com')]);
    const seen = Promise.withResolvers<readonly unknown[]>();
    queues.work({
      site: {
        ...nothing,
        process: async () => seen.resolve(sql(dataDir, 'SELECT state, begun FROM job')),
      },
    });
    expect(await seen.promise).toEqual([{ state: 'active', begun: 1 }]);
  });

  test('abandons a job that ignores its signal, which counts as a stall', { timeout: 20_000 }, async () => {
    const { queues, dataDir, errors } = await open();
    await queues.add('site', [site('stubborn.com')]);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    queues.work({
      site: {
        ...nothing,
        process: () => {
          begun.resolve();
          return end.promise;
        },
      },
    });
    await begun.promise;
    await queues.close({ deadlineMs: 0 });
    expect(errors).toEqual([
      'queue site: 1 jobs were abandoned, because they ignore their signal; they continue at the next start',
    ]);
    const again = await open(dataDir);
    end.resolve();
    expect(await workUntil(again.queues, 1)).toEqual(['done stubborn.com']);
    expect(again.errors).toEqual([]);
  });
});

describe('data of an earlier run', () => {
  test('an invalid stored payload fails only its own job', async () => {
    const dataDir = await folderWith('a.com', 'b.com', 'c.com');
    sql(dataDir, `UPDATE job SET payload = '{"crawlId":"c1"}' WHERE id = 'c1.a.com'`);
    sql(dataDir, `UPDATE job SET payload = '{"crawl' WHERE id = 'c1.b.com'`);
    const again = await open(dataDir);
    expect(await workUntil(again.queues, 1)).toEqual(['done c.com']);
    expect(again.errors).toEqual([
      'queue site, job c1.a.com, attempt 1: invalid payload: payload must have required properties domain',
      'queue site, job c1.b.com, attempt 1: invalid payload: payload must be object',
    ]);
    await again.queues.close({ deadlineMs: 1_000 });
    expect(sql(dataDir, 'SELECT id FROM job')).toEqual([]);
  });

  test('jobs of an ended process continue at once; one that stalled too often is given up', async () => {
    const dataDir = await folderWith('idle.com', 'a.com', 'killer.com');
    sql(
      dataDir,
      `UPDATE job SET state = 'active', stalled = CASE WHEN id = 'c1.killer.com' THEN 10 ELSE 9 END
       WHERE id <> 'c1.idle.com'`,
    );
    const again = await open(dataDir);
    expect(await again.queues.counts('site')).toEqual({ waiting: 3, active: 0, delayed: 0 });
    expect(await workUntil(again.queues, 3)).toEqual([
      'done idle.com',
      'done a.com',
      'gave up killer.com: the process ended 11 times during this job',
    ]);
  });

  test('a database with another schema version is replaced', async () => {
    const dataDir = await folderWith('a.com');
    sql(dataDir, 'PRAGMA user_version = 7');
    const { queues } = await open(dataDir);
    expect(await queues.counts('site')).toEqual({ waiting: 0, active: 0, delayed: 0 });
    await queues.add('site', [site('b.com')]);
    expect(await workUntil(queues, 1)).toEqual(['done b.com']);
  });
});

describe('the folder', () => {
  test('survives three SIGKILLs during adding and working: every acknowledged job is done', async () => {
    const dataDir = await folderWith();
    const acknowledged = join(dataDir, 'acknowledged');
    const done = join(dataDir, 'done');
    await writeFile(acknowledged, '');
    await writeFile(done, '');
    for (const run of [1, 2, 3]) {
      const before = await lines(done);
      const child = spawn(
        process.execPath,
        [
          join(import.meta.dirname, '../../test/killed-process.ts'),
          JSON.stringify({ kind: 'sqlite', dataDir }),
          acknowledged,
          done,
          String(run),
        ],
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
    const rest = waiting === 0 ? [] : await workUntil(queues, waiting);
    const ended = new Set([...(await lines(done)), ...rest.map((event) => event.replace('done ', ''))]);
    const promised = await lines(acknowledged);
    expect(promised.length).toBeGreaterThan(100);
    expect(promised.filter((domain) => !ended.has(domain))).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  test('opens with the earlier jobs when the log is truncated anywhere', async () => {
    const { queues, dataDir } = await open();
    const log = `${fileIn(dataDir)}-wal`;
    for (let n = 0; n < 20; n++) await queues.add('site', [site(`d${n}.com`)]);
    const copy = folders.fresh();
    await mkdir(copy);
    const { byteLength } = await readFile(log);
    const found: number[] = [];
    for (let end = byteLength; end > 0; end -= 3_333) {
      await copyFile(fileIn(dataDir), fileIn(copy));
      await copyFile(log, `${fileIn(copy)}-wal`);
      await truncate(`${fileIn(copy)}-wal`, end);
      const cut = await open(copy);
      const { waiting } = await cut.queues.counts('site');
      found.push(waiting);
      await cut.queues.add('site', [site('d19.com')]);
      expect((await cut.queues.counts('site')).waiting).toBe(waiting === 20 ? 20 : waiting + 1);
      await cut.queues.close({ deadlineMs: 0 });
    }
    expect(found[0]).toBe(20);
    expect(found.at(-1)).toBe(0);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
  });

  test.each([
    ['that is not a database', (dataDir: string) => writeFile(fileIn(dataDir), 'not a database'.repeat(100))],
    [
      'whose index lacks a job',
      async (dataDir: string) => {
        const bytes = await readFile(fileIn(dataDir));
        // The text of the last entry of an index comes first on its page; the table contains it a second time.
        const at = bytes.lastIndexOf('c1.lost.com');
        bytes.write('c1.last.com', at);
        await writeFile(fileIn(dataDir), bytes);
      },
    ],
  ])('with a database %s names the remedy', async (_name, damage) => {
    const dataDir = await folderWith('a.com', 'lost.com');
    await damage(dataDir);
    await expect(open(dataDir)).rejects.toThrow(
      /queue\.sqlite is damaged \(.*\): delete the folder that it is in and start again/,
    );
  });

  test('is named if it cannot be written', async () => {
    const inFile = join(import.meta.filename, 'queue');
    await expect(open(inFile)).rejects.toThrow(`the queue's folder ${inFile} can't be written: ENOTDIR`);
  });
});

describe('a database that refuses', () => {
  test('for a while is reported once, and nothing is lost or done twice', async () => {
    const { queues, dataDir, errors } = await open();
    await queues.add('site', ['a.com', 'b.com'].map(site));
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const all = Promise.withResolvers<void>();
    const firstBegun = Promise.withResolvers<void>();
    queues.work(
      {
        site: {
          ...nothing,
          process: async ({ domain }) => {
            begun.push(domain);
            if (begun.length === 1) firstBegun.resolve();
            if (begun.length === 2) all.resolve();
            if (domain === 'a.com') await new Promise<void>((resolve) => ends.set(domain, resolve));
          },
        },
      },
      { concurrency: { site: 1 } },
    );
    await firstBegun.promise;
    {
      using other = connect(dataDir);
      other.exec('BEGIN IMMEDIATE');
      ends.get('a.com')?.();
      await expect(queues.add('site', [site('c.com')])).rejects.toThrow(
        /queue\.sqlite failed \(database is locked\): check the disk/,
      );
      while (errors.length === 0) await new Promise(setImmediate);
      await expect(queues.probe()).rejects.toThrow('database is locked');
      expect(await queues.counts('site')).toEqual({ waiting: 1, active: 1, delayed: 0 });
      other.exec('ROLLBACK');
    }
    await all.promise;
    await queues.close({ deadlineMs: 5_000 });
    expect(begun).toEqual(['a.com', 'b.com']);
    expect(errors).toEqual([
      expect.stringMatching(
        /^queue site: the queue's database .*queue\.sqlite failed \(database is locked\)/,
      ),
    ]);
    expect(sql(dataDir, 'SELECT id FROM job')).toEqual([]);
  });

  test('for good stops the work', async () => {
    const { queues, dataDir, fatal, errors } = await open();
    await queues.add('site', [site('a.com')]);
    sql(dataDir, 'DROP TABLE job');
    queues.work({ site: nothing });
    while (fatal.length === 0) await new Promise(setImmediate);
    await expect(queues.add('site', [site('b.com')])).rejects.toThrow(/damaged.*delete the folder/);
    await expect(queues.probe()).rejects.toThrow('damaged');
    await queues.close({ deadlineMs: 1_000 });
    expect(fatal[0]).toMatch(/^queue site: the queue's database .* is damaged \(no such table/);
    expect(errors).toEqual([]);
  });

  test('to grow any further reports it; acknowledged jobs are there at the next start', async () => {
    const dataDir = await folderWith();
    const program = `
      import { openQueues } from ${JSON.stringify(join(import.meta.dirname, '..', 'index.ts'))};
      const [dataDir] = process.argv.slice(1);
      const fail = (error) => { throw error; };
      const queues = await openQueues({ backend: { kind: 'sqlite', dataDir }, onError: fail, onFatal: fail });
      for (let n = 0; ; n += 1) {
        try {
          await queues.add('site', [{ crawlId: 'c1', domain: \`d\${n}.com\` }]);
        } catch (error) {
          console.log(JSON.stringify([n, error.name, error.message]));
          break;
        }
      }
      process.exit(0);
    `;
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'ulimit -f 512 && exec "$@"',
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        program,
        dataDir,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [added, name, message]: [number, string, string] = JSON.parse(await text(child.stdout));
    expect(name).toBe('QueuesUnavailable');
    expect(message).toMatch(/queue\.sqlite (failed \(disk I\/O error\): check the disk|is full)/);
    expect(added).toBeGreaterThan(10);
    const { queues } = await open(dataDir);
    expect((await queues.counts('site')).waiting).toBe(added);
  });
});

async function lines(file: string): Promise<string[]> {
  // A line truncated by a kill does not count.
  return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
}

async function untilLonger(file: string, count: number): Promise<void> {
  const stop = new AbortController();
  for await (const _change of watch(file, { signal: stop.signal })) {
    if ((await lines(file)).length > count) return;
  }
}
