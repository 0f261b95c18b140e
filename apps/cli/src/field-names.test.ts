import { expect, test } from 'vitest';
import { fieldNamed, orderRule } from './field-names.ts';

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

test.each([
  ['country', 'country'],
  ['tech', 'technologies'],
  ['title', 'title'],
  ['constructor', 'constructor'],
])('the field %s is %s', (written, name) => {
  expect(fieldNamed(written)).toBe(name);
});
