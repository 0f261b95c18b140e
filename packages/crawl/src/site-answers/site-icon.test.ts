import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { CrawlerOptions, PageVerdict, SiteTask } from '../index.ts';
import { html, serve, testCrawler } from '../../test/loopback.ts';
import { dataUrlBytes } from './site-icon.ts';

const ICON = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

type Answers = Readonly<Record<string, Buffer | number | string>>;

/** A site with a page at `/`, and answers by path: bytes, a status, or the target of a redirect. */
async function site(answers: Answers) {
  const handler: RequestListener = (request, response) => {
    const answer = answers[request.url ?? ''];
    if (request.url === '/') response.writeHead(200, html).end('<p>home');
    else if (typeof answer === 'string') response.writeHead(302, { location: answer }).end();
    else if (typeof answer === 'object') response.writeHead(200, { 'content-type': 'image/gif' }).end(answer);
    else response.writeHead(answer ?? 404).end();
  };
  const { port, requests } = await serve(handler);
  const paths = (): string[] => requests.map((request) => request.split(' ')[1] ?? '');
  return { port, paths, at: (path: string) => `http://a.test:${port}${path}` };
}

async function crawl(
  home: string,
  icon: PageVerdict['icon'],
  options: CrawlerOptions = {},
  task: Partial<SiteTask> = {},
) {
  return testCrawler({ icons: true, ...options }).crawl(
    { domain: 'a.test', urls: [home], maxPages: 1, maxDepth: 0, ...task },
    () =>
      Promise.resolve({ links: [], indexed: true, problem: null, ...(icon === undefined ? {} : { icon }) }),
  );
}

test('the icon that a page declares is requested, or else /favicon.ico', async () => {
  const { at, paths } = await site({ '/i.gif': ICON, '/favicon.ico': ICON });
  const bytes = Uint8Array.from(ICON);
  expect((await crawl(at('/'), at('/i.gif'))).icon).toEqual({ url: at('/i.gif'), bytes });
  expect((await crawl(at('/'), null)).icon).toEqual({ url: at('/favicon.ico'), bytes });
  expect(paths()).toEqual(['/robots.txt', '/', '/i.gif', '/robots.txt', '/', '/favicon.ico']);
});

test('without the setting, or with the icon in the page, nothing is requested', async () => {
  const { at, paths } = await site({ '/favicon.ico': ICON });
  expect((await crawl(at('/'), null, { icons: false })).icon).toBeNull();
  const inPage = `data:image/gif;base64,${ICON.toString('base64')}`;
  expect((await crawl(at('/'), inPage)).icon).toEqual({ url: 'data:', bytes: Uint8Array.from(ICON) });
  expect(paths().filter((path) => path !== '/robots.txt')).toEqual(['/', '/']);
});

test('a page that has not changed says whether its icon is stored', async () => {
  const { at, paths } = await site({ '/favicon.ico': ICON });
  expect((await crawl(at('/'), () => Promise.resolve('as_stored'))).icon).toBe('as_stored');
  expect(paths()).not.toContain('/favicon.ico');
  expect((await crawl(at('/'), () => Promise.resolve(null))).icon).toMatchObject({ url: at('/favicon.ico') });
  await expect(crawl(at('/'), () => Promise.reject(new Error('no storage')))).rejects.toThrow('no storage');
});

test('redirects are followed, also to other sites unless these are blocked, and not in circles', async () => {
  const far = await site({ '/far.gif': ICON });
  const farUrl = `http://far.test:${far.port}/far.gif`;
  const { at, paths } = await site({ '/1': '/2', '/2': farUrl, '/a': '/b', '/b': '/a' });
  expect((await crawl(at('/'), at('/1'))).icon).toMatchObject({ url: farUrl });
  expect((await crawl(at('/'), at('/a'))).icon).toBeNull();
  expect(paths().filter((path) => path === '/a')).toHaveLength(1);
  const requested = far.paths().length;
  const refusal = (domain: string) => Promise.resolve(domain === 'far.test' ? 'far.test is blocked' : null);
  expect((await crawl(at('/'), at('/1'), {}, { refusal })).icon).toBeNull();
  expect((await crawl(at('/'), farUrl, {}, { refusal })).icon).toBeNull();
  expect(far.paths()).toHaveLength(requested);
});

test.each<[string, Answers]>([
  ['that is absent', {}],
  ['that is empty', { '/favicon.ico': Buffer.alloc(0) }],
  ['of more than 256 KiB', { '/favicon.ico': Buffer.alloc(256 * 1024 + 1, 1) }],
  ['that robots.txt forbids', { '/robots.txt': Buffer.from('User-agent: *\nDisallow: /favicon.ico'), '/favicon.ico': ICON }], // prettier-ignore
  ['of a host that is busy', { '/favicon.ico': 503 }],
])('an icon %s is none, and the page stays', async (_, answers) => {
  const { at } = await site(answers);
  const result = await crawl(at('/'), null, { maxRetries: 0 });
  expect(result).toMatchObject({ icon: null, outcome: 'indexed', pages: 1 });
});

test('an icon of the largest size is whole', async () => {
  const bytes = Buffer.alloc(256 * 1024, 1);
  const { at } = await site({ '/favicon.ico': bytes });
  expect((await crawl(at('/'), null)).icon).toEqual({
    url: at('/favicon.ico'),
    bytes: Uint8Array.from(bytes),
  });
});

test.each<[string, string | null]>([
  ['data:image/gif;base64,R0lG', 'GIF'],
  ['data:image/gif;base64,R0 lG%0A', 'GIF'],
  ['data:image/gif;charset=utf-8;BASE64 ,R0lG', 'GIF'],
  ['DATA:,a%20b%zz', 'a b%zz'],
  ['data:image/svg+xml;utf8,<svg fill="é">', '<svg fill="é">'],
  ['data:image/gif;base64', null],
  ['http://a.test/,x', null],
])('%s has the bytes of %s', (url, text) => {
  expect(dataUrlBytes(url)?.toString() ?? null).toBe(text);
});
