import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalDomain,
  hasKnownSuffix,
  readBlockableDomain,
  readDomain,
  registrableDomain,
  selfAndParents,
} from './domain.ts';
import { anyText } from '../test/any-text.ts';

const label63 = 'a'.repeat(63);
/** 253 characters: three labels of 63, one of 61. */
const longest = [label63, label63, label63, 'a'.repeat(61)].join('.');

describe('canonicalDomain', () => {
  test.each([
    // Spelling.
    ['example.com', 'example.com'],
    ['  Example.COM\t', 'example.com'],
    ['example.com.', 'example.com'],
    ['localhost', 'localhost'],
    ['my_shop.example.com', 'my_shop.example.com'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['-a.tumblr.com', '-a.tumblr.com'],
    ['a-.tumblr.com', 'a-.tumblr.com'],
    [`${label63}.com`, `${label63}.com`],
    [longest, longest],
    [`${longest}.`, longest],
    // One leading www. goes if a dot remains.
    ['www.example.com', 'example.com'],
    ['WWW.Example.com.', 'example.com'],
    ['www.com', 'www.com'],
    ['www.', 'www'],
    ['www.www.com', 'www.com'],
    ['www2.example.com', 'www2.example.com'],
    ['awww.example.com', 'awww.example.com'],
    // Ports and URLs.
    ['example.com:8080', 'example.com'],
    ['example.com:', 'example.com'],
    ['http://example.com', 'example.com'],
    ['HTTPS://WWW.example.com:8443/a/b?c=http://other.org#d', 'example.com'],
    ['https://user:secret@example.com/', 'example.com'],
    ['https://other.org@example.com/', 'example.com'],
    [String.raw`https://example.com\@other.org/`, 'example.com'],
    [String.raw`https:\\example.com`, null],
    ['http://exa\nmple.com/', 'example.com'],
    ['https://ex%61mple.com', 'example.com'],
    ['example%2Ecom', 'example.com'],
    // Names in other scripts.
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
    ['Straße.de', 'xn--strae-oqa.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例え。jp', 'xn--r8jz45g.jp'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['exam\u00adple.com', 'example.com'],
    // IPv4, in every spelling that browsers know.
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['１２７.0.0.1', '127.0.0.1'],
    ['256.0.0.1', null],
    ['1.2.3.4.5', null],
    ['1.2.3.4.example', '1.2.3.4.example'],
    ['2130706433', null],
    ['42', null],
    ['42:80', null],
    // IPv6.
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['[::1]:8080', '::1'],
    ['http://[2001:DB8:0:0:0:0:0:1]/', '2001:db8::1'],
    ['2001:db8:0:0::1', '2001:db8::1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['fe80::1%eth0', null],
    ['[::1', null],
    ['[::g]', null],
    // Nothing that could be fetched.
    ['', null],
    ['   ', null],
    ['.', null],
    ['..', null],
    ['.com', null],
    ['example..com', null],
    ['example.com..', null],
    ['exa mple.com', null],
    ['http://exa mple.com', null],
    [`${'a'.repeat(64)}.com`, null],
    [`a${longest}`, null],
    ['example.com/path', null],
    ['user@example.com', null],
    ['# comment', null],
    ['1,example.com', null],
    ['example.com,other.org', null],
    ['"example.com"', null],
    ['exam*ple.com', null],
    ['---', null],
    ['example.com:99999', null],
    ['example.com:http', null],
    ['http:example.com', null],
    ['//example.com', null],
    ['http://', null],
    ['https:///', null],
    ['ftp://example.com', null],
    ['mailto:a@example.com', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['data://example.com', null],
    ['exam\u0000ple.com', null],
    ['exam\ud800ple.com', null],
  ])('%j → %j', (input, expected) => {
    expect(canonicalDomain(input)).toBe(expected);
  });

  test('a host and any URL on it have the same domain, which is stable without www.', () => {
    fc.assert(
      fc.property(fc.domain(), fc.nat(65_535), (host, port) => {
        const domain = canonicalDomain(host);
        expect(domain).not.toBeNull();
        expect(canonicalDomain(`https://www.${host}:${port}/x?y#z`)).toBe(
          domain?.replace(/^www\.(?=[^.]+\.)/, ''),
        );
      }),
    );
  });

  test('any text gives null or a name that names itself', () => {
    const text = fc.oneof(anyText(), fc.webUrl(), fc.domain(), fc.ipV6(), fc.ipV4Extended());
    fc.assert(
      fc.property(text, (input) => {
        const domain = canonicalDomain(input);
        const again = domain === null || domain.startsWith('www.') ? domain : canonicalDomain(domain);
        expect(again).toBe(domain);
      }),
    );
  });
});

describe('registrableDomain', () => {
  test.each([
    ['example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['me.github.io', 'me.github.io'],
    ['-a.blogspot.com', '-a.blogspot.com'],
    ['my_shop.example.com', 'example.com'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
    ['co.uk', 'co.uk'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('%s → %s', (domain, expected) => {
    expect(registrableDomain(domain)).toBe(expected);
  });
});

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
    ['*.example.com', 'is not a domain', 'give one such as example.com'],
    ['example.com/page', 'is not a domain', 'give one such as example.com'],
    ['.', 'is not a domain', 'give one such as example.com'],
    ['exa\0mple.com', 'is not a domain', 'give one such as example.com'],
    ['42', 'is not a domain', 'give one such as example.com'],
    [`${'a'.repeat(64)}.com`, 'is not a domain', 'give one such as example.com'],
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

test.each([
  ['shop.de', true],
  ['a.b.co.uk', true],
  ['xn--bcher-kva.example', true],
  ['printer.local', true],
  ['192.0.2.1', true],
  ['2001:db8::1', true],
  ['jquery.js', false],
  ['index.php', false],
  ['style.css', false],
])('%s ends as a domain does: %s', (domain, expected) => {
  expect(hasKnownSuffix(domain)).toBe(expected);
});
