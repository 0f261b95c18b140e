import { describe, expect, it } from 'vitest';
import { compilePattern, type Found, type Matcher } from './matcher.ts';
import { parsePattern } from './parse.ts';

function matcherOf(source: string, caseSensitive = true, onWork?: () => void): Matcher {
  const parsed = parsePattern(source);
  if (!parsed.ok) throw new Error(parsed.error.problem);
  return compilePattern(parsed.value, onWork === undefined ? { caseSensitive } : { caseSensitive, onWork });
}

function found(source: string, text: string, caseSensitive = true): string | null {
  const match = matcherOf(source, caseSensitive).find(text, 0);
  return match === null ? null : text.slice(match.start, match.end);
}

function allOf(matcher: Matcher, text: string): readonly Found[] {
  const matches: Found[] = [];
  for (let match = matcher.find(text, 0); match !== null; match = matcher.find(text, match.end))
    matches.push(match);
  return matches;
}

describe('compilePattern', () => {
  it('finds matches one after the other, with captures and names', () => {
    const matcher = matcherOf('(?P<kind>UA|GTM)-(\\d+)(-\\d)?');
    expect(allOf(matcher, 'a UA-12-3, GTM-4;')).toEqual([
      { start: 2, end: 9, captures: ['UA', '12', '-3'], names: { kind: 'UA' } },
      { start: 11, end: 16, captures: ['GTM', '4', null], names: { kind: 'GTM' } },
    ]);
    expect(matcher.find('UA-1', 5)).toBeNull();
  });

  it.each([
    ['a+', 'baaa', 'aaa'],
    ['a+?', 'baaa', 'a'],
    ['(?U)a+', 'baaa', 'a'],
    ['(?U)a+?', 'baaa', 'aaa'],
    ['ab|a', 'ab', 'ab'],
    ['a|ab', 'ab', 'a'],
    ['b.d', 'abcde', 'bcd'],
    ['b.d', 'ab\nde', null],
    ['(?s)b.d', 'ab\nde', 'b\nd'],
    ['^b', 'a\nb', null],
    ['(?m)^b$', 'a\nb\nc', 'b'],
    ['(?m)\\Ab', 'a\nb', null],
    ['b$', 'b\n', null],
    ['\\bk\\b', 'ak k.', 'k'],
    ['\\bk\\b', '\u212ak\u212a', 'k'],
    ['a\\B.', 'a ab', 'ab'],
    ['a.b', 'a😀b', 'a😀b'],
    ['[^a]b', '😀b', '😀b'],
    ['a.{2}$', 'a😀𐐀', 'a😀𐐀'],
    ['[😀-😂]+', 'x😁😂😃', '😁😂'],
    ['\\x{1F600}\\pS', '😀😀', '😀😀'],
    ['\\p{Greek}+', 'aβγd', 'βγ'],
    ['\\P{Greek}+', 'βγde', 'de'],
    ['\\s+x', 'a\v x', ' x'],
    ['[[:space:]]+x', 'a\v x', '\v x'],
    ['\\Qa.b*\\E+', 'a.b**c', 'a.b**'],
    ['x{2,3}', 'xxxx', 'xxx'],
    ['(?:x{2}){2}', 'xxxxx', 'xxxx'],
    ['a[^\\x00-\\x{10FFFF}]', 'ab', null],
    ['a\\Ab', 'ab', null],
  ])('%s in %j matches %j', (source, text, match) => {
    expect(found(source, text)).toBe(match);
  });

  it.each([
    // K (Kelvin sign) and ſ (long s) equal k and s; they are not letters of a word in ASCII.
    ['k', '\u212a', '\u212a', null],
    ['\u212a', 'K', 'K', null],
    ['S', 'ſ', 'ſ', null],
    ['[a-k]', 'ſ\u212a', '\u212a', null],
    ['[^k]', '\u212aK', null, '\u212a'],
    ['\\w', '\u212a', '\u212a', null],
    ['\\W', '\u212a', null, '\u212a'],
    ['\\bk', '.\u212a', null, null],
    ['\\Bk', '.\u212a', '\u212a', null],
    ['σας', 'ΣΑΣ', 'ΣΑΣ', null],
    ['straße', 'STRAẞE', 'STRAẞE', null],
    ['𐐀', '𐐨', '𐐨', null],
    ['(?i)k', 'K', 'K', 'K'],
    ['(?-i)k', 'K', null, null],
    ['(?i:a)b', 'AB', 'AB', null],
    ['\\p{Lu}b', 'aB', 'aB', null],
    ['i', 'İı', null, null],
  ])('%s in %j matches %j if case is ignored, and %j if not', (source, text, ignored, sensitive) => {
    expect([found(source, text, false), found(source, text)]).toEqual([ignored, sensitive]);
  });

  it('looks at what stands before the position from which it searches', () => {
    const matcher = matcherOf('\\bb|^a|(?m:^)c');
    expect(matcher.find('ab', 1)).toBeNull();
    expect(matcher.find('aa', 1)).toBeNull();
    expect(matcher.find('x\nc', 2)).toMatchObject({ start: 2, end: 3 });
  });

  it('begins after a pair of surrogates if it is to search from its middle', () => {
    expect(matcherOf('.').find('😀a', 1)).toMatchObject({ start: 2, end: 3 });
    expect(matcherOf('.').find('😀', 1)).toBeNull();
  });

  it('takes half of a surrogate pair in a text for a character of its own', () => {
    expect(found('a.b', 'a\ud800b')).toBe('a\ud800b');
    expect(found('a.b', 'a\udc00b')).toBe('a\udc00b');
    expect(found('a..b', 'a\udc00\ud800b')).toBe('a\udc00\ud800b');
  });

  it('gives groups the text of RE2, also of iterations that are empty or took no part', () => {
    const captures = (source: string, text: string): unknown => matcherOf(source).find(text, 0)?.captures;
    // Answers of RE2.
    expect(captures('(?:(a)|b)*c', 'abc')).toEqual(['a']);
    expect(captures('x(a*)+', 'xaab')).toEqual(['aa']);
    expect(captures('x(a*){2}', 'xaab')).toEqual(['']);
    expect(captures('x(|a)*', 'xaa')).toEqual(['']);
    expect(captures('(a*?)*?b', 'aab')).toEqual(['aa']);
    expect(captures('(?:(x)|(y))*?z', 'xyz')).toEqual(['x', 'y']);
    expect(captures('(a){0}b', 'ab')).toEqual([null]);
  });

  it('serves texts one after the other', () => {
    const matcher = matcherOf('a\\w+b$');
    const texts = ['axb', 'ax', '', 'é axxb', 'axb '];
    expect(texts.map((text) => matcher.test(text))).toEqual([true, false, false, true, false]);
    expect(texts.map((text) => matcher.test(text))).toEqual([true, false, false, true, false]);
  });
});

