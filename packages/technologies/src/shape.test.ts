import { describe, expect, test } from 'vitest';
import { requirements, shapeOf } from './shape.ts';

/** Long literals are rare. */
const byLength = (literals: readonly string[]): number =>
  literals.reduce((sum, literal) => sum + 0.5 ** literal.length, 0);

const read = (source: string) => shapeOf(source, byLength);
const needs = (source: string) => requirements(read(source));

describe('what every match holds', () => {
  test.each([
    ['plain text, folded', 'JQuery', [{ anyOf: ['jquery'], from: 0, to: 0 }]],
    ['escaped characters', '\\/wp\\.js', [{ anyOf: ['/wp.js'], from: 0, to: 0 }]],
    ['alternatives: any of them', 'foo|bar', [{ anyOf: ['foo', 'bar'], from: 0, to: 0 }]],
    ['an alternative that needs nothing: nothing', 'foo|\\d', []],
    ['an empty alternative: nothing', 'foo|', []],
    [
      'neighbours of a group join each of its texts',
      'a(?:b|c)d',
      [{ anyOf: ['abd', 'acd'], from: 0, to: 0 }],
    ],
    ['an optional part is there or not', 'colou?r', [{ anyOf: ['colour', 'color'], from: 0, to: 0 }]],
    [
      'an optional tail leaves the shortest text',
      'common(?:\\/css|\\/img)?',
      [{ anyOf: ['common'], from: 0, to: 0 }],
    ],
    ['an optional part that is all there is: nothing', '(?:foo)?', []],
    ['any number of times: nothing', '(?:foo){0,250}', []],
    ['a repetition: its first time', '(?:foo){1,250}', [{ anyOf: ['foo'], from: 0, to: 0 }]],
    ['a fixed repetition: all of it', '(?:ab){3}', [{ anyOf: ['ababab'], from: 0, to: 0 }]],
    [
      'a gap ends a text, and the next one is as far as the gap is wide',
      'foo.{2,5}bar',
      [
        { anyOf: ['foo'], from: 0, to: 0 },
        { anyOf: ['bar'], from: 5, to: 8 },
      ],
    ],
    [
      'texts of different length before a gap',
      '(?:a|bbb)\\dcc',
      [
        { anyOf: ['a', 'bbb'], from: 0, to: 0 },
        { anyOf: ['cc'], from: 2, to: 4 },
      ],
    ],
    [
      'within alternatives the rarest of each, at any of their distances',
      '(?:foo\\dquux|\\d\\dbar)',
      [{ anyOf: ['quux', 'bar'], from: 2, to: 4 }],
    ],
    ['a small class: each of its members', '[._-]js', [{ anyOf: ['.js', '_js', '-js'], from: 0, to: 0 }]],
    ['a small range', '[1-3]x', [{ anyOf: ['1x', '2x', '3x'], from: 0, to: 0 }]],
    ['a class with both cases of a letter', '[aA]b', [{ anyOf: ['ab'], from: 0, to: 0 }]],
    ['a wide class is a gap', '[a-z]js', [{ anyOf: ['js'], from: 1, to: 1 }]],
    [
      'a wide class completes a text that is too short by itself',
      'fa-[f-m]x',
      [
        { anyOf: ['fa-'], from: 0, to: 0 },
        {
          anyOf: ['fa-f', 'fa-g', 'fa-h', 'fa-i', 'fa-j', 'fa-k', 'fa-l', 'fa-m'],
          from: 0,
          to: 0,
        },
        { anyOf: ['x'], from: 4, to: 4 },
      ],
    ],
    [
      'a repeated wide class does the same with its first character',
      'a-[f-l]{1,250}',
      [
        { anyOf: ['a-'], from: 0, to: 0 },
        { anyOf: ['a-f', 'a-g', 'a-h', 'a-i', 'a-j', 'a-k', 'a-l'], from: 0, to: 0 },
      ],
    ],
    ['a text of four characters stands by itself', 'abc-[a-z]', [{ anyOf: ['abc-'], from: 0, to: 0 }]],
    ['an optional wide class completes nothing', 'ab[a-z]?', [{ anyOf: ['ab'], from: 0, to: 0 }]],
    ['a negated class is a gap', '[^a]js', [{ anyOf: ['js'], from: 1, to: 1 }]],
    ['a class with a set is a gap', '[a\\d]js', [{ anyOf: ['js'], from: 1, to: 1 }]],
    ['a class with a member beyond ASCII is a gap', '[eé]js', [{ anyOf: ['js'], from: 1, to: 1 }]],
    [
      'a character beyond ASCII is a gap',
      'privé js',
      [
        { anyOf: ['priv'], from: 0, to: 0 },
        { anyOf: [' js'], from: 5, to: 5 },
      ],
    ],
    [
      'a line end is a gap',
      'foo\\nbar',
      [
        { anyOf: ['foo'], from: 0, to: 0 },
        { anyOf: ['bar'], from: 4, to: 4 },
      ],
    ],
    [
      'assertions take no room, and their neighbours touch',
      '^foo\\b-(?=x)(?!y)bar$',
      [{ anyOf: ['foo-bar'], from: 0, to: 0 }],
    ],
    ['what a lookahead sees is not a literal', '(?=foo)\\w', []],
    [
      'a back reference is a gap of any width',
      '(ab|cd)\\1ef',
      [
        { anyOf: ['ab', 'cd'], from: 0, to: 0 },
        { anyOf: ['ef'], from: 2, to: Infinity },
      ],
    ],
    ['groups that capture are groups', '(foo)(bar)', [{ anyOf: ['foobar'], from: 0, to: 0 }]],
    [
      'a quantifier without an upper bound',
      'foo.{2,}bar',
      [
        { anyOf: ['foo'], from: 0, to: 0 },
        { anyOf: ['bar'], from: 5, to: Infinity },
      ],
    ],
    ['a brace that is not a quantifier is a character', 'a{,2}b', [{ anyOf: ['a{,2}b'], from: 0, to: 0 }]],
  ])('%s', (_, source, expected) => {
    expect(needs(source)).toEqual(expected);
  });

  test('texts that would multiply beyond bounds are cut where they start to', () => {
    const [first, ...others] = needs('foo[ab][ab][ab][ab][ab]bar');
    expect(first?.anyOf).toHaveLength(16);
    expect(first?.anyOf[0]).toBe('fooaaaa');
    expect(others).toEqual([{ anyOf: ['abar', 'bbar'], from: 7, to: 7 }]);
  });
});

