import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { arcRecord, versionBlock } from '../test/arc-files.ts';
import { answer, pageRecord, readAll, record, STORED } from '../test/warc-files.ts';
import { readArcHead } from './arc-head.ts';

const SECOND = '200 d41d8cd98f00b204e9800998ecf8427e - 4711 test.arc';

describe.each(STORED)('an ARC stored as %s', (_name, store) => {
  test.each([1, 2] as const)('of version %s gives its pages', async (version) => {
    const second = version === 1 ? {} : { second: SECOND };
    const stored = store([
      Buffer.from(versionBlock(version)),
      arcRecord('dns:a.com', '20040301120000\na.com.\t60\tIN\tA\t192.0.2.7\n', {
        contentType: 'text/dns',
        ...second,
      }),
      arcRecord('http://a.com/', answer('<p>one'), second),
      arcRecord('http://a.com/logo.gif', answer('GIF89a', 'HTTP/1.0 200 OK\nContent-Type: image/gif\n'), {
        contentType: 'image/gif',
        ...second,
      }),
      arcRecord('http://b.com/x y', answer('<p>two\n'), { address: '0', ...second }),
    ]);
    const { pages, bodies, reader } = await readAll(stored);
    expect(bodies).toEqual(['<p>one', '<p>two\n']);
    expect(pages[0]).toMatchObject({
      url: 'http://a.com/',
      status: 200,
      address: '192.0.2.7',
      fetchedAt: Date.UTC(2004, 2, 1, 12),
      truncated: false,
    });
    expect(pages[1]?.url).toBe('http://b.com/x%20y');
    expect(pages[1]).not.toHaveProperty('address');
    expect(reader.counts).toMatchObject({
      records: 5,
      junk: 0,
      skipped: { other_type: 1, not_http: 1, not_html: 1 },
      slips: { length: 0, date: 0 },
    });
    expect(reader.problems).toEqual([]);
  });

  test('without a version block, or after a WARC, is read', async () => {
    const records = [pageRecord('http://w.com/'), arcRecord('http://a.com/', answer('<p>one'))];
    for (const [order, urls] of [
      [records, ['http://w.com/', 'http://a.com/']],
      [records.toReversed(), ['http://a.com/', 'http://w.com/']],
    ] as const) {
      const { pages, reader } = await readAll(store(order));
      expect(pages.map((page) => page.url)).toEqual(urls);
      expect(reader.problems).toEqual([]);
    }
  });

  test('with a damaged record loses only that, and names it', async () => {
    const stored = store([
      Buffer.from(versionBlock(1)),
      arcRecord('http://a.com/', answer('<p>one'), { length: -1 }),
      arcRecord('http://b.com/', answer('<p>two')),
      arcRecord('http://c.com/', answer('<p>three'), { date: '20041399999999' }),
      arcRecord('http://d.com/', answer('<p>four')),
    ]);
    const { pages, reader } = await readAll(stored);
    expect(pages.map((page) => page.url)).toEqual(['http://b.com/', 'http://d.com/']);
    expect(reader.problems.map(({ uri, problem }) => [uri, problem])).toEqual([
      ['http://a.com/', 'its length is missing or not a number'],
      ['http://c.com/', 'its date is missing or no date, and so is that of the answer'],
    ]);
  });

  test.each([-7, -1, 1, 2, 7])('with a length that is off by %s is read', async (off) => {
    const block = answer('<p>one two three');
    const stored = store([
      Buffer.from(versionBlock(1)),
      arcRecord('http://a.com/', block, { length: block.length + off }),
      arcRecord('http://b.com/', answer('<p>two')),
    ]);
    const { pages, bodies, reader } = await readAll(stored);
    // One more is the line end before the next record.
    expect(bodies).toEqual([`<p>one two three${off === 1 ? '\n' : ''}`, '<p>two']);
    expect(pages.map((page) => page.truncated)).toEqual([false, false]);
    expect(reader.counts.slips.length).toBe(off === 1 ? 0 : 1);
  });
});

