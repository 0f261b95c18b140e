import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readSeeds, submitCrawl } from '@sitegrep/intake';
import { openQueues, type Queues } from '@sitegrep/jobs';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveLoopback, type Answer } from '../test/loopback.ts';
import type { Storage } from '@sitegrep/storage';

/** Worker processes on one Redis and one storage. */
const url = process.env['TEST_REDIS'] ?? '';
const PATIENT = 60_000;

interface WorkerProcess {
  readonly outcomes: string[];
  readonly errors: string[];
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Closes it like an orchestrator. @returns the exit code */
  terminate(): Promise<number | null>;
}

let dataDir: string;
let storage: Storage;
let queues: Queues;
let backend: { readonly kind: 'redis'; readonly url: string; readonly prefix: string };
const children: ChildProcess[] = [];
beforeEach(async () => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-worker-'));
  storage = await openSqliteStorage({ dataDir, readers: 1 });
  backend = { kind: 'redis', url, prefix: `test-${randomUUID()}` };
  const fail = (error: Error): never => {
    throw error;
  };
  queues = await openQueues({ backend, onError: fail, onFatal: fail });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await queues.close({ deadlineMs: 0 });
  await storage.close();
  await rm(dataDir, { recursive: true });
});

async function startProcess(timing: object = {}): Promise<WorkerProcess> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../test/stoppable-worker.ts'),
      JSON.stringify(backend),
      JSON.stringify(timing),
      dataDir,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const outcomes: string[] = [];
  const errors: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said: { readonly site?: string; readonly error?: string } = JSON.parse(line);
    if (said.error !== undefined) errors.push(said.error);
    else if (said.site !== undefined) outcomes.push(said.site);
    else ready.resolve();
  });
  await ready.promise;
  return {
    outcomes,
    errors,
    signal: (name) => child.kill(name),
    terminate: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      return child.exitCode;
    },
  };
}

const submit = (...urls: string[]) =>
  submitCrawl(storage.crawls, { maxPages: 3, maxDepth: 1, priority: 5 }, readSeeds(urls, 'text'));
const emptyQueue = { waiting: 0, active: 0, delayed: 0 };
const page: Answer = { html: '<!doctype html><title>Welcome</title>' };

test('a process that is suspended for longer than its lock loses its site to another, and continues with the next', async () => {
  const late = Promise.withResolvers<void>();
  let requested = 0;
  const web = await serveLoopback(async (host, path) => {
    if (path !== '/') return null;
    if (host === 'slow.test') requested += 1;
    if (requested === 1) await late.promise;
    return page;
  });
  try {
    const timing = { lockMs: 1_000, stalledIntervalMs: 100 };
    const first = await startProcess(timing);
    const { id } = await submit(web.url('slow.test'));
    await vi.waitFor(() => expect(web.requested).toEqual(['slow.test/']), PATIENT);
    first.signal('SIGSTOP');
    const second = await startProcess(timing);
    await vi.waitFor(() => expect(second.outcomes).toEqual(['slow.test indexed']), PATIENT);
    expect(await second.terminate()).toBe(0);

    // Its page has arrived when it resumes.
    late.resolve();
    first.signal('SIGCONT');
    const next = await submit(web.url('next.test'));
    await vi.waitFor(() => expect(first.outcomes).toEqual(['next.test indexed']), PATIENT);
    await vi.waitFor(async () => expect(await queues.counts('site')).toEqual(emptyQueue), PATIENT);
    expect(await first.terminate()).toBe(0);

    for (const crawl of [id, next.id]) {
      expect(await storage.crawls.get(crawl)).toMatchObject({ state: 'completed', outcomes: { indexed: 1 } });
    }
    expect((await storage.domains.stats()).domains).toBe(2);
    expect(second.errors).toEqual([]);
    // The lost job is reported once, by the renewal of its lock or by its end.
    expect(first.errors.length).toBe(1);
    expect(first.errors.filter((error) => !/the lock is lost/.test(error))).toEqual([]);
  } finally {
    await web.close();
  }
});

test('a site under way when its process stops is queued again at once, without a used attempt', async () => {
  let hanging = true;
  const web = await serveLoopback((_host, path) => (path !== '/' ? null : hanging ? 'never' : page));
  try {
    const { id } = await submit(web.url('slow.test'));
    // As often as a job may fail before it is given up.
    for (const round of [1, 2, 3]) {
      const worker = await startProcess();
      await vi.waitFor(() => expect(web.requested).toHaveLength(round), PATIENT);
      expect(await worker.terminate()).toBe(0);
      expect(await queues.counts('site')).toEqual({ ...emptyQueue, waiting: 1 });
      expect(worker.errors).toEqual([]);
    }
    hanging = false;
    const last = await startProcess();
    await vi.waitFor(() => expect(last.outcomes).toEqual(['slow.test indexed']), PATIENT);
    expect(await last.terminate()).toBe(0);
    expect(await storage.crawls.get(id)).toMatchObject({ state: 'completed', outcomes: { indexed: 1 } });
  } finally {
    await web.close();
  }
});
