import { gzipSync } from 'node:zlib';
import type { RequestListener, ServerResponse } from 'node:http';
import type { FileName } from '@sitegrep/site';
import { expect, test } from 'vitest';
import type { CrawlerOptions } from '../index.ts';
import { html, serve, testCrawler } from '../../test/loopback.ts';

type Answer = string | number | ((response: ServerResponse) => void);

/** A site with a page at `/`, answers by path, and 404 elsewhere. */
async function site(answers: Readonly<Record<string, Answer>>, others: Answer = 404) {
  const handler: RequestListener = (request, response) => {
    const path = request.url ?? '';
    const answer = answers[path] ?? (path === '/robots.txt' ? 404 : path === '/' ? null : others);
    if (answer === null) response.writeHead(200, html).end('<p>home');
    else if (typeof answer === 'number') response.writeHead(answer, html).end('<p>none');
    else if (typeof answer === 'function') answer(response);
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(answer);
  };
  const { port, requests } = await serve(handler);
  const paths = (): string[] => requests.map((request) => request.split(' ')[1] ?? '');
  return { port, paths, home: `http://a.test:${port}/` };
}

async function answersOf(home: string, files: readonly FileName[], options: CrawlerOptions = {}) {
  const result = await testCrawler({ files, ...options }).crawl(
    { domain: 'a.test', urls: [home], maxPages: 3, maxDepth: 0 },
    () => Promise.resolve({ links: [], indexed: true, problem: null }),
  );
  return { result, answers: result.answers };
}

const SECURITY = 'Contact: mailto:security@a.test\nExpires: 2030-01-01T00:00:00Z\n';
const ADS = 'ads.example.com, 1234, DIRECT, abcd\n';

test('robots.txt is among the answers without a request of its own, with a verdict on each known agent', async () => {
  const text = 'User-agent: GPTBot\nDisallow: /\n';
  const { home, paths } = await site({ '/robots.txt': text });
  const { answers } = await answersOf(home, []);
  expect(paths()).toEqual(['/robots.txt', '/']);
  expect(answers?.file).toBe(`/robots.txt\n${text}\n`);
  expect(answers?.facts.files).toMatchObject([
    { name: 'robots.txt', status: 200, isReal: true, reason: null, bytes: text.length, truncated: false },
  ]);
  expect(answers?.facts.agents).toEqual({
    others: 'allowed',
    named: [{ agent: 'GPTBot', verdict: 'blocked' }],
  });
});

test('a site without robots.txt allows all agents, and one whose robots.txt is not read says nothing', async () => {
  const { home } = await site({});
  const { answers } = await answersOf(home, []);
  expect(answers?.facts.files).toMatchObject([{ name: 'robots.txt', status: 404, isReal: false }]);
  expect(answers?.facts.agents).toEqual({ others: 'allowed', named: [] });
  const ignoring = await answersOf(home, [], { ignoreRobots: true });
  expect(ignoring.answers?.facts).toMatchObject({ files: [], agents: null });
});

test('files are requested one after the other, and compared with a name that cannot exist', async () => {
  const { home, paths } = await site({ '/.well-known/security.txt': SECURITY, '/ads.txt': ADS });
  const { answers } = await answersOf(home, ['ads.txt', 'llms.txt', 'security.txt']);
  expect(paths()).toEqual([
    '/robots.txt',
    '/',
    '/ads.txt',
    '/llms.txt',
    '/.well-known/security.txt',
    expect.stringMatching(/^\/sitegrep-[a-z]{12}\.txt$/),
  ]);
  expect(answers?.facts.files.map(({ name, isReal, status }) => [name, isReal, status])).toEqual([
    ['ads.txt', true, 200],
    ['llms.txt', false, 404],
    ['robots.txt', false, 404],
    ['security.txt', true, 200],
  ]);
  expect(answers?.file).toBe(`/ads.txt\n${ADS}\n/.well-known/security.txt\n${SECURITY}\n`);
});

test('without a candidate no other name is requested', async () => {
  const { home, paths } = await site({ '/llms.txt': '<!doctype html><p>home' });
  const { answers } = await answersOf(home, ['llms.txt']);
  expect(paths()).toEqual(['/robots.txt', '/', '/llms.txt']);
  expect(answers?.facts.files).toMatchObject([
    { name: 'llms.txt', isReal: false, reason: 'it is a page of HTML or XML' },
    { name: 'robots.txt' },
  ]);
});

test('a domain that answers every path alike has none of the files', async () => {
  const { home } = await site({}, '# Welcome\n\nThis site is [here](/) for you.\n');
  const { answers } = await answersOf(home, ['humans.txt', 'llms.txt']);
  expect(answers?.facts.files.map(({ isReal, reason }) => [isReal, reason])).toEqual([
    [false, 'a name that cannot exist gets the same answer'],
    [false, 'a name that cannot exist gets the same answer'],
    [false, 'answered 404'],
  ]);
  expect(answers?.file).toBe('');
});

test('64 KiB of a file are stored, and that there was more', async () => {
  const { home } = await site({ '/llms.txt': `# Long\n## Part\n${'é'.repeat(5_000_000)}` });
  const { answers, result } = await answersOf(home, ['llms.txt']);
  expect(answers?.facts.files[0]).toMatchObject({ isReal: true, truncated: true, bytes: 65_535 });
  expect(Buffer.byteLength(answers?.file ?? '')).toBe('/llms.txt\n'.length + 65_535 + 2);
  expect(result.bytes).toBeLessThan(1_000_000);
});

