import { expect, test } from 'vitest';
import { outdatedText } from './outdated-count.ts';

test('a count that is not exact is a bound', () => {
  expect(outdatedText({ count: 1, is_exact: true })).toBe('1 domain');
  expect(outdatedText({ count: 1_760, is_exact: false })).toBe('at most 1,760 domains');
});
