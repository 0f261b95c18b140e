import { expect, test, vi } from 'vitest';
import type { Segment } from '../segment/segment.ts';
import { documentOf, Workbench } from '../segment/segment.fixture.ts';
import { GatheredTriples } from './gathered-triples.ts';

const QU = 0x7175;

test('those that begin with a pair are others than those that end with it, and are kept, too', () => {
  const bench = new Workbench();
  // At even offsets: "qui" twice, "qua", "aqu", "xqu" and "squ" once.
  const segment = bench.build([documentOf(1, 'quaquaqui', 'xqua', '..qui', 'squ')]);
  const gathered = new GatheredTriples(bench.cache);
  const counts = (triples: readonly { readonly positions: { readonly count: number } }[]): number[] =>
    triples.map(({ positions }) => positions.count);
  for (let turn = 0; turn < 2; turn++) {
    expect(counts(gathered.beginningWith(segment, QU))).toEqual([2, 1]);
    expect(counts(gathered.endingWith(segment, QU))).toEqual([1, 1, 1]);
  }
  const spy = vi.spyOn(segment.dictionary, 'triples');
  gathered.beginningWith(segment, QU);
  expect(spy).not.toHaveBeenCalled();
});

test('what was gathered is kept for each segment, and the oldest makes room', () => {
  const bench = new Workbench();
  // At even offsets: "equ" in one, "squ" and "aqu" twice and once in the other.
  const [one, other] = [['equal'], ['squaresq', 'aqua', 'squid']].map((parts, id) =>
    bench.build([documentOf(id + 1, ...parts)]),
  );
  if (one === undefined || other === undefined) throw new Error('there are not two segments');
  const firsts = (gathered: GatheredTriples, segment: Segment, pair: number): string => {
    const triples = gathered.endingWith(segment, pair);
    return triples.map(({ positions }) => positions.count).join();
  };
  const gathered = new GatheredTriples(bench.cache, 6);
  expect(firsts(gathered, one, QU)).toBe('1');
  expect(firsts(gathered, other, QU)).toBe('2,1');
  expect(firsts(gathered, one, 0x7878)).toBe('');
  const spies = [one, other].map(({ dictionary }) => vi.spyOn(dictionary, 'triples'));
  const looks = (): number => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  expect(firsts(gathered, one, QU)).toBe('1');
  expect(firsts(gathered, other, QU)).toBe('2,1');
  expect(looks()).toBe(0);
  // Three pairs with three triples are as much as is kept. One without triples takes room, too: the first has to go.
  expect(firsts(gathered, other, 0x7569)).toBe('');
  expect(looks()).toBe(255);
  expect(firsts(gathered, other, QU)).toBe('2,1');
  expect(looks()).toBe(255);
  expect(firsts(gathered, one, QU)).toBe('1');
  expect(looks()).toBe(510);
  // The next one in line went for it; one with triples takes the room of more.
  expect(firsts(gathered, other, 0x6172)).toBe('1');
  expect(firsts(gathered, one, QU)).toBe('1');
  expect(looks()).toBe(765);
  expect(firsts(gathered, other, QU)).toBe('2,1');
  expect(looks()).toBe(1_020);
});
