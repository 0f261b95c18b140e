// The page on alerts, with its receivers: each gets what the page says, signed, and takes it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { freePort } from '../../infra/dev/free-port.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { codeBlocks } from './code-blocks.ts';
import { BASH, patternOf, runPage } from './page.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'alerts.md');
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
const WEBHOOK_SECRET = `whsec_${Buffer.from('thirty-two bytes for signatures!').toString('base64')}`;
/** Installing the package of Python counts too, in milliseconds. */
const LIMIT = 600_000;

let closers: AsyncDisposableStack;
let folder: string;
let server: RunningServer;
beforeEach(async () => {
  closers = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), 'sitegrep-alerts-'));
  closers.defer(() => rm(root, { recursive: true }));
  folder = join(root, 'user');
  await mkdir(folder);
  server = await startServer(join(root, 'data'), {
    SITEGREP_ALLOWED_ADDRESSES: '127.0.0.1/32',
    SITEGREP_LOG_LEVEL: 'error',
  });
  closers.defer(() => server.stop());
});
afterEach(() => closers.disposeAsync());

/** The only block of the page in a language. */
async function block(language: string): Promise<string> {
  const found = codeBlocks(await readFile(PAGE, 'utf8')).filter((one) => one.language === language);
  expect(found).toHaveLength(1);
  return found[0]?.code ?? '';
}

interface Receiver {
  readonly url: string;
  /** Lines that it has printed. */
  readonly lines: () => readonly string[];
}

async function start(program: string, args: readonly string[]): Promise<Receiver> {
  const port = await freePort(null);
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, PORT: String(port), WEBHOOK_SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closers.defer(() => ended(child));
  let printed = '';
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));
  await expect.poll(() => isOpen(port), { timeout: 30_000 }).toBe(true);
  return {
    url: `http://127.0.0.1:${port}/`,
    lines: () => printed.trim().split('\n'),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

const RECEIVERS: readonly (readonly [language: string, start: () => Promise<Receiver>])[] = [
  [
    'TypeScript',
    async () => {
      await writeFile(join(folder, 'receiver.ts'), await block('ts'));
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'package.json'), '{"type": "module"}');
      return start(process.execPath, ['receiver.ts']);
    },
  ],
  [
    'Python',
    async () => {
      const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
        name: 'standardwebhooks',
        version: '1.1.0',
      });
      await writeFile(join(folder, 'receiver.py'), await block('python'));
      return start(join(programs, 'python'), ['-W', 'error', 'receiver.py']);
    },
  ],
];

test.each(RECEIVERS)(
  'every block of the page does what it says, with its receiver in %s',
  async (_, open) => {
    const receiver = await open();
    // What is not signed is not taken.
    const forged = await fetch(receiver.url, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    const env = {
      PATH,
      RECEIVER: receiver.url,
      WEBHOOK_SECRET,
      SITEGREP_URL: server.url,
      SITEGREP_KEY: server.key,
    };
    const steps = await runPage(PAGE, BASH, folder, env);
    expect(steps).toHaveLength(8);
    for (const { line, printed, expected } of steps)
      expect(printed, `line ${line} of alerts.md`).toMatch(patternOf(expected ?? ''));
    // The event and the test, each once, in whatever order.
    await expect
      .poll(
        () =>
          receiver
            .lines()
            .map((line) => line.trim())
            .toSorted(),
        { timeout: 60_000 },
      )
      .toEqual(['search.appeared tea-shop.example', 'search.test']);
  },
  LIMIT,
);
