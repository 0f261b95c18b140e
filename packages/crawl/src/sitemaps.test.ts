import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { crawlFrom, html, serve } from '../test/loopback.ts';

type Answers = Readonly<Record<string, string | Buffer | readonly [status: number, location: string]>>;

/** A server with pages at every path that has no answer of its own; `PORT` in answers is its own. */
async function web(answers: Answers) {
  const handler: RequestListener = (request, response) => {
    const path = request.url ?? '';
    const answer = answers[path];
    if (Array.isArray(answer)) response.writeHead(answer[0], { location: withPort(answer[1]) }).end();
    else if (Buffer.isBuffer(answer))
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(answer);
    else if (typeof answer === 'string' && path === '/robots.txt')
      response.writeHead(200).end(withPort(answer));
    else if (typeof answer === 'string')
      response.writeHead(200, { 'content-type': 'application/xml' }).end(withPort(answer));
    else if (path.includes('.xml') || path === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, html).end(`<p>${path}`);
  };
  const { port, requests } = await serve(handler);
  const withPort = (text: string): string => text.replaceAll('PORT', String(port));
  return { at: (path: string) => `http://a.test:${port}${path}`, requests };
}

const urlset = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const pathsOf = (requests: readonly string[]): string[] =>
  requests.map((request) => request.split(' ')[1] ?? '');

const on = { sitemaps: true, ignoreRobots: true };

test('pages of the site in /sitemap.xml are fetched after the links of its home page, owner’s pages first', async () => {
  const { at, requests } = await web({
    '/sitemap.xml': urlset(
      'http://a.test:PORT/listed',
      'http://www.a.test:PORT/listed-too',
      'http://other.test:PORT/x',
      'http://a.test:PORT/file.pdf',
      'http://a.test:PORT/kontakt',
    ),
  });
  const { result, pages } = await crawlFrom(at('/'), on, { maxDepth: 1, maxPages: 5 }, (page) =>
    page.url === at('/') ? [at('/linked')] : [],
  );
  expect(pages.map(({ url }) => new URL(url).pathname)).toEqual([
    '/',
    '/linked',
    '/kontakt',
    '/listed',
    '/listed-too',
  ]);
  expect(result).toMatchObject({ outcome: 'indexed', reason: null, pages: 5, redirects: [] });
  expect(pathsOf(requests)).toContain('/sitemap.xml');
});

test('pages that a sitemap or feed names by path are those of its host', async () => {
  const { at, requests } = await web({
    '/robots.txt': 'User-agent: *\nDisallow:\nSitemap: http://a.test:PORT/feeds/all.xml',
    '/feeds/all.xml':
      '<rss><channel><item><link>../news/1</link></item><item><link>/news/2</link></item></channel></rss>',
  });
  await crawlFrom(at('/'), { sitemaps: true }, { maxDepth: 1, maxPages: 5 });
  expect(pathsOf(requests)).toEqual(expect.arrayContaining(['/news/1', '/news/2']));
});

test.each([
  ['one page is wanted', { maxPages: 1, maxDepth: 1 }, true],
  ['no link is to be followed', { maxPages: 5, maxDepth: 0 }, true],
  ['the links are enough', { maxPages: 3, maxDepth: 1 }, true],
  ['they are switched off', { maxPages: 9, maxDepth: 1 }, false],
])('no sitemap is requested if %s', async (_, task, sitemaps) => {
  const { at, requests } = await web({});
  await crawlFrom(at('/'), { ...on, sitemaps }, task, () => [at('/x'), at('/y')]);
  expect(pathsOf(requests)).not.toContain('/sitemap.xml');
});

test('an index leads to files of its host and the site, pages first, also gzipped, up to two levels', async () => {
  const { at, requests } = await web({
    '/sitemap.xml': index(
      '/images.xml',
      '/posts.xml.gz',
      'http://www.a.test:PORT/page-sitemap.xml',
      'http://victim.test:PORT/x.xml',
      '/sitemap.xml',
      '/deeper.xml',
    ),
    '/posts.xml.gz': gzipSync(urlset('http://a.test/gone')),
    '/page-sitemap.xml': urlset('http://a.test:PORT/page'),
    '/deeper.xml': index('/deepest.xml'),
    '/deepest.xml': index('/too-deep.xml'),
  });
  const { pages } = await crawlFrom(at('/'), on, { maxDepth: 1, maxPages: 2 });
  expect(pages.map(({ url }) => url)).toEqual([at('/'), at('/page')]);
  expect(requests.slice(1)).toEqual([
    `${new URL(at('/')).host} /sitemap.xml`,
    `${new URL(at('/')).host.replace('a.test', 'www.a.test')} /page-sitemap.xml`,
    `${new URL(at('/')).host} /page`,
  ]);

  requests.length = 0;
  await crawlFrom(at('/'), { ...on, maxRetries: 0 }, { maxDepth: 1, maxPages: 9 });
  expect(pathsOf(requests)).toEqual(
    expect.arrayContaining(['/posts.xml.gz', '/deeper.xml', '/deepest.xml', '/images.xml']),
  );
  expect(pathsOf(requests)).not.toContain('/too-deep.xml');
  expect(requests.filter((request) => request.includes('/sitemap.xml'))).toHaveLength(1);
  expect(requests.some((request) => request.startsWith('victim'))).toBe(false);
});

