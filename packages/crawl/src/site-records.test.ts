import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlFrom, html, serve, testCrawler } from '../test/loopback.ts';
import { mx, type RecordServer, serveRecords, txt } from '../test/record-server.ts';
import { recordsAt } from './dns-records.ts';

let names: RecordServer;
beforeAll(async () => {
  names = await serveRecords((host, type) => {
    if (host === 'b.test') return type === 'TXT' ? 'SILENCE' : 'SERVFAIL';
    if (host !== 'a.test') return 'NXDOMAIN';
    return type === 'MX' ? [mx(10, 'mail.test')] : type === 'TXT' ? [txt('a=1')] : [];
  });
});
afterAll(() => names.close());

async function servePages(): Promise<number> {
  const { port } = await serve((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, html).end(`<p>${request.url}`);
  });
  return port;
}

const RECORDS = ['MX 10 mail.test', 'TXT a=1'];

test('the first page of a site has its DNS records, and the others have none', async () => {
  const port = await servePages();
  const { pages, result } = await crawlFrom(
    `http://a.test:${port}/1`,
    { records: recordsAt([names.address]) },
    { maxDepth: 1 },
    () => [`http://a.test:${port}/2`],
  );
  expect(pages.map(({ url, dns }) => [new URL(url).pathname, dns])).toEqual([
    ['/1', RECORDS],
    ['/2', undefined],
  ]);
  expect(result).toMatchObject({ outcome: 'indexed', reason: null });
});

test('a page that is not indexed leaves them to the next one', async () => {
  const port = await servePages();
  const found: (readonly string[] | undefined)[] = [];
  await testCrawler({ records: recordsAt([names.address]) }).crawl(
    { domain: 'a.test', urls: [`http://a.test:${port}/1`], maxPages: 3, maxDepth: 1 },
    ({ dns }) => {
      found.push(dns);
      const links = [`http://a.test:${port}/2`, `http://a.test:${port}/3`];
      return Promise.resolve({ links, indexed: found.length > 1, problem: null });
    },
  );
  expect(found).toEqual([RECORDS, RECORDS, undefined]);
});

test('a name server that fails holds no crawl up, and the site says so', async () => {
  const port = await servePages();
  const { pages, result } = await crawlFrom(
    `http://b.test:${port}/`,
    { records: recordsAt([names.address], { timeoutMs: 200 }) },
    { domain: 'b.test' },
  );
  expect(pages.map(({ dns }) => dns)).toEqual([undefined]);
  expect(result).toMatchObject({
    outcome: 'indexed',
    reason: expect.stringMatching(/^DNS of b\.test: no MX records \(E[A-Z]+\), /),
  });
});

test('nothing is asked for unless it is wanted', async () => {
  const port = await servePages();
  const before = names.questions.length;
  const { pages } = await crawlFrom(`http://a.test:${port}/`);
  expect(pages.map(({ dns }) => dns)).toEqual([undefined]);
  expect(names.questions.length).toBe(before);
});
