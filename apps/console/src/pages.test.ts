import { expect, test } from 'vitest';
import { FIRST_PARTS, PAGE_NAMES, pageAt, PAGES, RAIL, railFor, railPageAt } from './pages.ts';

test('every page is at its own path, and at that of no other', () => {
  for (const name of PAGE_NAMES) expect(pageAt(PAGES[name].path.replace(/\$\w+/, 'one'))).toBe(name);
  expect(['/', '/search/', '/crawls/1/2', '/elsewhere', '/searches'].map(pageAt)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test('no two pages have a key or a path in common', () => {
  const keys = RAIL.map((name) => PAGES[name].key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain('g');
  expect(new Set(PAGE_NAMES.map((name) => PAGES[name].path)).size).toBe(PAGE_NAMES.length);
});

test('a page that links lead to belongs to a page of the rail', () => {
  expect(['/domains/a.example', '/crawls/1', '/crawls', '/leave'].map(railPageAt)).toEqual([
    'search',
    'crawls',
    'crawls',
    null,
  ]);
  const owners = PAGE_NAMES.flatMap((name) => ('within' in PAGES[name] ? [PAGES[name].within] : []));
  expect([...RAIL, null]).toEqual(expect.arrayContaining(owners));
});

test('a key sees the pages of its scopes', () => {
  expect(railFor(['search'])).toEqual(['search', 'changes', 'trends', 'saved']);
  expect(railFor(['source', 'video'])).toEqual(['providers']);
  expect(railFor(['admin'])).toEqual(
    RAIL.filter((name) => !['search', 'changes', 'trends', 'saved'].includes(name)),
  );
});

test('the API answers with the console at the start and below the first part of each path', () => {
  expect(['', 'search', 'domains', 'leave'].every((part) => FIRST_PARTS.has(part))).toBe(true);
  expect(FIRST_PARTS.has('assets')).toBe(false);
});
