import { expect, test } from 'vitest';
import { SHORTCUT_TEXTS, shortcutReader } from './shortcut.ts';

test.each([
  ['?', 'map'],
  ['[', 'fold'],
  ['/', 'query'],
])('%s by itself does its own', (key, does) => {
  expect(shortcutReader()(key, 0)).toEqual({ does });
});

test('g and the key of a page open it, if the second comes within a second', () => {
  const read = shortcutReader();
  expect([read('g', 0), read('c', 999)]).toEqual([null, { does: 'open', path: '/crawls' }]);
  expect([read('g', 2_000), read('c', 3_000)]).toEqual([null, null]);
});

test('a pair ends with its second key, whatever it is', () => {
  const read = shortcutReader();
  expect(['g', '?', 's', '?'].map((key) => read(key, 0))).toEqual([null, null, null, { does: 'map' }]);
  expect(['g', 'g', 's'].map((key) => read(key, 1))).toEqual([null, null, null]);
});

test('the map of keys names each pair with its page', () => {
  expect(SHORTCUT_TEXTS).toContainEqual(['g k', 'keys']);
  expect(new Set(SHORTCUT_TEXTS.map(([keys]) => keys)).size).toBe(SHORTCUT_TEXTS.length);
});