test('redirects are followed within the site, ads.txt also once to another one, and none to a page', async () => {
  const redirect =
    (location: string): Answer =>
    (response) =>
      void response.writeHead(302, { location }).end();
  const far = await site({ '/for-a.txt': ADS });
  const { home, paths } = await site({
    '/ads.txt': redirect(`http://far.test:${far.port}/for-a.txt`),
    '/humans.txt': redirect(`http://far.test:${far.port}/humans.txt`),
    '/llms.txt': redirect('/'),
    '/ai.txt': redirect('/files/ai.txt'),
    '/files/ai.txt': 'User-Agent: *\nDisallow: /\n',
  });
  const { answers } = await answersOf(home, ['ads.txt', 'ai.txt', 'humans.txt', 'llms.txt']);
  expect(answers?.facts.files.map(({ name, isReal, reason }) => [name, isReal, reason])).toEqual([
    ['ads.txt', true, null],
    ['ai.txt', true, null],
    ['humans.txt', false, 'redirects to far.test (302)'],
    ['llms.txt', false, 'redirects to the home page'],
    ['robots.txt', false, 'answered 404'],
  ]);
  expect(far.paths()).toEqual(['/robots.txt', '/for-a.txt']);
  expect(paths().filter((path) => path === '/')).toHaveLength(1);
});

test('what robots.txt forbids is not requested', async () => {
  const { home, paths } = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /llms.txt',
    '/llms.txt': '# x',
  });
  const { answers } = await answersOf(home, ['llms.txt']);
  expect(paths()).toEqual(['/robots.txt', '/']);
  expect(answers?.facts.files[0]).toMatchObject({
    status: null,
    isReal: false,
    reason: 'robots.txt forbids fetching /llms.txt',
  });
});

test('a host that asks to stay away gets no further request, and its pages stay', async () => {
  const { home, paths } = await site({
    '/ads.txt': (response) => void response.writeHead(503, { 'retry-after': '9999' }).end(),
  });
  const { answers, result } = await answersOf(home, ['ads.txt', 'llms.txt']);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 1 });
  expect(paths()).toEqual(['/robots.txt', '/', '/ads.txt']);
  expect(answers?.facts.files.map(({ name, reason }) => [name, reason])).toEqual([
    ['ads.txt', 'answered 503 Service Unavailable and asks to stay away for 9999 s'],
    ['llms.txt', 'the crawl of the site ended before it was requested'],
    ['robots.txt', 'answered 404'],
  ]);
});

test('a file that does not come in time is not waited for again', async () => {
  const { home } = await site({ '/ads.txt': () => undefined, '/llms.txt': 'x' });
  const { answers, result } = await answersOf(home, ['ads.txt'], { requestTimeoutMs: 300 });
  expect(result).toMatchObject({ outcome: 'indexed', reason: null });
  expect(answers?.facts.files[0]).toMatchObject({ name: 'ads.txt', status: null, isReal: false });
});

test('files of another domain that may not be fetched from are left', async () => {
  const far = await site({ '/ads.txt': ADS });
  const { home } = await site({
    '/ads.txt': (response) =>
      void response.writeHead(302, { location: `http://far.test:${far.port}/ads.txt` }).end(),
  });
  const { answers } = await testCrawler({ files: ['ads.txt'] }).crawl(
    {
      domain: 'a.test',
      urls: [home],
      maxPages: 1,
      maxDepth: 0,
      refusal: (domain) => Promise.resolve(`${domain} is blocked`),
    },
    () => Promise.resolve({ links: [], indexed: true, problem: null }),
  );
  expect(answers?.facts.files[0]).toMatchObject({ isReal: false, reason: 'far.test is blocked' });
  expect(far.paths()).toEqual([]);
});

test('a site without a page has no answers', async () => {
  const { home, paths } = await site({ '/': 404 });
  const { answers } = await answersOf(home, ['llms.txt']);
  expect(answers).toBeNull();
  expect(paths()).not.toContain('/llms.txt');
});

test('files without end, of zeros in gzip, in circles and of 10 MB cost no more than others', async () => {
  const rule = 'Disallow: /a-path-of-some-length-that-nothing-has\n';
  const { home } = await site({
    '/robots.txt': `User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\n${rule.repeat(200_000)}`,
    '/ads.txt': (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write(ADS.repeat(1_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    '/humans.txt': (response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    '/llms.txt': (response) => void response.writeHead(302, { location: '/llms.txt?x' }).end(),
    '/llms.txt?x': (response) => void response.writeHead(302, { location: '/llms.txt' }).end(),
  });
  const { answers, result } = await answersOf(home, ['ads.txt', 'humans.txt', 'llms.txt']);
  expect(result).toMatchObject({ outcome: 'indexed', reason: null });
  expect(answers?.facts.files).toMatchObject([
    { name: 'ads.txt', isReal: true, truncated: true, bytes: 65_536 },
    { name: 'humans.txt', isReal: false, reason: 'it is not text' },
    { name: 'llms.txt', isReal: false, reason: expect.stringMatching(/^redirects in a circle, back to /) },
    { name: 'robots.txt', isReal: true, truncated: true, bytes: 65_536 },
  ]);
  expect(answers?.facts.agents).toEqual({
    others: 'partly',
    named: [{ agent: 'GPTBot', verdict: 'blocked' }],
  });
});
