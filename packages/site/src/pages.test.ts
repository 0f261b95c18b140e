import { describe, expect, test } from 'vitest';
import { outlineOf } from './outline.ts';
import { capSources, mergePages } from './pages.ts';
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
  test('at the same time a rendered one counts more than one that was not, from either side', () => {
    const plain = pageAt(url, { source: 'abcdef' });
    const rendered = pageAt(url, { source: 'a', rendered: { source: 'b', truncated: false } });
    expect(mergePages([plain], [rendered])).toEqual([rendered]);
    expect(mergePages([rendered], [plain])).toEqual([rendered]);
    expect(mergePages([], [plain, rendered])).toEqual([rendered]);
    const again = pageAt(url, { source: 'a', rendered: { source: 'bc', truncated: false } });
    expect(mergePages([rendered], [again])).toEqual([again]);
    expect(mergePages([], [rendered, again])).toEqual([again]);
    expect(mergePages([rendered], [pageAt(url, { fetchedAt: 2e12 })])).toEqual([
      pageAt(url, { fetchedAt: 2e12 }),
    ]);
  });
  test('captures of one list with equal times: complete before truncated, then the longer one', () => {
    const cut = pageAt(url, { truncated: true, source: 'abcdef' });
    const short = pageAt(url, { source: 'abc' });
    const long = pageAt(url, { source: 'abcd' });
    expect(mergePages([], [cut, short, long])).toEqual([long]);
  });
  test('a stored page of which only the outline is known is replaced as if it were known whole', () => {
    const [old, same, fresh] = [1, 2, 3].map((fetchedAt) => pageAt(url, { fetchedAt }));
    const [cut, rendered] = [
      pageAt(url, { fetchedAt: 2, truncated: true }),
      pageAt(url, { fetchedAt: 2, rendered: { source: 'x', truncated: false } }),
    ];
    if (old === undefined || same === undefined || fresh === undefined) throw new Error('three pages');
    const stored = outlineOf(same);
    expect(mergePages([stored], [old])).toEqual([stored]);
    expect(mergePages([stored], [fresh])).toEqual([fresh]);
    expect(mergePages([stored], [same])).toEqual([same]);
    expect(mergePages([stored], [cut])).toEqual([stored]);
    expect(mergePages([stored], [rendered])).toEqual([rendered]);
    expect(mergePages([outlineOf(rendered)], [same])).toEqual([outlineOf(rendered)]);
    expect(mergePages([outlineOf(cut)], [same])).toEqual([same]);
  });
  test('other URLs stay, in code point order', () => {
    const [a, b] = [pageAt('https://a.com/a'), pageAt('https://a.com/b')];
    expect(mergePages([b], [a])).toEqual([a, b]);
    expect(mergePages([b, a], [])).toEqual([a, b]);
  });
});

describe('capSources', () => {
  const rendered = pageAt('https://a.com/', {
    source: 'abc',
    rendered: { source: 'défg', truncated: false },
  });
  const next = pageAt('https://a.com/b', { source: 'xyz' });

  test.each<[maxBytes: number, kept: readonly unknown[]]>([
    [11, [rendered, next]],
    [10, [rendered]],
    [8, [rendered]],
    [7, [{ ...rendered, rendered: { source: 'déf', truncated: true } }]],
    [5, [{ ...rendered, rendered: { source: 'd', truncated: true } }]],
    [3, [{ ...pageAt('https://a.com/', { source: 'abc' }), truncated: true }]],
    [2, [{ ...pageAt('https://a.com/', { source: 'ab' }), truncated: true }]],
  ])('of rendered pages keeps both sources within %i bytes', (maxBytes, kept) => {
    expect(capSources([rendered, next], maxBytes)).toEqual(kept);
  });

  test('a page that does not fit keeps out all after it, also shorter ones', () => {
    const short = pageAt('https://a.com/c', { source: 'x' });
    expect(capSources([rendered, next, short], 10)).toEqual([rendered]);
  });

  test('stored pages count as what they are stored with, and are never cut', () => {
    const [home, other] = [outlineOf(rendered), outlineOf(next)];
    expect(home).toMatchObject({ sourceBytes: 3, rendered: { bytes: 5 } });
    expect(capSources([home, next], 11)).toEqual([home, next]);
    expect(capSources([rendered, other], 11)).toEqual([rendered, other]);
    expect(capSources([home, next], 10)).toEqual([home]);
    expect(capSources([rendered, other], 10)).toEqual([rendered]);
    expect(capSources([home, other], 7)).toEqual([home]);
  });
});
