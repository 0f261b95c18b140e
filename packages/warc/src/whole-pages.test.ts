// No page is lost that stands whole before the first wrong byte, none is made up, and none is replaced by nothing.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesOf, endsOf, PAGE_TEXT, SHAPES, type Shape } from '../test/capture-shapes.ts';
import { readAll } from '../test/warc-files.ts';

const CASES = SHAPES.map((shape) => [shape.name, shape] as const);

function urlsBefore(shape: Shape, cut: number): readonly string[] {
  const ends = endsOf(shape);
  return shape.pages.flatMap((url, n) => (url !== null && (ends[n] ?? Infinity) <= cut ? [url] : []));
}

describe('a capture as %s writes it', () => {
  test.each(CASES)('%s: gives its pages, in reads of any size, compressed or not', async (_, shape) => {
    const bytes = bytesOf(shape);
    const urls = urlsBefore(shape, Infinity);
    for (const input of [bytes, gzipSync(bytes)]) {
      for (const chunk of [1, 13, 1 << 16]) {
        const { pages, bodies, reader } = await readAll(input, {}, chunk);
        expect(pages.map(({ url }) => url)).toEqual(urls);
        expect(new Set(bodies)).toEqual(new Set([PAGE_TEXT]));
        expect(reader.counts.records - urls.length).toBe(
          shape.pages.length -
            urls.length +
            (shape.start.includes('warcinfo') || shape.start.includes('filedesc') ? 1 : 0),
        );
      }
    }
  });

  test.each(CASES)(
    '%s: gives the pages that are whole before it is cut off, at every byte',
    async (_, shape) => {
      const bytes = bytesOf(shape);
      for (let cut = 1; cut < bytes.length; cut++) {
        const { pages } = await readAll(bytes.subarray(0, cut)).catch(() => ({ pages: [] }));
        // Of a record that is cut off, what there is of its page is kept, and marked.
        const whole = pages.filter(({ notice }) => notice === null);
        expect([cut, whole.map(({ url }) => url)]).toEqual([cut, urlsBefore(shape, cut)]);
        expect(
          pages.every(({ body, truncated, notice }) =>
            notice === null ? body.length === Buffer.byteLength(PAGE_TEXT) : truncated,
          ),
        ).toBe(true);
      }
    },
  );
});
