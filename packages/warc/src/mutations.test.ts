// A thousand random mutations of whole captures: no page is lost that stands whole before the fault, none is made up, and none
// is replaced by nothing.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, endsOf, PAGE_TEXT, SHAPES, type Shape } from '../test/capture-shapes.ts';
import { readAll, type Read } from '../test/warc-files.ts';

interface Mutation {
  readonly shape: Shape;
  readonly bytes: Buffer;
  /** Offset of the first byte that differs. */
  readonly at: number;
}

/** Bytes that are put into a capture: those that mean something in JSON and in WARC, and others. */
const BYTES = Array.from('{}[]",:\\/ \n\r\0\u001f<0aW\xe9\xff', (character) => character.charCodeAt(0));

const mutations = fc
  .tuple(
    fc.constantFrom(...SHAPES),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.integer({ min: 0, max: 3 }),
    fc.array(fc.constantFrom(...BYTES), { maxLength: 4 }),
  )
  .map(([shape, share, removed, added]): Mutation => {
    const whole = bytesOf(shape);
    const from = Math.floor(share * whole.length);
    const bytes = Buffer.concat([
      whole.subarray(0, from),
      Buffer.from(added),
      whole.subarray(from + removed),
    ]);
    let at = 0;
    while (at < bytes.length && bytes[at] === whole[at]) at++;
    return { shape, bytes, at };
  });

/** Pages whose entries were whole before the first byte that differs, and those after it. */
function sorted({ shape, at }: Mutation): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const ends = endsOf(shape);
  const isBefore = (n: number): boolean => (ends[n] ?? 0) + shape.spare <= at;
  const urls = shape.pages.map((url, n) => ({ url, isBefore: isBefore(n) }));
  const of = (wanted: boolean): string[] =>
    urls.flatMap(({ url, isBefore: is }) => (url !== null && is === wanted ? [url] : []));
  return { before: of(true), after: of(false) };
}

test('are read without losing, making up or emptying a page', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(mutations, fc.constantFrom(3, 1 << 16), async (mutation, chunk) => {
      const { before, after } = sorted(mutation);
      const nothing: Pick<Read, 'pages' | 'bodies'> = { pages: [], bodies: [] };
      const { pages, bodies } = await readAll(mutation.bytes, {}, chunk).catch(() => nothing);
      const urls = pages.map(({ url }) => url);
      expect(urls.slice(0, before.length)).toEqual(before);
      expect(bodies.slice(0, before.length)).toEqual(before.map(() => PAGE_TEXT));
      // Of the others, one at most is another page than before: that in which the mutation is.
      const isKnown = (n: number): boolean => after.includes(urls[n] ?? '') && bodies[n] === PAGE_TEXT;
      const others = pages.flatMap((_, n) => (n < before.length || isKnown(n) ? [] : [n]));
      expect(others.length).toBeLessThanOrEqual(1);
      expect(pages.length).toBeLessThanOrEqual(mutation.shape.pages.length);
      expect(bodies.every((body) => body.trim() !== '')).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
