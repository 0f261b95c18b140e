import { RobotsTxtFile } from '@crawlee/utils';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRobots } from './robots-rules.ts';

const allows = (text: string, path: string): boolean => parseRobots(text, 'sitegrep').allows(path);

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
  ['Disallow: /', '/x', true],
  ['<!DOCTYPE html><html>Disallow: /</html>', '/x', true],
])('%j on %s: %j', (text, path, allowed) => {
  expect(allows(text, path)).toBe(allowed);
});

test.each([
  ['User-agent: *\nCrawl-delay: 2.5', 2_500],
  ['User-agent: *\nCrawl-delay: 5\nUser-agent: sitegrep\nCrawl-delay: 1', 1_000],
  ['User-agent: *\nCrawl-delay: -1', null],
  ['User-agent: *\nCrawl-delay: often', null],
  ['User-agent: sitegrep\nDisallow:\n\nUser-agent: *\nCrawl-delay: 9', null],
])('%j asks for a pause of %j ms', (text, ms) => {
  expect(parseRobots(text, 'sitegrep').crawlDelayMs).toBe(ms);
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
      // Dot segments are the URL parser's affair, for both the same.
      const url = new URL(`http://a.test${at}`);
      const other = RobotsTxtFile.from('http://a.test/robots.txt', text).isAllowed(url.href, 'sitegrep');
      expect(allows(text, url.pathname)).toBe(other);
    }),
    { numRuns: 500 },
  );
});

test('a file of patterns made to be slow is read and asked without a notable pause', () => {
  const text = `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}b\n`.repeat(1_000)}`;
  expect(allows(text.slice(0, 500 * 1024), `/${'a'.repeat(2_000)}`)).toBe(true);
});
