import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { FetchReport } from './index.ts';
import { crawlFrom, html, serve, serveBytes } from '../test/loopback.ts';

/** Crawls one page. @returns the reports of its requests */
async function reportsOf(start: string, settings = {}) {
  const reports: FetchReport[] = [];
  const { result } = await crawlFrom(start, {
    ...settings,
    maxRetries: 0,
    onFetch: (report) => reports.push(report),
  });
  for (const { ms } of reports) expect(ms).toBeGreaterThanOrEqual(0);
  return { result, reports: reports.map(({ outcome, bytes }) => [outcome, bytes]) };
}

test('every request but that of robots.txt is reported, with the decoded bytes', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(200).end('User-agent: *\nDisallow: /secret\n');
    else if (request.url === '/') response.writeHead(302, { location: '/home' }).end('moved');
    else response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync('<p>'.repeat(1_000)));
  });
  const { reports } = await reportsOf(`http://a.test:${port}/`);
  expect(reports).toEqual([
    ['redirect', 0],
    ['page', 3_000],
  ]);
  expect(requests).toHaveLength(3);
  const forbidden = await reportsOf(`http://a.test:${port}/secret`);
  expect([forbidden.result.outcome, forbidden.reports]).toEqual(['robots_disallowed', []]);
});

test.each([
  ['a status', 'http_error', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', 0],
  ['its type', 'not_html', 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1\r\n\r\nx', 0],
  [
    'a body of which nothing comes',
    'http_error',
    'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n',
    0,
  ],
])('a request that gives no page for %s is reported once', async (_why, outcome, answer, bytes) => {
  const port = await serveBytes((socket) => socket.end(answer));
  const { result, reports } = await reportsOf(`http://a.test:${port}/`, { ignoreRobots: true });
  expect([result.outcome, reports]).toEqual([outcome, [[outcome, bytes]]]);
});

test('a request without an answer in time is reported as timed out', async () => {
  const port = await serveBytes(() => {});
  const { reports } = await reportsOf(`http://a.test:${port}/`, { ignoreRobots: true, requestTimeoutMs: 50 });
  expect(reports).toEqual([['timed_out', 0]]);
});
