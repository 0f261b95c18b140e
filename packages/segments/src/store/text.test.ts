import { expect, test } from 'vitest';
import { textBytes, textChunks } from './log-format.ts';

const hex = (parts: readonly string[]): string =>
  Buffer.concat([...textChunks(parts.map((part) => Buffer.from(part)))]).toString('hex');

test('each part is followed by two or three bytes FF, so that the next one begins at an even offset', () => {
  expect(hex(['ab', 'c', '', 'de'])).toBe(['6162ffff', '63ffffff', 'ffff', '6465ffff'].join(''));
  expect(hex([])).toBe('');
});

test('the length of a text is known from its parts', () => {
  expect(textBytes(['ab', 'c', '', 'de'].map((part) => Buffer.from(part)))).toBe(14);
  expect(textBytes([])).toBe(0);
});
