import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLayout, readTag } from './document.ts';
import { attributeNeedOf } from './selectors.ts';
import { attributeFilter, plainTags, occursIn, tagsAt } from './tags.ts';

function plain(html: string): readonly string[] {
  return plainTags(html, readLayout(html).startTags).map(({ text }) => text);
}

test.each([
  ['&#119;p-content', 'wp-content'],
  ['w&#x70;-content', 'wp-content'],
  ['w&#X070-content', 'wp-content'],
  ['wp&#45content', 'wp-content'],
  ['cdn&period;example&#46;com&sol;a&colon;b&lowbar;c', 'cdn.example.com/a:b_c'],
  ['\u212aendo', 'kendo'],
])('%s in a tag is %s', (source, literal) => {
  expect(plain(`<a title="${source}">`)).toEqual([`<a title="${literal}">`]);
});

test.each([
  '&amp;#119;p',
  '&#60;b',
  '&eacute;',
  '&#99999999999999999999;',
  '&#xffffffffffff;',
  'plain',
  '&#;',
])('%s stays as it is', (source) => {
  expect(plain(`<a title="${source}">`)).toEqual([]);
});

test('text outside of tags does not count, and each tag counts once, with its offset', () => {
  const html = '&#119;<!-- <a b=&#119;> --><a b=&#119; c=&#119;>&#119;<b c=d><i j=&#119;>';
  expect(plainTags(html, readLayout(html).startTags)).toEqual([
    { start: html.indexOf('<a b=&#119; c'), text: '<a b=w c=w>' },
    { start: html.indexOf('<i'), text: '<i j=w>' },
  ]);
});

test('a text is found in any case between two positions, and nowhere else', () => {
  const source = 'fa <i CLASS="x fA-Y">fa';
  expect(occursIn(source, 3, 21, 'class')).toBe(true);
  expect(occursIn(source, 3, 21, 'fa-y')).toBe(true);
  expect(occursIn(source, 3, 21, 'fa-x')).toBe(false);
  expect(occursIn(source, 21, 23, 'fa')).toBe(true);
  expect(occursIn(source, 21, 22, 'fa')).toBe(false);
});

test('where characters may be written in another way, a text that is not found may be there', () => {
  expect(occursIn('<a x="&#102;a">', 0, 15, 'fa')).toBeNull();
  expect(occursIn('<lin\u212a>', 0, 6, 'link')).toBeNull();
  expect(occursIn('<\u0130mg>', 0, 5, 'img')).toBeNull();
  expect(occursIn('<a x="&amp;" y=fa>', 0, 18, 'fa')).toBe(true);
});

test('whatever the text, it is found where its lower case holds it', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'B', '-', 'é', '\u017f', '😀'),
    maxLength: 12,
  });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(letters, letters, letters, text, (before, within, behind, wanted) => {
      const end = before.length + within.length;
      expect(occursIn(before + within + behind, before.length, end, wanted)).toBe(
        within.toLowerCase().includes(wanted),
      );
    }),
  );
});

test.each<[selector: string, need: ReturnType<typeof attributeNeedOf>]>([
  ["[class*='fa']", { name: 'class', value: 'fa' }],
  ["IMG[Alt*='DHL' i]", { name: 'alt', value: 'dhl' }],
  ["a[href^='x']", { name: 'href', value: 'x' }],
  ['.el-menu', { name: 'class', value: 'el-menu' }],
  ['#one', { name: 'id', value: 'one' }],
  ["[class*='fa'], [id*='fa']", null],
  ["[class*='fa'][id]", null],
  ["p [class*='fa']", null],
  ["[class*='a b']", null],
  ["[href*='a/b']", null],
  ["[class!='fa']", null],
  ['[class]', null],
  ['p', null],
  ["p:not([class*='fa'])", null],
])('an attribute of each match of %s contains %o', (selector, need) => {
  expect(attributeNeedOf(selector)).toEqual(need);
});

