import { expect, test } from 'vitest';
import { technologyNames } from './names.ts';

test('has every technology and every category, each once', () => {
  const names = technologyNames();
  expect(names).toEqual(expect.arrayContaining(['WordPress', 'jQuery', 'Facebook SDK', 'content.cms']));
  expect(names.length).toBeGreaterThan(7_000);
  expect(new Set(names).size).toBe(names.length);
});
