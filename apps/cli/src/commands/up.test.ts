import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startServer } from '../../../../test/support/server-process.ts';
import { run, start } from '../../test/command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-up-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts `up` and stops it once it has said all. @returns the lines on standard output */
async function linesOf(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { child, ended } = start(['up'], {
    SITEGREP_DATA_DIR: folder,
    SITEGREP_LOG_LEVEL: 'error',
    npm_command: '',
    ...settings,
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Next')) break;
  }
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^\nstopping; .*\n$/) as string,
  });
  return lines;
}

/** A listener on a free port, which speaks no HTTP. */
async function listenElsewhere(): Promise<{ readonly port: number; close(): void }> {
  const listener = createServer((socket) => socket.end('no HTTP\n')).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no TCP port');
  return { port: address.port, close: () => listener.close() };
}

test('the first start prints its address, an admin key to copy, and what to do next; a later one, how to get a key', async () => {
  const first = await linesOf({ SITEGREP_PORT: '0' });
  const url = /http:\S+/.exec(first[0] ?? '')?.[0];
  expect(first).toEqual([
    `sitegrep listens at ${url} (data in ${folder})`,
    'Admin key, shown this once:',
    '',
    expect.stringMatching(/^  export SITEGREP_KEY=sg_\w{40,}$/),
    '',
    'Open the console first; this link signs you in, once, on this machine:',
    '',
    expect.stringMatching(new RegExp(String.raw`^  ${url}/#code=[\w-]{32}$`)),
    '',
    'For something to search at once: sitegrep samples',
    `Documentation: ${url}/docs`,
    'Next, in another terminal: sitegrep crawl domains.txt',
  ]);
  const second = await linesOf({ SITEGREP_PORT: '0', npm_command: 'exec' });
  expect(second.slice(1)).toEqual([
    'For another key: npx sitegrep keys create --name NAME --scope admin search',
    expect.stringMatching(/^Console: http:\S+$/),
    expect.stringMatching(/^Documentation: http:\S+\/docs$/),
    'Next, in another terminal: npx sitegrep crawl domains.txt',
  ]);
});

test('a port in use is named with its setting and its holder, and consumes no key', async () => {
  const other = await listenElsewhere();
  const up = { SITEGREP_DATA_DIR: folder, SITEGREP_LOG_LEVEL: 'error' };
  try {
    expect(await run(['up'], { ...up, SITEGREP_PORT: String(other.port) })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: another program listens at 127.0.0.1:${other.port}; stop it, or set SITEGREP_PORT to another port.\n`,
    });
  } finally {
    other.close();
  }
  const server = await startServer(join(folder, 'other'), { SITEGREP_LOG_LEVEL: 'error' });
  const { host, port } = new URL(server.url);
  try {
    expect((await run(['up'], { ...up, SITEGREP_PORT: port })).stderr).toBe(
      `error: another sitegrep listens at ${host}; stop it, or set SITEGREP_PORT to another port.\n`,
    );
  } finally {
    await server.stop();
  }
  expect((await linesOf({ SITEGREP_PORT: '0' })).join('\n')).toContain('export SITEGREP_KEY=');
});

test('a start that is interrupted before it listens makes no key, which nobody would see', async () => {
  const settings = { SITEGREP_DATA_DIR: folder, SITEGREP_PORT: '0', SITEGREP_LOG_LEVEL: 'error' };
  const before = process.listenerCount('SIGINT');
  const ended = run(['up'], settings);
  await vi.waitUntil(() => process.listenerCount('SIGINT') > before, { interval: 1, timeout: 60_000 });
  process.emit('SIGINT');
  expect(await ended).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^\nstopping; /) });
  expect((await run(['keys', 'list', '--json'], settings)).stdout).toBe('');
});

test('a process of a cluster names the setting of its port for metrics', async () => {
  const other = await listenElsewhere();
  try {
    const { code, stderr } = await run(['worker'], {
      SITEGREP_STORAGE: 'elasticsearch',
      SITEGREP_QUEUE: 'redis',
      SITEGREP_REDIS_URL: 'redis://127.0.0.1:1',
      SITEGREP_ELASTICSEARCH_NODES: 'http://127.0.0.1:1',
      SITEGREP_METRICS_PORT: String(other.port),
    });
    expect([code, stderr]).toEqual([
      2,
      `error: another program listens at 127.0.0.1:${other.port}; stop it, or set SITEGREP_METRICS_PORT to another port.\n`,
    ]);
  } finally {
    other.close();
  }
});
