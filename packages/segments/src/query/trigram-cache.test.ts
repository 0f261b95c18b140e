import { expect, test, vi } from 'vitest';
import { documentOf, Workbench } from '../../test/workbench.ts';
import type { Segment } from '../segment/segment.ts';
import { TrigramCache } from './search-context.ts';

const QU = 0x7175;

test('trigrams that begin with a pair are stored apart from those that end with it', () => {
  const bench = new Workbench();
  // At even offsets: "qui" twice, "qua", "aqu", "xqu" and "squ" once.
  const segment = bench.build([documentOf(1, 'quaquaqui', 'xqua', '..qui', 'squ')]);
  const trigrams = new TrigramCache(bench.cache);
  const counts = (trigrams: readonly { readonly positions: { readonly count: number } }[]): number[] =>
    trigrams.map(({ positions }) => positions.count);
  for (let round = 0; round < 2; round++) {
    expect(counts(trigrams.beginningWith(segment, QU))).toEqual([2, 1]);
    expect(counts(trigrams.endingWith(segment, QU))).toEqual([1, 1, 1]);
  }
  const spy = vi.spyOn(segment.dictionary, 'trigrams');
  trigrams.beginningWith(segment, QU);
  expect(spy).not.toHaveBeenCalled();
});

test('collected trigrams are stored for each segment, and the oldest are dropped', () => {
  const bench = new Workbench();
  // At even offsets: "equ" in one, "squ" and "aqu" twice and once in the other.
  const [one, other] = [['equal'], ['squaresq', 'aqua', 'squid']].map((parts, id) =>
    bench.build([documentOf(id + 1, ...parts)]),
  );
  if (one === undefined || other === undefined) throw new Error('there are not two segments');
  const firsts = (cache: TrigramCache, segment: Segment, pair: number): string => {
    const trigrams = cache.endingWith(segment, pair);
    return trigrams.map(({ positions }) => positions.count).join();
  };
  const trigrams = new TrigramCache(bench.cache, 6);
  expect(firsts(trigrams, one, QU)).toBe('1');
  expect(firsts(trigrams, other, QU)).toBe('2,1');
  expect(firsts(trigrams, one, 0x7878)).toBe('');
  const spies = [one, other].map(({ dictionary }) => vi.spyOn(dictionary, 'trigrams'));
  const looks = (): number => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  expect(firsts(trigrams, one, QU)).toBe('1');
  expect(firsts(trigrams, other, QU)).toBe('2,1');
  expect(looks()).toBe(0);
  // Three pairs with three trigrams fill the cache. A pair without trigrams takes space, too: the first has to go.
  expect(firsts(trigrams, other, 0x7569)).toBe('');
  expect(looks()).toBe(255);
  expect(firsts(trigrams, other, QU)).toBe('2,1');
  expect(looks()).toBe(255);
  expect(firsts(trigrams, one, QU)).toBe('1');
  expect(looks()).toBe(510);
  // The next oldest went for it; a pair with trigrams takes the space of more.
  expect(firsts(trigrams, other, 0x6172)).toBe('1');
  expect(firsts(trigrams, one, QU)).toBe('1');
  expect(looks()).toBe(765);
  expect(firsts(trigrams, other, QU)).toBe('2,1');
  expect(looks()).toBe(1_020);
});
