import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  answering,
  brokenAfter,
  type FileServer,
  sendRange,
  serveFile,
} from '../../../../packages/remote/test/file-server.ts';
import { arcRecord, versionBlock } from '../../../../packages/warc/test/arc-files.ts';
import { answer, pageRecord, record, zstdFrame } from '../../../../packages/warc/test/warc-files.ts';
import { waczOf, zipOf } from '../../../../packages/warc/test/zip-files.ts';
import { run, type Ended } from '../../test/command.ts';

let folder: string;
let dataDir: string;
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-import-'));
});
beforeEach(() => {
  dataDir = join(folder, `data-${runs++}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function imported(args: readonly string[], input = ''): Promise<Ended> {
  return run(['import', ...args], { SITEGREP_DATA_DIR: dataDir }, input);
}

async function storedDomains(): Promise<readonly string[]> {
  const { stdout } = await run(['search', '<p>', '--json'], { SITEGREP_DATA_DIR: dataDir });
  return (stdout.match(/"domain": ?"[^"]+"/g) ?? []).map((found) => found.split('"').at(-2) ?? '').toSorted();
}

interface Line {
  readonly type?: string;
  readonly file?: string;
  readonly outcome?: string;
}

function lines(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const REMEDY = 'send lines of JSON, or one WARC, ARC, WACZ or HAR file.';
const A = gzipSync(pageRecord('http://a.example/'));
const B = gzipSync(pageRecord('http://b.example/'));
/** Records that are damaged, one in each way. */
const DAMAGED = Buffer.concat([
  A,
  gzipSync(record(answer('<p>'), { 'WARC-Target-URI': 'http://no-length.example/', 'Content-Length': 'x' })),
  gzipSync(record(answer('<p>'), { 'WARC-Target-URI': 'http://no-date.example/\u0007', 'WARC-Date': null })),
  B,
]);

describe('each kind of file is imported, whatever its name:', () => {
  const records = ['http://a.example/', 'http://b.example/'];
  test.each([
    ['WARC', Buffer.concat([A, B])],
    ['zstd WARC', Buffer.concat(records.map((url) => zstdFrame(pageRecord(url))))],
    [
      'ARC',
      Buffer.concat(
        [versionBlock(1), ...records.map((url) => arcRecord(url, answer('<p>')))].map((part) =>
          Buffer.from(part),
        ),
      ),
    ],
    ['WACZ', waczOf({ 'data.warc.gz': Buffer.concat([A, B]) })],
  ])('%s', async (name, content) => {
    const { code, stdout } = await imported([await fileOf(`${name}.bin`, content)]);
    expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^2 pages stored, 0 unchanged/)]);
    expect(await storedDomains()).toEqual(['a.example', 'b.example']);
  });
});

test('a file that can’t be read is named, and the others are imported', async () => {
  const missing = join(folder, 'missing.warc');
  const sub = join(folder, 'sub');
  await mkdir(sub, { recursive: true });
  const list = await fileOf('list.txt', 'a.example\nb.example\n');
  const empty = await fileOf('empty.warc.gz', '');
  const halfZip = await fileOf('half.wacz', waczOf({ 'data.warc.gz': A }).subarray(0, -40));
  const locked = await fileOf(
    'locked.wacz',
    zipOf([
      { name: 'archive/one.warc.gz', content: B, flags: 1 },
      { name: 'archive/two.warc.gz', content: gzipSync(pageRecord('http://c.example/')) },
    ]),
  );
  const first = await fileOf('first.warc.gz', A);
  const last = await fileOf('last.warc.gz', B);
  const { code, stdout, stderr } = await imported([missing, first, sub, list, empty, halfZip, locked, last]);
  expect(code).toBe(2);
  const errors = stderr.split('\n').filter((line) => line.startsWith('error:'));
  expect(errors).toEqual([
    `error: ${missing}: no such file.`,
    `error: ${sub} is a folder: name the files in it, such as ${sub}/*.warc.gz.`,
    expect.stringContaining(`error: ${list}: can't be read: the input is text that begins with "a.example`),
    `error: ${empty}: can't be read: the input is empty; ${REMEDY}`,
    expect.stringContaining(`error: ${halfZip}: can't be read as a ZIP: End of central`),
    `error: ${locked}: entries of it can't be read.`,
  ]);
  expect(stdout).toContain('3 pages stored, 0 unchanged');
  expect(stdout).toContain(`  ${locked}, archive/one.warc.gz: it is encrypted\n`);
  expect(stdout).toContain('6 of 8 files could not be read, or not to the end\n');
  expect(await storedDomains()).toEqual(['a.example', 'b.example', 'c.example']);
});

describe('damaged records', () => {
  const offsets = [
    A.length,
    A.length +
      gzipSync(
        record(answer('<p>'), { 'WARC-Target-URI': 'http://no-length.example/', 'Content-Length': 'x' }),
      ).length,
  ];
  const found = (file: string) => [
    {
      file,
      type: 'page',
      record: 2,
      unit: 'record',
      entry: null,
      offset: offsets[0],
      url: 'http://no-length.example/',
      domain: null,
      outcome: 'broken',
      reason: 'its Content-Length is missing or not a number',
    },
    {
      file,
      type: 'page',
      record: 3,
      unit: 'record',
      entry: null,
      offset: offsets[1],
      url: expect.stringContaining('http://no-date.example/') as string,
      domain: null,
      outcome: 'broken',
      reason: 'its date is missing or no date, and so is that of the answer',
    },
  ];

  test('are listed for people with number, offset, URI and reason', async () => {
    const file = await fileOf('damaged.warc.gz', DAMAGED);
    const { code, stdout, stderr } = await imported([file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('2 pages stored');
    expect(stdout).toContain(
      '2 places are damaged:\n' +
        `  ${file}, record 2, offset ${offsets[0]}, http://no-length.example/: its Content-Length is missing or not a number\n` +
        `  ${file}, record 3, offset ${offsets[1]}, http://no-date.example/`,
    );
    // Control characters of a URI do not reach the terminal.
    expect(stdout).not.toContain('\u0007');
  });

  test('are lines of their own with --json, beside those of the pages', async () => {
    const file = await fileOf('damaged.warc.gz', DAMAGED);
    const { code, stdout } = await imported([file, '--json']);
    expect(code).toBe(0);
    const printed = lines(stdout);
    expect(printed.filter(({ outcome }) => outcome === 'broken')).toEqual(found(file));
    expect(printed.filter(({ outcome }) => outcome === 'stored')).toMatchObject([
      { file, record: 1, url: 'http://a.example/', domain: 'a.example', reason: null },
      { file, record: 4, url: 'http://b.example/', domain: 'b.example', reason: null },
    ]);
    expect(printed.at(-1)).toMatchObject({
      file,
      type: 'summary',
      error: null,
      records: 4,
      outcomes: { stored: 2, broken: 2 },
      skipped: {},
    });
  });

  test('beyond the first twenty are counted, and --json has all', async () => {
    const bad = record(answer('<p>'), { 'Content-Length': 'x' });
    const file = await fileOf(
      'many.warc.gz',
      Buffer.concat([A, ...Array.from({ length: 50 }, () => gzipSync(bad))]),
    );
    const { stdout } = await imported([file]);
    expect(stdout.match(/^ {2}.*offset \d+/gm)).toHaveLength(20);
    expect(stdout).toContain('50 places are damaged:\n');
    expect(stdout).toContain('  … and 30 more: --json lists all\n');
    const { stdout: all } = await imported([file, '--json']);
    expect(lines(all).filter(({ outcome }) => outcome === 'broken')).toHaveLength(50);
  });
});

test('slips are counted, and cost no page', async () => {
  const block = answer(`<p>${'x'.repeat(200)}`);
  const file = await fileOf(
    'slips.warc.gz',
    Buffer.concat([
      gzipSync(record(block, { 'Content-Length': String(block.length + 30) })),
      gzipSync(
        record(block, { 'WARC-Target-URI': 'http://b.example/', 'WARC-Date': '2009-03-65T08:43:07-0800' }),
      ),
      gzipSync(pageRecord('http://c.example/', `<p>${'y'.repeat(500)}`).subarray(0, -300)),
    ]),
  );
  const { code, stdout } = await imported([file]);
  expect(code).toBe(0);
  expect(stdout).toContain('3 pages stored');
  expect(stdout).toContain('read 1 record all the same: a wrong length\n');
  expect(stdout).toContain('read 1 record all the same: a date in another form\n');
  expect(stdout).toContain('read 1 record all the same: only a part, as the input ends there\n');
  expect(stdout).toMatch(/offset \d+, http:\/\/c\.example\/: the input ends in the middle of it/);
});

test('the complete file replaces what a clipped one left, and not the other way round', async () => {
  const page = pageRecord('http://c.example/', `<p>${'y'.repeat(500)}end-of-the-page`);
  const clipped = await fileOf('clipped.warc', page.subarray(0, -300));
  const whole = await fileOf('whole.warc', page);
  for (const file of [clipped, whole, clipped]) expect((await imported([file])).code).toBe(0);
  const { stdout } = await run(['search', 'end-of-the-page', '--json'], { SITEGREP_DATA_DIR: dataDir });
  expect(stdout).toContain('c.example');
});

test('files without a page that can be indexed end with code 1', async () => {
  const image = record(answer('GIF89a', 'HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n'));
  const file = await fileOf('images.warc.gz', gzipSync(image));
  const { code, stdout, stderr } = await imported([file]);
  expect(code).toBe(1);
  expect(stdout).toBe('skipped 1 record: not HTML\n');
  expect(stderr).toBe('no page was imported: the files hold none that can be indexed\n');
  // Pages that are stored already are usable.
  const good = await fileOf('good.warc.gz', A);
  expect((await imported([good])).code).toBe(0);
  expect(await imported([good])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 unchanged') as string,
  });
});

test('if none of the files exists, nothing is opened', async () => {
  const { code, stdout, stderr } = await imported([join(folder, 'no-1.warc'), join(folder, 'no-2.warc')]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `error: ${join(folder, 'no-1.warc')}: no such file.\nerror: ${join(folder, 'no-2.warc')}: no such file.\n`,
  );
});

test('hundreds of files are imported in one go', async () => {
  const files = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      fileOf(`n-${n}.warc.gz`, gzipSync(pageRecord(`http://n-${n}.example/`))),
    ),
  );
  const { code, stdout } = await imported([...files, '--json']);
  const printed = lines(stdout);
  expect(code).toBe(0);
  expect(printed.filter(({ outcome }) => outcome === 'stored')).toHaveLength(300);
  const ended = printed.filter(({ type }) => type === 'summary').map(({ file }) => file ?? '');
  expect(ended.toSorted()).toEqual(files.toSorted());
});

test('standard input is read, and named in errors', async () => {
  const { code, stderr } = await imported(['-'], 'PK\u0003\u0004 and more');
  expect(code).toBe(2);
  expect(stderr).toContain("error: standard input: can't be read as a ZIP");
  expect((await imported(['-'], pageRecord('http://a.example/').toString())).code).toBe(0);
});

describe('files on servers', () => {
  const loopback = (): Record<string, string> => ({
    SITEGREP_DATA_DIR: dataDir,
    SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
  });
  const at = ({ port }: FileServer, path: string): string => `http://127.0.0.1:${port}/${path}`;

  test.each([
    ['a WARC', Buffer.concat([A, B])],
    ['a WACZ', waczOf({ 'data.warc.gz': Buffer.concat([A, B]) })],
  ])('%s is read through broken connections, and credentials are shown nowhere', async (_, content) => {
    const server = await serveFile(content);
    server.next.push(sendRange.bind(null, server), brokenAfter(100, server));
    const url = at(server, 'pages').replace('//', '//user:secret@');
    const { code, stdout, stderr } = await run(['import', `${url}?X-Sig=secret`, '--json'], loopback());
    expect([code, stderr]).toEqual([0, '']);
    expect(new Set(lines(stdout).map(({ file }) => file))).toEqual(new Set([`${at(server, 'pages')}?…`]));
    expect(stdout).not.toContain('secret');
    expect(await storedDomains()).toEqual(['a.example', 'b.example']);
  });

  test('what can not be read is named with the remedy, and the rest is imported', async () => {
    const server = await serveFile(A);
    const missing = await serveFile(A);
    missing.next.push(answering(404));
    const refused = await run(['import', at(server, 'a.warc.gz')], { SITEGREP_DATA_DIR: dataDir });
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: .*127\.0\.0\.1 is not a public address; allow/) as string,
    });
    const { code, stdout, stderr } = await run(
      ['import', at(server, 'a.warc.gz'), at(missing, 'b.warc.gz')],
      loopback(),
    );
    expect([code, stdout.split('\n')[0]]).toEqual([2, expect.stringMatching(/^1 page stored, /)]);
    expect(stderr).toBe(`error: ${at(missing, 'b.warc.gz')}: there is no such file (404 Not Found).\n`);
  });

  test('a file that changes in the middle: what is stored is told, and how to go on', async () => {
    const records = Array.from({ length: 100 }, (_, n) =>
      gzipSync(pageRecord(`http://n-${n}.example/`, `<p>${randomBytes(40_000).toString('base64')}`)),
    );
    const server = await serveFile(Buffer.concat(records));
    server.next.push(
      sendRange.bind(null, server),
      brokenAfter(server.content.length / 2, server),
      (request, response) => {
        server.etag = '"two"';
        sendRange(server, request, response);
      },
    );
    const url = at(server, 'pages.warc.gz');
    const { code, stdout, stderr } = await run(['import', url], loopback());
    const [, stored = ''] = /^(\d+) pages stored, /.exec(stdout) ?? [];
    expect(Number(stored)).toBeGreaterThan(20);
    expect(Number(stored)).toBeLessThan(60);
    expect([code, stderr]).toEqual([
      2,
      `error: ${url} was changed while it was read: read it once more from its start. ${stored} pages of it are stored: run the same import again to go on with the rest.\n`,
    ]);
    const again = await run(['import', url], loopback());
    const [, more, same] = /^(\d+) pages stored, (\d+) unchanged/.exec(again.stdout) ?? [];
    expect([again.code, Number(more) + Number(same)]).toEqual([0, 100]);
    expect(Number(same)).toBeGreaterThan(20);
  });
});
