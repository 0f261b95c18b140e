import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSelector } from './parse-selector.ts';

const USABLE = [
  'h1',
  '*',
  'meta[name="generator" i]',
  "a[href^='/']:not([rel~=nofollow])",
  'table > tbody > tr:nth-child(2n + 1) td:last-child',
  'ul li:nth-child(2 of .a)',
  'dt:contains(Preis) + dd, dt:icontains("preis") ~ dd',
  'div:has(> a, img)',
  'dt:contains("a\\)")',
  ':is(h1, h2):where(.a, #b)',
  'dt:contains("a (b)")',
  '.a\\:b',
  'ü-ber',
  '  h1  ',
];

test.each(USABLE)('%s is a selector', (selector) => {
  expect(parseSelector(selector)).toBeNull();
});

const FAULTS: readonly (readonly [selector: string, at: number, problem: string])[] = [
  ['', 0, 'the selector is empty'],
  [' \n', 0, 'the selector is empty'],
  ['a'.repeat(1_001), 1_000, 'the selector has 1001 characters'],
  ['h1@href', 2, 'no part of a selector begins with @'],
  ['h1 >', 4, 'the selector ends where a part of it must follow'],
  ['> h1', 0, 'only :has takes what begins with a combinator'],
  ['a > > b', 4, 'no part of a selector begins with >'],
  ['a,,b', 2, 'no part of a selector begins with ,'],
  ['a,', 2, 'the selector ends where a part of it must follow'],
  ['a < b', 2, 'no part of a selector begins with <'],
  ['a[href', 6, 'a ] must stand here'],
  ['a[href="x]', 7, 'nothing closes this quote'],
  ["a[href='x\n']", 7, 'nothing closes this quote'],
  ['a[href="x"', 10, 'a ] must stand here'],
  ['a[svg|href]', 5, 'namespaces are not known here'],
  ['a/* h1', 1, 'nothing closes this comment'],
  ['a /* h1', 2, 'nothing closes this comment'],
  ['a & b', 2, 'no part of a selector begins with &'],
  ['.a b*', 4, 'the name of an element stands first'],
  ['[a]b', 3, 'the name of an element stands first'],
  ['a[width=1]', 8, 'the value of an attribute must stand here'],
  ['a[b!=c]', 3, 'this compares no attribute'],
  ['a[b=c x]', 6, 'this is not a flag of a comparison'],
  ['a:hover', 1, ':hover is not known here'],
  ['a:first', 1, ':first is not known here'],
  ['html:lang(de)', 4, ':lang is not known here'],
  ['a:contains()', 11, 'an argument must stand here'],
  ['a:constructor', 1, ':constructor is not known here'],
  ['a:HOVER', 1, ':HOVER is not known here'],
  [':is(a, b:checked)', 8, ':checked is not known here'],
  [':is(a', 5, 'a ) must stand here'],
  ['a:empty()', 7, ':empty takes no argument'],
  ['a:nth-child', 1, ':nth-child needs an argument'],
  ['a:nth-child(x)', 12, 'this counts nothing'],
  ['a:not(', 6, 'the selector ends where a part of it must follow'],
  ['a::before', 1, 'pseudo-elements such as ::before are in no source'],
  ['svg|circle', 3, 'namespaces are not known here'],
  ['a:not(b)) c', 8, 'this ) closes nothing'],
  ['dt:contains(a (b))', 14, 'the text has a ('],
  ['dt:contains(a', 13, 'a ) must stand here'],
  ["dt:contains(it's)", 14, "the text has a '"],
  ['..a', 1, 'a name must stand here'],
  ['a#', 2, 'a name must stand here'],
  ['p:has(> :not(a, + b))', 16, 'only :has takes what begins with a combinator'],
];

test.each(FAULTS)('%s is none', (selector, at, problem) => {
  expect(parseSelector(selector)).toMatchObject({ at, problem });
});

test('a misspelt pseudo-class is refused with the one that may be meant', () => {
  expect(parseSelector('li:frist-child')?.remedy).toBe('did you mean :first-child?');
  expect(parseSelector('li:eq(2)')?.remedy).toContain('the known ones are :contains :empty');
});

test('hostile selectors are refused, or read without end of nothing', () => {
  const deep = (times: number): string => `${':not('.repeat(times)}a${')'.repeat(times)}`;
  const refused = [':has('.repeat(160), ','.repeat(1_000), '['.repeat(1_000), '\\'.repeat(999)];
  expect(refused.map((selector) => parseSelector(selector) === null)).toEqual(refused.map(() => false));
  const usable = [deep(166), `a${' '.repeat(999)}`, `${'a,'.repeat(499)}a`];
  expect(usable.map(parseSelector)).toEqual(usable.map(() => null));
});

/** Parts of selectors, whole and broken. */
const PIECES = Array.from('a*#.[]()=~|^$:>+,\\"\'- n1\u00fc@!<&%/').concat([
  ':not(',
  ':has(',
  ':is(',
  ':nth-child(',
  ':nth-of-type(2n+1)',
  ' of ',
  ':contains(',
  ':empty',
  ':toString',
  ':scope',
  '[b="c" i]',
  '[b]',
  'odd)',
  '::a',
  '/*',
  '*/',
]);

test('whatever is written is a selector, or has a fault within it', () => {
  const written = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(written, (selector) => {
      const fault = parseSelector(selector);
      if (fault === null) return;
      expect(fault.at).toBeGreaterThanOrEqual(0);
      expect(fault.at).toBeLessThanOrEqual(selector.length);
    }),
    { numRuns: 20_000 },
  );
});
