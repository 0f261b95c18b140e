/* Browsers and processes that are killed. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { needChromium, type OpenedRenderer, openRenderer, processesWith } from './opened-renderer.ts';

const html = { 'content-type': 'text/html' };

beforeAll(needChromium, 600_000);

test(
  'a page whose browser is killed is rendered by another one, and has failed after the second',
  {
    timeout: 120_000,
  },
  async () => {
    let requests = 0;
    let kills = 1;
    await using opened = await openRenderer((request, response) => {
      if (request.url !== '/kills' || kills === 0)
        return void response.writeHead(200, html).end('<p>whole</p>');
      requests++;
      kills--;
      response.writeHead(200, html).write('<p>begins</p>', () => void killBrowsers(opened));
    });
    expect(await opened.render('/kills')).toMatchObject({ kind: 'rendered', partial: null });
    expect(requests).toBe(1);
    kills = Infinity;
    expect(await opened.render('/kills')).toEqual({
      kind: 'failed',
      reason: 'the browser ended while it rendered the page',
    });
    expect(requests).toBe(3);
    expect(await opened.render('/')).toMatchObject({ kind: 'rendered', partial: null });
  },
);

async function killBrowsers(opened: OpenedRenderer): Promise<void> {
  for (const pid of await opened.browsers()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended with one that was killed before it.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

test('a page that is cancelled ends as such, also while it waits', { timeout: 120_000 }, async () => {
  const requested = Promise.withResolvers<void>();
  await using opened = await openRenderer(
    (_request, response) => {
      response.writeHead(200, html).write('<p>begins</p>', () => requested.resolve());
    },
    { concurrency: 1 },
  );
  const cancelled = new AbortController();
  const renderings = [1, 2].map(() =>
    opened.renderer.render({ url: opened.url('/'), globals: [], screenshot: false }, cancelled.signal),
  );
  await requested.promise;
  cancelled.abort();
  const reason = 'the rendering was cancelled';
  expect(await Promise.all(renderings)).toEqual([
    { kind: 'failed', reason },
    { kind: 'failed', reason },
  ]);
});

test('when the process is killed no browser stays behind', { timeout: 120_000 }, async () => {
  const mark = `RENDERER_TEST_PROCESS=${randomUUID()}`;
  const [name = '', value] = mark.split('=');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-renderer.ts')], {
    env: { ...process.env, [name]: value },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const running = async (): Promise<number> => (await processesWith(mark)).length;
  await expect.poll(running).toBeGreaterThan(3);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(running).toBe(0);
});

test(
  'the process listens on loopback only, although Crawlee would open a proxy for all',
  { timeout: 120_000 },
  async () => {
    const before = new Set(await listeningAddresses());
    await using opened = await openRenderer((_request, response) => {
      response.writeHead(200, html).end('<p>x</p>');
    });
    await opened.render('/');
    const found = (await listeningAddresses()).filter((address) => !before.has(address));
    // In hexadecimal, the last byte of the address first.
    expect(found.filter((address) => !/^0[12]00007F:/.test(address))).toEqual([]);
    expect(found).not.toEqual([]);
  },
);

/** Addresses and ports at which this process listens, as the kernel writes them. */
async function listeningAddresses(): Promise<readonly string[]> {
  const files = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  const inodes = new Set(files.flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'latin1')),
  );
  return tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    .filter(([, , , state, , , , , , inode = '']) => state === '0A' && inodes.has(inode))
    .map(([, address = '']) => address);
}
