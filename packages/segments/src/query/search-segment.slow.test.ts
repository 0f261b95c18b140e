import { expect, test } from 'vitest';
import { checkSearches } from '../../test/check-searches.ts';

test('every search finds what a plain scan finds: in one segment, in several, merged, and merged again', () => {
  expect(checkSearches(200)).toBe(200);
});
