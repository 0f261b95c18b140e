import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '@sitegrep/fold';
import { patterns, texts } from '../test/random-patterns.ts';
import { compilePattern } from './matcher.ts';
import { literalOf, necessaryTexts } from './necessary-texts.ts';
import type { Necessity } from './necessity.ts';
import { parsePattern, type Pattern } from './parse.ts';

function patternOf(source: string): Pattern {
  const parsed = parsePattern(source);
  if (!parsed.ok) throw new Error(parsed.error.problem);
  return parsed.value;
}

/** A condition in few words: `ab & (cd | ef)`, `?` if nothing is known. */
function written(necessity: Necessity): string {
  switch (necessity.kind) {
    case 'text':
      return necessity.text;
    case 'nothing known':
      return '?';
    case 'all':
    case 'any': {
      const parts = necessity.of.map((one) => (one.kind === 'text' ? one.text : `(${written(one)})`));
      return parts.join(necessity.kind === 'all' ? ' & ' : ' | ');
    }
  }
}

function holds(necessity: Necessity, folded: string): boolean {
  switch (necessity.kind) {
    case 'text':
      return folded.includes(necessity.text);
    case 'nothing known':
      return true;
    case 'all':
      return necessity.of.every((one) => holds(one, folded));
    case 'any':
      return necessity.of.some((one) => holds(one, folded));
  }
}

describe('necessaryTexts', () => {
  it.each([
    ['abc', 'abc'],
    ['ABC\\.ſ', 'abc.s'],
    ['UA-\\d{4,9}-\\d', 'ua-'],
    ['wp-content/plugins/([a-z0-9-]+)/', 'wp-content/plugins/'],
    ['brevo\\.com|sibforms\\.com', 'brevo.com | sibforms.com'],
    ['(foo|bar)baz', 'foobaz | barbaz'],
    ['fo[xy]b[zZ]', 'foxbz | foybz'],
    ['[a-z]foo', 'foo'],
    ['foo.*bar', 'foo & bar'],
    ['foo(?:x.y)bar', 'foox & ybar'],
    ['foo(bar)?baz', 'foobarbaz | foobaz'],
    ['foo(bar)*baz', 'foo & baz'],
    ['(foo)+', 'foo'],
    ['(ab){2}', 'abab'],
    ['(ab){2,}c', 'ababc'],
    ['(?:foo|foobar)x?', 'foo'],
    ['foo\\d|bar\\d', 'foo | bar'],
    ['(foo\\d+x|bar)z', '((foo & x) | bar) & (xz | barz)'],
    ['foo\\bbar$', 'foobar'],
    ['(?i)Straße', 'straße'],
    ['[^a]b', 'b'],
    ['\\d+', '?'],
    ['foo|\\d', '?'],
    ['abc.*b.*abcd', 'abcd'],
    ['[\\x{1F600}\\x{1F601}]k', '😀k | 😁k'],
    ['(?i-s)[k]|\\x{212a}', 'k'],
  ])('%s needs %s', (source, needed) => {
    expect(written(necessaryTexts(patternOf(source)))).toBe(needed);
  });

  it('names all of 1,000 alternatives, and nothing of 1,001', () => {
    const alternatives = Array.from({ length: 1_001 }, (_, index) => `w${index}z`);
    const needed = (count: number): Necessity =>
      necessaryTexts(patternOf(alternatives.slice(0, count).join('|')));
    expect(needed(1_000)).toEqual({
      kind: 'any',
      of: alternatives.slice(0, 1_000).map((text) => ({ kind: 'text', text })),
    });
    expect(needed(1_001)).toEqual({ kind: 'nothing known' });
  });

  it('is bounded for a long pattern of short parts, and cuts a long literal into pieces', () => {
    const needed = necessaryTexts(patternOf('ab.'.repeat(3_000)));
    expect(JSON.stringify(needed).length).toBeLessThan(100_000);
    const long = necessaryTexts(patternOf('0123456789'.repeat(1_000)));
    expect(holds(long, '0123456789'.repeat(1_000))).toBe(true);
    expect(holds(long, '0123456789'.repeat(19))).toBe(false);
  });

  it('holds for the folded text of every match, with case and without', () => {
    let matches = 0;
    fc.assert(
      fc.property(
        patterns,
        fc.array(texts, { maxLength: 4 }),
        fc.boolean(),
        (source, several, caseSensitive) => {
          const parsed = parsePattern(source);
          if (!parsed.ok) return;
          const necessity = necessaryTexts(parsed.value);
          const matcher = compilePattern(parsed.value, { caseSensitive });
          for (const text of several) {
            if (!matcher.test(text)) continue;
            matches++;
            expect(
              holds(necessity, foldCase(text)),
              `${source} in ${JSON.stringify(text)}: ${written(necessity)}`,
            ).toBe(true);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(matches).toBeGreaterThan(300);
  });
});

describe('literalOf', () => {
  it.each([
    ['abc', 'abc'],
    ['a\\.b\\/\\x41', 'a.b/A'],
    ['\\Qa*\\E', 'a*'],
    ['é😀', 'é😀'],
    ['/wp-content/', '/wp-content/'],
    ['a.', null],
    ['[a]b', 'ab'],
    ['(ab)', null],
    ['(?i)ab', null],
    ['ab$', null],
    ['ab?', null],
    ['a|b', null],
  ])('of %s is %j', (source, literal) => {
    expect(literalOf(patternOf(source))).toBe(literal);
  });
});
