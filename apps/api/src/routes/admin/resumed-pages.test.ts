// An import that is interrupted goes on where all before had their outcome, and its summary is that of an import in one go.
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { openAnalysisPool } from '@sitegrep/analysis';
import { checker, PagesLine } from '@sitegrep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arcRecord, versionBlock } from '../../../../../packages/warc/test/arc-files.ts';
import { answer, pageRecord, record } from '../../../../../packages/warc/test/warc-files.ts';
import { zipOf } from '../../../../../packages/warc/test/zip-files.ts';
import { serve, type Served } from '../../../test/served-api.ts';

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
  const imports = { maxSiteBytes: 1e6, maxBodyBytes: 1e6, concurrency: 2 };
  api = await serve({ parts: (parts) => ({ ...parts, analysis: () => analysis, imports }) });
  admin = await api.key(['admin']);
});
afterAll(async () => {
  await api.close();
  await analysis.close();
});

type Resume = NonNullable<Extract<PagesLine, { type: 'progress' }>['resume']>;

function lineOf(text: string): PagesLine {
  const checked = checkLine(JSON.parse(text));
  if (!checked.ok) throw new Error(`${text} ${JSON.stringify(checked.problem)}`);
  return checked.value;
}

/** Sends the start of a body, and hangs up as soon as the answer tells where it can go on. */
async function interrupted(
  start: Buffer,
): Promise<{ readonly resume: Resume; readonly records: readonly number[] }> {
  const sending = request(`${api.url}/admin/pages`, {
    method: 'POST',
    headers: { 'x-api-key': admin, 'content-type': 'application/octet-stream' },
  });
  sending.on('error', () => {});
  sending.write(start);
  const [response] = (await once(sending, 'response')) as [NodeJS.ReadableStream];
  response.on('error', () => {});
  const records: number[] = [];
  const answered = createInterface({ input: response });
  answered.on('error', () => {});
  for await (const text of answered) {
    const line = lineOf(text);
    if (line.type === 'page' && line.record !== null) records.push(line.record);
    if (line.type !== 'progress' || line.resume === null) continue;
    sending.destroy();
    return { resume: line.resume, records };
  }
  throw new Error('the answer ended');
}

async function sent(body: Buffer, token: string | null = null) {
  const query = token === null ? '' : `?resume=${token}`;
  const response = await fetch(`${api.url}/admin/pages${query}`, {
    method: 'POST',
    headers: { 'x-api-key': admin, 'content-type': 'application/octet-stream' },
    body: body as Buffer<ArrayBuffer>,
  });
  const lines = (await response.text()).trim().split('\n').map(lineOf);
  const pages = lines.flatMap((line) => (line.type === 'page' ? [line] : []));
  return { status: response.status, pages, summary: lines.at(-1) };
}

/** Readers look some thousand bytes ahead. */
const LONG = `<p>${'tulips '.repeat(1_000)}`;
const url = (name: string, n: number): string => `https://${name}-${n}.example/`;
const image = record(answer('GIF89a', 'HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n'));
const bad = record(answer('<p>'), { 'Content-Length': 'x' });
const slip = (name: string, n: number): Buffer =>
  record(answer('<p>slip'), { 'WARC-Target-URI': url(name, n), 'WARC-Date': '20260301120000' });
const line = (name: string, n: number): Buffer =>
  Buffer.from(
    `${JSON.stringify({ url: url(name, n), html: `<p>${n}${LONG}`, fetched_at: 1_764_144_000 })}\n`,
  );
const entry = (name: string, n: number): string =>
  JSON.stringify({
    startedDateTime: '2026-03-01T12:00:00Z',
    request: { method: 'GET', url: url(name, n) },
    response: { status: n % 4 === 3 ? 0 : 200, content: { mimeType: 'text/html', text: `<p>${n}${LONG}` } },
  });

/** Parts of a capture, of which the first ones are sent before the interruption; whether it can begin in the middle. */
const CAPTURES: readonly (readonly [
  name: string,
  parts: (name: string) => readonly Buffer[],
  hasOffsets: boolean,
])[] = [
  [
    'warc-gz',
    (name) => [1, 2, 3, 4, 5, 6].flatMap((n) => [gzipSync(image), gzipSync(slip(name, n)), gzipSync(bad)]),
    true,
  ],
  ['warc', (name) => [1, 2, 3, 4, 5, 6].flatMap((n) => [image, pageRecord(url(name, n), LONG)]), true],
  [
    'arc',
    (name) => [
      Buffer.from(versionBlock(1)),
      ...[1, 2, 3, 4, 5, 6].map((n) => arcRecord(url(name, n), answer(LONG))),
    ],
    true,
  ],
  ['lines', (name) => [1, 2, 3, 4, 5, 6].flatMap((n) => [line(name, n), Buffer.from('{"url":\n\n')]), true],
  [
    'list',
    (name) =>
      [1, 2, 3, 4, 5, 6]
        .map((n) => Buffer.concat([Buffer.from(n === 1 ? '[' : ','), line(name, n)]))
        .concat(Buffer.from(']')),
    false,
  ],
  [
    'har',
    (name) => [
      Buffer.from('{"log":{"entries":['),
      ...[1, 2, 3, 4, 5, 6].map((n) => Buffer.from((n === 1 ? '' : ',') + entry(name, n))),
      Buffer.from(']}}'),
    ],
    false,
  ],
];

