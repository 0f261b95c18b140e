import { describe, expect, test } from 'vitest';
import { readingOf } from './reading.ts';
import { otherReading } from './switches.ts';

/** The sentence, with the texts of the query in brackets. */
const told = (query: string): string =>
  readingOf(query)
    .map(({ text, isText }) => (isText ? `[${text}]` : text))
    .join(' ');

describe('a query is told in words', () => {
  test.each([
    ['', ''],
    ['wp-content', '[wp-content]'],
    ['a b', '[a] and [b]'],
    ['"a b" OR c', '[a b] or [c]'],
    ["gtag('config', country:de", "[gtag('config',] and country [Germany (DE)]"],
    ['lang:de,fr -tech:PHP', 'language [German (de) or French (fr)] and without technology [PHP]'],
    ['(a OR b) c', '( [a] or [b] ) and [c]'],
    ['/UA-\\d+/', 'pattern [/UA-\\d+/]'],
    ['country:DE*', 'country [DE*]'],
    ['word:gtag', 'whole word [gtag]'],
  ])('%s', (query, sentence) => expect(told(query)).toBe(sentence));

  test('and is cut where it is long', () => {
    const parts = readingOf(Array.from({ length: 40 }, (_, at) => `word${at}`).join(' '));
    expect(parts).toHaveLength(25);
    expect(parts.at(-1)).toEqual({ text: '…', isText: false });
  });
});

test.each([
  ['all these words', '"all these words"', true],
  ['"all these" tech:PHP', 'all these tech:PHP', false],
  ['case:yes a b', 'case:yes "a b"', true],
])('%s may also be read as %s', (query, other, isText) =>
  expect(otherReading(query)).toEqual({ query: other, isText }),
);

test.each(['', 'one', '"one"', 'a OR b', '/a b/', 'tech:PHP', 'if (a b'])('%s has one reading', (query) =>
  expect(otherReading(query)).toBeNull(),
);
