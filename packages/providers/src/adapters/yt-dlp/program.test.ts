import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openProgram, type ProgramOptions, type RunYtDlp } from './program.ts';

const CHILD = fileURLToPath(new URL('../../../test/adapters/yt-dlp/child.ts', import.meta.url));
const never = new AbortController().signal;

/** Opens the stand-in with a behaviour of child.ts. */
function open(behaviour: string, options: Partial<ProgramOptions> = {}): RunYtDlp {
  return openProgram({
    command: [process.execPath, CHILD, behaviour],
    env: process.env,
    timeoutMs: 120_000,
    maxBytes: 1_000_000,
    ...options,
  });
}

/** A server to which each process that hangs holds a connection. */
async function holders() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    // A process that is killed may reset its connection.
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  return { sockets, port: String(address.port), [Symbol.asyncDispose]: async () => void server.close() };
}

test('what is asked can’t be an option, nor a command of a shell', async () => {
  const target = '--exec=touch $(id) `id`; "\' \\ \n ätsch';
  const { code, stdout } = await open('tell')(['--flat-playlist'], target, never);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ others: ['--flat-playlist', '--', target] });
});

test('of our environment it sees what it needs, and no credentials', async () => {
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nowhere',
    https_proxy: 'http://proxy.example:3128',
    SITEGREP_YOUTUBE_DATA_API_KEY: 'otter-secret',
    NODE_OPTIONS: '--max-old-space-size=64',
  };
  const { stdout } = await open('tell', { env })([], 'x', never);
  expect(JSON.parse(stdout)).toMatchObject({
    environment: {
      PATH: env.PATH,
      HOME: '/nowhere',
      https_proxy: 'http://proxy.example:3128',
      PYTHONUTF8: '1',
    },
  });
  expect(stdout).not.toMatch(/otter-secret|NODE_OPTIONS/);
});

test('what it complains of is kept from the end', async () => {
  const { code, stderr } = await open('complain')([], 'x', never);
  expect(code).toBe(3);
  expect(stderr.length).toBeLessThan(20_000);
  expect(stderr).toMatch(/\.\nERROR: the last\n$/);
});

test('an answer that is too large is refused', async () => {
  await expect(open('flood')([], 'x', never)).rejects.toMatchObject({
    kind: 'bad_answer',
    message: 'the answer of yt-dlp is larger than 1000000 bytes',
  });
});

test('one that a signal ended has no exit code', async () => {
  expect(await open('fall')([], 'x', never)).toMatchObject({ code: null });
});

test.each([
  ['/no/such/program', 'ENOENT'],
  [import.meta.dirname, 'EACCES'],
  ['no\0program', 'ERR_INVALID_ARG_VALUE'],
])('%j can’t be run', async (program, code) => {
  await expect(open('tell', { command: [program] })([], 'x', never)).rejects.toMatchObject({
    kind: 'unavailable',
    message: `yt-dlp can't be run (${code}): install it, or set SITEGREP_YT_DLP_COMMAND`,
  });
});

test.each([
  ['nobody waits any more', undefined, 'cancelled'],
  ['the time of its caller is up', new DOMException('late', 'TimeoutError'), 'timeout'],
])('it is ended with all that it started when %s', async (_when, reason, kind) => {
  await using server = await holders();
  const leave = new AbortController();
  const outcome = open('hang')([], server.port, leave.signal).catch((error: unknown) => error);
  await expect.poll(() => server.sockets.length).toBe(2);
  leave.abort(reason);
  expect(await outcome).toMatchObject({ kind });
  await expect.poll(() => server.sockets.every(({ closed }) => closed)).toBe(true);
});

test('it has a time of its own', async () => {
  await using server = await holders();
  await expect(open('hang', { timeoutMs: 300 })([], server.port, never)).rejects.toMatchObject({
    kind: 'timeout',
    message: 'yt-dlp did not answer in time',
  });
});

test('nothing is started for one who has left', async () => {
  await expect(
    open('tell', { command: ['/no/such/program'] })([], 'x', AbortSignal.abort()),
  ).rejects.toMatchObject({ kind: 'cancelled' });
});
