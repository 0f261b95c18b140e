// Bodies of POST /admin/pages that are larger than memory should be, and clients that hold others up.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SitegrepClient } from '@sitegrep/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMemory } from '../bench/harness/memory.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const MiB = 1024 * 1024;

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-large-bodies-'));
  server = await startServer(join(folder, 'data'), { SITEGREP_LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const peakMiB = (): number => readMemory(server.pid).peakMiB;

async function send(bytes: AsyncIterable<string>) {
  const client = new SitegrepClient({ baseUrl: server.url, key: server.key });
  let summary = null;
  for await (const line of client.admin.pages.send({ bytes, report: 'problems' }))
    if (line.type === 'summary') summary = line;
  return summary;
}

/** A HAR of so many pages, with an image of a mebibyte after each. */
async function* har(pages: number): AsyncGenerator<string> {
  const image = 'A'.repeat(MiB);
  yield '{"log":{"version":"1.2","entries":[';
  for (let n = 0; n < pages; n++) {
    const entry = (url: string, content: object): string =>
      JSON.stringify({
        startedDateTime: '2026-03-01T12:00:00Z',
        request: { method: 'GET', url },
        response: { status: 200, headers: [], content },
      });
    const site = `https://site-${n % 50}.example/${n}`;
    const text = `<title>${n}</title>${'<p>text of a page</p>'.repeat(1_000)}`;
    yield `${n === 0 ? '' : ','}${entry(site, { mimeType: 'text/html', text })}`;
    yield `,${entry(`${site}.png`, { mimeType: 'image/png', encoding: 'base64', text: image })}`;
  }
  yield ']}}';
}

test(
  'a HAR of some hundred megabytes takes little more memory than a small one',
  { timeout: 400_000 },
  async () => {
    expect(await send(har(40))).toMatchObject({ outcomes: { stored: 40 }, skipped: { not_html: 40 } });
    const before = peakMiB();
    expect(await send(har(300))).toMatchObject({
      outcomes: { stored: 260, unchanged: 40 },
      skipped: { not_html: 300 },
    });
    const grown = peakMiB() - before;
    console.error(`peak ${before.toFixed(0)} MiB after 42 MB, ${grown.toFixed(0)} MiB more after 320 MB`);
    expect(grown).toBeLessThan(150);
  },
);

/** More bytes than the server takes from a client that reads no answer. */
const MAX_SENT = 30e6;
/** Time in which a client that is held up gets rid of nothing, in milliseconds. */
const HELD_UP_MS = 10_000;

test('a client that reads no answer is held up, and memory does not grow', { timeout: 400_000 }, async () => {
  const before = peakMiB();
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(
    `POST /admin/pages HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.key}\r\n` +
      'content-type: application/x-ndjson\r\ncontent-length: 100000000000\r\n\r\n',
  );
  // Each line gets an outcome that is twenty times as long.
  const lines = '[]\n'.repeat(100_000);
  let sent = 0;
  let takenAt = performance.now();
  while (sent < MAX_SENT && performance.now() - takenAt < HELD_UP_MS && !socket.destroyed) {
    if (socket.writableLength < lines.length) {
      socket.write(lines);
      sent += lines.length;
      takenAt = performance.now();
    } else await delay(20);
  }
  socket.destroy();
  console.error(`${(sent / 1e6).toFixed(1)} MB of lines sent, ${(peakMiB() - before).toFixed(0)} MiB more`);
  // Some megabytes of lines in memory, and what sockets hold.
  expect(sent).toBeLessThan(MAX_SENT);
  expect(peakMiB() - before).toBeLessThan(200);
});

const LINES = 10;

test('lines of the largest size hold up no other request for long', { timeout: 400_000 }, async () => {
  async function* lines(): AsyncGenerator<string> {
    for (let n = 0; n < LINES; n++)
      yield `{"url":"https://long-${n}.example/","html":"<p>${'\\u0416'.repeat(2_000_000)}"}\n`;
  }
  const waits: number[] = [];
  const state = { isOver: false };
  const watching = (async () => {
    while (!state.isOver) {
      const startedAt = performance.now();
      await (await server.ask('/healthz')).text();
      waits.push(performance.now() - startedAt);
      await delay(5);
    }
  })();
  const summary = await send(lines());
  state.isOver = true;
  await watching;
  const slowest = Math.max(...waits);
  console.error(`slowest of ${waits.length} requests beside them: ${slowest.toFixed(0)} ms`);
  expect(summary).toMatchObject({ outcomes: { stored: LINES } });
  // If each line held up the others from its beginning to its end, there would be time for one or two beside each.
  expect(waits.length).toBeGreaterThan(5 * LINES);
});
