import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterBits, filterOf, gramHashes, isFilterLength, mayHold } from './log-filter.ts';
import { textBytes } from './log-format.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
/** Few symbols, so that grams come again, and all bytes but 0xFF. */
const part = fc.oneof(
  fc.uint8Array({ max: 2, maxLength: 40 }),
  fc.uint8Array({ max: 0xfe, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\u00e9'), maxLength: 40 }).map(bytes),
);

/** Every gram of every part set one by one, as the definition says it. */
function naiveFilter(parts: readonly Uint8Array[], bits: number): Uint8Array {
  const filter = new Uint8Array(bits / 8);
  for (const part of parts) {
    for (let length = 1; length <= 3; length++) {
      for (let at = 0; at + length <= part.length; at++) {
        const bit = Math.floor(((gramHashes(part.subarray(at, at + length))[0] ?? 0) / 2 ** 32) * bits);
        filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
  return filter;
}

test('a filter holds the grams of one, two and three bytes of each part, and no others', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const size = textBytes(parts);
      expect(filterOf(parts, size)).toEqual(naiveFilter(parts, filterBits(size)));
    }),
    { numRuns: 500 },
  );
});

test('a part of any length has the grams of all its bytes', () => {
  // It is looked at in pieces of 64 KiB: none of the grams between two may be missing.
  const long = Uint8Array.from({ length: 140_000 }, (_, at) => ((at * at) >>> 3) % 251);
  for (const length of [65_535, 65_536, 65_537, 131_069, 131_070, 131_071, 131_072, 140_000]) {
    const parts = [long.subarray(0, length)];
    expect(Buffer.compare(filterOf(parts, length + 2), naiveFilter(parts, filterBits(length + 2)))).toBe(0);
  }
});

test('no term that a document holds is ruled out', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(), (parts, from, length) => {
      const filter = filterOf(parts, textBytes(parts));
      const terms = parts.map((part) =>
        part.subarray(from % (part.length + 1)).subarray(0, 1 + (length % 12)),
      );
      const denied = terms.filter((term) => term.length > 0 && !mayHold(filter, gramHashes(term)));
      expect(denied).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('nearly all terms that a document does not hold are ruled out', () => {
  const words = Array.from({ length: 12_000 }, (_, i) => `<a class="${(i * 7919) % 997}">`).join('\n');
  const filter = filterOf([bytes(words)], words.length + 2);
  const absent = Array.from({ length: 1000 }, (_, i) => `${String.fromCharCode(98 + (i % 25))}x${i}`);
  expect(absent.filter((term) => mayHold(filter, gramHashes(bytes(term)))).length).toBeLessThan(20);
  expect(mayHold(filter, gramHashes(bytes('!')))).toBe(false);
  expect(mayHold(filter, gramHashes(bytes('s"')))).toBe(false);
});

test('a filter has about 0.6 bits for each byte of text, from 128 bytes to 128 KiB', () => {
  expect([0, 1, 1706, 5000, 100_000, 1e6, 1e9].map(filterBits)).toEqual([
    1024, 1024, 1024, 4096, 65_536, 524_288, 1_048_576,
  ]);
  expect([0, 64, 128, 192, 131_072, 262_144].map(isFilterLength)).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ]);
});