test.each([
  ['class="x fa"', true],
  ["CLASS = 'FA'", true],
  ['class=fa', true],
  ['id=y\nclass=fa', true],
  ['class="x"', false],
  ['class=x fa', false],
  ['class="x" title="fa"', false],
  ['title="class=x" class=fa', true],
  ['class fa', false],
  ['classes="fa"', false],
  ['class="&#102;a"', true],
  ['title="&#102;a"', false],
  ['class=x/class="fa y"', true],
  ['class=x/class="y fa"', true],
  ['href="fa"', false],
])('the tag <i %s> may have a class with the needed value: %s', (source, may) => {
  expect(attributeFilter({ name: 'class', value: 'fa' })(`<i ${source}>`, () => true)).toBe(may);
});

test('a Kelvin sign in a name is a k', () => {
  expect(attributeFilter({ name: 'k', value: 'fa' })('<i \u212a=fa>', () => true)).toBe(true);
});

test('a tag that has the attribute in its value again and again takes linear time', () => {
  const filter = attributeFilter({ name: 'class', value: 'fa' });
  for (const piece of ['class=', '/class=', 'class="', "class='", 'class= ']) {
    expect(filter(`<i ${piece.repeat(500_000)}>`, () => true)).toBe(false);
  }
  expect(filter(`<i ${'class=fa'.repeat(500_000)}>`, () => false)).toBe(true);
});

test('a value is tried as a whole', () => {
  const tried: string[] = [];
  const matches = (value: string): boolean => {
    tried.push(value);
    return value === 'a fab';
  };
  const tag = `<i class="fa " id=fa CLASS='a fab' class=fa>`;
  expect(attributeFilter({ name: 'class', value: 'fa' })(tag, matches)).toBe(true);
  expect(tried).toEqual(['fa ', 'a fab']);
});

test('no tag that a selector finds is passed over', () => {
  const query = compile<ChildNode, Element>("[class*='fa']");
  const filter = attributeFilter({ name: 'class', value: 'fa' });
  const part = fc.constantFrom(
    ' ',
    '\n',
    '=',
    '"',
    "'",
    '/',
    'class',
    'CLASS',
    'class=',
    'class="',
    'fa',
    'Fa',
    'x',
    '&#102;',
    '&',
    'é',
    ' id=',
    "class='",
    'data-class="fa"',
    ' class="x" ',
  );
  const anything = fc.array(part, { maxLength: 10 });
  const opening = fc.constantFrom(
    ' class=',
    ' class="',
    " CLASS = '",
    '\nclass=\n"',
    ' data-class="fa" class=',
  );
  const closing = fc.constantFrom('', '"', "'", ' ');
  const likely = fc
    .tuple(anything, opening, anything, fc.constantFrom('fa', 'Fa', '&#102;a'), closing, anything)
    .map((parts) => parts.flat());
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(anything, likely), (parts) => {
      const source = `<i ${parts.join('').replaceAll('>', '')}>`;
      const element = readTag(source);
      if (element === null || !query(element)) return;
      found += 1;
      expect(filter(source, () => true)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  expect(found).toBeGreaterThan(300);
});

test('positions lead to their tags in any order, each once', () => {
  const startTags = Uint32Array.from({ length: 200 }, (_, index) => (index >> 1) * 10 + (index & 1) * 5);
  expect(tagsAt(startTags, [0, 4, 5, 12, 13, 999], false)).toEqual([0, 1]);
  expect(tagsAt(startTags, [5, 12, 999, 13], true)).toEqual([0, 1, 99]);
  expect(tagsAt(startTags, [502, 11, 990, 14, 501, 20], false)).toEqual([1, 2, 50, 99]);
  expect(tagsAt(new Uint32Array(0), [3], true)).toEqual([]);
  expect(tagsAt(Uint32Array.of(10, 20), [3], true)).toEqual([]);
});
