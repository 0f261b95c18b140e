import { RobotsTxtFile } from '@crawlee/utils';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRobots } from './rules.ts';

const parse = (file: string | Buffer) => parseRobots(Buffer.from(file), 'sitegrep');
const allows = (file: string, path: string): boolean => parse(file).allows(path);

test.each([
  ['', '/x', true],
  ['User-agent: *\nDisallow: /', '/', false],
  ['User-agent: *\nDisallow:', '/x', true],
  ['user-AGENT : *\n  DISALLOW : /x # why\n', '/x/y', false],
  ['\ufeffUser-agent: *\r\nDisallow: /x\r\n', '/x', false],
  ['User-agent: *\rDisallow: /x', '/x', false],
  ['User-agent: *\nDisallow: /\nAllow: /pub', '/pub/a', true],
  ['User-agent: *\nAllow: /page\nDisallow: /page', '/page', true],
  ['User-agent: *\nAllow: /\nDisallow: /a', '/ab', false],
  ['User-agent: *\nDisallow: /*.php$', '/a/b.php', false],
  ['User-agent: *\nDisallow: /*.php$', '/a/b.php?x', true],
  ['User-agent: *\nDisallow: /a*b*c', '/a--b--c--', false],
  ['User-agent: *\nDisallow: /a$b', '/a$bc', false],
  ['User-agent: *\nDisallow: /*a$', '/banana', false],
  ['User-agent: *\nDisallow: /fish*$', '/fishy', false],
  ['User-agent: *\nDisallow: /a/ä', '/a/%C3%A4', false],
  ['User-agent: *\nDisallow: /a%3cd', '/a%3Cd', false],
  ['User-agent: *\nDisallow: /%7Ejoe', '/~joe', false],
  ['User-agent: *\nDisallow: /voilà\nAllow: /v', '/voil%C3%A0', false],
  ['User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', false],
  ['User-agent: *\nDisallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
  ['User-agent: *\nDisallow: /file-with-a-%2A.html', '/file-with-a-*.html', false],
  ['User-agent: *\nDisallow: /file-with-a-%2A.html', '/file-with-a-b.html', true],
  ['User-agent: *\nDisallow: /price%24', '/price$1', false],
  ['User-agent: *\nDisallow: /price%24', '/price', true],
  ['User-agent: *\nDisallow: /100%', '/100%', false],
  ['User-agent: *\nAllow: /%62%62\nDisallow: /bb*', '/bbc', false],
  ['User-agent: *\nDisallow: private', '/private', true],
  ['User-agent: *\nDisallow: /a b', '/a%20b', false],
  ['User-agent: *\nDisallow: /A', '/a', true],
  ['User-agent: *\nAllow: /folder/page\nDisallow: /folder*', '/folder/page', true],
  ['User-agent: *\nAllow: /$\nDisallow: /', '/', true],
  ['User-agent: *\nAllow: /$\nDisallow: /', '/page.htm', false],
  ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ['User-agent: Sitegrep/2.0\nDisallow: /x', '/x', false],
  ['User-agent: sitegrepbot\nDisallow: /', '/x', true],
  ['User-agent: *\nDisallow: /\nUser-agent: SITEGREP\nDisallow: /x', '/y', true],
  ['User-agent: other\nUser-agent: sitegrep\nDisallow: /x', '/x', false],
  ['User-agent: sitegrep\nSitemap: http://x/\nUser-agent: other\nDisallow: /x', '/x', false],
  [
    'User-agent: sitegrep\nDisallow: /a\nUser-agent: b\nDisallow: /c\nUser-agent: sitegrep\nDisallow: /d',
    '/d',
    false,
  ],
  ['User-agent: sitegrep\nDisallow: /a\nUser-agent: b\nDisallow: /c', '/c', true],
  ['User-agent: a\n\n\nUser-agent: sitegrep\n\nDisallow: /x', '/x', false],
  ['User-agent: *\nCrawl-delay: 1\n\nUser-agent: badbot\nDisallow: /', '/x', true],
  ['User-agent: *\nNoindex: /\nDisallow: /x', '/x', false],
  ['\0\0User-agent: *\nUser-agent: *\0\nDisallow: /x', '/x', false],
  ['User-agent: *\nDisallow /x\nDisallow: /y', '/x', false],
  ['Disallow: /', '/x', true],
  ['<!DOCTYPE html><html>Disallow: /</html>', '/x', true],
])('%j on %s: %j', (text, path, allowed) => {
  expect(allows(text, path)).toBe(allowed);
});

test.each([
  // RFC 9309, 2.2.1: a group is for everyone if its line is `*`, not if an asterisk is part of a name.
  ['User-agent: *crawl*\nDisallow: /', '/x', true],
  ['User-agent: *sitegrep*\nDisallow: /', '/x', true],
  ['User-agent: **\nDisallow: /', '/x', true],
  ['User-agent: */2\nDisallow: /', '/x', true],
  ['User-agent: *\nAllow: /\n\nUser-agent: *Spider\nDisallow: /', '/x', true],
  ['User-agent: * everyone\nDisallow: /', '/x', false],
  ['User-agent:\t*\t\nDisallow: /', '/x', false],
  ['User-agent: *# everyone\nDisallow: /', '/x', false],
  ['User-agent: sitegrep*\nDisallow: /', '/x', false],
])('%j on %s, since an asterisk stands alone: %j', (text, path, allowed) => {
  expect(allows(text, path)).toBe(allowed);
});

// RFC 9309, 2.2.2: escapes of reserved characters (RFC 3986, 2.2) are kept, those of unreserved ones (2.3) are undone.
test.each([
  ['/wiki/*%2F', '/wiki/a/b', true],
  ['/wiki/*%2F', '/wiki/a%2Fb', false],
  ['/wiki/*%2f', '/wiki/a%2Fb', false],
  ['/wiki/a/', '/wiki/a%2Fb', true],
  ['/*%2F', '/find?in=a/b', true],
  ['/*/b', '/find?in=a/b', false],
  ['/*%3F', '/out?to=x', true],
  ['/*?', '/out%3Fto=x', true],
  ['/*?', '/out?to=x', false],
  ['/tag/c%23', '/tag/c%23', false],
  ['/a%26b', '/a&b', true],
  ['/a&b', '/a%26b', true],
  ['/a%2Cb', '/a,b', true],
  ['/a%3Db', '/a=b', true],
  ['/a%3bb', '/a;b', true],
  ['/a%3Ab', '/a:b', true],
  ['/a%40b', '/a@b', true],
  ['/a%2Bb', '/a+b', true],
  ['/a(b', '/a(b', false],
  ['/%5Ba%5D', '/[a]', true],
  ['/a%2Db%5fc%2ed%7e', '/a-b_c.d~', false],
  ['/a-b_c.d~', '/a%2Db%5Fc%2Ed%7E', false],
  ['/%41%7a%30', '/Az0', false],
  ['/a%20b', '/a%20b', false],
  ['/a"<b>', '/a%22%3Cb%3E', false],
  ['/a|b^', '/a%7Cb%5e', false],
  ['/a%25b', '/a%25b', false],
  ['/a%2', '/a%252', false],
  ['/a%252F', '/a%2F', true],
  ['/%c3%bC', '/%C3%BC', false],
  // 2.2.3: an escaped asterisk or dollar sign is the character itself.
  ['/*%2A.html', '/a*.html', false],
  ['/*%2a.html', '/ab.html', true],
  ['/a%24', '/a$', false],
  ['/a%24$', '/a$b', true],
  ['/a$b', '/a%24b', false],
  // 2.2.2, second example: within a query, these characters separate nothing (RFC 3986, 3.4).
  ['/out?to=http://b.test/?c', '/out?to=http%3A%2F%2Fb.test%2f%3Fc', false],
  ['/out?to=http%3a%2f%2Fb.test', '/out?to=http://b.test', false],
  ['/*?*a%40b', '/out?from=a@b', false],
  ['/out?a%26b', '/out?a&b', true],
])('Disallow: %s on %s: %j', (pattern, path, allowed) => {
  expect(allows(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(allowed);
});

test.each([
  // 2.2.2: the pattern with the most octets decides, an escape being three and an undone one the octet that it is.
  ['Allow: /ä\nDisallow: /%C3', '/%C3%A4', true],
  ['Allow: /%61%62\nDisallow: /abc', '/abc', false],
  ['Disallow: /a%2Fb\nAllow: /a*b', '/a%2Fb', false],
])('%j on %s, by length: %j', (rules, path, allowed) => {
  expect(allows(`User-agent: *\n${rules}`, path)).toBe(allowed);
});

test.each([
  'user-agent sitegrep\ndisallow /x',
  'Useragent: sitegrep\nDissalow: /x',
  'USER AGENT: sitegrep\nDISSALLOW: /x',
  'User agent:sitegrep\nDisalow:/x',
  'user-agents: sitegrep\ndiasllow: /x',
  'User-agent\tsitegrep\nDisallaw\t/x',
  'User-agent : sitegrep\nDisallowed : /x',
  'User-agent: sitegrep\nDisallow /x # all of it',
  'User-agent: sitegrep\nDisallow /x*:',
  'User-agent: sitegrep\nDisallow: /\nAllow /y',
  '\xefUser-agent: sitegrep\nDisallow: /x',
])('frequent slips are read as they are meant: %j', (text) => {
  const rules = parse(Buffer.from(text, 'latin1'));
  expect(rules.allows('/x:1')).toBe(false);
  expect(rules.allows('/y')).toBe(true);
});

test.each([
  'User-agent: sitegrep\nDisallow /x and /y',
  'User-agent: sitegrep\nDeny: /x',
  'User-agent: sitegrep\n/x',
  'User-agent: sitegrep\nNo disallow: /x',
  'User-agent: sitegrep\nDisallow:\n: /x',
])('what is not a slip forbids nothing: %j', (text) => {
  expect(allows(text, '/x')).toBe(true);
});

test.each([
  ['User-agent: *\nCrawl-delay: .5', 500],
  ['User-agent: *\nCrawl-delay: 3.', 3_000],
  ['User-agent: *\nCrawl-delay 4', 4_000],
  ['User-agent: *\ncrawldelay: 6', 6_000],
  ['User-agent: *\nCrawl_Delay:7 # seconds', 7_000],
  ['User-agent: *\nCrawl-delay: .', null],
  ['User-agent: *\nCrawl-delay: 1.2.3', null],
  ['User-agent: *\nCrawl-delay: 1e9', null],
  ['User-agent: *\nCrawl-delay:', null],
  ['User-agent: *\nCrawl-delay: 2.5', 2_500],
  ['User-agent: *\nCrawl-delay: 5\nUser-agent: sitegrep\nCrawl-delay: 1', 1_000],
  ['User-agent: *\nCrawl-delay: -1', null],
  ['User-agent: *\nCrawl-delay: often', null],
  ['User-agent: sitegrep\nDisallow:\n\nUser-agent: *\nCrawl-delay: 9', null],
])('%j has a crawl delay of %j ms', (text, ms) => {
  expect(parse(text).crawlDelayMs).toBe(ms);
});

test('paths are octets, in whatever charset the file is written', () => {
  const latin1 = parse(Buffer.from('User-agent: *\nDisallow: /caf\xe9', 'latin1'));
  expect(latin1.allows('/caf%E9')).toBe(false);
  expect(latin1.allows('/caf%C3%A9')).toBe(true);
  const utf8 = parse('User-agent: *\nDisallow: /ツ');
  expect(utf8.allows('/%E3%83%84')).toBe(false);
});

test('sitemaps are those of all groups of the file', () => {
  const text = [
    'Sitemap: https://a.test/1.xml # first',
    'User-agent: badbot',
    'SITEMAP:https://a.test/é.xml',
    'Disallow: /',
    'sitemap: /relative.xml',
    'Sitemap:',
    `Sitemap: https://a.test/${'x'.repeat(2_048)}`,
    'Sitemap https://a.test/2.xml',
    'Site-map: https://a.test/3.xml',
  ].join('\r\n');
  expect(parse(text).sitemaps).toEqual([
    'https://a.test/1.xml',
    'https://a.test/é.xml',
    '/relative.xml',
    'https://a.test/2.xml',
    'https://a.test/3.xml',
  ]);
  const many = parse(Array.from({ length: 500 }, (_, n) => `Sitemap: https://a.test/${n}.xml`).join('\n'));
  expect(many.sitemaps).toHaveLength(100);
});

test('rules agree with another parser on ordinary files', () => {
  const path = fc
    .string({ unit: fc.constantFrom('/', 'a', 'b', '.'), maxLength: 8 })
    .map((text) => `/${text}`);
  const pattern = fc
    .string({ unit: fc.constantFrom('/', 'a', 'b', '*', '$', '.'), maxLength: 6 })
    .map((text) => `/${text}`);
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), pattern)
    .map(([key, value]) => `${key}: ${value}`);
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), path, (rules, at) => {
      const text = ['User-agent: sitegrep', ...rules].join('\n');
      // The URL parser resolves dot segments, for both parsers alike.
      const url = new URL(`http://a.test${at}`);
      const other = RobotsTxtFile.from('http://a.test/robots.txt', text).isAllowed(url.href, 'sitegrep');
      expect(allows(text, url.pathname)).toBe(other);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['wildcards', `Disallow: /${'*a'.repeat(200)}b\n`, `/${'a'.repeat(2_000)}`],
  ['rules', 'Allow: /a\n', '/b'],
  ['blanks', `Disallow: /${' '.repeat(100_000)}x${' '.repeat(100_000)}x\n`, '/b'],
])('a file full of %s is read and matched fast, and every rule counts', (_what, rule, path) => {
  const text = `User-agent: *\n${rule.repeat((500 * 1_024) / rule.length)}`;
  expect(allows(text, path)).toBe(true);
  expect(allows(`${text}Disallow: ${path}`, path)).toBe(false);
});
