import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readElements, readLayout, textReader } from './document.ts';
import { PageElements } from './page-elements.ts';
import { isOfNestedTags } from './selectors.ts';

function pageOf(html: string): PageElements {
  return new PageElements({ html, text: '', ...readLayout(html) });
}

test.each([
  ['div > p b', true],
  ['div > p', false],
  ['div > p[x]', true],
  ['div.a > .b', true],
  ["head > meta[content*='x'], body#a i", true],
  ['div + i', false],
  ['div ~ i', false],
  ['div > *', false],
  ["div > [class!='x']", false],
  ['br, div > i', false],
  ['ul > li:first-child', false],
  ['ul > li:not(.x)', false],
  ["i:contains('x')", false],
])('tags decide on %s: %s', (selector, decide) => {
  expect(isOfNestedTags(selector)).toBe(decide);
});

test('a page with an image, which is an img in HTML, has to be read as a document', () => {
  expect(pageOf('<p><Image src=a></p>').readsNested).toBe(false);
  expect(pageOf('<p><images></images></p>').readsNested).toBe(true);
});

test('within start tags are those of the elements in theirs', () => {
  // 0 div, 1 p, 2 b, 3 i, 4 ul, 5 li, 6 br
  const page = pageOf('<div><p><b></b></p><i></i></div><ul><li></ul><br>');
  expect(page.within([0])).toEqual([0, 1, 2, 3]);
  expect(page.within([1, 4])).toEqual([1, 2, 4, 5]);
  expect(page.within([6])).toEqual([6]);
  expect(page.within([])).toEqual([]);
});

test('elements that are found by their tags and ancestors, and their content, are those of a document', () => {
  const selectors = [
    "div > [class*='a']",
    'div.a i',
    'ul li > b',
    'b, div div',
    'i.a > i',
    'svg g',
    'p > b.a',
  ];
  const part = fc.constantFrom(
    ...'<div>¦<div class=a>¦<div class="a&amp;">¦</div>¦<i class=a>¦</i>¦<b>¦<b class="b&#97;">¦</b>¦<ul>¦<li>¦</ul>¦<p>¦</p>'.split(
      '¦',
    ),
    ...'<p class=a>¦<br>¦<svg>¦<g/>¦<g class=a>¦</svg>¦<template>¦</template>¦<form>¦x¦<!-- <b> -->¦<script><b></script>'.split(
      '¦',
    ),
  );
  const textOf = textReader();
  const queries = selectors.map((selector) => compile<ChildNode, Element>(selector));
  const tellOf = ({ name, attribs }: Element): unknown => [name, { ...attribs }];
  let found = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const html = parts.join('');
      const expected = readElements(html);
      const page = pageOf(html);
      const nested = page.tagsAt(null, false).map((tag) => ({ tag, element: page.nestedElementOf(tag) }));
      for (const query of queries) {
        const elements = nested.filter(({ element }) => element !== null && query(element));
        expect(elements.map(({ element }) => element && tellOf(element))).toEqual(
          expected.filter(query).map(tellOf),
        );
        // One by one: of many, a document may be less to read.
        const contents = elements.flatMap(({ tag }) => page.withContents([tag]) ?? []);
        expect(contents.map(textOf)).toEqual(expected.filter(query).map(textOf));
        found += elements.length;
      }
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(1_000);
});

test('if nested elements have more content than the page, a document is read', () => {
  const page = pageOf('<div><div><div>x</div></div></div>');
  expect(page.withContents([0, 1])).toBeNull();
  expect(page.withContents([2])?.map(textReader())).toEqual(['x']);
});

test('of long content only the beginning is read', () => {
  const page = pageOf(`<div>${'<i>x</i>'.repeat(5_000)}<b>y</b></div>`);
  const [element] = page.withContents([0]) ?? [];
  expect(element?.children).toHaveLength(4_096);
  expect(element && textReader()(element)).toBe('x'.repeat(4_096));
});
