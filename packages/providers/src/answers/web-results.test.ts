import { describe, expect, test } from 'vitest';
import { ProviderFailure } from '../failure.ts';
import { listSuggestions } from './suggestions.ts';
import { type FoundVideo, rankVideos } from './videos.ts';
import { breadcrumbOf, collectPages, type FoundResult, rankResults, type ResultPage } from './web-results.ts';

const organic = (path: string, rankAbsolute: number | null = null): FoundResult => ({
  type: 'organic',
  url: `https://rivers.example/${path}`,
  title: path,
  description: null,
  rankAbsolute,
});

/** Fetches pages that are lists of paths; an empty list follows the last one. */
function asking(pages: readonly (readonly string[])[], lastAt = Number.POSITIVE_INFINITY) {
  const calls: number[] = [];
  const fetchPage = async (page: number): Promise<ResultPage> => {
    calls.push(page);
    return { results: (pages[page] ?? []).map((path) => organic(path)), isLast: page >= lastAt };
  };
  return { calls, fetchPage };
}

const titles = (found: readonly FoundResult[]) => found.map(({ title }) => title);

describe('collectPages', () => {
  test('asks for no more pages than it needs', async () => {
    const { calls, fetchPage } = asking([['a', 'b'], ['c', 'd'], ['e']]);
    expect(titles(await collectPages({ depth: 3, maxPages: 9, fetchPage }))).toEqual(['a', 'b', 'c', 'd']);
    expect(calls).toEqual([0, 1]);
  });

  test.each([
    ['the upstream says that it was the last', asking([['a'], ['b'], ['c']], 1), ['a', 'b'], 2],
    ['a page is empty', asking([['a'], []]), ['a'], 2],
    ['a page has nothing new', asking([['a', 'b'], ['b', 'a'], ['c']]), ['a', 'b'], 2],
    ['so many were asked for', asking([['a'], ['b'], ['c'], ['d']]), ['a', 'b', 'c'], 3],
  ] as const)('ends when %s', async (_what, { calls, fetchPage }, expected, count) => {
    expect(titles(await collectPages({ depth: 9, maxPages: 3, fetchPage }))).toEqual(expected);
    expect(calls).toHaveLength(count);
  });

  test('leaves out what an earlier page had, and keeps what one page has twice', async () => {
    const { fetchPage } = asking([
      ['a', 'a'],
      ['a', 'b'],
    ]);
    expect(titles(await collectPages({ depth: 9, maxPages: 2, fetchPage }))).toEqual(['a', 'a', 'b']);
  });

  test('takes the places that the first page tells, and of no later one', async () => {
    const fetchPage = async (page: number): Promise<ResultPage> => ({
      results: [organic(`p${page}`, 7)],
      isLast: false,
    });
    const found = await collectPages({ depth: 2, maxPages: 2, fetchPage });
    expect(found.map(({ rankAbsolute }) => rankAbsolute)).toEqual([7, null]);
  });

  test('counts only organic results that lead to the web', async () => {
    const fetchPage = async (page: number): Promise<ResultPage> => ({
      results: [{ ...organic('ad'), type: 'paid' }, { ...organic('x'), url: '/x' }, organic(`p${page}`)],
      isLast: false,
    });
    const found = await collectPages({ depth: 2, maxPages: 9, fetchPage });
    expect(found.filter(({ title }) => title?.startsWith('p') === true)).toHaveLength(2);
  });

  test('fails as soon as one page does', async () => {
    const fetchPage = async (page: number): Promise<ResultPage> => {
      if (page === 1) throw new ProviderFailure('rate_limited', 'a.example/b was called too often');
      return { results: [organic(`p${page}`)], isLast: false };
    };
    await expect(collectPages({ depth: 9, maxPages: 9, fetchPage })).rejects.toMatchObject({
      kind: 'rate_limited',
    });
  });
});

const found = (type: FoundResult['type'], path: string, more: Partial<FoundResult> = {}): FoundResult => ({
  type,
  url: `https://www.rivers.example/${path}`,
  title: path,
  description: null,
  ...more,
});