describe('patterns made to be slow', () => {
  const LENGTH = 1 << 20;
  const words = Array.from({ length: 500 }, (_, index) => `${'a'.repeat(1 + (index % 20))}${index}`);

  it.each([
    ['(a|a)*b', 'a'],
    ['(a*)*b', 'a'],
    ['(x+x+)+y', 'x'],
    ['^(([a-z])+.)+(?-i:[A-Z])([a-z])+$', 'abc'],
    ['a[^b]*c', 'a'],
    ['[a-z0-9._%+-]+@[a-z]+', 'a'],
    ['(.*a){12}q', 'a'],
    ['(?:a?){50}a{50}b', 'a'],
    ['a{1000}b', 'a'],
    ['x[^]]{0,1000}y', 'x'],
    [words.join('|'), 'a'],
  ])('%s ends on a megabyte of its own letters', (source, letters) => {
    const text = letters.repeat(LENGTH / letters.length);
    for (const caseSensitive of [true, false]) {
      const matcher = matcherOf(source, caseSensitive);
      expect(matcher.test(text)).toBe(false);
      expect(matcher.find(text, 0)).toBeNull();
    }
  });

  it('a pattern whose states are more than memory holds finds its match, and work can be ended meanwhile', () => {
    // The states say which of the last 20 letters were an a.
    const source = '[ab]*a[ab]{20}c';
    let random = 1;
    const next = (): number => (random = (random * 48_271) % 0x7fffffff);
    const text = Array.from({ length: 1 << 18 }, () => (next() % 2 === 0 ? 'a' : 'b')).join('');
    const end = `a${'b'.repeat(20)}c`;
    let calls = 0;
    expect(matcherOf(source, true, () => calls++).find(`-${text}${end}!`, 0)).toMatchObject({
      start: 1,
      end: 1 + text.length + end.length,
    });
    expect(calls).toBeGreaterThan(10);
    const matcher = matcherOf(source, true, () => {
      throw new Error('deadline');
    });
    expect(() => matcher.test(text)).toThrow('deadline');
    expect(matcher.test(`x${end}`)).toBe(true);
  });

  it('the search for captures in a long match can be ended too', () => {
    const text = `${'ab'.repeat(1 << 16)}c`;
    let calls = 0;
    const count = (): number => calls++;
    expect(matcherOf('(?:(a)|(b))+c', true, count).find(text, 0)?.captures).toEqual(['a', 'b']);
    expect(calls).toBeGreaterThan(4);
  });
});
