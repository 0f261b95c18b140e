import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

const part = (first: number, last: number) => ({ kind: 'part', first, last });

test.each([
  ['bytes=0-0', part(0, 0)],
  ['bytes=0-', part(0, 99)],
  ['bytes=10-19', part(10, 19)],
  ['Bytes = 10-19 ', part(10, 19)],
  ['bytes=99-', part(99, 99)],
  ['bytes=90-1000', part(90, 99)],
  ['bytes=-1', part(99, 99)],
  ['bytes=-1000', part(0, 99)],
])('%s of 100 bytes is a part', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=999999999999999-'])(
  '%s of 100 bytes is not satisfiable',
  (header) => {
    expect(byteRange(header, 100)).toEqual({ kind: 'unsatisfiable' });
  },
);

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'bytes=0x1-2',
  'bytes=1.5-2',
  'bytes=+1-2',
  'lines=0-1',
  'bytes=9999999999999999-',
  'bytes=0-1\u00a0',
])('%j is ignored', (header) => {
  expect(byteRange(header, 100)).toEqual({ kind: 'whole' });
});

test('of an empty body no byte can be had, and its end is the whole', () => {
  expect(byteRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
  expect(byteRange('bytes=-5', 0)).toEqual({ kind: 'whole' });
});
