import { expect, test } from 'vitest';
import { compiled, NO_SIGNALS, ownSet } from '../test/own-set.ts';
import { bindSignals, BOUNDS } from './bounds.ts';
import { openBudget } from './budget.ts';
import { DOCUMENT_BOUNDS, readElements } from './document.ts';
import { createDomMatcher } from './dom.ts';
import type { Fingerprint } from './fingerprints.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { readPatterns, Trials } from './pattern-table.ts';

/** `technology version` of each hit. */
function find(
  technologies: Readonly<Record<string, Fingerprint['dom']>>,
  html: string,
  text = '',
): readonly string[] {
  const names = Object.keys(technologies);
  const sections = compiled(
    ownSet(
      Object.fromEntries(
        Object.entries(technologies).map(([name, dom]) => [
          name,
          dom === undefined ? { cats: [1] } : { cats: [1], dom },
        ]),
      ),
    ),
  );
  const patterns = readPatterns(sections);
  const bound = bindSignals({ ...NO_SIGNALS, html, text });
  const budget = openBudget(Infinity);
  const { elements } = createPatternMatcher(sections, patterns).tryAll(
    bound,
    new Trials(patterns, budget, () => true),
  );
  const hits = createDomMatcher(sections, patterns.count)(
    { html: bound.html, text: bound.text, ...bound.layout },
    elements,
    budget,
    () => true,
  );
  return hits.map(({ technology, version }) => `${names[technology]} ${version}`.trim());
}

test('an element that a selector finds is enough, in any of several selectors', () => {
  const dom = { One: ["link[href*='/one-theme/']"], Two: "div#two-root, script[src$='two.min.js']" };
  expect(find(dom, '<link rel=stylesheet href=/x/one-theme/a.css>')).toEqual(['One']);
  expect(find(dom, "<script src='/two.min.js'></script><div id=two-root></div>")).toEqual(['Two']);
  expect(find(dom, '<a href="/one-theme/">two.min.js</a>')).toEqual([]);
});

test('markup in a comment, a script or text is not an element', () => {
  const dom = { One: ["link[href*='/one-theme/']"] };
  const link = '<link href="/one-theme/">';
  expect(
    find(
      dom,
      `<!-- ${link} --><script>"${link}"</script><textarea>${link}</textarea>&lt;link href="/one-theme/">`,
    ),
  ).toEqual([]);
});

test('elements in a template do not count, those after it do', () => {
  const dom = { One: '#one', Two: '#two', Three: 'template' };
  expect(find(dom, '<template><p><b id=one></b></template><b id=two></b>')).toEqual(['Two', 'Three']);
});

test('attributes written with character references are found', () => {
  const dom = { One: ["link[href*='/one-theme/']"] };
  expect(find(dom, '<LINK HREF="&#x2F;&#111;ne-theme&sol;">')).toEqual(['One']);
});

test('attributes and text give versions; the same value counts once', () => {
  const dom = {
    Lib: { 'script[src]': { attributes: { src: 'lib-(\\d+)\\.js\\;version:\\1' } } },
    Note: { 'p.generator': { text: 'Made with Note ([\\d.]+)\\;version:\\1' } },
  };
  const html =
    '<script src=lib-1.js></script><script src=lib-2.js></script><script src=lib-1.js></script>' +
    '<p class="x generator"> Made\n with <b>Note</b>  4.2 </p>';
  expect(find(dom, html)).toEqual(['Lib 1', 'Lib 2', 'Note 4.2']);
});

test('a value is matched completely, as written, with references decoded', () => {
  const dom = { One: { "[class*='fa']": { attributes: { class: '^fa$' } } } };
  expect(find(dom, '<i class=fa>')).toEqual(['One']);
  expect(find(dom, '<i class="fa" class="fab">')).toEqual(['One']);
  expect(find(dom, '<i class="&#102;a">')).toEqual(['One']);
  expect(find(dom, '<i class="fab"><i class=" fa"><i title=fa class=x><i class="fab" class="fa">')).toEqual(
    [],
  );
});

