import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { openAnalysisPool } from '@sitegrep/analysis';
import { checker, PagesLine } from '@sitegrep/contract';
import { StorageUnavailable } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pageRecord, record } from '../../../../../packages/warc/test/warc-files.ts';
import { waczOf, zipOf } from '../../../../../packages/warc/test/zip-files.ts';
import { serve, type Served } from '../../../test/served-api.ts';

/** Time that a busy machine may take to notice a lost connection. */
const PATIENT = { timeout: 60_000 };
const AT = '2026-03-01T12:00:00Z';

const checkLine = checker(PagesLine);

const analysis = openAnalysisPool({
  threads: 1,
  deadlineMs: 20_000,
  heapMb: 256,
  maxSourceBytes: 1_000_000,
  fullText: true,
  queueLimit: 10,
});
let api: Served;
let admin: string;

beforeAll(async () => {
  const imports = { maxSiteBytes: 2_000, maxBodyBytes: 1e6, concurrency: 2 };
  api = await serve({ parts: (parts) => ({ ...parts, analysis: () => analysis, imports }) });
  admin = await api.key(['admin']);
});
afterAll(async () => {
  await api.close();
  await analysis.close();
});

function send(body: Buffer | string, headers: Record<string, string> = {}, query = ''): Promise<Response> {
  return fetch(`${api.url}/admin/pages${query}`, {
    method: 'POST',
    headers: { 'x-api-key': admin, ...headers },
    body: body as Buffer<ArrayBuffer>,
  });
}

const LINES = { 'content-type': 'application/x-ndjson' };
const ANYTHING = { 'content-type': 'application/octet-stream' };

async function linesOf(response: Response) {
  const text = await response.text();
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const checked = checkLine(JSON.parse(line));
      if (!checked.ok) throw new Error(`${line} ${JSON.stringify(checked.problem)}`);
      return checked.value;
    });
}

/** Number, address and outcome of each page, by their numbers, and the last line. */
async function outcomesOf(response: Response) {
  const lines = await linesOf(response);
  const pages = lines
    .flatMap((line) => (line.type === 'page' ? [line] : []))
    .toSorted((a, b) => (a.record ?? 0) - (b.record ?? 0));
  return {
    pages: pages.map(({ record, url, outcome }) => [record, url, outcome]),
    reasons: pages.map(({ reason }) => reason),
    summary: lines.at(-1),
  };
}

function json(...objects: readonly unknown[]): string {
  return objects.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
}

const page = (url: string, more: object = {}): object => ({
  url,
  html: `<p>${url}`,
  fetched_at: AT,
  ...more,
});

function captures(...names: readonly string[]): Buffer {
  return gzipSync(Buffer.concat(names.map((name) => pageRecord(`http://${name}/`))));
}

async function storedPages(domain: string) {
  const document = await api.storage.domains.get(domain);
  return document?.pages.map(({ url, source, fetchedAt }) => [url, source, fetchedAt]) ?? [];
}

