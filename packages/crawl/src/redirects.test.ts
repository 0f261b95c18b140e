import { expect, test } from 'vitest';
import { crawlFrom, html, serve } from '../test/loopback.ts';
import { judgeRedirect } from './redirects.ts';

/** A server that redirects by path: path → [status, location]; every other path is a page. */
async function redirecting(
  byPath: Readonly<Record<string, readonly [number, string]>>,
): Promise<{ at: (path: string) => string; requests: string[] }> {
  const { port, requests } = await serve((request, response) => {
    const [status, location] = byPath[request.url ?? ''] ?? [200, ''];
    if (status === 200) response.writeHead(200, html).end('<p>');
    else response.writeHead(status, { location: location.replaceAll('PORT', String(port)) }).end('moved');
  });
  return { at: (path) => `http://a.test:${port}${path}`, requests };
}

const free = { ignoreRobots: true };

test("redirects to other hosts of the same domain are followed, recorded, and their links are the site's", async () => {
  const { at, requests } = await redirecting({
    '/': [301, '/de'],
    '/de': [302, 'http://shop.a.test:PORT/#top'],
  });
  const { result, pages } = await crawlFrom(at('/de'), free, { maxDepth: 1 }, (page) => [
    new URL('/next', page.url).href,
  ]);
  const shop = at('/').replace('a.test', 'shop.a.test');
  expect(result.redirects).toEqual([
    { from: at('/de'), to: shop, status: 302 },
    { from: shop, to: `${shop}de`, status: 301 },
    { from: `${shop}de`, to: shop, status: 302 },
  ]);
  expect(result).toMatchObject({ outcome: 'http_error' });
  expect(result.reason).toContain('redirects in a circle');
  expect(pages).toEqual([]);
  expect(requests).toHaveLength(3);

  const straight = await redirecting({ '/': [308, 'http://shop.a.test:PORT/home'] });
  const followed = await crawlFrom(straight.at('/'), free, { maxDepth: 1 }, (page) => [
    new URL('/next', page.url).href,
  ]);
  expect(followed.pages.map(({ url }) => url)).toEqual(
    ['/home', '/next'].map((path) => straight.at(path).replace('a.test', 'shop.a.test')),
  );
});

test.each([
  [
    'to another registrable domain',
    '/',
    [301, 'https://www.other-domain.co.uk/x'],
    'redirects to other-domain.co.uk (301)',
  ],
  ['in a circle', '/', [302, '/'], 'redirects in a circle, back to'],
  [
    'to no address',
    '/',
    [302, 'mailto:x@a.test'],
    'redirects to something that is no web address (302): mailto:x@a.test',
  ],
  ['to nowhere', '/', [303, ''], 'answered 303 without a target'],
] as const)('a redirect %s ends the site', async (_, path, answer, reason) => {
  const { at, requests } = await redirecting({ [path]: answer });
  const { result } = await crawlFrom(at('/'), free);
  expect(result.outcome).toBe('http_error');
  expect(result.reason).toContain(reason);
  expect(requests).toHaveLength(1);
});

test('five redirects are followed, a sixth is not', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 6 }, (_, n) => [`/${n}`, [302, `/${n + 1}`] as const]),
  );
  const { at, requests } = await redirecting(chain);
  expect((await crawlFrom(at('/1'), free)).result).toMatchObject({ outcome: 'indexed', pages: 1 });
  expect(requests).toHaveLength(6);
  const { result } = await crawlFrom(at('/0'), free);
  expect(result).toMatchObject({ outcome: 'http_error', reason: 'more than 5 redirects' });
  expect(result.redirects).toHaveLength(6);
});

test('a redirect to a private address is not followed', async () => {
  const { at } = await redirecting({ '/': [302, 'http://10.1.2.3/'] });
  const { result } = await crawlFrom(at('/'), free);
  // Of another owner anyhow; within the same host's name the guard speaks, see addresses.test.ts.
  expect(result).toMatchObject({ outcome: 'http_error', reason: 'redirects to 10.1.2.3 (302)' });
});

test('a page that two others redirect to is handed over once', async () => {
  const { at } = await redirecting({ '/a': [302, '/c'], '/b': [302, '/c'] });
  const { pages } = await crawlFrom(at('/'), free, { maxDepth: 1 }, () => [at('/a'), at('/b')]);
  expect(pages.map(({ url }) => url)).toEqual([at('/'), at('/c')]);
});

test('domains under a public suffix differ, http and https and subdomains do not', () => {
  const verdict = (from: string, location: string) =>
    judgeRedirect({ url: new URL(from), status: 301, location }, [from], 'me.github.io', 5).kind;
  expect(verdict('http://me.github.io/', 'https://me.github.io/')).toBe('follow');
  expect(verdict('http://me.github.io/', 'https://www.me.github.io/')).toBe('follow');
  expect(verdict('http://me.github.io/', 'https://you.github.io/')).toBe('stop');
  expect(verdict('http://me.github.io/', '//ME.github.io./x')).toBe('follow');
});
