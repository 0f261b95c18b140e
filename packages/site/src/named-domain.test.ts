import { describe, expect, test } from 'vitest';
import { selfAndParents } from './domain.ts';
import { readBlockableDomain, readDomain } from './named-domain.ts';

describe('a domain that a person names', () => {
  test.each([
    ['Example.COM.', 'example.com'],
    ['www.example.com', 'example.com'],
    ['shop.example.co.uk', 'shop.example.co.uk'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['example.com:8080', 'example.com'],
    ['me.github.io', 'me.github.io'],
    ['[2001:DB8::1]', '2001:db8::1'],
    ['0x7f.1', '127.0.0.1'],
  ])('%s is %s, and may be blocked', (text, domain) => {
    expect(readDomain(text)).toEqual({ kind: 'domain', domain });
    expect(readBlockableDomain(text)).toEqual({ kind: 'domain', domain });
  });

  test.each([
    'com',
    'COM.',
    'co.uk',
    'www.co.uk',
    'github.io',
    'xn--p1ai',
    'рф',
    'ck',
    'anything.ck',
    'localhost',
  ])('%s may not be blocked', (text) => {
    expect(readDomain(text).kind).toBe('domain');
    expect(readBlockableDomain(text)).toMatchObject({
      kind: 'refused',
      problem: expect.stringContaining('public suffix') as string,
    });
  });

  test.each([
    ['https://example.com/page', 'is a URL', 'give its domain, example.com'],
    ['*.example.com', 'is no domain', 'give one such as example.com'],
    ['example.com/page', 'is no domain', 'give one such as example.com'],
    ['.', 'is no domain', 'give one such as example.com'],
    ['exa\0mple.com', 'is no domain', 'give one such as example.com'],
    ['42', 'is no domain', 'give one such as example.com'],
    [`${'a'.repeat(64)}.com`, 'is no domain', 'give one such as example.com'],
  ])('%j %s', (text, problem, remedy) => {
    expect(readDomain(text)).toEqual({ kind: 'refused', problem, remedy });
    expect(readBlockableDomain(text)).toEqual({ kind: 'refused', problem, remedy });
  });
});

test.each([
  ['a.b.example.com', ['a.b.example.com', 'b.example.com', 'example.com']],
  ['example.com', ['example.com']],
  ['a.example.co.uk', ['a.example.co.uk', 'example.co.uk', 'co.uk']],
  ['localhost', ['localhost']],
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:db8::1', ['2001:db8::1']],
])('%s is under %j', (domain, expected) => {
  expect(selfAndParents(domain)).toEqual(expected);
});
