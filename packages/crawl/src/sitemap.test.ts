import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSitemap, type Sitemap } from './sitemap.ts';

const LIMITS = { maxUrls: 1_000, maxBytes: 1024 * 1024, maxExpansion: 200 };
const read = (text: string | Buffer, limits: Partial<typeof LIMITS> = {}): Promise<Sitemap> =>
  readSitemap(Buffer.from(text), { ...LIMITS, ...limits });

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const URLSET = `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://a.test/?a=1&amp;b=2
  </loc><lastmod>2026-01-01</lastmod><image:image><image:loc>https://a.test/i.jpg</image:loc></image:image></url>
  <url><lastmod>x</lastmod><loc><![CDATA[https://a.test/caf%C3%A9]]></loc></url><!-- <loc>https://a.test/not</loc> -->
  <url><loc/></url><url><loc></loc></url>
  <url><loc>https://a.test/?a=1&#38;b=2</loc></url>
</urlset>`;
const PAGES = ['https://a.test/?a=1&b=2', 'https://a.test/caf%C3%A9'];

test('the pages of a sitemap are read, each once, extensions left out', async () => {
  expect(await read(URLSET)).toEqual({ pages: PAGES, sitemaps: [] });
});

test('an index names sitemaps', async () => {
  const index = `${HEAD}<sitemapindex><sitemap><loc>https://a.test/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`;
  expect(await read(index)).toEqual({ pages: [], sitemaps: ['https://a.test/1.xml', '/2.xml'] });
});

test('plain text has a URL per line; other lines are ignored', async () => {
  const text = `\ufeffhttps://a.test/1\r\n\nnonsense\nhttp://a.test/2\nhttps://a.test/${'x'.repeat(2_100)}\nhttps://a.test/3`;
  expect((await read(text)).pages).toEqual(['https://a.test/1', 'http://a.test/2', 'https://a.test/3']);
});

test('gzip is undone, with twice the length of a part', async () => {
  const urls = Array.from({ length: 3_000 }, (_, n) => `https://a.test/page-${n}-äöü`);
  const xml = `${HEAD}<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
  expect(Buffer.byteLength(xml)).toBeGreaterThan(2 * 64 * 1024);
  expect((await read(gzipSync(xml), { maxUrls: 5_000 })).pages).toEqual(urls);
});

test('UTF-16 with a mark is read', async () => {
  expect((await read(Buffer.from(`\ufeff${URLSET}`, 'utf16le'))).pages).toEqual(PAGES);
});

test.each([
  [
    'is truncated in the middle',
    `${HEAD}<urlset><url><loc>https://a.test/1</loc></url><url><loc>https://a.te`,
  ],
  ['is not closed', `${HEAD}<urlset><url><loc>https://a.test/1</loc><url><loc>https://a.te<`],
  [
    'has one very long URL',
    `<urlset><url><loc>https://a.test/1</loc></url><url><loc>https://a.test/${'x'.repeat(3_000)}</loc>`,
  ],
])('one that %s gives its complete URLs', async (_, text) => {
  expect((await read(text)).pages).toEqual(['https://a.test/1']);
});

test.each([
  ['a page', '<!doctype html><html><body><a href=/x>x</a><loc>https://a.test/</loc></body></html>'],
  ['nothing', ''],
  ['bytes', '\0\x01\x02\xff'],
  ['gzip that is none', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9])],
])('%s names nothing', async (_, text) => {
  expect(await read(text)).toEqual({ pages: [], sitemaps: [] });
});

test('URLs and bytes are read up to their limits', async () => {
  const many = `<urlset>${Array.from({ length: 100 }, (_, n) => `<url><loc>https://a.test/${n}</loc></url>`).join('')}`;
  expect((await read(many, { maxUrls: 7 })).pages).toHaveLength(7);
  // 30 bytes of the frame and 39 a URL of one digit.
  expect((await read(many, { maxBytes: 8 + 3 * 38 })).pages).toHaveLength(3);
  const bomb = gzipSync(`<urlset><url><loc>https://a.test/1</loc></url>${' '.repeat(50 * 1024 * 1024)}`);
  expect((await read(bomb)).pages).toEqual(['https://a.test/1']);
});

test('a file of two million unclosed tags is read in linear time', async () => {
  const hostile = Buffer.from(
    `<urlset>${'<a>'.repeat(1_000_000)}${'</b>'.repeat(1_000_000)}<url><loc>https://a.test/1</loc>`,
  );
  expect((await read(hostile, { maxBytes: 16 * 1024 * 1024 })).pages).toEqual(['https://a.test/1']);
});
