/* What people paste and type who do not know the language: read as it stands, or noted. */
import { describe, expect, test } from 'vitest';
import { treeOf } from '../expression/tree.ts';
import { notesToShow, type Note } from './notes.ts';
import { quotedPattern } from './quoted.ts';
import { readQuery, topParts } from './read-query.ts';

function read(q: string): { readonly tree: unknown; readonly notes: readonly Note[] } {
  const notes: Note[] = [];
  const parsed = readQuery(q, {}, (note) => notes.push(note));
  if (!parsed.ok) throw new Error(`${q}: ${parsed.error.problem}`);
  return { tree: treeOf(parsed.value), notes };
}

const text = (of: string, look: object = {}) => ({ text: of, ...look });
const codes = (q: string) => read(q).notes.map(({ code }) => code);
/** The queries that the notes of a query offer. */
const offered = (q: string) => read(q).notes.flatMap(({ query }) => query ?? []);

describe('source that is pasted', () => {
  test.each([
    'og:title',
    'http-equiv="x-ua-compatible"',
    '--main-color',
    '//cdn.jsdelivr.net/npm/',
    '/wp-includes/js/jquery/jquery.min.js',
    '/npm/swiper@11.0.5/dist/',
    '(function(w,d,s,l,i)',
    '(function(){})()',
    '$(document)',
    '$(document).ready(function(){',
    'gtag(',
    '()',
    '""',
    "' '",
    'a||b',
    '->x',
    '.x{content:"a"}',
    'title:',
    'same:page',
    'xlink:href',
    '/^(?!a)/.test(b)',
  ])('%s is one text as it stands, without a note', (pasted) => {
    expect(read(pasted)).toEqual({ tree: text(pasted.toLowerCase()), notes: [] });
  });

  test.each([
    ["fbq('init', '", `"fbq('init', '"`],
    ['content: "a', String.raw`"content: \"a"`],
    ['if (a) { "', String.raw`"if (a) { \""`],
    ['-webkit-box', 'NOT webkit-box'],
    ['b) c', '"b) c"'],
    ['"a":1, "b', String.raw`"\"a\":1, \"b"`],
  ])('%s is one text, which a note says', (pasted, quoted) => {
    const { tree, notes } = read(pasted);
    expect(tree).toEqual(text(pasted));
    expect(notes).toMatchObject([{ code: 'read_as_text', query: quoted, column: 1, length: pasted.length }]);
  });

  test.each([
    '<!-- Google Tag Manager -->',
    'window.dataLayer = window.dataLayer || [];',
    'margin: 0 -5px auto',
    '-webkit-transition: all',
    'rgba(0, 0, 0)',
    "gtag('js', new Date());",
    'class="btn btn-primary"',
    '"name" : "value"',
    'THIS OR <b>THAT</b>',
    'green tea',
    'a = "" ;',
    'Green tea | The shop',
  ])('%s is read as parts, and a note offers the text as it stands', (pasted) => {
    const quoted = `"${pasted.replaceAll('"', String.raw`\"`)}"`;
    const { notes } = read(pasted);
    expect(notes.at(-1)).toMatchObject({ code: 'as_it_stands', query: quoted });
    expect(read(quoted).tree).toEqual(text(pasted.toLowerCase()));
  });

  test.each([
    ['"use strict"', 'quotes', String.raw`"\"use strict\""`],
    ['/[^a-z]+/g', 'pattern', '"/[^a-z]+/g"'],
  ])('%s is what the language says, and a note has the text as it stands', (pasted, code, quoted) => {
    const [note, ...others] = read(pasted).notes;
    expect(note).toMatchObject({ code, query: quoted });
    expect(others).toEqual([]);
    const counted = read(pasted).notes.map((one) => ({ ...one, total_count: null }));
    expect([notesToShow(counted, 3), notesToShow(counted, 0)]).toEqual([[], counted]);
  });

  test.each([
    // The text is found, and the condition finds nothing: it is not meant.
    ['contry:DE', 0, 3, 0],
    ['contry:DE', 2, 3, 1],
    // Nothing is found, whatever is meant: the slip is why.
    ['contry:DE', 0, 0, 1],
    ['a b', 0, 0, 0],
    ['a b', 2, 3, 1],
  ])(
    'of %s, whose other reading finds %i, people are told beside %i matches: %i',
    (query, other, total, told) => {
      const counted = read(query).notes.map((one) => ({ ...one, total_count: other }));
      expect(notesToShow(counted, total)).toHaveLength(told);
    },
  );

  test('what is certainly a query has no note', () => {
    for (const query of [
      'jquery -wordpress',
      '"brevo.com" OR "sibforms.com"',
      'a (b OR c)',
      'title:shop /a+/',
      'wp-content rank:>=300',
      'a near/20 b',
      'jquery case:yes',
      '/a+/|/b+/',
    ])
      expect([query, codes(query)]).toEqual([query, []]);
  });
});

describe('queries of other engines', () => {
  test.each([
    ['gtag && jquery', { and: [text('gtag'), text('jquery')] }],
    ['gtag || jquery', { or: [text('gtag'), text('jquery')] }],
    ['jquery|react', { or: [text('jquery'), text('react')] }],
    ['(jquery|react) b', { and: [{ or: [text('jquery'), text('react')] }, text('b')] }],
  ])('%s is read as meant, and noted', (query, tree) => {
    expect(read(query).tree).toEqual(tree);
    expect(codes(query)).toContain('operator');
  });

  test.each([
    ['gtag && jquery || react', ['operator', 'operator', 'as_it_stands']],
    // A query with a field is certainly not one text, but for its operator.
    ['title:gtag || jquery', ['operator']],
  ])('%s is offered once as one text', (query, expected) => {
    expect(codes(query)).toEqual(expected);
    expect(offered(query).filter((one) => one === `"${query}"`)).toHaveLength(1);
  });

  test.each([
    ['gtag or jquery', 'gtag OR jquery'],
    ['gtag and jquery', 'gtag AND jquery'],
    ['not gtag jquery', 'NOT gtag jquery'],
    ['gtag near jquery', 'gtag near/200 jquery'],
    ['Country:DE gtag', 'country:DE gtag'],
    ['countri:DE gtag', 'country:DE gtag'],
    ['gtag stie:a.example', 'gtag site:a.example'],
    ['body="gtag" b', '"gtag" b'],
    ['app="nginx" b', 'tech:"nginx" b'],
    ['body="gtag"', '"gtag"'],
    ['header="PHP/8" a', 'headers:"PHP/8" a'],
    ['server="nginx" a', 'header:"server=*nginx*" a'],
    [String.raw`server=="a\b" a`, String.raw`header:"server=*a\\b*" a`],
    ['page.server:nginx', 'header:"server=*nginx*"'],
    ['contry:DE', 'country:DE'],
    ['contry:DE OR a', 'country:DE OR a'],
    ['-(contry:DE) a', '-(country:DE) a'],
    ['technology:jQuery', 'tech:jQuery'],
    ['language:"de"', 'lang:"de"'],
    ['a intitle:shop', 'a title:shop'],
    ['gtag NEAR jquery', 'gtag near/200 jquery'],
    ['page.domain:example.com', 'site:"example.com"'],
    ['http.title:"Tea" OR a', 'title:"Tea" OR a'],
    ['-http.html:gtag a', '-"gtag" a'],
    ['title=="Tea"', 'title:"Tea"'],
    [String.raw`gtag\(`, String.raw`re:"gtag\("`],
    [String.raw`a AKIA[0-9A-Z]{16}`, String.raw`a re:"AKIA[0-9A-Z]{16}"`],
  ])('%s is read as texts, and a note offers %s', (query, meant) => {
    expect(offered(query)).toContain(meant);
  });

  test.each([
    ['“green tea”', text('green tea')],
    ['„Grüner Tee“', text('grüner tee')],
    ['«thé vert»', text('thé vert')],
  ])('%s is in quotes, and noted', (query, tree) => {
    expect(read(query).tree).toEqual(tree);
    expect(offered(query)).toContain(`"${query}"`);
  });

  test.each([
    ['/jquery.min/i', { pattern: 'jquery.min' }],
    ['case:yes /a.b/i', { pattern: 'a.b' }],
    ['case:yes /a.b/', { pattern: 'a.b', case_sensitive: true }],
    ['/a.b/s', { pattern: '(?s)a.b' }],
    ['/wp-content/i', text('wp-content')],
    ['/en/us', text('/en/us')],
    ['regex:a+b', { pattern: 'a+b' }],
    ['content:"a b"', text('a b')],
    [String.raw`re:"\d+\"x"`, { pattern: String.raw`\d+"x` }],
    [String.raw`lit:"\d \"x"`, text(String.raw`\d "x`)],
    ['word:"a b"', text('a b', { whole_word: true })],
    ['case:auto Ab', text('Ab', { case_sensitive: true })],
    ['case:auto ab', text('ab')],
    ['jQuery case:yes', text('jQuery', { case_sensitive: true })],
    ['jquery in:title', text('jquery', { in: 'title' })],
    ['A OR B case:yes', { or: [text('A', { case_sensitive: true }), text('B', { case_sensitive: true })] }],
    ['(A case:yes) B', { and: [text('A', { case_sensitive: true }), text('b')] }],
  ])('%s is read', (query, tree) => {
    expect(read(query).tree).toEqual(tree);
  });
});

test.each([
  ['a"b+', 'a"b+'],
  [String.raw`a\"b+`, 'a"b+'],
  [String.raw`a\\"b+`, String.raw`a\\"b+`],
  [String.raw`\d+\\`, String.raw`\d+\\`],
  [String.raw`"\"+`, '""+'],
])('the pattern %s in quotes is read back as %s', (pattern, readBack) => {
  expect(read(`re:${quotedPattern(pattern)}`).tree).toEqual({ pattern: readBack });
});

test('a note has its line and column, in characters', () => {
  expect(read('a\n😀 b or c').notes[0]).toMatchObject({
    code: 'perhaps_operator',
    line: 2,
    column: 5,
    length: 2,
  });
});

test.each([
  ['a "b c" -d', ['a', '"b c"', '-d'], ['a', '"b c"', 'NOT d']],
  ['a NOT d', ['a', 'NOT d'], ['a', 'NOT d']],
  ['a', [], []],
  ['a OR b', [], []],
  ['case:yes a b', [], []],
])('the parts of %s that all must hold are %j', (query, parts, queries) => {
  const found = topParts(query);
  expect(found.map(({ from, to }) => query.slice(from, to))).toEqual(parts);
  expect(found.map((part) => part.query)).toEqual(queries);
});

test.each([
  'tel:+4930',
  'id:5',
  'name:"',
  'same:page',
  'rel:nofollow',
  "language:'de',",
  'domain:{',
  'cms:"a',
  'xlink:href',
  'b:hover',
  'c:/folder',
  'title:a.*b',
  'page.domain',
])('%s is a piece of source, which no field is offered for', (query) => {
  expect(codes(query).filter((code) => code === 'perhaps_field')).toEqual([]);
  expect(codes(`a ${query}`).filter((code) => code === 'perhaps_field')).toEqual([]);
});

test('a query has at most ten notes, the one on all of it among them', () => {
  const { notes } = read(`a ${'or b '.repeat(50)}`);
  expect([notes.length, notes[0]?.code, notes.at(-1)?.code]).toEqual([
    10,
    'perhaps_operator',
    'as_it_stands',
  ]);
});

test('a text of any brackets is read in time', () => {
  for (const piece of ['(', ')', '((a', '("', "('", 'f(', '(a)b', '"a" (', '/(']) {
    expect(readQuery(piece.repeat(Math.floor(9_000 / piece.length))).ok).toBeDefined();
  }
});
