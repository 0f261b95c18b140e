import type { PageVerdict } from './index.ts';
import type { Exchange } from './exchange.ts';
import type { NotModified } from './task.ts';
import { expect, test } from 'vitest';
import { crawlFrom, html, serve } from '../test/loopback.ts';
import type { FetchReport } from './options.ts';

const VERDICT: PageVerdict = { links: [], indexed: true, problem: null };

test('validators are sent for their URL only, and a 304 is handed over with its fields', async () => {
  const requested: string[] = [];
  const { port } = await serve((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    requested.push(`${request.url}: ${request.headers['if-none-match'] ?? 'no condition'}`);
    if (request.url === '/') response.writeHead(302, { location: '/home' }).end();
    else if (request.headers['if-none-match'] === undefined) response.writeHead(200, html).end('<p>');
    else response.writeHead(304, { etag: '"home"', 'x-robots-tag': 'noarchive' }).end();
  });
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const told: NotModified[] = [];
  const reports: FetchReport[] = [];
  const exchanges: Exchange[] = [];
  const known = {
    validators: (url: string) => (url === at('/home') ? { etag: '"home"', lastModified: null } : null),
    onNotModified: (answer: NotModified): Promise<PageVerdict> => {
      told.push(answer);
      return Promise.resolve({ ...VERDICT, links: [at('/new'), at('/home')] });
    },
  };
  const { result, pages } = await crawlFrom(
    at('/'),
    {
      ignoreRobots: true,
      onFetch: (report) => reports.push(report),
      onExchange: (exchange) => {
        exchanges.push(exchange);
        return Promise.resolve();
      },
    },
    { maxDepth: 1, known },
  );
  expect(requested).toEqual(['/: no condition', '/home: "home"', '/new: no condition']);
  expect(told).toEqual([
    { url: at('/home'), status: 304, headers: expect.any(Array), fetchedAt: expect.any(Number) },
  ]);
  expect(told[0]?.headers).toEqual(expect.arrayContaining([['x-robots-tag', 'noarchive']]));
  expect(pages.map(({ url }) => url)).toEqual([at('/new')]);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 2, bytes: 3 });
  expect(reports.map(({ outcome }) => outcome)).toEqual(['redirect', 'unchanged', 'page']);
  expect(exchanges.map(({ status }) => status)).toEqual([302, 304, 200]);
  expect(exchanges[1]?.request.headers).toContainEqual(['if-none-match', '"home"']);
});

test('a 304 to a request without conditions is not a page, and is not tried again', async () => {
  const { port, requests } = await serve((_request, response) => void response.writeHead(304).end());
  const known = {
    validators: () => ({ etag: null, lastModified: null }),
    onNotModified: () => Promise.reject(new Error('nothing is known')),
  };
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true }, { known });
  expect(result).toMatchObject({
    outcome: 'http_error',
    reason: 'answered 304 Not Modified to a request without conditions',
  });
  expect(requests).toHaveLength(1);
});
