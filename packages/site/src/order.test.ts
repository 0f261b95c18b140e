import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints } from './order.ts';

test.each([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['', 'a', -1],
  ['a', 'ab', -1],
  ['B', 'a', -1],
  ['é', 'z', 1],
  ['\u{1F600}', '\uFFFD', 1],
  ['\uE000', '\u{10000}', -1],
])('%j against %j gives %i', (a, b, expected) => {
  expect(Math.sign(compareCodePoints(a, b))).toBe(expected);
});

test('orders as the UTF-8 bytes do', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '\u{10FFFF}'),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
