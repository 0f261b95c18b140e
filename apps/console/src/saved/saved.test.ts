import type { SavedSearchItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { nameFor, requestIn } from './saved-request.ts';
import { lineOf } from './trend-days.ts';

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

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
  expect(requestIn(form({ q: ' tea ', level: 'domain', label: '', webhook: '', ...BOTH }), null)).toEqual({
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
  expect(requestIn(form(all), null)).toEqual({
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
  expect(requestIn(form({ q: 'tea', level: 'domain', count: '7', ...BOTH }), null).notify).toEqual({
    on: ['appeared', 'disappeared'],
    count: 7,
  });
  expect(requestIn(form({ q: 'tea', webhook: 'nonsense', template: 'standard' }), null).notify).toEqual({
    webhook: { url: 'nonsense', template: 'standard' },
    on: [],
  });
});

test('a search whose query is a tree keeps it', () => {
  const given = { id: 'a', q: null, query: { text: 'tea' } } as SavedSearchItem;
  expect(requestIn(form({ level: 'change' }), given)).toEqual({ query: { text: 'tea' }, level: 'change' });
  expect(requestIn(form({ q: 'mill', level: 'domain' }), { ...given, q: 'tea' })).toEqual({
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
