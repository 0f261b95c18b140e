import * as fc from 'fast-check';
import { registrableDomain } from '@sitegrep/site';
import { describe, expect, it } from 'vitest';
import { ROUTED_SUFFIXES, routeOf } from './routing.ts';

it.each([
  ['example.com', 'example.com'],
  ['a.b.example.com', 'example.com'],
  ['shop.example.co.uk', 'example.co.uk'],
  ['example.co.uk', 'example.co.uk'],
  ['co.uk', 'co.uk'],
  ['one.github.io', 'one.github.io'],
  ['pages.one.github.io', 'one.github.io'],
  // A suffix that has no shards of its own.
  ['one.city.kawasaki.jp', 'kawasaki.jp'],
  ['localhost', 'localhost'],
  ['10.0.0.1', '0.1'],
  ['2001:db8::1', '2001:db8::1'],
])('routes %s by %s', (domain, route) => {
  expect(routeOf(domain)).toBe(route);
});

describe('with the public suffix list as it is', () => {
  it.each([...ROUTED_SUFFIXES])('names under %s have owners of their own', (suffix) => {
    expect(registrableDomain(`a.b.${suffix}`)).toBe(`b.${suffix}`);
  });

  it('routes all domains of an owner alike', () => {
    const label = fc.constantFrom('a', 'b', 'co', 'com', 'kawasaki', 'city', 'github', 'www');
    const last = fc.constantFrom('com', 'uk', 'jp', 'io', 'de', 'ck', 'test', 'net');
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), last, (labels, end) => {
        const domain = [...labels, end].join('.');
        expect(routeOf(domain)).toBe(routeOf(registrableDomain(domain)));
      }),
    );
  });
});
