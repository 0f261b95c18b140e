import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockBits, blockSize, domainIdOf, MAX_PAGES, regionOf } from './fts5-ids.ts';

it.each([
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 3],
  [1_024, 10],
  [1_025, 11],
  [MAX_PAGES, 20],
])('a domain of %i pages owns a block of 2^%i ids', (pages, bits) => {
  expect(blockBits(pages)).toBe(bits);
});

it('every page id tells its domain, and stays an exact number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_PAGES }),
      fc.integer({ min: 1, max: 2 ** 27 }),
      fc.nat(),
      (pages, block, any) => {
        const size = 2 ** blockBits(pages);
        const [first, end] = regionOf(blockBits(pages));
        const id = first + block * size;
        const pageId = id + (any % pages);
        expect(domainIdOf(pageId)).toBe(id);
        expect(blockSize(pageId)).toBe(size);
        expect(pageId).toBeLessThan(end);
        expect(Number.isSafeInteger(end)).toBe(true);
      },
    ),
  );
});
