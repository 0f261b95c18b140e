import { expect, test } from 'vitest';
import { checkBuilds } from '../../test/check-builds.ts';

test('a segment lists each byte, pair and trigram of its documents, 4-grams of frequent trigrams, and every second position', () => {
  expect(checkBuilds(40)).toBe(40);
});
