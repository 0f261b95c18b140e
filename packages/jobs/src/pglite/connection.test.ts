import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { site, workUntil } from '../conformance/work.ts';
import { openQueues, type Queues } from '../open-queues.ts';
import { makeQueueFolders, type QueueFolders } from './folder.fixture.ts';
import { PglitePool } from './pool.ts';

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

/** Runs SQL on the database of closed queues. */
async function sql(dataDir: string, text: string): Promise<unknown[]> {
  const pool = await PglitePool.open(join(dataDir, 'pglite'));
  try {
    return (await pool.query(text)).rows;
  } finally {
    await pool.end();
  }
}

describe('what an earlier run left', () => {
  test('of a database that was never finished goes away', async () => {
    const dataDir = await folders.fresh();
    await rm(join(dataDir, 'pglite'), { recursive: true });
    await mkdir(join(dataDir, 'pglite-unfinished-1', 'base'), { recursive: true });
    const { queues } = await open(dataDir);
    await queues.add('site', [site('a.com')]);
    expect(await workUntil(queues, 1)).toEqual(['done a.com']);
    expect((await readdir(dataDir)).sort()).toEqual(['complete.json', 'pglite']);
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
        [
          join(import.meta.dirname, '..', 'killed.fixture.ts'),
          JSON.stringify({ kind: 'pglite', dataDir }),
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
