import { describe, expect, test } from 'vitest';
import { ProviderFailure } from '../failure.ts';
import { collectPages, type ResultPage } from './pages.ts';
import type { FoundResult } from './web-results.ts';

const organic = (path: string, rankAbsolute: number | null = null): FoundResult => ({
  type: 'organic',
  url: `https://rivers.example/${path}`,
  title: path,
  description: null,
  rankAbsolute,
});

/** Asks for pages that are lists of paths; an empty list stands behind the last one. */
function asking(pages: readonly (readonly string[])[], lastAt = Number.POSITIVE_INFINITY) {
  const asked: number[] = [];
  const ask = async (page: number): Promise<ResultPage> => {
    asked.push(page);
    return { results: (pages[page] ?? []).map((path) => organic(path)), isLast: page >= lastAt };
  };
  return { asked, ask };
}

const titles = (found: readonly FoundResult[]) => found.map(({ title }) => title);

describe('collectPages', () => {
  test('asks for no more pages than it needs', async () => {
    const { asked, ask } = asking([['a', 'b'], ['c', 'd'], ['e']]);
    expect(titles(await collectPages({ depth: 3, most: 9, ask }))).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([0, 1]);
  });

  test.each([
    ['the upstream says that it was the last', asking([['a'], ['b'], ['c']], 1), ['a', 'b'], 2],
    ['a page is empty', asking([['a'], []]), ['a'], 2],
    ['a page has nothing new', asking([['a', 'b'], ['b', 'a'], ['c']]), ['a', 'b'], 2],
    ['so many were asked for', asking([['a'], ['b'], ['c'], ['d']]), ['a', 'b', 'c'], 3],
  ] as const)('ends when %s', async (_what, { asked, ask }, expected, calls) => {
    expect(titles(await collectPages({ depth: 9, most: 3, ask }))).toEqual(expected);
    expect(asked).toHaveLength(calls);
  });

  test('leaves out what an earlier page had, and keeps what one page has twice', async () => {
    const { ask } = asking([
      ['a', 'a'],
      ['a', 'b'],
    ]);
    expect(titles(await collectPages({ depth: 9, most: 2, ask }))).toEqual(['a', 'a', 'b']);
  });

  test('takes the places that the first page tells, and of no later one', async () => {
    const ask = async (page: number): Promise<ResultPage> => ({
      results: [organic(`p${page}`, 7)],
      isLast: false,
    });
    const found = await collectPages({ depth: 2, most: 2, ask });
    expect(found.map(({ rankAbsolute }) => rankAbsolute)).toEqual([7, null]);
  });

  test('counts only organic results that lead to the web', async () => {
    const ask = async (page: number): Promise<ResultPage> => ({
      results: [{ ...organic('ad'), type: 'paid' }, { ...organic('x'), url: '/x' }, organic(`p${page}`)],
      isLast: false,
    });
    const found = await collectPages({ depth: 2, most: 9, ask });
    expect(found.filter(({ title }) => title?.startsWith('p') === true)).toHaveLength(2);
  });

  test('fails as soon as one page does', async () => {
    const ask = async (page: number): Promise<ResultPage> => {
      if (page === 1) throw new ProviderFailure('rate_limited', 'a.example/b was asked too often');
      return { results: [organic(`p${page}`)], isLast: false };
    };
    await expect(collectPages({ depth: 9, most: 9, ask })).rejects.toMatchObject({ kind: 'rate_limited' });
  });
});
