import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Literals } from './literals.ts';

/** Texts and offsets of `forEach`, compared with a search for each text alone. */
function visited(texts: readonly string[], text: string): readonly string[] {
  const found: string[] = [];
  new Literals(texts).forEach(text, (each, at) => found.push(`${at} ${each}`));
  return found;
}

test('the longest text at the first place is found, and the next one from an offset on', () => {
  const literals = new Literals(['AB', 'ABN', '€', 'end']);
  const text = 'an ABN, 5 €, the end';
  expect([literals.next(text), literals.found]).toEqual([3, 'ABN']);
  expect([literals.next(text, 4), literals.found]).toEqual([10, '€']);
  expect([literals.next(text, 11), literals.found]).toEqual([17, 'end']);
  expect(literals.next(text, 18)).toBe(-1);
});

test.each([
  ['texts that overlap and nest', ['S.A', 'A.S', 'S.A.', '.'], 'S.A.S'],
  ['one character at the end', ['株', '会社'], '水車株'],
  ['characters that share their lower bits', ['ł', 'Łódź', 'B0'], 'zł B0 łŁódź İ°'],
  ['surrogates', ['📞', '📞1'], 'a📞📞1'],
  ['an empty text', ['a', 'bc'], ''],
])('%s', (_, texts, text) => {
  const expected = Array.from({ length: text.length }, (__, at) => at).flatMap((at) =>
    texts
      .filter((each) => text.slice(at).startsWith(each))
      .toSorted((a, b) => b.length - a.length)
      .map((each) => `${at} ${each}`),
  );
  expect(visited(texts, text)).toEqual(expected);
  expect(new Literals(texts).isIn(text)).toBe(expected.length > 0);
});

test('any texts are found where they stand', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'B', 'ab', '1', 'á', 'č', '株', '.', '\0'),
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(
        text.filter((each) => each !== ''),
        { minLength: 1, maxLength: 60 },
      ),
      text,
      (texts, searched) => {
        const expected = Array.from({ length: searched.length }, (_, at) => at).flatMap((at) =>
          texts
            .filter((each) => searched.startsWith(each, at))
            .toSorted((a, b) => b.length - a.length)
            .map((each) => `${at} ${each}`),
        );
        expect(visited(texts, searched)).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});