describe('a capture that failed, an hour after a good one, leaves the page and makes no domain:', () => {
  const LATER = '2026-03-01T13:00:00Z';
  const entry = (time: string, url: string, response: object): string =>
    JSON.stringify({
      log: { entries: [{ startedDateTime: time, request: { method: 'GET', url }, response }] },
    });
  const html = (text: string | null): object => ({ mimeType: 'text/html', text });
  const later = (response: object): ((url: string) => string) => {
    const content = html('');
    return (url) => entry(LATER, url, { status: 200, content, ...response });
  };
  const line = (more: object): ((url: string) => string) => {
    return (url) => json({ url, html: '<p>', fetched_at: LATER, ...more });
  };
  const warc = (head: string, body: string): ((url: string) => Buffer) => {
    const block = `HTTP/1.1 ${head}\r\nContent-Type: text/html\r\n\r\n${body}`;
    const fields = (url: string) => ({ 'WARC-Target-URI': url, 'WARC-Date': LATER });
    return (url) => record(block, fields(url));
  };
  test.each<readonly [string, (url: string) => Buffer | string]>([
    ['status 0 in a HAR', later({ status: 0 })],
    ['status -1 in a HAR', later({ status: -1, content: html('<p>half') })],
    ['no status in a HAR', later({ status: null })],
    ['an aborted answer in a HAR', later({ _error: 'net::ERR_ABORTED', content: html('<p>half') })],
    ['an empty text in a HAR', later({})],
    ['a blank text in a HAR', later({ content: html(' \n') })],
    ['a content that was not kept', later({ content: html(null) })],
    ['204 in a HAR', later({ status: 204, content: html('<p>') })],
    ['status 0 on a line', line({ status: 0 })],
    ['an empty line of HTML', line({ html: '' })],
    ['a blank body in base64', line({ html: null, body_base64: 'IAo=' })],
    ['205 on a line', line({ status: 205 })],
    ['204 in a WARC', warc('204 No Content', '')],
    ['an empty body in a WARC', warc('200 OK', '')],
    ['a blank body in a WARC', warc('200 OK', '\r\n ')],
    [
      'a body that is not in its encoding',
      warc('200 OK\r\nContent-Encoding: br', '\u0001\u0002\u0003'.repeat(40)),
    ],
  ])('%s', async (name, failed) => {
    const domain = `${name.replace(/\W+/g, '-').toLowerCase().replace(/^-|-$/g, '')}.example`;
    const url = `https://${domain}/`;
    const good = entry(AT, url, { status: 200, content: html('<p>tulips') });
    expect((await outcomesOf(await send(good, ANYTHING))).pages).toEqual([[1, url, 'stored']]);
    const stored = await storedPages(domain);
    expect(stored).toEqual([[url, '<p>tulips', Date.parse(AT)]]);
    const { summary } = await outcomesOf(await send(failed(url), ANYTHING));
    expect(summary).toMatchObject({ records: 1, documents_stored: 0 });
    expect(await storedPages(domain)).toEqual(stored);
    await send(failed(`https://made-up-${domain}/`), ANYTHING).then((response) => response.text());
    expect(await api.storage.domains.get(`made-up-${domain}`)).toBeNull();
  });
});

