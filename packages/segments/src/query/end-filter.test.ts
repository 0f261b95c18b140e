import { expect, test } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { documentOf, randomLetters, Workbench, type Document } from '../../test/workbench.ts';
import type { Segment } from '../segment/segment.ts';
import { EndFilter } from './end-filter.ts';
import { CursorPool } from './search-context.ts';
import type { OpenEnd } from './term.ts';

const LETTERS = 'abc';

/** Documents of which 100 have few of these letters: in a segment of their own their trigrams are rare. */
function documents(): Document[] {
  const random = seededRandom(41);
  return Array.from({ length: 400 }, (_, index) => {
    const isRare = index >= 20 && index < 120;
    const rare = `${randomLetters(random, 'klmnopqrstuvw', random(2))}${randomLetters(random, LETTERS, random(4) === 0 ? 4 : 3)}`;
    return documentOf(index + 1, isRare ? rare : randomLetters(random, LETTERS, 10 + random(60)));
  });
}

function number(letters: string): number {
  return Buffer.from(letters).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** All trigrams at an open end of all kinds, and the four letters that they and their neighbour make. */
function* ends(): Generator<{ end: OpenEnd; trigram: string; fourgram: string }> {
  const all = Array.from(LETTERS);
  for (const a of all) {
    for (const b of all) {
      for (const c of all) {
        for (const d of all) {
          const fourgram = a + b + c + d;
          const [first, last] = [fourgram.slice(0, 3), fourgram.slice(1)];
          const pair = number(b + c);
          yield {
            end: { kind: 'pair last', pair, offset: 0, neighbour: number(last) },
            trigram: first,
            fourgram,
          };
          yield {
            end: { kind: 'pair first', pair, offset: 0, neighbour: number(first) },
            trigram: last,
            fourgram,
          };
        }
      }
    }
  }
}

test('candidates with a trigram and its neighbour are left, once and in order, and few others', () => {
  const bench = new Workbench();
  const all = documents();
  const parts = [all.slice(0, 20), all.slice(20, 120), all.slice(120)];
  const built = bench.build(all);
  const merged = bench.merge(parts.map((part) => bench.build(part)));
  const random = seededRandom(42);
  const holds = (docId: number, letters: string): boolean =>
    Buffer.from(all[docId]?.parts[0] ?? []).includes(letters);
  /**
   * Filters some documents; returns those that hold the trigram, those that hold the 4-gram, and those that are left.
   */
  const filtered = (
    segment: Segment,
    { end, trigram, fourgram }: ReturnType<typeof ends> extends Generator<infer T> ? T : never,
  ) => {
    const pool = new CursorPool(bench.cache);
    const lookUp = (wanted: number) => segment.dictionary.trigram(bench.cache, wanted);
    const candidates = Uint32Array.from(all.keys()).filter(() => random(3) > 0);
    const filter = new EndFilter({ segment, pool, lookUp, checkpoint: () => {} }, end, candidates);
    const found = lookUp(number(trigram));
    if (found === null) throw new Error(`${trigram} stands nowhere`);
    const count = filter.filter(found);
    return {
      withTrigram: [...candidates].filter((docId) => holds(docId, trigram)),
      withFourgram: [...candidates].filter((docId) => holds(docId, fourgram)),
      left: Array.from(filter.indexes.subarray(0, count), (index) => candidates[index] ?? -1),
    };
  };
  let [exact, more] = [0, 0];
  for (const end of ends()) {
    const ofBuilt = filtered(built, end);
    // A segment as built lists the 4-grams of all trigrams that are frequent, which all are here.
    expect(ofBuilt.left, `4-gram ${end.fourgram}`).toEqual(ofBuilt.withFourgram);
    const { withTrigram, withFourgram, left } = filtered(merged, end);
    expect(left, `4-gram ${end.fourgram}`).toEqual([...new Set(left)].toSorted((a, b) => a - b));
    expect(
      withFourgram.filter((docId) => !left.includes(docId)),
      `4-gram ${end.fourgram}`,
    ).toEqual([]);
    // Whether the 4-gram is listed or not.
    expect(
      left.filter((docId) => !withTrigram.includes(docId)),
      `trigram ${end.trigram}`,
    ).toEqual([]);
    if (left.length < withTrigram.length) exact++;
    if (left.length > withFourgram.length) more++;
  }
  // Most are told apart by 4-grams, some of them with documents that are unlisted.
  expect(exact).toBeGreaterThan(100);
  expect(more).toBeGreaterThan(5);
});