test.each(CAPTURES)('%s', { timeout: 30_000 }, async (name, parts, hasOffsets) => {
  const whole = await sent(Buffer.concat(parts(`whole-${name}`)));
  const body = Buffer.concat(parts(`cut-${name}`));
  // A reader of records looks ahead for the end of one.
  const start = Buffer.concat(parts(`cut-${name}`).slice(0, -2));
  const { resume, records } = await interrupted(start);
  expect([resume.offset > 0, resume.record > 1]).toEqual([hasOffsets, true]);
  const rest = await sent(body.subarray(resume.offset), resume.token);
  // Each page has an outcome, and none before the point is read again.
  expect(rest.pages.every(({ record: number }) => (number ?? 0) >= resume.record)).toBe(true);
  const all = new Set([...records, ...rest.pages.map(({ record: number }) => number)]);
  expect(all).toEqual(new Set(whole.pages.map(({ record: number }) => number)));
  // Numbers and offsets are those of an import in one go, of the same body.
  const offsetsOf = (pages: typeof rest.pages) => pages.map(({ record: number, offset }) => [number, offset]);
  const again = await sent(body);
  expect(offsetsOf(again.pages)).toEqual(expect.arrayContaining(offsetsOf(rest.pages)));
  const { outcomes: wholeOutcomes, ...wholeCounts } = summaryOf(whole.summary);
  const { outcomes, ...counts } = summaryOf(rest.summary);
  expect(counts).toEqual(wholeCounts);
  const { stored = 0, unchanged = 0, ...others } = outcomes;
  const { stored: wholeStored, ...wholeOthers } = wholeOutcomes;
  expect([stored + unchanged, others]).toEqual([wholeStored, wholeOthers]);
});

function summaryOf(line: PagesLine | undefined) {
  if (line?.type !== 'summary') throw new Error(JSON.stringify(line));
  const { bytes_read: _, documents_stored: _documents, source_bytes: _sources, ...rest } = line;
  return rest;
}

test('what is not a token is refused', async () => {
  for (const token of ['x', Buffer.from('{"record":0}').toString('base64url')]) {
    const response = await fetch(`${api.url}/admin/pages?resume=${token}`, {
      method: 'POST',
      headers: { 'x-api-key': admin, 'content-type': 'application/octet-stream' },
      body: 'x',
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('resume is not a token of an import'),
    ]);
  }
});

test('a ZIP is read again, and its pages are passed over up to the point', async () => {
  const zip = zipOf([
    {
      name: 'archive/a.warc.gz',
      content: gzipSync(Buffer.concat([1, 2, 3].map((n) => pageRecord(url('zip', n))))),
    },
    { name: 'archive/bad.warc.gz', content: 'no', flags: 1 },
    {
      name: 'archive/b.warc.gz',
      content: gzipSync(Buffer.concat([4, 5, 6].map((n) => pageRecord(url('zip', n))))),
    },
  ]);
  const point = {
    record: 4,
    offset: 0,
    origin: { bySitegrep: false, obeysNoindex: false },
    counts: { records: 3, pages: 3, truncatedPages: 0, junk: 0, unreadEntries: 1, skipped: {}, slips: {} },
    outcomes: { stored: 3, broken: 1 },
    told: {},
    documentsStored: 3,
    sourceBytes: 9,
  };
  const { pages, summary } = await sent(zip, Buffer.from(JSON.stringify(point)).toString('base64url'));
  expect(pages.map(({ record: number, outcome }) => [number, outcome])).toEqual(
    expect.arrayContaining([
      [4, 'stored'],
      [5, 'stored'],
      [6, 'stored'],
    ]),
  );
  expect(pages).toHaveLength(3);
  expect(summary).toMatchObject({
    records: 6,
    outcomes: { stored: 6, broken: 1 },
    unread_entries: 1,
    documents_stored: 6,
  });
});
