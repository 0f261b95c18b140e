import type { SourceLayout } from '@sitegrep/site';
import { DomHandler, isTag, type Element } from 'domhandler';
import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { mayDeviate } from '@sitegrep/html/test/htmlparser2-deviations';
import { extractPage } from './extract-page.ts';

interface Read extends SourceLayout {
  readonly html: string;
  readonly texts: readonly string[];
  /** Each start tag as it stands in the source. */
  readonly tags: readonly string[];
}

function read(html: string): Read {
  const body = Buffer.from(html);
  const headers = [['content-type', 'text/html; charset=utf-8']] as const;
  const page = { url: 'https://a.test/', status: 200, headers, body, truncated: false, fetchedAt: 0 };
  const { signals } = extractPage(page);
  const { layout } = signals;
  if (layout === undefined) throw new Error('a page without a layout');
  const tags: string[] = [];
  for (let at = 0; at < layout.startTags.length; at += 2)
    tags.push(html.slice(layout.startTags[at], layout.startTags[at + 1]));
  return { ...layout, html, texts: signals.scripts, tags };
}

/**
 * Layout of a page by its complete tree: start tags outside of templates, and the maximum number of open
 * elements.
 */
function readTree(html: string): {
  names: readonly string[];
  starts: readonly number[];
  parents: readonly number[];
  depth: number;
} {
  const handler = new TreeBuilder();
  new Parser(handler).end(html);
  const found = handler.written.filter((element) => !isInTemplate(element));
  return {
    names: found.map(({ name }) => name.toLowerCase()),
    starts: found.map(({ startIndex }) => startIndex ?? -1),
    parents: found.map(({ parent }) => found.findIndex((element) => element === parent)),
    depth: handler.deepest,
  };
}

function isInTemplate({ parent }: Element): boolean {
  return parent !== null && isTag(parent) && (parent.name === 'template' || isInTemplate(parent));
}

class TreeBuilder extends DomHandler {
  /** Elements that have a start tag, in document order. */
  readonly written: Element[] = [];
  deepest = 0;
  #open = 0;

  constructor() {
    super(undefined, { withStartIndices: true, withEndIndices: true });
  }

