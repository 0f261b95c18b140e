import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { tagFinder } from './html-tags.ts';

/** A tag, of whose name nothing is given back; the pattern reads on to the end of the text at each `<` that begins none. */
const TAG = /<!--[^]*?-->|<(\/?)(?=([a-z][^\s/>]*))\2(?:"[^"]*"|'[^']*'|[^'">])*>|<![^>]*>/gi;

function found(source: string): readonly unknown[] {
  const tags: unknown[] = [];
  const tagFrom = tagFinder(source);
  for (let tag = tagFrom(0); tag !== null; tag = tagFrom(tag.end)) tags.push(tag);
  return tags;
}

test('tags are found as by a pattern', () => {
  const parts = constantFrom(
    '<',
    '>',
    '"',
    "'",
    '/',
    ' ',
    '\n',
    '=',
    'a',
    'B',
    '!',
    '--',
    '<!--',
    '-->',
    '</',
    '<a ',
    '<b>',
  );
  assert(
    property(array(parts, { maxLength: 40 }), (some) => {
      const source = some.join('');
      const expected = Array.from(source.matchAll(TAG), ({ index, 0: tag, 1: slash, 2: name = '' }) => ({
        start: index,
        end: index + tag.length,
        element: name.toLowerCase(),
        isEnd: slash === '/',
      }));
      expect(found(source)).toEqual(expected);
    }),
    { numRuns: 5_000 },
  );
});

// By the pattern, most of them take minutes.
test.each(['<a ', '<a', '<!', '<!--', '</a ', '<a "', `<a "'`, `<a '">`, '<a "b" '])(
  'a page of %j alone is read at once',
  (part) => {
    expect(found(part.repeat(200_000)).length).toBeLessThan(200_001);
  },
  60_000,
);
