import { expect, test } from 'vitest';
import { loadCore } from './core.ts';
import { DOCUMENT_BOUNDS, readElements } from './document.ts';
import { compileDom } from './dom.ts';
import type { Fingerprint } from './fingerprints.ts';

/** `technology version` of each hit. */
function find(technologies: Readonly<Record<string, Fingerprint['dom']>>, html: string): readonly string[] {
  const { open } = loadCore({
    source: { package: 'own', version: '1', licence: 'GPL-3.0' },
    categories: { 1: { name: 'One', priority: 1, groups: [1] } },
    technologies: Object.fromEntries(
      Object.entries(technologies).map(([name, dom]) => [
        name,
        dom === undefined ? { cats: [1] } : { cats: [1], dom },
      ]),
    ),
  });
  return compileDom(
    open,
    {},
  )(html).map(({ technology, version }) => `${open[technology]?.name} ${version}`.trim());
}

test('an element that a selector finds is enough, in any of several selectors', () => {
  const dom = { One: ["link[href*='/one-theme/']"], Two: "div#two-root, script[src$='two.min.js']" };
  expect(find(dom, '<link rel=stylesheet href=/x/one-theme/a.css>')).toEqual(['One']);
  expect(find(dom, "<script src='/two.min.js'></script><div id=two-root></div>")).toEqual(['Two']);
  expect(find(dom, '<a href="/one-theme/">two.min.js</a>')).toEqual([]);
});

test('what stands in a comment, a script or text is no element', () => {
  const dom = { One: ["link[href*='/one-theme/']"] };
  const link = '<link href="/one-theme/">';
  expect(
    find(
      dom,
      `<!-- ${link} --><script>"${link}"</script><textarea>${link}</textarea>&lt;link href="/one-theme/">`,
    ),
  ).toEqual([]);
});

test('what stands in a template is no element of the page, what comes after it is', () => {
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

test('properties need a browser and are never met', () => {
  const dom = { Lib: { '#library': { properties: { version: '' } } } };
  expect(find(dom, '<div id=library></div>')).toEqual([]);
});

test('a selector that is none finds nothing and stops nothing', () => {
  const dom = { Bad: ["form[name='x"], Odd: ['form:unheard-of'], Good: ["form[name='goodform']"] };
  expect(find(dom, "<form name='goodform'>")).toEqual(['Good']);
});

test('elements past the bounds of a document are not looked at', () => {
  expect(readElements('<b>x</b>'.repeat(DOCUMENT_BOUNDS.elements + 5))).toHaveLength(
    DOCUMENT_BOUNDS.elements,
  );
  const deep = readElements('<div>'.repeat(100_000));
  expect(deep).toHaveLength(DOCUMENT_BOUNDS.depth);
});
