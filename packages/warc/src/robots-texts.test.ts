import { describe, expect, test } from 'vitest';
import { RobotsTexts } from './reader.ts';
import { answer, pageRecord, readAll, record, STORED } from '../test/warc-files.ts';

const plain = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const robots = (url: string, text: string, head = plain): Buffer =>
  record(answer(text, head), { 'WARC-Target-URI': url });

async function textsOf(...records: readonly Buffer[]) {
  const { pages } = await readAll(Buffer.concat(records));
  return pages.map((page) => ('robotsTxt' in page ? page.robotsTxt : 'absent'));
}

describe('a page comes with the robots.txt of its host', () => {
  test.each(STORED)('if that comes before it (%s)', async (_name, store) => {
    const text = '# é\nUser-agent: *\nDisallow: /x\n';
    const stored = store([
      robots('http://a.com/robots.txt', text),
      pageRecord('http://a.com/'),
      pageRecord('http://a.com/b'),
    ]);
    const { pages, reader } = await readAll(stored);
    expect(pages.map(({ robotsTxt }) => robotsTxt)).toEqual([text, text]);
    expect(reader.counts).toMatchObject({ records: 3, pages: 2, skipped: { not_html: 1 } });
  });

  test('not with one that comes after it, nor with that of another host, scheme or port', async () => {
    const page = pageRecord('http://a.com/');
    expect(await textsOf(page, robots('http://a.com/robots.txt', '#'))).toEqual(['absent']);
    for (const other of ['http://b.com', 'https://a.com', 'http://a.com:81', 'http://www.a.com'])
      expect(await textsOf(robots(`${other}/robots.txt`, '#'), page)).toEqual(['absent']);
  });

  test('the newest', async () => {
    const [first, second] = ['# 1', '# 2'].map((text) => robots('http://a.com/robots.txt', text));
    const page = pageRecord('http://a.com/');
    expect(await textsOf(first ?? page, page, second ?? page, page)).toEqual(['# 1', '# 2']);
  });

  test.each([
    ['of another path', 'http://a.com/b/robots.txt', plain],
    ['with a query', 'http://a.com/robots.txt?x', plain],
    ['of an error', 'http://a.com/robots.txt', plain.replace('200 OK', '404 No')],
  ])('not with one %s', async (_name, url, head) => {
    expect(await textsOf(robots(url, '#', head), pageRecord('http://a.com/'))).toEqual(['absent']);
  });

  test('and an HTML answer at that path is a page', async () => {
    expect(await textsOf(pageRecord('http://a.com/robots.txt'), pageRecord('http://a.com/'))).toEqual([
      'absent',
      'absent',
    ]);
  });

  test('truncated at 64 KiB, however long it is', async () => {
    const long = robots('http://a.com/robots.txt', '#'.repeat(3_000_000));
    expect(await textsOf(long, pageRecord('http://a.com/'))).toEqual(['#'.repeat(65_536)]);
  });

  test('not with one whose record is damaged', async () => {
    const damaged = record(answer('# x', plain), {
      'WARC-Target-URI': 'http://a.com/robots.txt',
      'Content-Length': '9000',
    });
    expect(await textsOf(damaged, pageRecord('http://a.com/'))).toEqual(['absent']);
  });
});

test('up to 8 MiB of characters of texts are cached, and the oldest are dropped first', () => {
  const texts = new RobotsTexts();
  const text = '#'.repeat(65_536);
  for (let host = 0; host < 200; host++) texts.set(`http://${host}.com`, text);
  // 8,388,608 / (65,536 + 200) = 127.6
  const known = Array.from({ length: 200 }, (_, host) => texts.of(`http://${host}.com/x`) !== null);
  expect(known.indexOf(true)).toBe(200 - 127);
  expect(known.filter(Boolean)).toHaveLength(127);
  for (let again = 0; again < 200; again++) texts.set('http://199.com', text);
  expect(texts.of('http://73.com/')).toBe(text);
});
