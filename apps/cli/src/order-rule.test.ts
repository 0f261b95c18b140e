import { expect, test } from 'vitest';
import { orderRule } from './order-rule.ts';

test.each([
  ['rank', 'rank,desc'],
  ['rank,asc', 'rank,asc'],
  ['visited', 'visited,desc'],
  ['country', 'country,asc'],
  ['language,desc', 'language,desc'],
  ['domain', 'domain,asc'],
  ['url', 'url,asc'],
  // Faults are for the API to tell.
  ['title', 'title'],
  ['rank,up', 'rank,up'],
  ['domain,asc,x', 'domain,asc,x'],
  ['', ''],
])('--order %s is %s', (written, rule) => {
  expect(orderRule(written)).toBe(rule);
});
