// Frames of a frameset are what its page shows, so they are read with it.
import type { Page } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { html, serve, testCrawler } from '../test/loopback.ts';

/** Crawls a.test, whose pages list their frames (`frame /a`) and links (`link /b`). @returns the paths that are read */
async function crawlFrames(
  byPath: Readonly<Record<string, string>>,
  maxPages: number,
  maxDepth = 0,
): Promise<readonly string[]> {
  const { port } = await serve((request, response) => {
    const body = byPath[request.url ?? ''];
    if (body === undefined) response.writeHead(404).end();
    else if (body.startsWith('/')) response.writeHead(302, { location: body }).end();
    else response.writeHead(200, html).end(body);
  });
  const found: string[] = [];
  const result = await testCrawler().crawl(
    { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages, maxDepth },
    (page: Page) => {
      found.push(new URL(page.url).pathname);
      const [body, resolve] = [Buffer.from(page.body).toString(), (to: string) => new URL(to, page.url).href];
      const all = (what: string) =>
        body
          .split(',')
          .flatMap((part) => (part.startsWith(`${what} `) ? [resolve(part.slice(6).trim())] : []));
      const framesetLinks = all('frame');
      return Promise.resolve({
        links: [...framesetLinks, ...all('link ')],
        firstLinks: framesetLinks,
        framesetLinks,
        indexed: true,
        problem: null,
      });
    },
  );
  expect(result).toMatchObject({ outcome: 'indexed', pages: found.length });
  return found;
}

const FRAMES = { '/nav': 'link  /about', '/main': 'text', '/about': 'text', '/other': 'text' };

test.each<
  [name: string, web: Readonly<Record<string, string>>, limits: readonly [number, number?], paths: string]
>([
  ['with a limit of one page', { '/': 'frame /nav,frame /main', ...FRAMES }, [1], '/ /nav /main'],
  [
    'and links beside them up to the limit',
    { '/': 'frame /nav,frame /main,link  /other', ...FRAMES },
    [2, 1],
    '/ /nav /main /about',
  ],
  ['a frame that is missing makes no room', { '/': 'frame /gone,link  /other', ...FRAMES }, [1, 1], '/'],
  ['a frame that redirects', { '/': 'frame /old', '/old': '/main', ...FRAMES }, [1], '/ /main'],
  [
    'a frameset within',
    { '/': 'frame /in', '/in': 'frame /nav,frame /main', ...FRAMES },
    [1],
    '/ /in /nav /main',
  ],
  ['a frameset within itself', { '/': 'frame /,frame /in', '/in': 'frame /,frame /in' }, [1], '/ /in'],
  ['not of another site', { '/': 'frame http://b.test/,frame /main', ...FRAMES }, [1], '/ /main'],
  ['not of a page within', { '/': 'link  /in', '/in': 'frame /nav,frame /main', ...FRAMES }, [2, 1], '/ /in'],
])('frames are read %s', async (_, web, [maxPages, maxDepth], paths) => {
  expect((await crawlFrames(web, maxPages, maxDepth)).toSorted()).toEqual(paths.split(' ').toSorted());
});

test('at most twenty frames are read', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `frame /${n}`);
  const web = { '/': many.join(','), ...Object.fromEntries(many.map((frame) => [frame.slice(6), 'text'])) };
  expect(await crawlFrames(web, 1)).toHaveLength(21);
});