  /** Comes before the attributes, so that a tag that the end cuts off is open too. */
  onopentagname(name: string): void {
    if (!VOID.has(name)) this.#open += 1;
    this.deepest = Math.max(this.deepest, this.#open);
  }

  override onopentag(name: string, attributes: Record<string, string>, isImplied = false): void {
    super.onopentag(name, attributes);
    const element = this.tagStack.at(-1);
    if (!isImplied && element !== undefined && isTag(element)) this.written.push(element);
  }

  override onclosetag(): void {
    const element = this.tagStack.at(-1);
    if (element !== undefined && !(isTag(element) && VOID.has(element.name))) this.#open -= 1;
    super.onclosetag();
  }
}

const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** The name that a start tag's element has in a tree, where `image` stands for `img` in HTML. */
function nameOf(tag: string): string {
  return /^<([a-z][^\s/>]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
}

describe('start tags', () => {
  test.each<[html: string, tags: readonly string[]]>([
    ['<p title="a > b" class=\'>\' x=">">y', ['<p title="a > b" class=\'>\' x=">">']],
    ['<a href=x/>y<b =">', ['<a href=x/>', '<b =">']],
    ['<I id=1 ID=2 id>x</I\n>z<br/><br / >', ['<I id=1 ID=2 id>', '<br/>', '<br / >']],
    ['é😀<b>x</>< i><b/ >', ['<b>', '<b/ >']],
    ['<!doctype html><!-- <i> --><? <u> ?><!x <b><p>', ['<p>']],
    ['<svg><![CDATA[<i>]]><path d="M0"/><g></svg><![CDATA[<b>]]>', ['<svg>', '<path d="M0"/>', '<g>']],
    ['<script>"<i>"</script><style><b></style><title><u></title>', ['<script>', '<style>', '<title>']],
    ['<textarea><i></textarea><xmp><b></xmp><iframe><u>', ['<textarea>', '<xmp>', '<iframe>']],
    ['<svg><script><i></i></script><title><b>', ['<svg>', '<script>', '<i>', '<title>', '<b>']],
    ['<template x><i><template><b></template></i></template><u>', ['<template x>', '<u>']],
    ['<template/><i><template><br></p></template>', ['<template/>']],
    ['</p></br></i><p>', ['<p>']],
    ['<form id=a><form id=b><i></form><form id=c>', ['<form id=a>', '<i>', '<form id=c>']],
    ['<p><i class="open', ['<p>']],
    ['<p><i', ['<p>']],
    ['<p><i>x</i', ['<p>', '<i>']],
    ['<plaintext><i>', ['<plaintext>']],
    ['', []],
  ])('%j', (html, tags) => {
    const page = read(html);
    expect(page.tags).toEqual(tags);
    const tree = readTree(html);
    expect(page.tags.map(nameOf)).toEqual(tree.names);
    expect(page.depth).toBe(tree.depth);
  });

  test('have the offsets of a tree with indices', () => {
    const html =
      '<html lang=de><body class="a>b">\n<ul><li>1<li>2</ul><p>x<div>y</div><img src=a><svg><a/></svg></body>';
    const { startTags } = read(html);
    expect(Array.from(startTags).filter((_, index) => index % 2 === 0)).toEqual(readTree(html).starts);
  });

  test('know which is around each: no end tag alone, nothing void, and nothing that has ended', () => {
    const html = '<ul></p><li><br>1<li><b>2<img></b><i><template><u></template><s></ul><svg><g/><path>';
    expect(read(html).tags).toEqual([
      '<ul>',
      '<li>',
      '<br>',
      '<li>',
      '<b>',
      '<img>',
      '<i>',
      '<template>',
      '<s>',
      '<svg>',
      '<g/>',
      '<path>',
    ]);
    expect([...read(html).parents]).toEqual([-1, 0, 1, 0, 3, 4, 3, 6, 6, -1, 9, 9]);
  });

  test('include those of elements beyond the bound of depth, which the depth shows', () => {
    const nested = (levels: number): Read => read('<div>'.repeat(levels) + '</div>'.repeat(levels));
    expect(nested(256)).toMatchObject({ depth: 256, tags: { length: 256 } });
    expect(nested(257)).toMatchObject({ depth: 257, tags: { length: 257 } });
    expect(nested(300)).toMatchObject({ depth: 257, tags: { length: 300 } });
  });

  test('of a page that is only tags are complete', () => {
    const { startTags } = read('<b>'.repeat(100_000));
    expect(startTags).toHaveLength(200_000);
    expect(Array.from(startTags.subarray(-2))).toEqual([299_997, 300_000]);
    expect(startTags.buffer.byteLength).toBe(800_000);
  });
});

describe('scripts', () => {
  test('have their own offsets, even if the same text occurs earlier', () => {
    const html =
      '<p>a()</p><script>a()</script><script src=x></script><SCRIPT\n type="x>y">a()</SCRIPT><script>é😀 <';
    const first = html.indexOf('<script>a()') + '<script>'.length;
    const second = html.indexOf('y">a()') + 'y">'.length;
    const last = html.indexOf('é');
    expect(read(html)).toMatchObject({ texts: ['a()', 'a()', 'é😀 <'], scripts: [first, second, last] });
  });

  test('within SVG have an offset unless something is between their parts', () => {
    const inSvg = (script: string): readonly number[] =>
      read(`<svg><script>${script}</script></svg>`).scripts;
    expect(inSvg('a < b')).toEqual([13]);
    expect(inSvg('a &lt; b')).toEqual([13]);
    expect(inSvg('<![CDATA[a < b]]>')).toEqual([22]);
    expect(inSvg('a<i>b</i>')).toEqual([-1]);
    expect(inSvg('a<!-- -->b')).toEqual([-1]);
    expect(inSvg('a<script>b</script>c')).toEqual([-1, 22]);
  });
});

test('whatever the markup, layout is that of a document tree', () => {
  const pieces = (
    '<script>¦</script>¦<script src=a>¦<svg>¦</svg>¦<math>¦</math>¦<foreignObject>¦</foreignObject>¦<template>¦' +
    '</template>¦<template/>¦<p>¦</p>¦<br>¦</br>¦<br/>¦<textarea>¦</textarea>¦<title>¦</title>¦<style>¦</style>¦' +
    '<xmp>¦</xmp>¦<iframe>¦</iframe>¦<li>¦<form>¦</form>¦<b a=">">¦<b a=\'>\'>¦<b a=>¦<b/>¦</b>¦</b x>¦<table>¦' +
    '<td>¦</table>¦<div ¦</div>¦<a href=¦<select>¦<option>¦</select>¦<!--¦-->¦<![CDATA[¦]]>¦<?¦<!¦</¦/>¦<¦>¦"¦' +
    "'¦ ¦x¦&amp;¦é¦😀"
  ).split('¦');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
      const html = parts.join('');
      fc.pre(!mayDeviate(html));
      const page = read(html);
      const tree = readTree(page.html);
      expect(page.tags.map(nameOf)).toEqual(tree.names);
      for (const tag of page.tags) expect(tag).toMatch(/^<[a-z][^]*>$/i);
      expect(page.depth).toBe(tree.depth);
      expect([...page.parents]).toEqual(tree.parents);
      expect(page.scripts).toHaveLength(page.texts.length);
      const standing = page.texts.map((text, index) => {
        const offset = page.scripts[index] ?? -1;
        return offset === -1 ? null : page.html.slice(offset, offset + text.length);
      });
      // Only in SVG and MathML can something stand between the parts of a script.
      const texts = /<(?:svg|math)/.test(page.html)
        ? page.texts.map((text, index) => (page.scripts[index] === -1 ? null : text))
        : page.texts;
      expect(standing).toEqual(texts);
    }),
    { numRuns: 1_000 },
  );
});
