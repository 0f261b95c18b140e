import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REFERENCE_TEXT } from '../text/palette.ts';
import { type Entry, shownEntries } from './entries.ts';
import { fitOf } from './match.ts';
import { recentEntries, withEntry } from './recent.ts';

test('each word that is typed must be in a name or in its further words, at the beginning best', () => {
  const order = ['crawls', 'crawl of today', 'new crawl', 'recrawled'].map(
    (name) => fitOf('crawl', name) ?? 0,
  );
  expect(order).toEqual(order.toSorted((a, b) => b - a));
  expect(order[0]).toBeGreaterThan(order[2] ?? 0);
  expect(fitOf('crawl new', 'New crawl')).not.toBeNull();
  expect(fitOf('crawl old', 'New crawl')).toBeNull();
  expect(fitOf('token', 'New key', 'create api token')).not.toBeNull();
  expect(fitOf('etoile', 'Boulangerie Étoile')).not.toBeNull();
});

test('letters of a word may stand apart if the first one begins a word', () => {
  expect(fitOf('nwk', 'New key')).not.toBeNull();
  expect(fitOf('ewk', 'New key')).toBeNull();
  // Of two letters, nearly every name would have both.
  expect(fitOf('ny', 'New key')).toBeNull();
});

const ENTRIES: readonly Entry[] = [
  { id: 'page crawls', group: 'page', name: 'Crawls', to: '/crawls' },
  { id: 'page keys', group: 'page', name: 'Keys', to: '/keys' },
  { id: 'new key', group: 'action', name: 'New key', to: '/keys?new=yes' },
  { id: 'domain keys.example', group: 'domain', name: 'keys.example', to: '/domains/keys.example' },
];
const idsOf = (typed: string, recent: readonly Entry[] = []) =>
  shownEntries(typed, ENTRIES, recent).map(({ group, entries }) => [group, entries.map(({ id }) => id)]);

test('without a text, what was chosen before comes first, then pages and acts, each once', () => {
  const recent = recentEntries(
    [
      { id: 'page keys', name: 'Keys', group: 'page', to: '/keys' },
      { id: 'domain a.example', name: 'a.example', group: 'domain', to: '/domains/a.example' },
      { id: 'save search', name: 'Save this search', group: 'action' },
    ],
    ENTRIES,
    ['search'],
  );
  // What cannot be done on this page is not there.
  expect(idsOf('', recent)).toEqual([
    ['recent', ['page keys', 'domain a.example']],
    ['page', ['page crawls']],
    ['action', ['new key']],
  ]);
});

test('with a text, the group of the best entry comes first, and nothing is there twice', () => {
  expect(idsOf('keys')).toEqual([
    ['page', ['page keys']],
    ['domain', ['domain keys.example']],
  ]);
  expect(idsOf('new')).toEqual([['action', ['new key']]]);
  const page = ENTRIES.find(({ id }) => id === 'page keys');
  if (page === undefined) throw new Error('no page');
  expect(idsOf('keys', [page])).toEqual([
    ['recent', ['page keys']],
    ['domain', ['domain keys.example']],
  ]);
});

test('five entries are kept, the latest first', () => {
  const kept = Array.from({ length: 7 }, (_, index) => ({
    id: String(index),
    name: String(index),
    group: 'page' as const,
  })).reduce<ReturnType<typeof withEntry>>(withEntry, []);
  expect(withEntry(kept, { id: '4', name: '4', group: 'page' }).map(({ id }) => id)).toEqual([
    '4',
    '6',
    '5',
    '3',
    '2',
  ]);
});

test('what a key may not see is not offered to it, whoever chose it', () => {
  const kept = [
    { id: 'crawl 1', name: 'Crawl', group: 'crawl', to: '/crawls/1' },
    { id: 'saved a', name: 'a', group: 'saved', to: '/saved/a' },
    { id: 'other', name: 'Other', group: 'recent', to: '/keys' },
  ] as const;
  const idsFor = (...scopes: Parameters<typeof recentEntries>[2][number][]) =>
    recentEntries(kept, [], scopes).map(({ id }) => id);
  expect(idsFor('search')).toEqual(['saved a']);
  expect(idsFor('search', 'admin')).toEqual(['crawl 1', 'saved a']);
  expect(idsFor('serp')).toEqual([]);
});

test('parts of the reference are on the pages of their groups', () => {
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  const { paths } = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8')) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly operationId: string; readonly tags: string[] }>>>
    >;
  };
  const addresses = new Set(
    Object.values(paths)
      .flatMap((path) => Object.values(path))
      .map(
        ({ operationId, tags: [tag = ''] }) => `api-${tag.toLowerCase().replaceAll(' ', '-')}#${operationId}`,
      ),
  );
  expect(Object.keys(REFERENCE_TEXT).filter((one) => !addresses.has(one))).toEqual([]);
});

test('a group of which not all entries are shown says so', () => {
  const pages = (count: number): readonly Entry[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `domain ${at}`,
      group: 'domain',
      name: `shop-${at}.example`,
    }));
  const isCut = (count: number) => shownEntries('shop', pages(count), []).map((group) => group.isCut);
  expect([isCut(8), isCut(9)]).toEqual([[false], [true]]);
});
