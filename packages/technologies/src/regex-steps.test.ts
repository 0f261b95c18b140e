import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLayeredFingerprints } from './compile/layer.ts';
import { listPatterns, loadCore } from './patterns.ts';
import { compileSteps, type SteppedMatch } from './regex-steps.ts';
import { randomNumbers, sampleText } from '../test/sample-texts.ts';

const ENOUGH = 5_000_000;

/** The compared result: the index and all texts, or null. */
function found(match: SteppedMatch): unknown {
  if (match.outcome === 'limit') return 'limit';
  return match.outcome === 'none' ? null : { index: match.index, texts: match.texts };
}

function expected(regex: RegExp, text: string): unknown {
  const match = regex.exec(text);
  return match === null ? null : { index: match.index, texts: [...match] };
}

describe('finds what RegExp finds', () => {
  test.each([
    ['abc', 'xABc'],
    ['a|ab|abc', 'xabc'],
    ['(?:a|ab)(?:c|bcd)(d{0,9})', 'abcd'],
    ['(z)((a{1,9})?(b{1,9})?(c)){0,9}', 'zaacbbbcac'],
    ['(?:(a)|(b)){2}', 'abc'],
    ['(a{0,9}){0,9}b', 'aaaaac'],
    ['(?:a?){3}', 'a'],
    ['(?:a?)*?b', 'aab'],
    ['(?:(?:a|b?)*c?)*$', 'abcabd'],
    ['a{2,3}?a{0,1}', 'aaaaa'],
    ['<.*?>', 'a<b><c>'],
    ['(?:){3}a', 'ba'],
    ['a{0}b', 'ab'],
    ['(?=(a{1,9}))a{0,9}b\\1', 'baaabac'],
    ['(.{0,9}?)a(?!(a{1,9})b\\2c)\\2(.{0,9})', 'baaabaac'],
    ['(?:(?=(a))b|\\1c)', 'abc'],
    ['(?!(a)b)a\\1', 'ac'],
    ['(?<=a|bc)d', 'bcd'],
    ['(?<=(\\d{1,9})(\\d{1,9}))$', '1053'],
    ['(?<=\\1(a))b', 'aab'],
    ['(?<!ab{1,2})c', 'abbc abc ac'],
    ['(?<=^a{0,3}?)a$', 'aaaa'],
    ['(?=a){2}ab', 'ab'],
    ['(a\\1)', 'aa'],
    ['\\1(a)', 'a'],
    ['(?<x>a)|\\k<x>b', 'b'],
    ['(?:(?<x>a)|(?<x>b))\\k<x>', 'ab bb'],
    ['\\ba\\B.\\b', 'ba ac'],
    ['^$', ''],
    ['^a|b$', 'cb'],
    ['a^|$b', 'ab'],
    ['.', '\n\u2028x'],
    ['[^]', '\n'],
    ['[]|a', 'a'],
    ['[^a-y]', 'AbZ'],
    ['[\\W]k', 'ak-k'],
    ['\\u212a', 'kK'],
    ['k', '\u212a'],
    ['[\\w]', '\u017f\u212a'],
    ['s\\u017f', 'Ss sſ'],
    ['é', 'É'],
    ['ß', 'SSẞß'],
    ['\\u03c2', 'Σ'],
    ['ǆ', 'ǅ'],
    ['\\ud83d', '😀'],
    ['\\u{3}', 'uu uuu'],
    ['a{,2}', 'a{,2}'],
    ['x{a}]', 'x{a}]'],
    ['\\8\\101', '8A'],
    ['\\c\\c1[\\c]', '\\c\\c1c'],
    ['\\k<a>', 'k<a>'],
    ['[a-\\d]', '-'],
    ['(a)\\2', 'a\u0002'],
  ])('%s in %j', (source, text) => {
    const regex = new RegExp(source, 'i');
    expect(found(compileSteps(regex).exec(text, ENOUGH))).toEqual(expected(regex, text));
  });

  const atom = fc.constantFrom(
    'a',
    'b',
    'B',
    '.',
    '\\w',
    '[ab]',
    '[^b]',
    '^',
    '$',
    '\\b',
    '\\B',
    '\\1',
    '\\2',
    '',
  );
  const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
    source: fc
      .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((alternatives) => alternatives.map((parts) => parts.join('')).join('|')),
    part: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc
        .tuple(
          fc.constantFrom('(', '(?:', '(?=', '(?!'),
          tie('source'),
          fc.constantFrom('', '?', '*', '+?', '{1,2}'),
        )
        .map(([open, inner, times]) => `${open}${inner})${times}`),
      fc.tuple(fc.constantFrom('(?<=', '(?<!'), tie('source')).map(([open, inner]) => `${open}${inner})`),
      fc
        .tuple(
          fc.constantFrom('a', '.', '[ab]', '\\w'),
          fc.constantFrom('*', '+', '??', '*?', '{2}', '{1,3}'),
        )
        .map((parts) => parts.join('')),
    ),
  }));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'c', '-', '\n'), maxLength: 12 });

  test('whatever the expression', () => {
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 3, maxLength: 3 }), (source, texts) => {
        const regex = new RegExp(source, 'i');
        const stepped = compileSteps(regex);
        const wrong = texts.filter((text) => {
          const match = stepped.exec(text, ENOUGH);
          return match.outcome !== 'limit' && !isDeepStrictEqual(found(match), expected(regex, text));
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('with each pattern of the committed set, in texts it matches or nearly matches', () => {
    const { open, gates } = loadCore(readLayeredFingerprints());
    const patterns = listPatterns([...open, ...gates.flatMap(({ technologies }) => technologies)]);
    const sources = new Set(patterns.map(({ regex }) => regex.source));
    expect(sources.size).toBeGreaterThan(6_000);
    const random = randomNumbers(20_260_102);
    const wrong: string[] = [];
    for (const source of sources) {
      const regex = new RegExp(source, 'i');
      const stepped = compileSteps(regex);
      for (let count = 0; count < 2; count++) {
        const text = sampleText(regex, random) ?? '';
        const cut = Math.floor(random() * text.length);
        for (const variant of [text, `${text.slice(0, cut)}${text.slice(cut + 1)}`, text.repeat(2)]) {
          const match = found(stepped.exec(variant, ENOUGH));
          if (JSON.stringify(match) !== JSON.stringify(expected(regex, variant)))
            wrong.push(`${source} in ${variant}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('a sticky match is one that begins at its start', () => {
  const { matchAt } = compileSteps(/\bb/i);
  expect(found(matchAt('ab b', 1, 100))).toBeNull();
  expect(found(matchAt('ab b', 3, 100))).toEqual({ index: 3, texts: ['b'] });
});

describe('a search', () => {
  const { search } = compileSteps(/<a[^>]{1,9}?b/i);
  const text = '<a-b <a--b <a-b';

  test('finds the first match that starts within its bounds', () => {
    expect(found(search(text, 1, 11, 100))).toEqual({ index: 5, texts: ['<a--b'] });
    expect(found(search(text, 5, 5, 100))).toEqual({ index: 5, texts: ['<a--b'] });
    expect(found(search(text, 6, 10, 100))).toBeNull();
  });

  test('continues to the end of the text, where an expression can match nothing', () => {
    expect(found(search(text, 12, 1_000, 100))).toBeNull();
    expect(found(compileSteps(/$/i).search(text, 3, 1_000, 100))).toEqual({ index: 15, texts: [''] });
    expect(found(compileSteps(/a|b?/i).search('-', 1, 1_000, 100))).toEqual({ index: 1, texts: [''] });
  });

  test('ends at the limit of its steps', () => {
    expect(search('<a-----'.repeat(50), 0, 350, 200).outcome).toBe('limit');
  });

  test('ends soon where RegExp would not in years', () => {
    const href = `<link href=bootstrap${'0'.repeat(1_000)}>`;
    const endless =
      /<link[^>]{0,250} href=[^>]{0,250}?bootstrap(?:[^>]{0,250}?([0-9a-f]{7,40}|\d{1,250}(?:.\d{1,250}(?:.\d{1,250})?)?)|)[^>-]{0,250}?\.css/i;
    expect(compileSteps(endless).search(href, 0, href.length, 100_000).outcome).toBe('limit');
  });
});

describe('steps', () => {
  test.each([
    ['two characters, and the end of the expression', 'ab', 'ab', 3],
    ['a character that differs', 'ab', 'xb', 1],
    // The repetition and its 4 characters, then b at 5 positions.
    ['a repetition takes all it can, then gives back one after the other', 'a{0,250}b', 'aaaa', 10],
    // The choice, then a and b each; a and c; d.
    ['each alternative that is tried', 'ab|ac|d', 'ax', 6],
    // Its beginning, a decision before each time and one to end, two characters; b.
    ['a group that is repeated costs its decisions', '(?:a){2}b', 'aax', 7],
  ])('are counted: %s', (_, source, text, steps) => {
    expect(compileSteps(new RegExp(source, 'i')).matchAt(text, 0, 100).steps).toBe(steps);
  });

  test('distinguish a quadratic expression from a linear one', () => {
    const stepsOf = (source: string, length: number): number =>
      compileSteps(new RegExp(source, 'i')).exec('a'.repeat(length), ENOUGH).steps;
    expect(stepsOf('ab', 2_000) / stepsOf('ab', 1_000)).toBeCloseTo(2, 1);
    expect(stepsOf('a{1,}b', 2_000) / stepsOf('a{1,}b', 1_000)).toBeCloseTo(4, 1);
  });

  test('end at the limit where an expression is exponential', () => {
    const text = 'a'.repeat(60);
    expect(compileSteps(/(?:a|a){0,}b/i).exec(text, 100_000)).toEqual({ outcome: 'limit', steps: 100_000 });
    expect(compileSteps(/(?!(?:a|a){0,}b)a/i).exec(text, 100_000)).toEqual({
      outcome: 'limit',
      steps: 100_000,
    });
  });
});

test('long texts overflow no stack', () => {
  const text = 'ab'.repeat(10_000);
  expect(compileSteps(/^(?:(?:a|b)){1,}$/i).exec(text, ENOUGH)).toMatchObject({ outcome: 'match' });
  expect(compileSteps(/^(?:a|b|ab){1,}?$/i).exec(text, ENOUGH)).toMatchObject({ outcome: 'match' });
});

test('flags that change what matches are refused', () => {
  expect(() => compileSteps(/a/)).toThrow('/a/: flags other than i are not known');
  expect(() => compileSteps(/a/iu)).toThrow('flags other than i');
  expect(() => compileSteps(/(?-i:a)/i)).toThrow('modifiers (-i) are not known');
});
