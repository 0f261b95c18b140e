import { expect, test } from 'vitest';
import { crawlFrom, html, pages, serve } from '../test/loopback.ts';

/** A server whose home page leads to another host. */
async function leadingTo(host: string) {
  const { port, requests } = await serve((request, response) => {
    const here = `${request.headers.host}` === `a.test:${server.port}`;
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (here) response.writeHead(301, { location: `http://${host}:${server.port}/` }).end();
    else response.writeHead(200, html).end('<p>there');
  });
  const server = { port, requests };
  return server;
}

test.each(['shop.a.test', 'b.test'])(
  'a redirect into a refused domain, %s, ends the site with no request to it',
  async (host) => {
    const requested: string[] = [];
    const { port, requests } = await leadingTo(host);
    const refusal = async (domain: string): Promise<string> => {
      requested.push(domain);
      return `blocked 2026-11-22: ${domain}`;
    };
    const { result, pages: found } = await crawlFrom(`http://a.test:${port}/`, {}, { refusal });
    expect(result).toMatchObject({
      outcome: 'blocked_domain',
      reason: `blocked 2026-11-22: ${host}`,
      pages: 0,
      redirects: [{ from: `http://a.test:${port}/`, to: `http://${host}:${port}/`, status: 301 }],
    });
    expect(found).toEqual([]);
    expect(requested).toEqual([host]);
    expect(requests.filter((request) => request.startsWith(host))).toEqual([]);
  },
);

test('a redirect into another domain is followed if that is not refused; one within the domain is not checked', async () => {
  const requested: string[] = [];
  const refusal = async (domain: string): Promise<null> => {
    requested.push(domain);
    return null;
  };
  const other = await leadingTo('shop.a.test');
  expect((await crawlFrom(`http://a.test:${other.port}/`, {}, { refusal })).result.outcome).toBe('indexed');
  expect(requested).toEqual(['shop.a.test']);
  const own = await leadingTo('www.a.test');
  expect((await crawlFrom(`http://a.test:${own.port}/`, {}, { refusal })).result.outcome).toBe('indexed');
  expect(requested).toEqual(['shop.a.test']);
});

test('earlier pages of the site count', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `http://b.test:${port}/` }).end();
    else pages({ '/': '<p>home' })(request, response);
  });
  const links = () => [`http://a.test:${port}/away`];
  const task = { maxDepth: 1, refusal: async () => 'blocked 2026-11-22' };
  const { result } = await crawlFrom(`http://a.test:${port}/`, {}, task, links);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 1 });
});

test('an error of the check is the error of the crawl', async () => {
  const { port } = await leadingTo('b.test');
  const refusal = () => Promise.reject(new Error('the storage is away'));
  await expect(crawlFrom(`http://a.test:${port}/`, {}, { refusal })).rejects.toThrow('the storage is away');
});
