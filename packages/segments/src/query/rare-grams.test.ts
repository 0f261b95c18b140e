import { expect, test } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { documentOf, randomLetters, textOf, Workbench, type Document } from '../../test/workbench.ts';
import type { Segment } from '../segment/segment.ts';
import type { Gram } from './leapfrog.ts';
import { fewPossibleHits } from './rare-grams.ts';
import { CursorPool, type SearchContext } from './search-context.ts';

function number(letters: string): number {
  return Buffer.from(letters).readUIntBE(0, 3);
}

function contextIn(bench: Workbench, segment: Segment): SearchContext {
  const pool = new CursorPool(bench.cache);
  const lookUp: SearchContext['lookUp'] = (trigram) => segment.dictionary.trigram(bench.cache, trigram);
  return { segment, lookUp, pool, checkpoint: () => {} };
}

/** @param asked letters at offsets, in half positions from that of a hit */
function gramsOf(
  { lookUp }: SearchContext,
  query: readonly (readonly [string, number])[],
  run = 1,
): readonly Gram[] {
  const grams = query.map(([letters, offset]): Gram => {
    const positions = lookUp(number(letters))?.positions ?? {
      count: 0,
      at: 0,
      bytes: 0,
      blocks: 0,
      skipsAt: 0,
    };
    return { positions, offset, run, cost: positions.count };
  });
  return grams.sort((a, b) => a.cost - b.cost);
}

/** Half positions in some documents at which all of the query stands, by document. */
function scanned(
  documents: readonly Document[],
  query: readonly (readonly [string, number])[],
  docIds: readonly number[],
): readonly (readonly [number, readonly number[]])[] {
  const whole = textOf(documents);
  const { starts } = whole;
  const text = Buffer.alloc(2 * (starts.at(-1) ?? 0));
  whole.write(text);
  return docIds.flatMap((docId): (readonly [number, readonly number[]])[] => {
    const found: number[] = [];
    for (let half = starts[docId] ?? 0; half < (starts[docId + 1] ?? 0); half++) {
      const agrees = ([letters, offset]: readonly [string, number]): boolean =>
        text.subarray(2 * (half + offset), 2 * (half + offset) + 3).equals(Buffer.from(letters));
      if (query.every(agrees)) found.push(half);
    }
    return found.length === 0 ? [] : [[docId, found]];
  });
}

test('possible hits are those of a scan, whether the other lists are gaps, searched at once or position by position', () => {
  const bench = new Workbench();
  const random = seededRandom(51);
  const documents = Array.from({ length: 90 }, (_, index) => {
    const rare = Array.from(
      { length: random(5) },
      () => `${randomLetters(random, 'abcd', 1 + random(4))}xyz`,
    );
    const often = randomLetters(random, index % 9 === 0 ? 'abcd' : 'ab', 6_000);
    return documentOf(
      index + 1,
      `${rare.join('')}${often}`,
      'xyzab',
      randomLetters(random, 'axyz', random(40)),
    );
  });
  const segment = bench.build(documents);
  const context = contextIn(bench, segment);
  const all = documents.map((_, docId) => docId);
  const patterns = { gaps: 0, found: 0, sought: 0 };
  let hits = 0;
  for (const query of [
    [['xyz', 0]],
    [['xyz', 1]],
    [
      ['xyz', 0],
      ['zab', 1],
    ],
    [
      ['xyz', 0],
      ['zab', 1],
      ['bab', 2],
    ],
    [
      ['yza', 0],
      ['aba', 1],
      ['aab', 2],
    ],
    [
      ['zab', 0],
      ['bab', 1],
      ['bba', 2],
      ['aab', 3],
    ],
    [
      ['bcd', 1],
      ['dab', 2],
    ],
    [
      ['axy', 1],
      ['yza', 2],
      ['aaa', 0],
    ],
    [
      ['xyx', 0],
      ['xxx', 1],
    ],
  ] as const) {
    for (const docIds of [all, all.filter((docId) => docId % 3 === 1), [7], [89], []]) {
      const grams = gramsOf(context, query);
      const found = fewPossibleHits(context, grams, Uint32Array.from(docIds));
      const { documents: of = [], starts = [], positions = [] } = found ?? {};
      const byDocument = Array.from(of, (docId, index) => [
        docId,
        Array.from(positions.slice(starts[index], starts[index + 1])),
      ]);
      expect({ query, byDocument }).toEqual({ query, byDocument: scanned(documents, query, docIds) });
      hits += positions.length;
      for (const { positions: list } of grams.slice(1)) {
        if (list.blocks === 0) patterns.gaps++;
        else patterns[list.blocks > 16 && list.blocks > positions.length ? 'sought' : 'found']++;
      }
    }
  }
  expect(hits).toBeGreaterThan(300);
  expect(Math.min(...Object.values(patterns))).toBeGreaterThan(4);
});

test('neither many possible hits nor grams in a row are collected', () => {
  const bench = new Workbench();
  const random = seededRandom(52);
  const segment = bench.build([documentOf(1, randomLetters(random, 'ab', 200_000)), documentOf(2, 'aabb')]);
  const context = contextIn(bench, segment);
  const both = Uint32Array.of(0, 1);
  expect(fewPossibleHits(context, gramsOf(context, [['aab', 0]]), both)).toBeNull();
  expect(fewPossibleHits(context, gramsOf(context, [['bbb', 0]], 2), both)).toBeNull();
  expect(fewPossibleHits(context, [], both)).toBeNull();
});
