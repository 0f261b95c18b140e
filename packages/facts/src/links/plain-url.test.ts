import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainUrl } from './plain-url.ts';

const ORIGIN = 'https://firm.test:8443';

test.each([
  ['/', 'https://firm.test:8443/'],
  ['/a/b.html?x=1&y=%20/../?', 'https://firm.test:8443/a/b.html?x=1&y=%20/../?'],
  ["/it's(1)", "https://firm.test:8443/it's(1)"],
  ['http://a-1.test', 'http://a-1.test/'],
  ['https://www.a1.test/~b/c:d@e', 'https://www.a1.test/~b/c:d@e'],
  ['//cdn.test/a', null],
  ['/\\cdn.test/a', null],
  ['/a/../b', null],
  ['/a/%2E%2e/b', null],
  ['/a b', null],
  ['/ä', null],
  ["/?it's", null],
  ['/a#b', null],
  ['a', null],
  ['', null],
  ['https://1.2.3/', null],
  ['https://a.0x7f/', null],
  ['https://A.test/', null],
  ['https://xn--a.test/', null],
  ['https://a..test/', null],
  ['https://a.test./', null],
  ['https://a.test:443/', null],
  ['https://a@b.test/', null],
  ['https://a.test?b', null],
  ['https://', null],
  ['mailto:a@b.test', null],
])('%s is left to the parser unless every reader leaves it as it is', (reference, url) => {
  expect(plainUrl(reference, ORIGIN)).toBe(url);
});

test('references that need no parser are what the parser makes of them', () => {
  const pieces =
    'http:// https:// firm.test / / // . .. ? %2e % a B 0 - -- xn-- : @ \' " [ | ^ ` { \\ & = é 1.2 0x1 _ ~ * ; #';
  const piece = fc.constantFrom(...pieces.split(' '), ' ', '\t');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
      const reference = parts.join('');
      const parsed = URL.parse(reference, `${ORIGIN}/folder/page?query`)?.href;
      expect([null, parsed]).toContain(plainUrl(reference, ORIGIN));
    }),
    { numRuns: 20_000 },
  );
});
