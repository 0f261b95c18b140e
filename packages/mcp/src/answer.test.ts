import { expect, test } from 'vitest';
import { askFitting, fitted, MAX_DATA, partsOf } from './answer.ts';

const ofLength = (length: number, name = 'x') => ({ name, text: 'y'.repeat(length) });

test('items are shown whole, as long as they fit', () => {
  const items = Array.from({ length: 10 }, (_, index) => ofLength(5_000, String(index)));
  const { data, count, note } = fitted(items);
  expect([count, note]).toEqual([4, '']);
  expect(data.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(items.slice(0, 4));
  expect(data.length).toBeLessThanOrEqual(MAX_DATA);
  expect(fitted([])).toEqual({ data: '', count: 0, note: '' });
});

test('fields without a value are left out', () => {
  const item = { a: null, b: '', c: [], d: {}, e: 0, f: false, g: [null] };
  expect(fitted([item]).data).toBe('{"e":0,"f":false,"g":[null]}');
});

test('an item that is too large is shortened until it fits, and the answer says so', () => {
  const huge = {
    title: 'z'.repeat(9_000),
    pages: Array.from({ length: 900 }, (_, n) => ({ url: `u${n}`, text: 'w'.repeat(40) })),
  };
  const { data, count, note } = fitted([huge]);
  expect(count).toBe(1);
  expect(data.length).toBeLessThanOrEqual(MAX_DATA);
  expect(note).toMatch(/^Long items are shortened: texts to 2000 characters, lists to 200 entries\.$/);
  expect(data).toContain('… (9000 characters)');
  expect(data).toContain('… (900 entries)');
});

test('an item that no shortening helps is named instead', () => {
  const wide = Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`${n}${'k'.repeat(30_000)}`, 1]));
  expect(fitted([wide])).toEqual({
    data: '"an item that is too large to be shown"',
    count: 1,
    note: 'An item is too large to be shown.',
  });
});

test('a part that does not fit is requested again, as large as fits', async () => {
  const limits: number[] = [];
  const all = Array.from({ length: 50 }, (_, n) => ofLength(2_000, String(n)));
  const { part, fit } = await askFitting(50, async (limit) => {
    limits.push(limit);
    return { items: all.slice(0, limit), next: limit };
  });
  expect(limits).toEqual([50, 11]);
  expect([part.next, fit.count]).toEqual([11, 11]);
});

test('words of websites never stand in the same part as ours', () => {
  expect(partsOf({ text: 'Ours.' })).toEqual(['Ours.']);
  const [ours, theirs] = partsOf({ text: 'Ours.', data: 'Theirs.' });
  expect(ours).toMatch(/^Ours\.\n\nThe text between the marks/);
  expect(ours).not.toContain('Theirs');
  expect(theirs).toContain('\nTheirs.\n');
});