describe('lines of JSON', () => {
  test('each get an outcome, and a broken one costs no other', async () => {
    const body = json(
      page('https://lines.example/'),
      '{"url":',
      '',
      page('https://lines.example/b', { headers: { 'content-type': 'image/png' } }),
      page('https://lines.example/c', { status: 404 }),
      page('http://x..y/'),
      page('mailto:a@lines.example'),
      page('https://lines.example/d'),
    );
    const response = await send(body, LINES);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ]);
    const { pages, reasons, summary } = await outcomesOf(response);
    expect(pages).toEqual([
      [1, 'https://lines.example/', 'stored'],
      [2, null, 'broken'],
      [4, 'https://lines.example/b', 'not_html'],
      [5, 'https://lines.example/c', 'not_success'],
      [6, 'http://x..y/', 'bad_url'],
      [7, 'mailto:a@lines.example', 'bad_url'],
      [8, 'https://lines.example/d', 'stored'],
    ]);
    expect(reasons).toEqual([
      null,
      'it is not JSON, its end is missing: write one object on each line',
      'it is not HTML',
      'its status is 404, not 2xx',
      'its host is not a name of a domain',
      'its "url" is not an http or https address',
      null,
    ]);
    expect(summary).toMatchObject({
      type: 'summary',
      error: null,
      records: 7,
      outcomes: { stored: 2, broken: 1, not_html: 1, not_success: 1, bad_url: 2 },
      skipped: {},
      documents_stored: 1,
    });
    expect(await storedPages('lines.example')).toEqual([
      ['https://lines.example/', '<p>https://lines.example/', Date.parse(AT)],
      ['https://lines.example/d', '<p>https://lines.example/d', Date.parse(AT)],
    ]);
  });

  test('sent twice change nothing, and an older page replaces no newer one', async () => {
    const both = json(
      page('https://twice.example/'),
      page('https://twice.example/undated', { fetched_at: undefined }),
    );
    const outcomes = async (body: string) =>
      (await outcomesOf(await send(body, LINES))).pages.map((one) => one[2]);
    expect(await outcomes(both)).toEqual(['stored', 'stored']);
    const before = await storedPages('twice.example');
    expect(await outcomes(both)).toEqual(['unchanged', 'unchanged']);
    const older = page('https://twice.example/', { html: 'old', fetched_at: '2025-01-01T00:00:00Z' });
    expect(await outcomes(json(older))).toEqual(['older']);
    expect(await storedPages('twice.example')).toEqual(before);
    const newer = page('https://twice.example/', { html: 'new', fetched_at: '2026-04-01T00:00:00Z' });
    // The first of these is never stored by itself.
    const between = page('https://twice.example/', { html: 'between', fetched_at: '2026-03-15T00:00:00Z' });
    expect(await outcomes(json(between, newer, newer))).toEqual(['older', 'stored', 'unchanged']);
    expect((await storedPages('twice.example'))[0]?.[1]).toBe('new');
  });

  test('of a site that is full are refused, those of its home page are not', async () => {
    const long = (path: string) => page(`https://full.example/${path}`, { html: `<p>${'x'.repeat(900)}` });
    const { pages } = await outcomesOf(await send(json(long('a'), long('b'), long('c')), LINES));
    expect(pages.map(([, , outcome]) => outcome)).toEqual(['stored', 'stored', 'site_full']);
    const again = await outcomesOf(await send(json(long('c'), long('d'), long('')), LINES));
    expect(again.pages.map(([, , outcome]) => outcome)).toEqual(['site_full', 'site_full', 'stored']);
    const stored = await storedPages('full.example');
    expect(stored.map(([url]) => url)).toEqual(['https://full.example/', 'https://full.example/a']);
  });

  test('that are acknowledged can be found while the body still arrives', async () => {
    const rest = Promise.withResolvers<string>();
    const encoder = new TextEncoder();
    async function* slow() {
      yield encoder.encode(json(page('https://early.example/')));
      yield encoder.encode(await rest.promise);
    }
    const response = await fetch(`${api.url}/admin/pages`, {
      method: 'POST',
      headers: { 'x-api-key': admin, ...LINES },
      body: ReadableStream.from(slow()),
      duplex: 'half',
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(JSON.parse(new TextDecoder().decode(first?.value))).toMatchObject({
      url: 'https://early.example/',
      outcome: 'stored',
    });
    expect(await storedPages('early.example')).toHaveLength(1);
    rest.resolve(json(page('https://early.example/b')));
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toContain('https://early.example/b');
    while ((await reader?.read())?.done === false);
  });

  test('may be none', async () => {
    expect(await outcomesOf(await send('', LINES))).toMatchObject({
      pages: [],
      summary: { records: 0, error: null },
    });
  });

  test('with problems alone are told if that is requested, and all are counted', async () => {
    const body = json(page('https://report.example/'), '[]');
    const { pages, summary } = await outcomesOf(await send(body, LINES, '?report=problems'));
    expect(pages).toEqual([[2, null, 'broken']]);
    expect(summary).toMatchObject({ outcomes: { stored: 1, broken: 1 } });
  });
});

const HAR = JSON.stringify({
  log: {
    entries: [
      {
        startedDateTime: AT,
        request: { method: 'GET', url: 'https://har.example/x.png' },
        response: { status: 200, headers: [], content: { mimeType: 'image/png', text: 'x' } },
      },
      {
        startedDateTime: AT,
        request: { method: 'GET', url: 'https://har.example/' },
        response: {
          status: 200,
          headers: [],
          content: { mimeType: 'text/html', text: '<title>HAR</title>' },
        },
      },
    ],
  },
});

describe('what is sent is known by its content:', () => {
  const NONE = {};
  test.each<[string, Buffer, Record<string, string>, readonly unknown[], object]>([
    [
      'a WARC in gzip',
      captures('one.kinds.example'),
      ANYTHING,
      [[1, 'http://one.kinds.example/', 'stored']],
      NONE,
    ],
    [
      'a WACZ',
      waczOf({ 'data.warc.gz': captures('two.kinds.example') }),
      { 'content-type': 'application/zip' },
      [[1, 'http://two.kinds.example/', 'stored']],
      NONE,
    ],
    [
      'a HAR',
      Buffer.from(HAR),
      { 'content-type': 'application/har+json' },
      [[2, 'https://har.example/', 'stored']],
      { not_html: 1 },
    ],
    [
      'lines in zstd',
      zstdCompressSync(json(page('https://three.kinds.example/'))),
      { 'content-type': 'application/zstd' },
      [[1, 'https://three.kinds.example/', 'stored']],
      NONE,
    ],
    [
      'lines with Content-Encoding gzip',
      gzipSync(json(page('https://four.kinds.example/'))),
      { ...LINES, 'content-encoding': 'gzip' },
      [[1, 'https://four.kinds.example/', 'stored']],
      NONE,
    ],
    [
      'a WARC in gzip with Content-Encoding zstd',
      zstdCompressSync(captures('five.kinds.example')),
      { 'content-type': 'application/gzip', 'content-encoding': 'zstd' },
      [[1, 'http://five.kinds.example/', 'stored']],
      NONE,
    ],
    [
      'a WACZ with Content-Encoding gzip',
      gzipSync(waczOf({ 'data.warc.gz': captures('six.kinds.example') })),
      { ...ANYTHING, 'content-encoding': 'gzip' },
      [[1, 'http://six.kinds.example/', 'stored']],
      NONE,
    ],
  ])('%s', async (_, body, headers, pages, skipped) => {
    const answer = await outcomesOf(await send(body, headers));
    expect(answer.pages).toEqual(pages);
    expect(answer.summary).toMatchObject({ error: null, skipped, bytes_read: body.length });
  });
});