describe('rankResults', () => {
  test('ranks within the type and over all', () => {
    const results = rankResults(
      [
        found('featured_snippet', 'a'),
        found('paid', 'b'),
        found('organic', 'c', { rankAbsolute: 5 }),
        found('organic', 'd'),
        found('organic', 'e', { rankAbsolute: 3 }),
        found('paid', 'f', { rankAbsolute: 20 }),
      ],
      10,
    );
    expect(results.map(({ type, rankGroup, rankAbsolute }) => [type, rankGroup, rankAbsolute])).toEqual([
      ['featured_snippet', 1, 1],
      ['paid', 1, 2],
      ['organic', 1, 5],
      ['organic', 2, 6],
      ['organic', 3, 7],
      ['paid', 2, 20],
    ]);
  });

  test('drops what leads nowhere, and leaves a gap', () => {
    const results = rankResults(
      [
        found('organic', 'a', { url: null }),
        found('organic', 'b', { url: '/relative' }),
        found('organic', 'c', { url: 'javascript:alert(1)' }),
        found('organic', 'd'),
      ],
      10,
    );
    expect(results).toMatchObject([{ title: 'd', rankGroup: 1, rankAbsolute: 4 }]);
  });

  test('ends behind the organic results that are wanted', () => {
    const results = rankResults(
      ['a', 'b', 'c'].map((path) => found('organic', path)).concat(found('paid', 'd')),
      2,
    );
    expect(results.map(({ title }) => title)).toEqual(['a', 'b']);
  });

  test('host and breadcrumb come from the URL, the breadcrumb only where none is given, and never on snippets', () => {
    expect(
      rankResults(
        [
          found('featured_snippet', 'a/b', { breadcrumb: 'x' }),
          found('organic', 'guides/r%C3%ADo?x=1', { title: null }),
          found('organic', 'd', { breadcrumb: 'Rivers › D' }),
        ],
        10,
      ),
    ).toMatchObject([
      { domain: 'www.rivers.example', breadcrumb: null },
      {
        breadcrumb: 'https://www.rivers.example › guides › río',
        title: 'https://www.rivers.example/guides/r%C3%ADo?x=1',
      },
      { breadcrumb: 'Rivers › D' },
    ]);
  });

  test('a breadcrumb shows bytes that are not text as they are written, and is bounded', () => {
    expect(breadcrumbOf(new URL('https://a.example/%FF/1/2/3/4/5/6'))).toBe(
      'https://a.example › %FF › 1 › 2 › 3 › 4',
    );
  });
});

test('rankVideos drops what can’t be shown and ends at the depth', () => {
  const video = (title: string | null, url: string | null): FoundVideo => ({
    title,
    url,
    channelTitle: null,
    channelUrl: null,
    channelImage: null,
    duration: null,
    views: null,
    uploadedDate: null,
    description: null,
    thumbnailUrl: null,
    live: null,
  });
  const url = 'https://videos.example/watch';
  const results = rankVideos(
    [video(null, url), video('a', null), video('b', url), video('c', url), video('d', url)],
    2,
  );
  expect(results.map(({ title, rankGroup, rankAbsolute }) => [title, rankGroup, rankAbsolute])).toEqual([
    ['b', 1, 3],
    ['c', 2, 4],
  ]);
});

test('listSuggestions keeps each text once, and addresses that lead to the web', () => {
  expect(
    listSuggestions([
      { text: 'a', thumbnailUrl: 'data:image/png;base64,AA' },
      { text: 'a' },
      { text: null },
      { text: '' },
      { text: 'b', searchUrl: 'https://x.example/?q=b', highlighted: ['b'] },
    ]),
  ).toEqual([
    { text: 'a', searchUrl: null, thumbnailUrl: null, highlighted: [] },
    { text: 'b', searchUrl: 'https://x.example/?q=b', thumbnailUrl: null, highlighted: ['b'] },
  ]);
});
