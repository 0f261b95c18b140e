import { expect, test } from 'vitest';
import { seededRandom } from '../seeded-random.fixture.ts';
import { documentOf, randomLetters, Workbench, type Document } from '../segment/segment.fixture.ts';
import type { Segment } from '../segment/segment.ts';
import { CursorPool } from './cursor-pool.ts';
import { EndSieve } from './end-sieve.ts';
import type { OpenEnd } from './term.ts';

const LETTERS = 'abc';

/** Documents of which 100 have few of these letters: in a segment of their own their triples are rare. */
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

/** All triples at an open end of all kinds, and the four letters that they and their neighbour make. */
function* ends(): Generator<{ end: OpenEnd; triple: string; quad: string }> {
  const all = Array.from(LETTERS);
  for (const a of all) {
    for (const b of all) {
      for (const c of all) {
        for (const d of all) {
          const quad = a + b + c + d;
          const [first, last] = [quad.slice(0, 3), quad.slice(1)];
          const pair = number(b + c);
          yield { end: { kind: 'pair last', pair, offset: 0, neighbour: number(last) }, triple: first, quad };
          yield {
            end: { kind: 'pair first', pair, offset: 0, neighbour: number(first) },
            triple: last,
            quad,
          };
        }
      }
    }
  }
}

test('whoever holds a triple with its neighbour is left, once, in order, and few others', () => {
  const bench = new Workbench();
  const all = documents();
  const parts = [all.slice(0, 20), all.slice(20, 120), all.slice(120)];
  const built = bench.build(all);
  const merged = bench.merge(parts.map((part) => bench.build(part)));
  const random = seededRandom(42);
  const holds = (ordinal: number, letters: string): boolean =>
    Buffer.from(all[ordinal]?.parts[0] ?? []).includes(letters);
  /** Sifts some documents, and gives those that hold the triple, the quad, and what is left. */
  const sifted = (
    segment: Segment,
    { end, triple, quad }: ReturnType<typeof ends> extends Generator<infer T> ? T : never,
  ) => {
    const pool = new CursorPool(bench.cache);
    const lookUp = (wanted: number) => segment.dictionary.triple(bench.cache, wanted);
    const candidates = Uint32Array.from(all.keys()).filter(() => random(3) > 0);
    const sieve = new EndSieve({ segment, pool, lookUp, checkpoint: () => {} }, end, candidates);
    const found = lookUp(number(triple));
    if (found === null) throw new Error(`${triple} stands nowhere`);
    const count = sieve.sift(found);
    return {
      withTriple: [...candidates].filter((ordinal) => holds(ordinal, triple)),
      withQuad: [...candidates].filter((ordinal) => holds(ordinal, quad)),
      left: Array.from(sieve.places.subarray(0, count), (place) => candidates[place] ?? -1),
    };
  };
  let [exact, more] = [0, 0];
  for (const end of ends()) {
    const ofBuilt = sifted(built, end);
    // A segment as built lists the quads of all triples that are frequent, which all are here.
    expect(ofBuilt.left, `quad ${end.quad}`).toEqual(ofBuilt.withQuad);
    const { withTriple, withQuad, left } = sifted(merged, end);
    expect(left, `quad ${end.quad}`).toEqual([...new Set(left)].toSorted((a, b) => a - b));
    expect(
      withQuad.filter((ordinal) => !left.includes(ordinal)),
      `quad ${end.quad}`,
    ).toEqual([]);
    // Be the quad listed or not.
    expect(
      left.filter((ordinal) => !withTriple.includes(ordinal)),
      `triple ${end.triple}`,
    ).toEqual([]);
    if (left.length < withTriple.length) exact++;
    if (left.length > withQuad.length) more++;
  }
  // Most are told apart by quads, some of them with documents that are unlisted.
  expect(exact).toBeGreaterThan(100);
  expect(more).toBeGreaterThan(5);
});
