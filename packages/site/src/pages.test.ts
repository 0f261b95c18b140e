import { describe, expect, test } from 'vitest';
import { mergePages } from './pages.ts';
import { pageAt } from '../test/page-at.ts';

describe('mergePages', () => {
  const url = 'https://a.com/';
  test('the newer capture of a URL replaces the older one, from either side', () => {
    const [old, fresh] = [pageAt(url, { fetchedAt: 1 }), pageAt(url, { fetchedAt: 2 })];
    expect(mergePages([old], [fresh])).toEqual([fresh]);
    expect(mergePages([fresh], [old])).toEqual([fresh]);
  });
  test('at the same time the incoming one counts', () => {
    const [before, after] = [pageAt(url, {}, { title: null }), pageAt(url, {}, { title: 'found by now' })];
    expect(mergePages([before], [after])).toEqual([after]);
    expect(mergePages([after], [before])).toEqual([before]);
  });
  test('at the same time a complete one counts more than a truncated one, from either side', () => {
    const [cut, whole] = [pageAt(url, { truncated: true, source: 'ab' }), pageAt(url, { source: 'abc' })];
    expect(mergePages([cut], [whole])).toEqual([whole]);
    expect(mergePages([whole], [cut])).toEqual([whole]);
    const other = pageAt(url, { truncated: true, source: 'a' });
    expect(mergePages([cut], [other])).toEqual([other]);
  });
  test('captures of one list with equal times: complete before truncated, then the longer one', () => {
    const cut = pageAt(url, { truncated: true, source: 'abcdef' });
    const short = pageAt(url, { source: 'abc' });
    const long = pageAt(url, { source: 'abcd' });
    expect(mergePages([], [cut, short, long])).toEqual([long]);
  });
  test('other URLs stay, in code point order', () => {
    const [a, b] = [pageAt('https://a.com/a'), pageAt('https://a.com/b')];
    expect(mergePages([b], [a])).toEqual([a, b]);
    expect(mergePages([b, a], [])).toEqual([a, b]);
  });
});
