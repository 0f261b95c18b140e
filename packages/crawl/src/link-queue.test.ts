import { expect, test } from 'vitest';
import { LinkQueue, type LinkSource } from './link-queue.ts';

type Link = readonly [path: string, depth?: number, source?: Omit<LinkSource, 'depth'>];

const at = (path: string): URL => new URL(path, 'http://a.test');

function queueOf(links: readonly Link[], maxUrls = 1_000): LinkQueue {
  const queue = new LinkQueue(maxUrls);
  queue.note(at('/'));
  for (const [path, depth = 1, source = {}] of links) queue.add(at(path), { depth, ...source });
  return queue;
}

/** Takes every URL, and notes each as fetched before the next. */
function order(queue: LinkQueue): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== null; next = queue.take()) {
    queue.note(next.url);
    taken.push(`${next.url.pathname}${next.url.search}`);
  }
  return taken;
}

test('shallow URLs come first, each once, up to the bound', () => {
  const queue = queueOf([['/deep', 2], ['/a'], ['/a/'], ['/'], ['/index.html'], ['/b'], ['/too-many']], 4);
  expect(queue.size).toBe(3);
  expect(order(queue)).toEqual(['/a', '/b', '/deep']);
});

test('one page of each kind about the owner comes before all others', () => {
  const queue = queueOf([
    ['/products'],
    ['/about'],
    ['/en/contact', 2],
    ['/contact'],
    ['/legal/impressum', 2],
    ['/blog'],
  ]);
  expect(order(queue)).toEqual([
    '/legal/impressum',
    '/contact',
    '/about',
    '/products',
    '/blog',
    '/en/contact',
  ]);
});

test('the text of a link makes any URL an owner’s page', () => {
  const imprint = { kind: 'imprint' } as const;
  expect(order(queueOf([['/p/1'], ['/p/2', 1, imprint], ['/p/3', 1, imprint], ['/x']]))).toEqual([
    '/p/2',
    '/x',
    '/p/1',
    '/p/3',
  ]);
});

test('after a missing owner’s page the next is tried, three of a kind at most', () => {
  const queue = queueOf([['/x'], ...['a', 'b', 'c', 'd'].map((name): Link => [`/${name}/contact`])]);
  const taken = Array.from({ length: 5 }, () => queue.take()?.url.pathname);
  expect(taken).toEqual(['/a/contact', '/b/contact', '/c/contact', '/x', '/d/contact']);
});

test('sections of a site alternate, short paths and paths without a query first', () => {
  expect(
    order(
      queueOf([
        ['/blog/one'],
        ['/blog/two'],
        ['/blog/three'],
        ['/shop/a/b'],
        ['/shop?x=1'],
        ['/shop'],
        ['/docs/one'],
      ]),
    ),
  ).toEqual(['/shop', '/blog/one', '/docs/one', '/shop?x=1', '/blog/two', '/blog/three', '/shop/a/b']);
});

test('home pages in other languages are one section with the home page', () => {
  expect(order(queueOf([['/de'], ['/fr'], ['/pt-br'], ['/products/x'], ['/de/produkte/y']]))).toEqual([
    '/products/x',
    '/de/produkte/y',
    '/de',
    '/fr',
    '/pt-br',
  ]);
});

test('URLs of a sitemap come after the links of their depth, and take half of the queue at most', () => {
  const listed = { listed: true };
  const queue = queueOf(
    [['/m1', 1, listed], ['/m2', 1, listed], ['/m3', 1, listed], ['/m4', 1, listed], ['/l1'], ['/l2', 2]],
    6,
  );
  expect(order(queue)).toEqual(['/l1', '/m1', '/m2', '/m3', '/l2']);
});

test('a calendar and the filters of a catalogue give a few pages', () => {
  const months = Array.from({ length: 300 }, (_, n): Link => [`/cal/${2000 + n}/12`]);
  const filters = Array.from({ length: 300 }, (_, n): Link => [`/shop?a=${n}&b=${n}&c=${n}`]);
  expect(queueOf([...months, ...filters]).size).toBe(20 + 30);
});
