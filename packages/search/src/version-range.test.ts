import { expect, test } from 'vitest';
import { readRange, versionsIn } from './version-range.ts';

const SEEN = [
  '10.0',
  '8.10',
  '8.9',
  '8.9.0',
  '8.9-beta',
  '8.8.6',
  '8',
  'v7.1',
  '8.8.6.2',
  'latest',
  'main-3',
];

test.each([
  ['<8.9', ['8', '8.8.6', '8.8.6.2', 'v7.1']],
  ['8.9', ['8.9', '8.9-beta', '8.9.0']],
  ['=8.9.0', ['8.9', '8.9-beta', '8.9.0']],
  ['8.x', ['8', '8.10', '8.8.6', '8.8.6.2', '8.9', '8.9-beta', '8.9.0']],
  ['>=8.9 <9', ['8.10', '8.9', '8.9-beta', '8.9.0']],
  ['7.1 || >=10', ['10.0', 'v7.1']],
  ['*', ['10.0', '8', '8.10', '8.8.6', '8.8.6.2', '8.9', '8.9-beta', '8.9.0', 'v7.1']],
])('%s holds versions as their numbers say', (text, expected) => {
  const range = readRange(text);
  expect(range === null ? null : versionsIn(range, SEEN)).toEqual(expected);
});

test.each(['', ' ', 'abc', '<', '>=x.y.z.w', '1.2.3.4.5 -', '8.9 <'])('%j is not a range', (text) => {
  expect(readRange(text)).toBeNull();
});
