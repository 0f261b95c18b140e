import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { copied, decodeAttribute, decodeText, foldedValue, foldWhiteSpace } from './text.ts';

test.each([
  ['  a \n\t b ', 'a b'],
  ['a\u00A0\u3000b\r\n', 'a b'],
  ['a b', 'a b'],
  ['\n', ''],
  ['a\tb', 'a b'],
])('white space of %j folds to %j', (text, folded) => {
  expect(foldWhiteSpace(text)).toBe(folded);
});

test('a value is truncated to 1,000 code points, not UTF-16 code units, and never within a character', () => {
  expect(foldedValue('x'.repeat(1_001))).toBe('x'.repeat(1_000));
  expect(foldedValue('😀'.repeat(1_001))).toBe('😀'.repeat(1_000));
  expect(foldedValue(`a${'😀'.repeat(1_000)}`)).toBe(`a${'😀'.repeat(999)}`);
  expect(foldedValue(`${'x'.repeat(999)} y`)).toBe('x'.repeat(999));
});

test('a value of nothing but white space is null', () => {
  expect(foldedValue(' \u00A0\n')).toBeNull();
  expect(foldedValue('')).toBeNull();
});

test('character references follow the rules of their context', () => {
  expect(decodeText('a &amp; b &copy2 &#x41; &#65 &bogus; &#xD800;')).toBe('a & b ©2 A A &bogus; \uFFFD');
  expect(decodeAttribute('/?a=1&copy=2&amp;b=3')).toBe('/?a=1&copy=2&b=3');
});

test('a copy does not keep its source text alive', () => {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('no garbage collector');
  const title = (page: number): string => `${'y'.repeat(2_000_000)}${page}`.slice(10, 50);
  const heapAfter = (keep: (page: number) => string): number => {
    gc();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 20 }, (_, page) => keep(page));
    gc();
    const grown = process.memoryUsage().heapUsed - before;
    expect(kept).toHaveLength(20);
    return grown;
  };
  expect(heapAfter(title)).toBeGreaterThan(20_000_000);
  expect(heapAfter((page) => copied(title(page)))).toBeLessThan(2_000_000);
});

test.each([
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['L&#39;&eacute;t&#xE9; &quot;x&quot;', 'L\'été "x"'],
  ['AT&T &copy 2 &bogus; &amp', 'AT&T &copy 2 &bogus; &amp'],
  ['&amp;amp;', '&amp;'],
  ['Donau\u00addampf\u200b\ufeff', 'Donaudampf'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['&shy; &nbsp;', null],
])('%s was escaped twice: %s', (text, value) => {
  expect(foldedValue(text)).toBe(value);
});
