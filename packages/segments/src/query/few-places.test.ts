import { expect, test } from 'vitest';
import type { Segment } from '../segment/segment.ts';
import { documentOf, randomLetters, textOf, Workbench, type Document } from '../segment/segment.fixture.ts';
import { seededRandom } from '../seeded-random.fixture.ts';
import { CursorPool } from './cursor-pool.ts';
import { fewPlaces } from './few-places.ts';
import type { Gram } from './leapfrog.ts';
import type { Place } from './place.ts';

function number(letters: string): number {
  return Buffer.from(letters).readUIntBE(0, 3);
}

function placeIn(bench: Workbench, segment: Segment): Place {
  const pool = new CursorPool(bench.cache);
  const lookUp: Place['lookUp'] = (triple) => segment.dictionary.triple(bench.cache, triple);
  return { segment, lookUp, pool, checkpoint: () => {} };
}

/** @param asked letters at offsets in half positions from that of a hit */
function gramsOf({ lookUp }: Place, asked: readonly (readonly [string, number])[], run = 1): readonly Gram[] {
  const grams = asked.map(([letters, offset]): Gram => {
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

/** Half positions in some documents at which all that is asked stands, by document. */
function scanned(
  documents: readonly Document[],
  asked: readonly (readonly [string, number])[],
  ordinals: readonly number[],
): readonly (readonly [number, readonly number[]])[] {
  const whole = textOf(documents);
  const { starts } = whole;
  const text = Buffer.alloc(2 * (starts.at(-1) ?? 0));
  whole.write(text);
  return ordinals.flatMap((ordinal): (readonly [number, readonly number[]])[] => {
    const found: number[] = [];
    for (let half = starts[ordinal] ?? 0; half < (starts[ordinal + 1] ?? 0); half++) {
      const agrees = ([letters, offset]: readonly [string, number]): boolean =>
        text.subarray(2 * (half + offset), 2 * (half + offset) + 3).equals(Buffer.from(letters));
      if (asked.every(agrees)) found.push(half);
    }
    return found.length === 0 ? [] : [[ordinal, found]];
  });
}

test('places are those of a scan, be the other lists gaps, looked through or leapt over', () => {
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
  const place = placeIn(bench, segment);
  const all = documents.map((_, ordinal) => ordinal);
  const ways = { gaps: 0, found: 0, leapt: 0 };
  let places = 0;
  for (const asked of [
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
    for (const ordinals of [all, all.filter((ordinal) => ordinal % 3 === 1), [7], [89], []]) {
      const grams = gramsOf(place, asked);
      const found = fewPlaces(place, grams, Uint32Array.from(ordinals));
      const { documents: of = [], starts = [], positions = [] } = found ?? {};
      const byDocument = Array.from(of, (ordinal, index) => [
        ordinal,
        Array.from(positions.slice(starts[index], starts[index + 1])),
      ]);
      expect({ asked, byDocument }).toEqual({ asked, byDocument: scanned(documents, asked, ordinals) });
      places += positions.length;
      for (const { positions: list } of grams.slice(1)) {
        if (list.blocks === 0) ways.gaps++;
        else ways[list.blocks > 16 && list.blocks > positions.length ? 'leapt' : 'found']++;
      }
    }
  }
  expect(places).toBeGreaterThan(300);
  expect(Math.min(...Object.values(ways))).toBeGreaterThan(4);
});

test('neither many places nor what stands in a row are gathered', () => {
  const bench = new Workbench();
  const random = seededRandom(52);
  const segment = bench.build([documentOf(1, randomLetters(random, 'ab', 200_000)), documentOf(2, 'aabb')]);
  const place = placeIn(bench, segment);
  const both = Uint32Array.of(0, 1);
  expect(fewPlaces(place, gramsOf(place, [['aab', 0]]), both)).toBeNull();
  expect(fewPlaces(place, gramsOf(place, [['bbb', 0]], 2), both)).toBeNull();
  expect(fewPlaces(place, [], both)).toBeNull();
});