test('no more than ten files are fetched', async () => {
  const { at, requests } = await web({
    '/sitemap.xml': index(...Array.from({ length: 50 }, (_, n) => `/${n}.xml`)),
  });
  const { result } = await crawlFrom(at('/'), on, { maxDepth: 1, maxPages: 9 });
  expect(requests).toHaveLength(1 + 10);
  expect(result).toMatchObject({ outcome: 'indexed', reason: null, pages: 1 });
});

test('a redirect of a sitemap is followed, and its failures are not failures of the site', async () => {
  const { at } = await web({ '/sitemap.xml': [301, '/map/'], '/map/': urlset('http://a.test:PORT/x') });
  const moved = await crawlFrom(at('/'), on, { maxDepth: 1, maxPages: 9 });
  expect(moved.pages.map(({ url }) => url)).toEqual([at('/'), at('/x')]);
  expect(moved.result.redirects).toEqual([]);

  for (const location of ['/sitemap.xml', 'http://other.test/', '', 'mailto:x']) {
    const broken = await web({ '/sitemap.xml': [302, location] });
    const { result } = await crawlFrom(broken.at('/'), on, { maxDepth: 1, maxPages: 9 });
    expect(result).toMatchObject({ outcome: 'indexed', reason: null, pages: 1, redirects: [] });
  }
});

test('the bytes of a sitemap count, and a site that ends meanwhile does not wait for it', async () => {
  const listing = urlset('http://a.test:PORT/x');
  const { at } = await web({ '/sitemap.xml': listing });
  const { result } = await crawlFrom(at('/'), on, { maxDepth: 1, maxPages: 2 });
  const port = new URL(at('/')).port;
  expect(result.bytes).toBe('<p>/'.length + '<p>/x'.length + listing.replace('PORT', port).length);

  const { port: silent } = await serve((request, response) => {
    if (request.url === '/') response.writeHead(200, html).end('<p>');
  });
  const { result: timed } = await crawlFrom(
    `http://a.test:${silent}/`,
    { ...on, siteTimeoutMs: 2_000 },
    { maxDepth: 1, maxPages: 2 },
  );
  expect(timed).toMatchObject({ outcome: 'indexed', pages: 1, reason: 'the site was not done within 2 s' });
});

test('sitemaps of robots.txt replace /sitemap.xml, on other hosts, too, except those that it disallows', async () => {
  const { at, requests } = await web({
    '/robots.txt':
      'User-agent: *\nDisallow: /secret\nSitemap: http://files.test:PORT/map.xml\nSitemap: http://a.test:PORT/secret.xml\nSitemap: nonsense:',
    '/map.xml': urlset('http://a.test:PORT/x', 'http://files.test:PORT/y'),
    '/secret.xml': urlset('http://a.test:PORT/z'),
  });
  const named = { sitemaps: true, maxRetries: 0 };
  const { pages } = await crawlFrom(at('/'), named, { maxDepth: 1, maxPages: 9 });
  expect(pages.map(({ url }) => url)).toEqual([at('/'), at('/x')]);
  const { host } = new URL(at('/'));
  const files = host.replace('a.test', 'files.test');
  expect(requests).toEqual([
    `${host} /robots.txt`,
    `${host} /`,
    `${files} /robots.txt`,
    `${files} /map.xml`,
    `${host} /x`,
  ]);
});

test('a sitemap whose host asks to stay away ends the site, with its pages', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/sitemap.xml') response.writeHead(503, { 'retry-after': '3600' }).end();
    else response.writeHead(200, html).end('<p>');
  });
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { result } = await crawlFrom(at('/'), on, { maxDepth: 1, maxPages: 5 }, () => [at('/b')]);
  expect(result).toMatchObject({
    outcome: 'indexed',
    reason: 'answered 503 Service Unavailable and asks to stay away for 3600 s',
  });
  expect(pathsOf(requests)).toEqual(['/', '/sitemap.xml']);
});
