import { SCOPE_NAMES } from '@sitegrep/search/scopes';
import { expect, test } from 'vitest';
import { type CountedValues, namesFor, namesWhileTyping, typedBefore, valuesFor } from './completion.ts';
import { languageGroups } from './language-rows.ts';
import { fieldAct, withCompletion } from './field-keys.ts';

const NOTHING_KEPT = { saved: [], recent: [] };

/** Values that were asked for, which have all the same count. */
const COUNTED: CountedValues = {
  technologies: async (prefix) => [{ name: `${prefix} CMS`, domains: 1_200 }],
  categories: async () => [
    { path: 'content.cms', name: 'CMS', domains: 2 },
    { path: 'content.blogs', name: 'Blogs', domains: 1 },
  ],
  kept: async (field) =>
    field === 'list'
      ? [
          { name: 'suppliers', domains: 12_000 },
          { name: 'customers', domains: 3 },
        ]
      : [
          { name: 'new-shops', domains: 40 },
          { name: 'news', domains: 0 },
        ],
  facet: async (name) =>
    (name === 'visited' ? ['2026-03'] : ['DE', 'AT']).map((value) => ({ value, domains: 3 })),
};

test.each([
  ['tec', { field: null, text: 'tec', from: 0 }],
  ['a -(tec', { field: null, text: 'tec', from: 4 }],
  ['a tech:Wor', { field: 'tech', text: 'Wor', from: 7 }],
  ['country:DE,A', { field: 'country', text: 'A', from: 11 }],
  ['tech:"Google An', { field: 'tech', text: 'Google An', from: 5 }],
  ['a:b c', { field: null, text: 'c', from: 4 }],
  ['added:te', { field: 'added', text: 'te', from: 6 }],
  ['change:(removed:tech:Wor', { field: 'tech', text: 'Wor', from: 21 }],
])('before the cursor in %j stands what is completed', (before, typed) =>
  expect(typedBefore(`${before}|behind`, before.length)).toEqual(typed),
);

test('names of fields begin with what was typed, and every scope is one', () => {
  expect(namesFor('a t', 't', NOTHING_KEPT).map(({ insert }) => insert)).toEqual([
    'tech:',
    'theme:',
    'tld:',
    'tls:',
    'text:',
    'title:',
  ]);
  expect(namesFor('sam', 'SAM', NOTHING_KEPT).map(({ insert }) => insert)).toEqual(['same:page(']);
  expect(namesFor('chan', 'chan', NOTHING_KEPT).map(({ insert }) => insert)).toEqual(['change:(']);
  const all = namesFor('', '', NOTHING_KEPT).map(({ insert }) => insert);
  expect(all).toEqual(expect.arrayContaining(SCOPE_NAMES.map((name) => `${name}:`)));
});

test('queries that were asked come first, but for the one that stands there', () => {
  const kept = { saved: [{ query: 'gtag', name: 'Tags' }], recent: ['gta', 'gtag OR ga', 'other'] };
  expect(namesFor('gta', 'gta', kept)).toEqual([
    { insert: 'gtag', detail: 'Tags', isWhole: true },
    { insert: 'gtag OR ga', detail: 'Recent', isWhole: true },
  ]);
});

test.each([
  ['has', 'ph', [['phone', '']]],
  [
    'case',
    '',
    [
      ['yes', ''],
      ['no', ''],
      ['auto', ''],
    ],
  ],
  ['in', 'ti', [['title', '']]],
  [
    'agent',
    'gptbot',
    [
      ['GPTBot=blocked', ''],
      ['GPTBot=partly', ''],
      ['GPTBot=allowed', ''],
    ],
  ],
  ['list', 'SUP', [['suppliers', '12,000']]],
  ['list', 'x', []],
  [
    'saved',
    'new',
    [
      ['new-shops', '40'],
      ['news', '0'],
    ],
  ],
  ['tech', 'Good', [['"Good CMS"', '1,200']]],
  ['tech', 'PHP@', [['PHP@seen', 'seen, not only implied']]],
  ['tech', 'PHP@SE', [['PHP@seen', 'seen, not only implied']]],
  ['tech', 'PHP@x', []],
  ['tech', 'PHP@<7', []],
  ['category', 'blog', [['content.blogs', '1']]],
  ['country', 'd', [['DE', '3']]],
  ['country', 'germ', [['DE', '3']]],
  ['country', 'ustria', []],
  ['lang', 'aus', []],
  ['visited', '2026', [['2026-03-01..2026-03-31T23:59:59Z', '3']]],
  ['site', 'a', []],
  ['toString', '', []],
])('%s: is offered the values that fit %j', async (field, text, options) => {
  const offered = await valuesFor(field, text, COUNTED);
  expect(offered.map(({ insert, detail }) => [insert, detail])).toEqual(options);
});

test('a completion takes the space of what was typed, or of the whole query', () => {
  const typed = { from: 2, cursor: 5 };
  expect(withCompletion('a tec b', { insert: 'tech:', detail: '' }, typed)).toEqual({
    query: 'a tech: b',
    cursor: 7,
  });
  expect(withCompletion('a tec b', { insert: 'gtag', detail: '', isWhole: true }, typed)).toEqual({
    query: 'gtag',
    cursor: 4,
  });
});

test('keys go through completions while there are some, and send or leave the query otherwise', () => {
  const act = (key: string, hasOptions: boolean, more = {}) =>
    fieldAct({ key, ctrlKey: false, shiftKey: false, ...more }, hasOptions);
  expect(['ArrowDown', 'ArrowUp', 'Tab', 'Enter', 'Escape', 'x'].map((key) => act(key, true))).toEqual([
    'next',
    'previous',
    'take',
    'take',
    'close',
    null,
  ]);
  expect(['ArrowDown', 'Tab', 'Enter', 'Escape', ' '].map((key) => act(key, false))).toEqual([
    null,
    null,
    'submit',
    'leave',
    null,
  ]);
  expect([act('Enter', false, { shiftKey: true }), act(' ', true, { ctrlKey: true })]).toEqual([
    null,
    'offer',
  ]);
});

test('codes are shown with their names', async () => {
  const [first] = await valuesFor('country', 'germany', COUNTED);
  expect(first).toEqual({ insert: 'DE', shown: 'Germany (DE)', detail: '3' });
});

test('fields are offered while a word is typed, and none is chosen before one goes to it', () => {
  expect(namesWhileTyping('cou').map(({ insert }) => insert)).toEqual(['country:']);
  expect([namesWhileTyping('c'), namesWhileTyping('wp-content'), namesWhileTyping('')]).toEqual([[], [], []]);
  const act = (key: string) => fieldAct({ key, ctrlKey: false, shiftKey: false }, true, false);
  expect(['ArrowDown', 'Enter', 'Tab', 'Escape'].map(act)).toEqual(['next', 'submit', null, 'close']);
});

test('the language is searched by what is written and by what it means', () => {
  const signs = (word: string) => languageGroups(word).flatMap(({ rows }) => rows.map(({ sign }) => sign));
  expect(signs('COUNTRY OF')).toEqual(['country:']);
  expect(signs('cookie:')).toEqual(['cookie:']);
  expect(signs('regular')).toEqual(['/UA-\\d+/', 're:']);
  expect(signs('nothing has this')).toEqual([]);
  const all = new Set(signs(''));
  for (const name of [...SCOPE_NAMES, 'tech', 'added', 'case']) expect(all).toContain(`${name}:`);
});
