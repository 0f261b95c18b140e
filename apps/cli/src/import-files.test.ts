import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answering, json, type Answer } from '../../../packages/client/test/misbehaving-server.ts';
import { sendFiles } from './import-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-sending-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SUMMARY = { type: 'summary', error: null };
const point = (record: number, offset: number): object => ({
  type: 'progress',
  bytes_read: 0,
  outcomes: {},
  resume: { record, offset, token: `point-${record}` },
});
const BUSY = json(
  503,
  { success: false, error: 'Service unavailable', details: 'Later.' },
  { 'retry-after': '0' },
);

/** An answer of these lines, after which the connection is lost unless they end as they should. */
function lines(...sent: readonly object[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(sent.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (sent.at(-1) === SUMMARY) response.end();
    else setImmediate(() => response.destroy());
  };
}

test('a file goes on where all before had their outcome, however often it is interrupted, and no byte counts twice', async () => {
  await using server = await answering(
    BUSY,
    lines(point(2, 400_000)),
    BUSY,
    lines(point(3, 0)),
    BUSY,
    lines(SUMMARY),
  );
  const file = join(folder, 'pages.ndjson');
  const size = 1_000_000;
  await writeFile(file, 'x'.repeat(size));
  let bytes = 0;
  const faults: string[] = [];
  const types: string[] = [];
  await sendFiles([file], {
    retries: 20,
    client: server.client(),
    open: (name, start) => Promise.resolve(createReadStream(name, { start })),
    signal: new AbortController().signal,
    onBytes: (more) => {
      bytes += more;
    },
    onLine: (_, { type }) => types.push(type),
    onFault: (fault) => faults.push(fault),
  });
  expect([bytes, types, faults]).toEqual([size, ['progress', 'progress', 'summary'], []]);
  expect(server.received.map(({ path, body }) => [path.split('?')[1] ?? '', body.length])).toEqual([
    ['', size],
    ['', size],
    ['resume=point-2', size - 400_000],
    ['resume=point-2', size - 400_000],
    ['resume=point-3', size],
    ['resume=point-3', size],
  ]);
});