describe('damage', () => {
  const many = json(
    ...Array.from({ length: 500 }, (_, n) => page(`https://cut-${n * n}.example/`, { html: `<p>${n}` })),
  );

  test('of a compression keeps what came before it, and is told', async () => {
    const cut = gzipSync(many).subarray(0, -300);
    const plain = await outcomesOf(await send(cut, LINES));
    expect(plain.pages.at(-1)).toEqual([expect.any(Number), null, 'cut_off']);
    const stored = plain.pages.filter(([, , outcome]) => outcome === 'stored');
    expect(stored.length).toBeGreaterThan(100);
    const encoded = await outcomesOf(await send(cut, { ...LINES, 'content-encoding': 'gzip' }));
    expect(encoded.summary).toMatchObject({
      error: expect.stringContaining('its content-encoding is damaged: ') as string,
      outcomes: { unchanged: stored.length },
    });
  });

  test('of a WACZ: paths out of it lead nowhere, and an entry that can’t be read is told', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('sitegrep-sent-'));
    const zip = zipOf([
      { name: '../../../../../../tmp/escaped.warc.gz', content: captures('outside.example') },
      { name: '/etc/archive/absolute.warc.gz', content: captures('absolute.example') },
      { name: 'archive/locked.warc.gz', content: captures('locked.example'), flags: 1 },
    ]);
    const { summary } = await outcomesOf(await send(zip, ANYTHING));
    expect(summary).toMatchObject({
      error: "entries of it can't be read",
      unread_entries: 1,
      outcomes: { broken: 1 },
    });
    expect(existsSync('/tmp/escaped.warc.gz')).toBe(false);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sitegrep-sent-'))).toEqual(before);
  });
});

test('pages of blocked domains are refused with the reason, and the others are stored', async () => {
  await api.storage.domains.blocks.block({
    domain: 'blocked.example',
    reason: 'asked us',
    at: Date.parse(AT),
  });
  const { pages, reasons } = await outcomesOf(
    await send(json(page('https://www.blocked.example/'), page('https://free.example/')), LINES),
  );
  expect(pages).toEqual([
    [1, 'https://www.blocked.example/', 'blocked_domain'],
    [2, 'https://free.example/', 'stored'],
  ]);
  expect(reasons).toEqual(['blocked 2026-03-01: asked us', null]);
  expect(await storedPages('blocked.example')).toEqual([]);
});

test.each<[string, () => Promise<Response>, number, string]>([
  [
    'another type',
    () => send('x', { 'content-type': 'text/plain' }),
    415,
    'Content-Type must be application/x-ndjson or',
  ],
  [
    'a form',
    () => send('x', { 'content-type': 'multipart/form-data; boundary=x' }),
    415,
    'Content-Type must be',
  ],
  [
    'another encoding',
    () => send('x', { ...LINES, 'content-encoding': 'br' }),
    415,
    'Content-Encoding of the body',
  ],
  ['text', () => send('a.example\nb.example\n', ANYTHING), 400, "The body can't be read: the input is text"],
  ['nothing', () => send('', ANYTHING), 400, 'the input is empty; send lines of JSON, or one WARC'],
  [
    'half a ZIP',
    () => send(waczOf({ 'a.warc': captures('x.example') }).subarray(0, -40), ANYTHING),
    400,
    "The body can't be read as a ZIP",
  ],
  [
    'what is not gzip',
    () => send('plain', { ...ANYTHING, 'content-encoding': 'gzip' }),
    400,
    "can't be read",
  ],
  ['an unknown report', () => send('', LINES, '?report=none'), 400, 'report'],
  [
    'a wrong key',
    () => send(json(page('https://a.example/')), { ...LINES, 'x-api-key': 'sg_wrong' }),
    401,
    'API key',
  ],
])('%s is refused', async (_, sent, status, details) => {
  const response = await sent();
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(details)]);
});

