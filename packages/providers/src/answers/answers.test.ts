import { describe, expect, test } from 'vitest';
import { listSuggestions } from './suggestions.ts';
import { type FoundVideo, rankVideos } from './videos.ts';
import { breadcrumbOf, type FoundResult, rankResults } from './web-results.ts';

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

  test('a breadcrumb shows bytes that are no text as they are written, and is bounded', () => {
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
