// A disk that fills up below a running server: it is told as full everywhere, searches and keys work, and writes work again
// when space is freed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { spawnSync } from 'node:child_process';

/** Size of the file system, of which a server that runs uses some megabytes. */
const SIZE = 96 * 1024 ** 2;

/** Mounts a file system at $1 that only the command after it sees, and runs the command. */
const ON_OWN_DISK = [
  'unshare',
  '--mount',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  'sh',
  '-ec',
  `mount -t tmpfs -o size=${SIZE} none "$1"; shift; exec "$@"`,
  'sh',
];

const canMount = spawnSync(ON_OWN_DISK[0] ?? '', [...ON_OWN_DISK.slice(1), tmpdir(), 'true']).status === 0;
if (!canMount && process.env['CI'] !== undefined) throw new Error('mount namespaces can not be made here');

let folder: string;
let server: RunningServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-full-'));
  server = await startServer(join(folder, 'data'), {}, [...ON_OWN_DISK, folder]);
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test.runIf(canMount)('a full disk is told as one, and nothing else is refused', async () => {
  /** The folder as the server sees it. */
  const disk = join('/proc', String(server.pid), 'root', folder);
  expect(await readiness()).toBe('up');
  expect(await submit('before.example')).toMatchObject({ status: 202 });
  const made = await server.ask('/admin/keys', json({ name: 'reader', scopes: ['search'] }));
  const { data } = (await made.json()) as { data: { secret: string } };

  await fillUp(join(disk, 'ballast'));
  await vi.waitFor(async () => expect(await readiness()).toBe('full'), 60_000);
  expect(await submit('during.example')).toEqual({
    status: 503,
    retryAfter: '60',
    details: expect.stringMatching(/^The disk of the store is full/) as string,
  });
  // A key that was never used before: reading it needs no write.
  const search = await fetch(`${server.url}/html-source-code-search`, {
    ...json({ search_terms: ['x'] }),
    headers: { 'x-api-key': data.secret, 'content-type': 'application/json' },
  });
  expect(search.status).toBe(200);
  await vi.waitFor(async () => expect(await isFullByMetrics()).toBe('1'), 60_000);

  await rm(join(disk, 'ballast'));
  await vi.waitFor(async () => expect(await readiness()).toBe('up'), 60_000);
  expect(await submit('after.example')).toMatchObject({ status: 202 });
  await vi.waitFor(async () => expect(await isFullByMetrics()).toBe('0'), 60_000);
});

async function readiness(): Promise<unknown> {
  const answer = await fetch(`${server.url}/readyz`);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { dependencies: Record<string, string> } };
  const { disk, ...others } = data.dependencies;
  expect(others).toEqual({ index: 'up', crawls: 'up', keys: 'up', queue: 'up' });
  return disk;
}

async function isFullByMetrics(): Promise<string | undefined> {
  const text = await (await server.ask('/metrics')).text();
  return /^sitegrep_disk_full (\d)$/m.exec(text)?.[1];
}

async function submit(domain: string): Promise<object> {
  const answer = await server.ask('/admin/crawls', json({ domains: [domain] }));
  const { details } = (await answer.json()) as { details?: string };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), details };
}

function json(body: object): { method: string; body: string; headers: Record<string, string> } {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Writes a file until the disk takes no more. */
async function fillUp(path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  for (let megabytes = SIZE / 1024 ** 2; megabytes > 0; megabytes--) {
    try {
      await writeFile(path, Buffer.alloc(1024 ** 2), { flag: 'a' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
  throw new Error('the disk is larger than expected');
}
