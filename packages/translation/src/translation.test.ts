import { type KnownValues, readQuery } from '@sitegrep/search';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Engine, ENGINES } from './engine-query.ts';
import { translate, type Translation } from './translation.ts';

const KNOWN: KnownValues = { technologies: { values: new Map([['wordpress', ['WordPress']]]) } };

function faultOf(query: string): string | null {
  const read = readQuery(query, KNOWN);
  return read.ok ? null : read.error.problem;
}

function translated(engine: Engine, original: string): Translation {
  return translate(engine, original, faultOf);
}

const HEADERS = 'headers of answers are not stored with pages';
const ICON = 'favicons are not stored';
const BANNER = `Shodan looks for it in banners: ${HEADERS}`;

describe('a translation', () => {
  test.each<[Engine, string, string]>([
    ['publicwww', '/wp-content/plugins/learnpress/', '"/wp-content/plugins/learnpress/"'],
    ['publicwww', '"gtag(\'js\'" -jquery', 'same:page("gtag(\'js\'" -"jquery")'],
    ['publicwww', 'gtag( OR ga.js', '"gtag(" OR "ga.js"'],
    ['publicwww', 'http://kettle.example/a=b', '"http://kettle.example/a=b"'],
    ['fofa', 'body="kettle"', '"kettle"'],
    ['fofa', String.raw`body="content=\"kettle\" C:\\tea"`, String.raw`"content=\"kettle\" C:\\tea"`],
    ['fofa', `body='src="kettle.js"'`, String.raw`"src=\"kettle.js\""`],
    ['fofa', 'body=/wp-content/plugins/kettle/', '"/wp-content/plugins/kettle/"'],
    ['fofa', 'title=tea - of kettles && body=x', 'same:page(title:"tea - of kettles" "x")'],
    ['fofa', 'body="a" && title="b"', 'same:page("a" title:"b")'],
    ['fofa', 'body="a" || title="b"', '"a" OR title:"b"'],
    ['fofa', 'body="a" && (title="b" || title="c")', 'same:page("a" (title:"b" OR title:"c"))'],
    ['fofa', 'body="a" || title="b" && body="c"', 'same:page("a" OR title:"b" "c")'],
    ['fofa', 'body="a" and title="b" or body="c"', 'same:page("a" title:"b" OR "c")'],
    ['fofa', 'body!="a"', '-"a"'],
    ['fofa', 'title="b" && body!="a"', 'same:page(title:"b" -"a")'],
    ['fofa', '!(body="a" || body="b")', '-("a" OR "b")'],
    ['fofa', 'title="tea & more"', 'title:("tea & more" OR "tea &amp; more")'],
    ['fofa', 'title=="a.b"', String.raw`title:(re:"^\s*a\.b\s*$")`],
    ['fofa', 'title=“tea”', 'title:"tea"'],
    ['fofa', 'country="DE" && domain="kettle.example"', 'same:page(country:"DE" site:"kettle.example")'],
    ['fofa', 'host="kettle" && js_name="a.js"', 'same:page(site:"*kettle*" script:"a.js")'],
    ['shodan', 'http.html:"a"', '"a"'],
    ['shodan', 'http.title:"a","b"', 'title:"a" OR title:"b"'],
    ['shodan', 'title:"a" -http.html:"b"', 'same:page(title:"a" -"b")'],
    ['shodan', 'http.title:jboss html:x', 'same:page(title:"jboss" "x")'],
    ['shodan', 'http.component:"wordpress"', 'tech:"wordpress"'],
    ['shodan', 'HTTP.Title:"a" country:DE,at', 'same:page(title:"a" (country:"DE" OR country:"at"))'],
  ])('of %s: %s', (engine, original, query) => {
    expect(translated(engine, original)).toEqual({ query, bound: 'exact', leftOut: [] });
  });

  test.each<[Engine, string, string, string, [string, string][]]>([
    ['fofa', 'body="a" && header="b"', '"a"', 'at_most', [['header="b"', HEADERS]]],
    ['fofa', 'body="a" || icon_hash="-12"', '"a"', 'at_least', [['icon_hash="-12"', ICON]]],
    ['fofa', '!(body="a" && header="b")', '-"a"', 'at_least', [['header="b"', HEADERS]]],
    ['fofa', '!(body="a" || header="b")', '-"a"', 'at_most', [['header="b"', HEADERS]]],
    [
      'fofa',
      'kettle king',
      '"kettle king" OR url:"kettle king"',
      'at_least',
      [['kettle king in headers', HEADERS]],
    ],
    ['shodan', 'http.title:"a" "nginx"', 'title:"a"', 'at_most', [['"nginx"', BANNER]]],
    [
      'shodan',
      'http.title:"a" http.favicon.hash:-12',
      'title:"a"',
      'at_most',
      [['http.favicon.hash:-12', ICON]],
    ],
  ])(
    'of %s, %s, names what is left out, and says how a count is wrong',
    (engine, original, query, bound, parts) => {
      const leftOut = parts.map(([part, reason]) => ({ part, reason }));
      expect(translated(engine, original)).toEqual({ query, bound, leftOut });
    },
  );

  test.each<[Engine, string, string]>([
    ['fofa', 'icon_hash="-12"', ICON],
    ['fofa', 'header="a" && server=="b"', HEADERS],
    ['fofa', 'port="443"', 'ports, protocols and banners of services are not stored'],
    ['fofa', 'app="Kettle"', 'the engine knows products by names of its own'],
    ['fofa', 'cert.issuer.cn="a"', 'what certificates say is not stored'],
    ['fofa', 'constructor="a"', 'sitegrep has nothing that is like the field constructor'],
    ['fofa', 'body=="a"', 'no query compares all of the source of a page'],
    ['fofa', 'body*="a*b"', 'wildcards and patterns of the engine are not translated'],
    ['fofa', 'body="a" && header="b" || icon_hash="1"', 'a count would say nothing'],
    ['shodan', 'http.favicon.hash:-12', ICON],
    ['shodan', 'ssl:"a"', 'what certificates say is not stored'],
    ['shodan', 'nginx', BANNER],
    ['shodan', 'http.component:"kettleware 9"', 'which is not a known value'],
    ['publicwww', 'site:de', 'sitegrep has nothing that is like the field site'],
    ['fofa', 'body=""', 'the text is empty'],
    ['fofa', `body="${'a'.repeat(1_001)}"`, 'the text has 1001 characters'],
  ])('of %s, %s, is refused with the reason', (engine, original, reason) => {
    const translation = translated(engine, original);
    expect(translation).toMatchObject({ query: null, problem: expect.stringContaining(reason) });
  });

  test.each<[string, string]>([
    ['body="a', 'at column 6, a quote is not closed'],
    ['body="a" &&', 'at column 12, a part is missing'],
    ['(body="a"', 'at column 10, a parenthesis is not closed'],
    ['body="a")', 'at column 9, a parenthesis closes nothing'],
    ['body=', 'at column 6, a value is missing'],
    ['title="a",body="b"', 'at column 10, a comma joins nothing; FOFA has && and ||'],
    ['body=a local user"', 'at column 19, a quote stands within a local user"'],
    ['', 'at column 1, a part is missing'],
    [`${'('.repeat(60)}a`, 'at column 52, this is inside of 50 groups and negations'],
    ['a'.repeat(10_001), 'it has 10001 characters; a query that is read has at most 10000'],
  ])('of what is not a query, %#, says where the fault is', (original, problem) => {
    expect(translated('fofa', original)).toMatchObject({
      query: null,
      problem: `it can't be read: ${problem}`,
    });
  });

  test('of any text ends, and makes no query that we would refuse', () => {
    const pieces = [
      'body',
      '=',
      '"',
      '(',
      ')',
      '&&',
      '||',
      ' ',
      '-',
      '!',
      ':',
      ',',
      '\\',
      'a',
      'or',
      'title="x"',
      '\n',
    ];
    const text = array(oneof(constantFrom(...pieces), string({ maxLength: 3, unit: 'binary' }))).map((all) =>
      all.join(''),
    );
    assert(
      property(constantFrom(...ENGINES), text, (engine, original) => {
        const { query } = translated(engine, original);
        expect(query === null ? null : faultOf(query)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