describe('the version block', () => {
  test.each([
    ['counted without its last line end', (text: string) => text],
    ['counted with it', (text: string) => text.replace(/ 7\d\n/, ' 75\n')],
    ['without a length', (text: string) => text.replace(/ 7\d\n/, ' -1\n')],
    ['counted with the line of the file', (text: string) => text.replace(/ 7\d\n/, ' 133\n')],
    ['with more line ends', (text: string) => `${text}\n`],
  ])('%s makes no difference', async (_what, change) => {
    const { bodies, reader } = await readAll(
      Buffer.concat([
        Buffer.from(change(versionBlock(1))),
        arcRecord('http://a.com/', answer('<p>one')),
        arcRecord('http://b.com/', answer('<p>two')),
      ]),
    );
    expect(bodies).toEqual(['<p>one', '<p>two']);
    expect(reader.problems).toEqual([]);
    expect(reader.counts.slips.length).toBe(0);
  });
});

describe('a block without an HTTP header', () => {
  test('is a page if its type is HTML, as of HTTP/0.9', async () => {
    const { pages, bodies } = await readAll(arcRecord('http://a.com/', '<html><p>old'));
    expect(bodies).toEqual(['<html><p>old']);
    expect(pages[0]).toMatchObject({ status: 200, headers: [['content-type', 'text/html']] });
  });

  test.each([
    ['image/gif', undefined, 'not_html'],
    ['no-type', undefined, 'not_html'],
    ['alexa/dat', undefined, 'not_http'],
    ['text/html', SECOND.replace('200', '404'), 'not_success'],
  ] as const)('is none if the line says %s %s', async (contentType, second, why) => {
    const fields = { contentType, ...(second === undefined ? {} : { second }) };
    const { pages, reader } = await readAll(arcRecord('http://a.com/', '<html><p>old', fields));
    expect(pages).toEqual([]);
    expect(reader.counts.skipped[why]).toBe(1);
  });
});

test('text in a page that looks like a record is none, as long as lengths are right', async () => {
  const body = '<pre>\nhttp://x.com/ 192.0.2.1 20040301120000 text/html 10\n0123456789\n</pre>';
  const { bodies } = await readAll(
    Buffer.concat([
      arcRecord('http://a.com/', answer(body)),
      record(answer(body)),
      arcRecord('http://b.com/', answer('x')),
    ]),
  );
  expect(bodies).toEqual([body, body, 'x']);
});

test('members that begin with the line end before the record are records', async () => {
  // So the format has it: doc == <nl><URL-record><nl><network_doc>.
  const members = ['http://a.com/', 'http://b.com/'].map((url) => {
    const bytes = arcRecord(url, answer(`<p>${url}`));
    return gzipSync(Buffer.concat([Buffer.from('\n'), bytes.subarray(0, -1)]));
  });
  const { bodies, reader } = await readAll(Buffer.concat(members));
  expect(bodies).toEqual(['<p>http://a.com/', '<p>http://b.com/']);
  expect(reader.problems).toEqual([]);
});

describe('a line', () => {
  const urlOf = (line: string) => readArcHead(Buffer.from(line, 'latin1'))?.head.uri ?? null;
  test.each([
    ['http://a.com/ 1.2.3.4 20040301120000 text/html 12\n', 'http://a.com/'],
    ['http://a.com/ 1.2.3.4 20040301120000 text/html 12\r\n', 'http://a.com/'],
    ['http://a.com/a b 0 20040301120000 text/html; charset=x 12\n', 'http://a.com/a b'],
    ['http://a.com/\xe4 2001:db8::7 20040301120000  12\n', 'http://a.com/%E4'],
    ['http://a.com/ - 200403011200 no-type 12\n', 'http://a.com/'],
    ['http://a.com/ 1.2.3.4 20040301120000 text/html 12', null],
    ['http://a.com/ 1.2.3 20040301120000 text/html 12\n', null],
    ['http://a.com/ 1.2.3.4 2004 text/html 12\n', null],
    ['a.com 1.2.3.4 20040301120000 text/html 12\n', null],
    ['http://a.com/\n 1.2.3.4 20040301120000 text/html 12\n', null],
    [`http://a.com/${'x'.repeat(20_000)} 1.2.3.4 20040301120000 text/html 12\n`, null],
    ['', null],
  ])('%j has the URL %s', (line, url) => {
    expect(urlOf(line)).toBe(url);
  });
});
