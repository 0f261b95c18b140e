/* What strangers may send over a socket: by a table, and by chance (`npm run fuzz` for long). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { faultOf, readAnswers } from './answers.ts';
import { exchange } from './exchange.ts';
import { chanceOf } from './mutations.ts';
import { fuzz } from './run.ts';
import { SETTINGS } from './settings.ts';

let folder: string;
let server: RunningServer;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-fuzz-'));
  server = await startServer(folder, SETTINGS);
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** @returns the statuses of all answers, each of which obeys the contract */
async function statusesOf(...parts: readonly (string | Buffer)[]): Promise<readonly number[]> {
  const { received, ended } = await exchange(
    port,
    parts.map((part) => Buffer.from(part)),
  );
  expect(ended).toBe(true);
  const answers = readAnswers(received);
  expect(answers.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
  return answers.map(({ status }) => status);
}

const SEARCH = '{"search_terms":["x"]}';
const head = (...headers: readonly string[]): string =>
  `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.key}\r\n` +
  `Content-Type: application/json\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;

describe('requests that two servers might read in two ways', () => {
  /** Bytes that a parser with another idea of the first request's length would take for a second one. */
  const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = `16\r\n${SEARCH}\r\n0\r\n\r\n`;

  test('as they should be, they are answered one by one', async () => {
    expect(await statusesOf(head('Content-Length: 22'), SEARCH, HIDDEN)).toEqual([200, 200]);
    expect(await statusesOf(head('Transfer-Encoding: chunked'), chunked, HIDDEN)).toEqual([200, 200]);
  });

  test.each([
    ['length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 22', 'Content-Length: 0'], SEARCH],
    ['a list of lengths', ['Content-Length: 22, 22'], SEARCH],
    ['a length with a sign', ['Content-Length: +22'], SEARCH],
    ['a length below zero', ['Content-Length: -1'], SEARCH],
    ['a length in hexadecimal', ['Content-Length: 0x16'], SEARCH],
    ['a length past 2^64', ['Content-Length: 18446744073709551638'], SEARCH],
    ['another coding behind chunked', ['Transfer-Encoding: chunked, identity'], chunked],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], chunked],
    ['a coding behind white space', ['Transfer-Encoding : chunked'], chunked],
    ['a coding in a folded line', ['X: y', ' Transfer-Encoding: chunked'], chunked],
    ['a folded coding', ['Transfer-Encoding:', ' chunked'], chunked],
    ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked],
    ['a coding behind a lone CR', ['X: y\rTransfer-Encoding: chunked'], chunked],
    ['a coding behind a lone LF', ['X: y\nTransfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['a NUL in a header', ['X: y\0z', 'Content-Length: 22'], SEARCH],
    ['a size with a sign', ['Transfer-Encoding: chunked'], `+16\r\n${SEARCH}\r\n0\r\n\r\n`],
    ['a size past 2^64', ['Transfer-Encoding: chunked'], `10000000000000016\r\n${SEARCH}\r\n0\r\n\r\n`],
    ['a chunk that goes on', ['Transfer-Encoding: chunked'], `15\r\n${SEARCH}\r\n0\r\n\r\n`],
    ['chunks that end in LF', ['Transfer-Encoding: chunked'], `16\n${SEARCH}\n0\n\n`],
    ['endless chunk extensions', ['Transfer-Encoding: chunked'], `16;${'a=b;'.repeat(8_000)}\r\n`],
  ])('%s: one refusal, and what follows is not read as a request', async (_name, headers, body) => {
    const statuses = await statusesOf(head(...headers) + body + HIDDEN);
    expect(statuses).toHaveLength(1);
    expect([400, 413]).toContain(statuses[0]);
  });

  test('the body of one that was refused before it was read is not taken for a request', async () => {
    const refused = `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nContent-Length: ${HIDDEN.length}\r\n\r\n`;
    expect(await statusesOf(refused + HIDDEN)).toEqual([401]);
  });
});

describe('bodies', () => {
  test.each([
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 400],
    [
      '100,000 levels within a field',
      `{"search_terms":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
      400,
    ],
    ['a number past 2^53', `{"search_terms":["x"],"limit":9007199254740993}`, 400],
    ['a huge number', `{"search_terms":["x"],"limit":1e999}`, 400],
    ['a number of 100,000 digits', `{"search_terms":["x"],"limit":${'9'.repeat(100_000)}}`, 400],
    ['a number that is nearly whole', `{"search_terms":["x"],"limit":10.000000000000002}`, 400],
    ['minus zero as an offset', `{"search_terms":["x"],"offset":-0}`, 200],
    ['NaN', '{"search_terms":["x"],"limit":NaN}', 400],
    ['duplicate keys, of which the last is right', '{"search_terms":7,"search_terms":["x"]}', 200],
    ['duplicate keys, of which the last is wrong', '{"search_terms":["x"],"search_terms":7}', 400],
    ['100,000 keys', `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join()}}`, 400],
    ['a prototype', '{"search_terms":["x"],"__proto__":{"limit":1}}', 400],
    ['a constructor', '{"search_terms":["x"],"constructor":{"prototype":{"limit":1}}}', 400],
    ['a lone surrogate', String.raw`{"search_terms":["\ud800"]}`, 400],
    ['a NUL', String.raw`{"search_terms":["a\u0000"]}`, 400],
    ['a term of 1,000 dots', JSON.stringify({ search_terms: ['.'.repeat(1_000)] }), 200],
  ])('%s', async (_name, body, status) => {
    expect(await statusesOf(head(`Content-Length: ${Buffer.byteLength(body)}`), body)).toEqual([status]);
  });

  test.each([
    ['a lone byte of a sequence', [0x80]],
    ['half a sequence', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['more than Unicode has', [0xf4, 0x90, 0x80, 0x80]],
    ['an overlong sequence', [0xc0, 0xaf]],
  ])('of invalid UTF-8: %s', async (_name, bytes) => {
    const body = Buffer.concat([Buffer.from('{"search_terms":["'), Buffer.from(bytes), Buffer.from('"]}')]);
    expect(await statusesOf(head(`Content-Length: ${body.length}`), body)).toEqual([400]);
  });
});

test.each([
  ['spaces', `application/json; charset=${' '.repeat(15_000)}""x`],
  ['spaces in quotes', `application/json; charset=a${' '.repeat(15_000)}"x"y`],
  ['parameters', `application/json${';charset'.repeat(1_900)}; charset=x`],
])('a header of 15,000 %s takes no longer than another', async (_name, type) => {
  const request = `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.key}\r\nContent-Type: ${type}\r\nContent-Length: 22\r\n\r\n`;
  expect(await statusesOf(request, SEARCH)).toEqual([415]);
});

test('connections that say nothing, or half of something, keep nobody else from an answer', async () => {
  const halves = [
    '',
    'P',
    'POST / HTTP/1.1\r\nHo',
    head('Content-Length: 100'),
    `${head('Content-Length: 100')}{`,
  ];
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const half = halves[n % halves.length] ?? '';
      if (half !== '') socket.write(half);
      return socket;
    }),
  );
  expect(await statusesOf(head('Content-Length: 22'), SEARCH)).toEqual([200]);
  for (const socket of sockets) socket.destroy();
  expect(await statusesOf(head('Content-Length: 22'), SEARCH)).toEqual([200]);
});

test('whatever chance makes of requests, every answer is of the contract, and none a fault of ours', async () => {
  const { statuses, findings } = await fuzz(server, 2_000, chanceOf(20_261_122));
  expect(findings).toEqual([]);
  // Chance reaches what is behind the parser, too.
  for (const status of [200, 400, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(20);
});
