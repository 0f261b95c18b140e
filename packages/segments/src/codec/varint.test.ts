import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_VARINT_BYTES, VarintReader, writeVarint } from './varint.ts';

test.each([
  [0, [0]],
  [127, [0x7f]],
  [128, [0x80, 0x01]],
  [300, [0xac, 0x02]],
  [2 ** 14 - 1, [0xff, 0x7f]],
  [2 ** 28 - 1, [0xff, 0xff, 0xff, 0x7f]],
  [2 ** 28, [0x80, 0x80, 0x80, 0x80, 0x01]],
  [2 ** 31 - 1, [0xff, 0xff, 0xff, 0xff, 0x07]],
  [2 ** 31, [0x80, 0x80, 0x80, 0x80, 0x08]],
  [2 ** 32 + 5, [0x85, 0x80, 0x80, 0x80, 0x10]],
  [2 ** 35, [0x80, 0x80, 0x80, 0x80, 0x80, 0x01]],
  [2 ** 53 - 1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
])('%i is groups of seven bits, lowest first', (value, expected) => {
  const bytes = new Uint8Array(MAX_VARINT_BYTES + 2);
  const end = writeVarint(bytes, 1, value);
  expect([...bytes.subarray(1, end)]).toEqual(expected);
  const reader = new VarintReader(bytes, 1);
  expect(reader.next()).toBe(value);
  expect(reader.at).toBe(end);
});

test('numbers of any size are read one after another', () => {
  const number = fc.oneof(
    fc.maxSafeNat(),
    fc.nat(),
    fc.nat({ max: 300 }),
    fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 42),
  );
  const law = fc.property(fc.array(number), (numbers) => {
    const bytes = new Uint8Array(numbers.length * MAX_VARINT_BYTES);
    const end = numbers.reduce((at, value) => writeVarint(bytes, at, value), 0);
    const reader = new VarintReader(bytes.subarray(0, end), 0);
    expect(numbers.map(() => reader.next())).toEqual(numbers);
    expect(reader.at).toBe(end);
  });
  fc.assert(law);
});

test('reading past the end is refused, also in the middle of a number', () => {
  const reader = new VarintReader(Uint8Array.of(0x81, 0x02, 0x82), 0);
  expect(reader.next()).toBe(1 + 2 * 128);
  expect(() => reader.next()).toThrow(RangeError);
  expect(() => reader.next()).toThrow('there is no element 4 in an array of 3');
});