async function openSending(head: string) {
  const socket = connect(api.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /admin/pages HTTP/1.1\r\nhost: x\r\n' +
      `x-api-key: ${admin}\r\ncontent-type: application/x-ndjson\r\ncontent-length: 1000000\r\n\r\n${head}`,
  );
  // The head of the answer: the import is under way.
  await once(socket, 'data');
  return socket;
}

test('a request whose connection is lost ends, and leaves its slot to the next', async () => {
  for (let lost = 0; lost < 3; lost++) {
    const socket = await openSending(json(page(`https://early-${lost}.example/`)));
    socket.destroy();
    const next = await vi.waitFor(async () => {
      const response = await send(json(page(`https://later-${lost}.example/`)), LINES);
      expect(response.status).toBe(200);
      return outcomesOf(response);
    }, PATIENT);
    expect(next.summary).toMatchObject({ outcomes: { stored: 1 } });
  }
});

test('requests that send nothing hold up nobody, and go on when they send', async () => {
  const stalled = await Promise.all(
    Array.from({ length: 5 }, (_, number) => openSending(json(page(`https://s${number}.slots.example/`)))),
  );
  const good = await outcomesOf(await send(json(page('https://good.slots.example/')), LINES));
  expect(good.summary).toMatchObject({ outcomes: { stored: 1 } });
  const [going] = stalled;
  going?.write(json(page('https://later.slots.example/')));
  await vi.waitFor(
    async () => expect(await api.storage.domains.get('later.slots.example')).not.toBeNull(),
    PATIENT,
  );
  for (const socket of stalled) socket.destroy();
});

describe('an import that fails after its answer has begun ends with its summary', () => {
  const unavailable = {
    failure: { success: false, error: 'Service unavailable' },
    error: null,
    records: 2,
    outcomes: { stored: 1 },
    documents_stored: 1,
  };

  /** Sends a page, waits for its outcome, and sends a second one. @returns the whole answer */
  async function failing(between: (failed: Served) => void): Promise<readonly unknown[]> {
    let puts = 0;
    const imports = { maxSiteBytes: 2_000, maxBodyBytes: 1e6, concurrency: 1 };
    const failed = await serve({
      parts: (parts) => {
        const { domains } = parts.storage;
        const put: typeof domains.put = (some) =>
          ++puts === 1 ? domains.put(some) : Promise.reject(new StorageUnavailable('gone'));
        return {
          ...parts,
          analysis: () => analysis,
          imports,
          storage: { ...parts.storage, domains: { ...domains, put } },
        };
      },
    });
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const send = (url: string): Promise<void> => writer.write(Buffer.from(json(page(url))));
    const answering = fetch(`${failed.url}/admin/pages`, {
      method: 'POST',
      headers: { ...LINES, 'x-api-key': await failed.key(['admin']) },
      body: body.readable,
      duplex: 'half',
    });
    await send('https://first.example/');
    const answer = await answering;
    const texts: string[] = [];
    for await (const text of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      texts.push(text);
      if (texts.length > 1) continue;
      await send('https://second.example/');
      between(failed);
    }
    await writer.abort().catch(() => {});
    await failed.close();
    return texts
      .join('')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  }

  test('if a store is gone', async () => {
    const lines = await failing(() => {});
    expect(lines[0]).toMatchObject({ type: 'page', url: 'https://first.example/', outcome: 'stored' });
    expect(lines.at(-1)).toMatchObject({ type: 'summary', ...unavailable });
    expect(checkLine(lines.at(-1)).ok).toBe(true);
  });

  test('if the service stops', async () => {
    const lines = await failing(({ app }) => void app.close());
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      failure: { success: false, error: 'Service unavailable', details: expect.any(String) },
      outcomes: { stored: 1 },
    });
  });
});
