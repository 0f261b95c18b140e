import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { openAnalysisPool } from '@sitegrep/analysis';
import { checker, ImportEvent } from '@sitegrep/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pageRecord } from '../../../../../packages/warc/test/warc-files.ts';
import { waczOf } from '../../../../../packages/warc/test/zip-files.ts';
import { serve, type Served } from '../../../test/served-api.ts';

/** Time that a busy machine may take to notice a lost connection. */
const PATIENT = { timeout: 20_000 };

const checkEvent = checker(ImportEvent);

const analysis = openAnalysisPool({
  threads: 1,
  deadlineMs: 20_000,
  heapMb: 256,
  maxSourceBytes: 1_000_000,
  queueLimit: 10,
});
let api: Served;
let admin: string;

beforeAll(async () => {
  const imports = { maxSiteBytes: 1e7, maxBodyBytes: 1e6, concurrency: 2 };
  api = await serve({ parts: (parts) => ({ ...parts, analysis: () => analysis, imports }) });
  admin = await api.key(['admin']);
});
afterAll(async () => {
  await api.close();
  await analysis.close();
});

function send(body: RequestInit['body'], headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${api.url}/admin/imports`, {
    method: 'POST',
    headers: { 'x-api-key': admin, ...headers },
    body: body ?? null,
  });
}

function formOf(files: Readonly<Record<string, Buffer>>): FormData {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files))
    form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), name);
  return form;
}

async function eventsOf(response: Response) {
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => {
    const checked = checkEvent(JSON.parse(line));
    if (!checked.ok) throw new Error(`${line} ${JSON.stringify(checked.problem)}`);
    return checked.value;
  });
}

function pages(...names: readonly string[]): Buffer {
  return gzipSync(Buffer.concat(names.map((name) => pageRecord(`http://${name}/`))));
}

test('files of all kinds are imported in their order, a bad one among them is named', async () => {
  const response = await send(
    formOf({
      'one.warc.gz': pages('one.example'),
      'list.txt': Buffer.from('one.example\n'.repeat(9)),
      empty: Buffer.alloc(0),
      'two.wacz': waczOf({ 'data.warc.gz': pages('two.example', 'three.example') }),
    }),
  );
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ]);
  const events = await eventsOf(response);
  expect(events.filter((event) => event.type === 'file')).toMatchObject([
    { file: 'one.warc.gz', error: null, pages: 1 },
    { file: 'list.txt', error: expect.stringContaining('not a WARC'), pages: 0 },
    { file: 'empty', error: expect.stringContaining('the input is empty'), pages: 0 },
    { file: 'two.wacz', error: null, pages: 2 },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'end', pages_read: 3, pages_stored: 3, documents_stored: 3 });
  const again = await eventsOf(await send(formOf({ 'one.warc.gz': pages('one.example') })));
  expect(again.at(-1)).toMatchObject({ pages_stored: 0, pages_unchanged: 1 });
});

test('lines of JSON and a HAR are imported as captures, and a broken line is named', async () => {
  const lines = [
    { url: 'https://lines.example/', html: '<title>Zeilen</title>', fetched_at: '2026-03-01T12:00:00Z' },
    { html: '<p>' },
    { url: 'https://lines.example/b', body_base64: Buffer.from('<p>b').toString('base64') },
  ];
  const har = {
    log: {
      entries: [
        {
          startedDateTime: '2026-03-01T12:00:00Z',
          request: { method: 'GET', url: 'https://har.example/' },
          response: {
            status: 200,
            headers: [],
            content: { mimeType: 'text/html', text: '<title>HAR</title>' },
          },
        },
      ],
    },
  };
  const events = await eventsOf(
    await send(
      formOf({
        'pages.ndjson.gz': gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
        'session.har': Buffer.from(JSON.stringify(har)),
      }),
    ),
  );
  expect(events.filter((event) => event.type === 'damaged')).toMatchObject([
    { file: 'pages.ndjson.gz', uri: null, problem: 'line 2: its "url" is missing or no text' },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'end', pages_stored: 3, documents_stored: 2 });
  const stored = await Promise.all(
    ['lines.example', 'har.example'].map((domain) => api.storage.domains.get(domain)),
  );
  expect(stored.map((document) => document?.pages.map(({ url, source }) => [url, source]))).toEqual([
    [
      ['https://lines.example/', '<title>Zeilen</title>'],
      ['https://lines.example/b', '<p>b'],
    ],
    [['https://har.example/', '<title>HAR</title>']],
  ]);
});

test('pages of blocked domains are counted', async () => {
  await api.storage.domains.blocks.block({ domain: 'blocked.example', reason: null, at: Date.now() });
  const events = await eventsOf(await send(formOf({ a: pages('blocked.example', 'free.example') })));
  expect(events.at(-1)).toMatchObject({ pages_stored: 1, pages_blocked: 1 });
});

test.each<[string, () => Promise<Response>, number, string]>([
  ['another type', () => send('x', { 'content-type': 'text/plain' }), 415, 'Content-Type must be multipart'],
  ['JSON', () => send('{}', { 'content-type': 'application/json' }), 415, 'Content-Type must be multipart'],
])('a body of %s is refused', async (_, sent, status, details) => {
  const response = await sent();
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(details)]);
});

test.each<[string, string, string]>([
  ['without a boundary', 'multipart/form-data', 'is not valid multipart/form-data'],
  ['without a file', 'multipart/form-data; boundary=x', 'has no file'],
])('a form %s is refused', async (_, type, details) => {
  const response = await send('--x--\r\n', { 'content-type': type });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(details)]);
});

test('an import whose connection is lost ends, and leaves its place to the next', async () => {
  for (let lost = 0; lost < 3; lost++) {
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /admin/imports HTTP/1.1\r\nhost: x\r\n' +
        `x-api-key: ${admin}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n` +
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n',
    );
    socket.write(pageRecord('http://early.example/'));
    // The head of the answer: the import is under way.
    await once(socket, 'data');
    socket.destroy();
    const next = await vi.waitFor(async () => {
      const response = await send(formOf({ b: pages(`later-${lost}.example`) }));
      expect(response.status).toBe(200);
      return eventsOf(response);
    }, PATIENT);
    expect(next.at(-1)).toMatchObject({ type: 'end', pages_stored: 1 });
  }
});

test('a third import at the same time is refused until one has ended', async () => {
  const sockets = await Promise.all(
    [0, 1].map(async () => {
      const socket = connect(api.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        'POST /admin/imports HTTP/1.1\r\nhost: x\r\n' +
          `x-api-key: ${admin}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n--x\r\n`,
      );
      await once(socket, 'data');
      return socket;
    }),
  );
  const refused = await send(formOf({ c: pages('c.example') }));
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('2 imports are under way'),
  ]);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => {
    const response = await send(formOf({ c: pages('c.example') }));
    expect(response.status).toBe(200);
    await eventsOf(response);
  }, PATIENT);
});
