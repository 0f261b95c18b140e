import type { SavedSearchItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { facetChoices } from './report-facets.ts';
import { draftOf } from './report-draft.ts';
import { nameFor, requestIn } from './saved-request.ts';
import { lineOf } from './trend-days.ts';

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const NO_REPORT = draftOf(null, 'Europe/Berlin');
const BOTH = { 'on-appeared': 'on', 'on-disappeared': 'on' };

test.each([
  ['tech:WordPress country:DE', 'tech-wordpress-country-de'],
  ['"gtag(" OR ga.js', 'gtag-or-ga-js'],
  ['Café_au lait', 'cafe_au-lait'],
  ['日本', 'search'],
  ['', 'search'],
  ['x'.repeat(63) + ' tail', 'x'.repeat(63)],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the query %j is proposed to be saved as %j', (query, name) => {
  expect(nameFor(query)).toBe(name);
  expect(nameFor(query)).toMatch(/^[a-z0-9_-]{1,64}$/);
});

test('what is left empty is not in the request', () => {
  expect(
    requestIn(form({ q: ' tea ', level: 'domain', label: '', webhook: '', ...BOTH }), NO_REPORT, null),
  ).toEqual({
    q: 'tea',
    level: 'domain',
  });
});

test('whom to tell what is in the request as it was written', () => {
  const all = {
    q: 'tea',
    level: 'page',
    label: ' Tea shops ',
    shared: 'on',
    webhook: ' https://hooks.example.com/a ',
    template: 'slack',
    mail: 'a@b.example, c@d.example;e@f.example ',
    every: 'day',
    'on-changed': 'on',
    'on-appeared': 'on',
    count: '0',
  };
  expect(requestIn(form(all), NO_REPORT, null)).toEqual({
    q: 'tea',
    level: 'page',
    label: 'Tea shops',
    shared: true,
    notify: {
      webhook: { url: 'https://hooks.example.com/a', template: 'slack' },
      mail: { to: ['a@b.example', 'c@d.example', 'e@f.example'], every: 'day' },
      on: ['appeared', 'changed'],
      count: 0,
    },
  });
});

test('what cannot be told is left to the API to refuse', () => {
  expect(requestIn(form({ q: 'tea', level: 'domain', count: '7', ...BOTH }), NO_REPORT, null).notify).toEqual(
    {
      on: ['appeared', 'disappeared'],
      count: 7,
    },
  );
  expect(
    requestIn(form({ q: 'tea', webhook: 'nonsense', template: 'standard' }), NO_REPORT, null).notify,
  ).toEqual({
    webhook: { url: 'nonsense', template: 'standard' },
    on: [],
  });
});

const KEPT = {
  pattern: null,
  time_zone: null,
  every_seconds: 3_600,
  format: 'xlsx',
  facets: [{ kind: 'label', label: 'tld' }],
  limit: 5,
  next_at: null,
} as const;

test('a search keeps its report until the form changes it, and its technology', () => {
  const technology = { name: 'Tea', categories: ['widgets'], website: null, version: 'tea-(.)' };
  const given = {
    id: 'a',
    q: 'tea',
    report: KEPT,
    technology: { ...technology, judging: null },
  } as unknown as SavedSearchItem;
  const data = form({ q: 'wool', level: 'page' });
  const draft = draftOf(given.report, 'Europe/Berlin');
  const others = {
    q: 'wool',
    level: 'page',
    technology: { name: 'Tea', categories: ['widgets'], version: 'tea-(.)' },
  };
  expect(requestIn(data, draft, given)).toEqual({
    ...others,
    report: { every_seconds: 3_600, format: 'xlsx', facets: KEPT.facets, limit: 5 },
  });
  const timing = { ...draft.timing, rhythm: 'weekly', weekdays: [1, 4], time: '08:05' } as const;
  expect(requestIn(data, { ...draft, timing, format: 'csv', limit: '70' }, given)).toEqual({
    ...others,
    report: {
      pattern: '5 8 * * 1,4',
      time_zone: 'Europe/Berlin',
      format: 'csv',
      facets: KEPT.facets,
      limit: 70,
    },
  });
  expect(requestIn(data, { ...draft, isOn: false }, given)).toEqual(others);
});

test('a search whose query is a tree keeps it', () => {
  const given = {
    id: 'a',
    q: null,
    query: { text: 'tea' },
    report: null,
    technology: null,
  } as SavedSearchItem;
  expect(requestIn(form({ level: 'change' }), NO_REPORT, given)).toEqual({
    query: { text: 'tea' },
    level: 'change',
  });
  expect(requestIn(form({ q: 'mill', level: 'domain' }), NO_REPORT, { ...given, q: 'tea' })).toEqual({
    q: 'mill',
    level: 'domain',
  });
});

test('a chart has the days whose number is known', () => {
  const day = { appeared: 2, disappeared: 1, changed: 0 };
  const days = [
    { ...day, day: '2026-03-01', domains: null },
    { ...day, day: '2026-03-02', domains: 0 },
    { ...day, day: '2026-03-03', domains: 7 },
  ];
  expect(lineOf('domain', days)).toEqual({
    days: ['2026-03-02', '2026-03-03'],
    ticks: ['2 Mar', '3 Mar'],
    values: [0, 7],
  });
  expect(lineOf('change', days).values).toEqual([2, 2, 2]);
});

test('the facets of a report are those of the search page, and others that it has', () => {
  const version = { field: 'version', of: 'WooCommerce', limit: 5 };
  const chosen = (facets: Parameters<typeof facetChoices>[0]) =>
    facetChoices(facets).filter(({ isChosen }) => isChosen);
  expect(chosen([])).toEqual([]);
  // A facet stays the same whatever number of values it lists.
  const [tech, other, ...rest] = chosen([version, { field: 'tech', limit: 3 }]);
  expect([tech?.name, other?.name, rest]).toEqual(['Technology', 'version WooCommerce', []]);
  expect(tech?.next).toEqual([version]);
  expect(other?.next).toEqual([{ field: 'tech', limit: 3 }]);
  const country = facetChoices([version]).find(({ name }) => name === 'Country');
  expect(country?.next).toEqual([version, { field: 'country' }]);
});
