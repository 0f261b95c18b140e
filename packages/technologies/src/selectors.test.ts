import { expect, test } from 'vitest';
import core from 'wappalyzer-core';
import { conditionLiterals, readSelector, textLiterals } from './selectors.ts';

const byLength = (literals: readonly string[]): number =>
  literals.reduce((sum, literal) => sum + 0.5 ** literal.length, 0);

test.each([
  ["link[href*='/wp-content/themes/']", ['/wp-content/themes/']],
  ["script[src*='cdn.example.com'], iframe", ['cdn.example.com', '<iframe']],
  ["div.widget-box > a[href^='https://x.example/']", ['https://x.example/']],
  ['#MainContent', ['maincontent']],
  ["[data-sveltekit='1']", ['data-sveltekit']],
  ["iframe[src*='a.cloudflarestream\\.com']", ['a.cloudflarestream.com']],
  ["a[href='one two&threefour']", ['threefour']],
  ["a[title='fjordland']", ['jordland']],
  ['div.a', ['class']],
  ['a', null],
  ["div:not([class*='absent'])", ['<div']],
  ["p:not([class*='absent'])", null],
  ["a[title='日本語']", ['title']],
  ["p[class!='absent']", null],
])('%s needs %j', (selector, expected) => {
  expect(readSelector(selector, byLength)?.anyOf).toEqual(expected);
});

test.each([
  ['div > a[href]', ['a']],
  ['A.x, IMG', ['a', 'img']],
  ['div *', null],
  ['#app', null],
  ['p, .x', null],
])('%s finds elements named %j', (selector, expected) => {
  const tags = readSelector(selector, byLength)?.tags ?? null;
  expect(tags === null ? null : [...tags]).toEqual(expected);
});

test.each(["a[href='x'", 'a:unheard-of', 'a::before', 'svg|a'])(
  '%s is not a selector that could be tried',
  (selector) => {
    expect(readSelector(selector, byLength)).toBeNull();
  },
);

test('conditions on attributes need the attribute or a literal of its pattern, whichever is rarer', () => {
  const href = core.parsePattern('cdn\\.example\\.com/(?:aaaa|bbbb)');
  const any = core.parsePattern('');
  expect(conditionLiterals([{ attributes: { href } }], byLength)).toEqual([
    'cdn.example.com/aaaa',
    'cdn.example.com/bbbb',
  ]);
  expect(conditionLiterals([{ attributes: { 'data-version': any } }], byLength)).toEqual(['data-version']);
  expect(conditionLiterals([{ attributes: { id: any } }], byLength)).toBeNull();
  expect(conditionLiterals([{ attributes: { href } }, { text: href }], byLength)).toBeNull();
  expect(conditionLiterals([{ exists: any }], byLength)).toBeNull();
});

test('conditions on text need its rarest words, or one word of all alternatives', () => {
  const rare =
    (...words: readonly string[]) =>
    (literals: readonly string[]): number =>
      literals.reduce((sum, literal) => sum + (words.includes(literal) ? 0.1 : 1), 0);
  const text = core.parsePattern('(?:sign in|continue) with apple');
  expect(textLiterals([{ text }], rare('apple'))).toEqual(['apple']);
  expect(textLiterals([{ text }], rare('sign', 'continue'))).toEqual(['sign', 'continue']);
  expect(textLiterals([{ text }, { exists: text }], rare())).toBeNull();
  expect(textLiterals([{ text: core.parsePattern('\\d+') }], rare())).toBeNull();
});

test.each([
  ["a[href*='x/y'][title='One two']", ['href', 'x/y', 'title', 'one', 'two']],
  ["div > a[href*='x']", ['href', 'x']],
  ["a[href='x'], b", []],
])('%s needs %j in the tag of its matches', (selector, expected) => {
  expect(readSelector(selector, byLength)?.inTag).toEqual(expected);
});