describe('many alternatives', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

  test('complete a text that is too short by itself', () => {
    expect(needs(`el-(?:${letters.map((letter) => `${letter}${letter}`).join('|')}|aab)`)).toContainEqual({
      anyOf: letters.map((letter) => `el-${letter}${letter}`),
      from: 0,
      to: 0,
    });
  });

  test('complete nothing if there are more than 120 in all', () => {
    expect(needs(`(?:k|l|m|n|o)-(?:${letters.join('|')})`)).toEqual([
      { anyOf: ['k-', 'l-', 'm-', 'n-', 'o-'], from: 0, to: 0 },
      { anyOf: letters, from: 2, to: 2 },
    ]);
  });
});

describe('how wide a match is', () => {
  test.each([
    ['foo', 3, 3, 0],
    ['fo?o', 2, 3, 0],
    ['foo|quuux', 3, 5, 0],
    ['a{2,250}', 2, 250, 0],
    ['(?:ab\\d?){1,3}', 2, 9, 0],
    ['a{2,}', 2, Infinity, 0],
    ['a{0}', 0, 0, 0],
    ['foo(?=bar\\d{1,4})', 3, 3, 7],
    ['foo(?!(?=abcd)x)', 3, 3, 5],
    ['(?<=x)foo', 3, 3, Infinity],
    ['(a)\\1', 1, Infinity, Infinity],
  ])('%s: %i to %d characters, and looks %d beyond', (source, min, max, reach) => {
    expect(read(source)).toMatchObject({ min, max, reach });
  });
});
