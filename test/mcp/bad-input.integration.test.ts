/* Clients that do what they should not, over standard pipes, and servers that go away. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, startSampleServer } from '../documentation/sample-server.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { writeSampleWarc } from '../support/sample-sites.ts';
import { MAIN, runCommand, startServer } from '../support/server-process.ts';
import { connectedTo, type ServerNames, told } from './connected.ts';

let server: SampleServer;
let folder: string;
beforeAll(async () => {
  server = await startSampleServer();
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-mcp-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

type Message = Record<string, unknown>;

interface Session {
  readonly child: ChildProcessWithoutNullStreams;
  readonly complaints: Promise<string>;
  send(...lines: readonly string[]): void;
  /** The next message that the server sends. */
  next(): Promise<Message>;
  /** Ends the input. @returns the exit code */
  end(): Promise<unknown>;
}

const INTRODUCTION = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** Starts `sitegrep mcp`, introduced already. */
async function open(
  names: ServerNames = { SITEGREP_URL: server.url, SITEGREP_KEY: server.key },
): Promise<Session> {
  const env = { ...bareEnvironment(), SITEGREP_LOG_LEVEL: 'error', ...names };
  const child = spawn(process.execPath, [MAIN, 'mcp'], { env });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const session: Session = {
    child,
    complaints: text(child.stderr),
    send: (...sent) => child.stdin.write(sent.map((line) => `${line}\n`).join('')),
    next: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the output has ended');
      return JSON.parse(value) as Message;
    },
    end: async () => {
      child.stdin.end();
      return (await exited)[0] as unknown;
    },
  };
  session.send(message('initialize', INTRODUCTION, 0));
  expect(await session.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'sitegrep' } } });
  session.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return session;
}

function message(method: string, params: object, id: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function countOf(id: number): string {
  return message('tools/call', { name: 'count', arguments: { q: 'wp-content/plugins' } }, id);
}

const COUNTED = { content: [{ type: 'text', text: '3 domains match.' }] };

describe('a client', () => {
  test('that sends junk, unknown methods and unknown tools is told so, and goes on', async () => {
    const session = await open();
    session.send('junk', '{"jsonrpc":"2.0"', '[]', '');
    session.send(message('sources/steal', {}, 1));
    expect(await session.next()).toMatchObject({ id: 1, error: { code: -32_601 } });
    session.send(message('tools/call', { name: 'steal', arguments: {} }, 2));
    expect(await session.next()).toMatchObject({ id: 2, error: { code: -32_602 } });
    session.send(message('tools/call', { name: 'count', arguments: ['x'] }, 3));
    expect(await session.next()).toMatchObject({ id: 3, error: { code: -32_602 } });
    session.send(countOf(4));
    expect(await session.next()).toMatchObject({ id: 4, result: COUNTED });
    expect(await session.end()).toBe(0);
    expect(
      (await session.complaints).match(/is not a message of JSON-RPC 2\.0 and was ignored/g),
    ).toHaveLength(3);
  });

  test('that sends a line of two mebibytes is told why the connection ends', async () => {
    const session = await open();
    session.child.stdin.on('error', () => undefined);
    session.send(message('tools/call', { name: 'count', arguments: { q: 'x'.repeat(2 ** 21) } }, 1));
    expect(await session.end()).toBe(0);
    expect(await session.complaints).toBe(
      'A message has more than 1048576 bytes, so the connection is closed; send less at a time.\n',
    );
  });

  test(
    'that asks two thousand times at once gets an answer to each, most of them refusals',
    { timeout: 240_000 },
    async () => {
      const session = await open();
      const calls = 2_000;
      session.send(...Array.from({ length: calls }, (_, index) => countOf(index + 1)));
      const answers = await Promise.all(Array.from({ length: calls }, () => session.next()));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(calls);
      const counted = answers.filter(({ result }) => JSON.stringify(result).includes('3 domains match.'));
      const refused = answers.filter(({ result }) =>
        JSON.stringify(result).includes('More than 100 calls wait'),
      );
      expect(counted.length).toBeGreaterThanOrEqual(108);
      expect(counted.length + refused.length).toBe(calls);
      expect(await session.end()).toBe(0);
    },
  );

  test('that cancels gets no answer, and is served further', async () => {
    const session = await open();
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    session.send(countOf(1), JSON.stringify(cancel), countOf(2));
    expect(await session.next()).toMatchObject({ id: 2, result: COUNTED });
    expect(await session.end()).toBe(0);
  });

  test('with a wrong key gets the refusal of the API', async () => {
    const client = await connectedTo({ SITEGREP_URL: server.url, SITEGREP_KEY: 'sg_wrong' });
    expect(await told(client, 'count')).toEqual({
      isError: true,
      ours: 'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
      lines: [],
    });
    await client.close();
  });
});

describe('a server', () => {
  test('that goes away is an error of each call, until it is there again', async () => {
    const dataDir = join(folder, 'own');
    await writeSampleWarc(join(folder, 'sites.warc.gz'), 3);
    await runCommand(['import', join(folder, 'sites.warc.gz')], dataDir, { SITEGREP_LOG_LEVEL: 'error' });
    const quiet = { SITEGREP_LOG_LEVEL: 'error' };
    const first = await startServer(dataDir, quiet);
    const remote = await connectedTo({ SITEGREP_URL: first.url, SITEGREP_KEY: first.key });
    const local = await connectedTo({ SITEGREP_DATA_DIR: dataDir });
    const three = { isError: false, ours: '3 domains match.', lines: [] };
    expect([await told(remote, 'count'), await told(local, 'count')]).toEqual([three, three]);
    await first.stop();
    const failed = await told(remote, 'count');
    expect(failed).toMatchObject({
      isError: true,
      ours: expect.stringContaining('The connection to http://'),
    });
    // Nobody holds the folder: the command opens it itself.
    expect(await told(local, 'count')).toEqual(three);
    const second = await startServer(dataDir, { ...quiet, SITEGREP_PORT: new URL(first.url).port });
    expect(await told(local, 'count')).toEqual(three);
    expect(await told(remote, 'count')).toMatchObject({ isError: false });
    await Promise.all([remote.close(), local.close()]);
    await second.stop();
  });

  test('without a key only reads', async () => {
    const client = await connectedTo({ SITEGREP_DATA_DIR: join(folder, 'own') });
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    await expect(
      client.callTool({ name: 'start_crawl', arguments: { domains: ['a.example'] } }),
    ).rejects.toThrow('The tool "start_crawl" needs a key with the scope "admin"; use another key.');
    await client.close();
  });
});
