import { expect, test } from 'vitest';
import { crawlFrom, html, serve, serveBytes } from '../test/loopback.ts';
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
    'redirects to something that is not a web address (302): mailto:x@a.test',
  ],
  ['to nowhere', '/', [303, ''], 'answered 303 without a target'],
] as const)('a redirect %s ends the site', async (_, path, answer, reason) => {
  const { at, requests } = await redirecting({ [path]: answer });
  const { result } = await crawlFrom(at('/'), free);
  expect(result.outcome).toBe('http_error');
  expect(result.reason).toContain(reason);
  expect(requests).toHaveLength(1);
});

// As by the Fetch standard, 4.4: the twenty-first redirect of a request is a network error.
test('twenty redirects are followed, one more is not', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 21 }, (_, n) => [`/${n}`, [302, `/${n + 1}`] as const]),
  );
  const { at, requests } = await redirecting(chain);
  expect((await crawlFrom(at('/1'), free)).result).toMatchObject({ outcome: 'indexed', pages: 1 });
  expect(requests).toHaveLength(21);
  const { result } = await crawlFrom(at('/0'), free);
  expect(result).toMatchObject({ outcome: 'http_error', reason: 'more than 20 redirects' });
  expect(result.redirects).toHaveLength(21);
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

/** Crawls a site that redirects to a Location of these octets, written in ISO 8859-1. @returns the target that it requests */
async function targetOf(location: string): Promise<string | undefined> {
  const targets: (string | undefined)[] = [];
  const port = await serveBytes((socket, request) => {
    targets.push(/^GET (\S+)/.exec(request)?.[1]);
    const head = targets.length > 1 ? 'HTTP/1.1 404 No' : `HTTP/1.1 301 Moved\r\nLocation: ${location}`;
    socket.end(Buffer.from(`${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, 'latin1'));
  });
  await crawlFrom(`http://a.test:${port}/`, { ...free, maxRetries: 0 });
  return targets[1];
}

// RFC 9110, 5.5: other octets of a field value are opaque data, so they go back as they came. 0xC5 0x81 is Ł in UTF-8, 0xA3 is
// Ł in ISO 8859-2, and 0x96 0x7B is 本 in Shift_JIS.
test.each([
  ['UTF-8', '/\xc5\x81\xc3\xb3d\xc5\xba?x=\xc5\x81', '/%C5%81%C3%B3d%C5%BA?x=%C5%81'],
  ['ISO 8859-2', '/\xa3\xf3d\xbc?x=\xa3', '/%A3%F3d%BC?x=%A3'],
  ['Shift_JIS', 'd/\x93\xfa\x96\x7b.html', '/d/%93%FA%96%7B.html'],
  ['blanks and escapes', ' /a b/%c5%81\xff ', '/a%20b/%c5%81%FF'],
])('a target in %s is requested octet by octet as it came', async (_, location, target) => {
  expect(await targetOf(location)).toBe(target);
});

test('the host of a target is read as UTF-8', () => {
  const from = { url: new URL('http://xn--bcher-kva.test/'), status: 301 };
  const verdict = (location: string) =>
    judgeRedirect({ ...from, location }, [from.url.href], 'xn--bcher-kva.test', 5);
  expect(verdict('http://www.b\xc3\xbccher.test/\xfc')).toEqual({
    kind: 'follow',
    to: new URL('http://www.xn--bcher-kva.test/%FC'),
  });
  expect(verdict('http://www.b\xfccher.test/')).toMatchObject({ kind: 'stop', to: null });
});
