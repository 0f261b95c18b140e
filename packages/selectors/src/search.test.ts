import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { textOf, valueOf } from './element-values.ts';
import { searchForElements } from './search.ts';
import { TooMuchWork, Work } from './work.ts';

const nothing = (): void => undefined;

function workOf(max: number, onWork = nothing): Work {
  return new Work(max, onWork);
}

/** Texts of the elements that a selector selects in a source. */
function texts(source: string, selector: string): readonly string[] {
  const work = workOf(1e9);
  return Array.from(searchForElements(selector).in(readDocument(source, nothing), work), (element) =>
    textOf(element, 1_000, work),
  );
}

/** Texts of the selected elements, as cheerio finds them. */
function cheerioTexts(source: string, selector: string): readonly string[] {
  const $ = load(source, { scriptingEnabled: false });
  return $(selector)
    .toArray()
    .map((element) => $(element).text().replaceAll(/\s+/g, ' ').trim());
}

const PAGE = `<!DOCTYPE html><html lang="de"><head><title>A &amp; B</title>
<meta name="Generator" content="WordPress 6.4"><link rel=stylesheet href=/a.css></head>
<body class="home page"><h1> First
  <b>heading</b></h1><p>one<p>two<table><tr><td>cell 1<td>cell 2</table>
<ul><li>a<li class=x>b<li>c</ul><dl><dt>Price<dd>12 €<dt>Weight<dd>3 kg</dl>
<noscript><img src=pixel.gif alt="A pixel"></noscript>
<form action="/search" method=GET><input name=q><input type=hidden value=""></form>
<b>bold<p>para</b> rest</p><svg viewBox="0 0 1 1"><circle r="1"/></svg><script>if (a<b) {}</script>
<div id=A><div id=B><a href="#x">deep</a></div></div></body></html>`;

const SELECTORS = [
  'h1',
  'title',
  'p',
  'body > p',
  'table > tbody > tr > td',
  'tr td:last-child',
  'td:nth-child(2)',
  'li.x, li:first-child',
  'li:not(.x)',
  'li + li',
  'li ~ li',
  'dt:contains(Price) + dd',
  'dl > :nth-of-type(2)',
  'noscript img',
  'meta[name="generator" i]',
  'form[method=get]',
  'input:not([type])',
  'b, p',
  'svg circle',
  'script',
  'div:has(> a)',
  'div:has(a)',
  'body:has(dl) h1',
  '#B',
  '#b',
  ':root',
  '*',
  ':empty',
  ':is(h1, dt):where(:has(b))',
  '.page.home h1 b',
];

describe('selectors find what cheerio finds', () => {
  test.each(SELECTORS)('%s', (selector) => {
    const found = texts(PAGE, selector);
    expect(found).toEqual(cheerioTexts(PAGE, selector));
    expect(found.length > 0).toBe(selector !== '#b');
  });

  test('in a page without a doctype, where ids and classes ignore case', () => {
    expect(texts('<p id=A class=X>a', '#a.x')).toEqual(['a']);
    expect(texts('<!DOCTYPE html><p id=A class=X>a', '#a.x')).toEqual([]);
  });
});

test('an element with white space is not empty, one with a comment is', () => {
  expect(texts('<p> </p><i></i><b><!-- x --></b>', 'p:empty')).toEqual([]);
  expect(texts('<p> </p><i></i><b><!-- x --></b>', 'i:empty, b:empty')).toEqual(['', '']);
});

test('an element has the tree of a browser, whatever the page leaves out', () => {
  expect(texts('<table><tr><td>1', 'html > body > table > tbody > tr > td')).toEqual(['1']);
  expect(texts('<b>1<p>2</b>3', 'p > b')).toEqual(['2']);
});

test('the content of a template is not part of the document', () => {
  const source = '<template><h1>not here</h1></template><h1>here</h1>';
  expect(texts(source, 'h1')).toEqual(['here']);
  expect(texts(source, 'template:empty')).toEqual(['']);
  expect(texts(source, 'body:has(h1:contains(not))')).toEqual([]);
});

test('a value is that of the attribute, decoded, in any case of its name', () => {
  const document = readDocument('<a HREF="/?a=1&amp;b=2" title>x</a><svg viewBox="0 0 1 1"></svg>', nothing);
  const elements = [...searchForElements('a, svg').in(document, workOf(1e6))];
  const values = (name: string) => elements.map((element) => valueOf(element, name));
  expect(values('Href')).toEqual(['/?a=1&b=2', null]);
  expect(values('title')).toEqual(['', null]);
  expect(values('viewbox')).toEqual([null, '0 0 1 1']);
});

test('a text folds white space across elements, and ends near its bound', () => {
  expect(texts('<p> a <b> b</b>\n\t<i>c </i> </p>', 'p')).toEqual(['a b c']);
  const document = readDocument(`<p>${'<i>word </i>'.repeat(1_000)}`, nothing);
  const [first] = searchForElements('p').in(document, workOf(1e6));
  expect(first === undefined ? '' : textOf(first, 20, workOf(1e6))).toBe('word word word word word');
});

/** Pages that make selectors slow: many siblings, deep nesting, one large text around all. */
const HOSTILE = {
  siblings: '<i></i>'.repeat(100_000),
  nested: '<div>'.repeat(900) + '<i></i>'.repeat(100_000),
  text: `${'<div>'.repeat(400)}${'x'.repeat(200_000)}`,
} as const;

describe('a slow selector', () => {
  test.each([
    ['siblings', ':has(:has(*))'],
    ['siblings', 'i:nth-last-child(1)'],
    ['siblings', 'u ~ i'],
    ['nested', 'div div div div div u'],
    ['nested', ':has(u)'],
    ['nested', ':not(:has(:has(:has(u))))'],
    ['text', 'div:contains(y)'],
  ] as const)('ends on %s: %s', (page, selector) => {
    const document = readDocument(HOSTILE[page], nothing);
    let calls = 0;
    const work = workOf(4_000_000, () => calls++);
    let isTooMuch = false;
    try {
      for (const _ of searchForElements(selector).in(document, work)) calls += 0;
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      isTooMuch = true;
    }
    // Whether it ends by itself or at the bound, the caller was asked again and again.
    expect(calls).toBeGreaterThan(0);
    expect(calls > 35).toBe(isTooMuch);
  });

  test('is given up when the caller throws', () => {
    const document = readDocument(HOSTILE.siblings, nothing);
    const work = workOf(1e9, () => {
      throw new RangeError('stop');
    });
    expect(() => [...searchForElements('u ~ i').in(document, work)]).toThrow('stop');
  });
});