test('a word of one attribute is not one of another', () => {
  const dom = { One: { "img[alt*='dhl' i]": { attributes: { alt: '\\bDHL\\b' } } } };
  for (const alt of ['DHL', '"dhl"', "'by dhl.'", '"D&#72;L"'])
    expect(find(dom, `<img alt=${alt}>`)).toEqual(['One']);
  expect(find(dom, '<img alt="adhl" src="dhl"><img src=dhl><b alt=dhl>')).toEqual([]);
  const long = `dhl ${'x'.repeat(BOUNDS.value)}`;
  expect(find(dom, `<img title="${long}" alt=dhl>`)).toEqual(['One']);
});

test('text is looked for where its words are visible, and in scripts and styles as written', () => {
  const dom = {
    Sign: { p: { text: 'Sign in with (\\w+)\\;version:\\1' } },
    Style: { style: { text: 'fonts/own-(\\d)\\;version:\\1' } },
    Title: { 'head > title': { text: 'Powered by (\\w+)\\;version:\\1' } },
  };
  const html =
    '<head><title>Powered by Us</title><style>@font-face { src: url(fonts/own-7) }</style></head>' +
    '<p>Sign <i>in</i>\nwith Them</p><b>Sign in with Others</b>';
  expect(find(dom, html, 'Sign in with Them Sign in with Others')).toEqual([
    'Sign Them',
    'Style 7',
    'Title Us',
  ]);
  expect(find(dom, html, 'nothing of the kind')).toEqual(['Style 7', 'Title Us']);
});

test('a style found by its own tag has its text looked at', () => {
  const dom = {
    One: { 'style#one-inline-css': { text: 'Version: ([\\d.]+)\\;version:\\1' } },
    Two: ['style#one-inline-css'],
  };
  const html =
    '<style>Version: 1</style><style id=one-inline-css>/* Version: 4.2 */</style><style>Version: 3</style>';
  expect(find(dom, html)).toEqual(['One 4.2', 'Two']);
});

test('the context of an element counts if a selector depends on it', () => {
  const dom = { One: "div.outer-box > a[href*='one.example']", Two: "a[href*='two.example'] + b" };
  expect(
    find(dom, '<div class=outer-box><a href=//one.example></a></div><a href=//two.example></a><b>'),
  ).toEqual(['One', 'Two']);
  expect(
    find(dom, '<div class=outer-box><p><a href=//one.example></a></p></div><a href=//two.example>'),
  ).toEqual([]);
});

test('an attribute that contains the end of a tag, or that comes twice, is read as by a parser', () => {
  const dom = { One: { 'a[title]': { attributes: { title: 'first-(\\w+)\\;version:\\1' } } } };
  expect(find(dom, '<a x=">" title="> first-one" title="first-two">')).toEqual(['One one']);
});

test('a literal can occur thousands of times', () => {
  const dom = { One: ["[class*='x-y']"], Two: "p > [class*='x-z']" };
  const many = '<b class=abc></b>'.repeat(6_000);
  expect(find(dom, `${many}<b class="x-y"></b><p><b class="x-z"></b></p>`)).toEqual(['One', 'Two']);
  expect(find(dom, many)).toEqual([]);
});

test('of a page beyond the bounds, elements within them are found', () => {
  const dom = { One: ["a[href='one-theme']"] };
  const link = '<a href="one-theme"></a>';
  const many = '<b></b>'.repeat(DOCUMENT_BOUNDS.elements);
  const deep = '<i>'.repeat(DOCUMENT_BOUNDS.depth + 1);
  expect(find(dom, link + many)).toEqual(['One']);
  expect(find(dom, many + link)).toEqual([]);
  expect(find(dom, link + deep)).toEqual(['One']);
  expect(find(dom, deep + link)).toEqual([]);
});

test('properties need a browser and are never met', () => {
  const dom = { Lib: { '#library': { properties: { version: '' } } } };
  expect(find(dom, '<div id=library></div>')).toEqual([]);
});

test('an invalid selector finds nothing and does not affect others', () => {
  const dom = { Bad: ["form[name='x"], Odd: ['form:unheard-of'], Good: ["form[name='goodform']"] };
  expect(find(dom, "<form name='goodform'>")).toEqual(['Good']);
});

test('elements beyond the bounds of a document are ignored', () => {
  expect(readElements('<b>x</b>'.repeat(DOCUMENT_BOUNDS.elements + 5))).toHaveLength(
    DOCUMENT_BOUNDS.elements,
  );
  const deep = readElements('<div>'.repeat(100_000));
  expect(deep).toHaveLength(DOCUMENT_BOUNDS.depth);
});
