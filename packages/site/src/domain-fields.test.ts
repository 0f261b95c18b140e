import { expect, test } from 'vitest';
import { NO_SITE_FACTS } from '../test/facts.ts';
import {
  comparisonOf,
  DOMAIN_FIELD_NAMES,
  DOMAIN_FIELDS,
  fieldValue,
  ORDER_FIELDS,
  sortValue,
} from './domain-fields.ts';
import type { SiteFacts } from './facts.ts';

type Unlisted = Exclude<keyof SiteFacts, (typeof DOMAIN_FIELDS)[keyof typeof DOMAIN_FIELDS]['from']>;

const KNOWN = {
  domain: 'a.example',
  rank: 7,
  facts: {
    ...NO_SITE_FACTS,
    title: 'A \ud800',
    lastVisited: 1_999,
    technologies: { group: { first: ['N', 'O'], 'second.part': ['N', '\udc00'] } },
  },
};

test('every fact of a site is a field', () => {
  // If a fact has no entry in the table, the compiler names it here.
  const isComplete: [Unlisted] extends [never] ? true : Unlisted = true;
  expect(isComplete).toBe(true);
});

test('a field is the value that its entry names', () => {
  const values = DOMAIN_FIELD_NAMES.map((field) => [DOMAIN_FIELDS[field].from, fieldValue(field, KNOWN)]);
  expect(Object.fromEntries(values)).toEqual({ domain: 'a.example', rank: 7, ...KNOWN.facts });
});

test('results are ordered by whole seconds, and by nothing for what is unknown', () => {
  expect(sortValue('visited', KNOWN)).toBe(1);
  expect(sortValue('rank', KNOWN)).toBe(7);
  expect(sortValue('domain', { ...KNOWN, domain: 'a\ud800' })).toBe('a\ufffd');
  expect(sortValue('language', KNOWN)).toBeNull();
  expect(sortValue('visited', { ...KNOWN, facts: NO_SITE_FACTS })).toBeNull();
});

test('each order field compares as one of three types', () => {
  expect(ORDER_FIELDS.map((field) => [field, comparisonOf(field)])).toContainEqual(['rank', 'integer']);
  expect(comparisonOf('visited')).toBe('time');
  expect(comparisonOf('country')).toBe('text');
});
