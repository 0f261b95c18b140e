import { type KnownValues, readQuery } from '@sitegrep/search';
import { array, assert, constantFrom, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Engine, ENGINES } from './engines.ts';
import { translate, type Translation } from './translation.ts';
import { anyText } from '@sitegrep/site/test/any-text';

const KNOWN: KnownValues = { tech: { values: new Map([['wordpress', ['WordPress']]]) } };

function faultOf(query: string): string | null {
  const read = readQuery(query, KNOWN);
  return read.ok ? null : read.error.problem;
}

function translated(engine: Engine, original: string): Translation {
  return translate(engine, original, faultOf);
}

describe('a translation', () => {
  test.each<[Engine, string, string]>([
    ['publicwww', 'http://kettle.example/a=b', '"http://kettle.example/a=b"'],
    ['fofa', String.raw`body="content=\"kettle\" C:\\tea"`, String.raw`"content=\"kettle\" C:\\tea"`],
    ['fofa', 'title=tea - of kettles && body=x', 'same:page(title:"tea - of kettles" "x")'],
    ['fofa', 'body="a" && domain="kettle.example"', '"a" site:"kettle.example"'],
    ['fofa', '!(body="a" || domain="kettle.example")', 'same:page(-("a" OR site:"kettle.example"))'],
    ['fofa', 'host="kettle" && js_name="a.js"', 'site:"*kettle*" script:"a.js"'],
    ['fofa', 'domain!="kettle.example"', '-site:"kettle.example"'],
    ['shodan', 'http.component:"wordpress"', 'tech:"wordpress"'],
    ['zoekt', 'a or b c', 'same:page("a" OR "b" "c")'],
  ])('of %s: %s', (engine, original, query) => {
    expect(translated(engine, original)).toEqual({ query, bound: 'exact', leftOut: [] });
  });

  // What is left out of AND may find less, of OR more, and an exclusion turns both around; of two bounds the one that asks more
  // counts.
  test.each<[string, string, string]>([
    ['body="a" && port="x"', '"a"', 'at_most'],
    ['body="a" || port="x"', '"a"', 'at_least'],
    ['!(body="a" && port="x")', 'same:page(-"a")', 'at_least'],
    ['!(body="a" || port="x")', 'same:page(-"a")', 'at_most'],
    ['!(!(body="a") || port="x")', '"a"', 'at_most'],
    ['body="a" && (body="b" || port="x")', 'same:page("a" "b")', 'at_least'],
    ['body="a" || (body="b" && port="x")', '"a" OR "b"', 'at_most'],
    ['(body="a" || port="x") && (body="b" || port="x")', 'same:page("a" "b")', 'at_least'],
    ['(body="a" && port="x") || (body="b" && port="x")', '"a" OR "b"', 'at_most'],
    ['(body="a" && port="x") || (body="b" && port="x") || body="c"', '"a" OR "b" OR "c"', 'at_most'],
    ['body="a" && body!="b" && port!="x"', 'same:page("a" -"b")', 'at_most'],
  ])('of %s says how a count is wrong', (original, query, bound) => {
    const translation = translated('fofa', original);
    expect(translation).toMatchObject({ query, bound });
    expect(new Set(translation.leftOut.map(({ reason }) => reason))).toEqual(
      new Set(['ports, protocols and banners of services are not stored']),
    );
  });

  test.each<[string, string]>([
    ['port="a" && banner=="b"', 'ports, protocols and banners of services are not stored'],
    ['body="a" && port="b" || country="DE"', 'a count would say nothing'],
    ['constructor="a"', 'sitegrep has nothing that is like the field constructor'],
    [`body="${'a'.repeat(1_001)}"`, 'the text has 1001 characters'],
    ['body=""', 'the text is empty'],
  ])('of %s is refused with the reason', (original, reason) => {
    expect(translated('fofa', original)).toMatchObject({
      query: null,
      problem: expect.stringContaining(reason),
    });
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
      '/',
      '[',
      '*',
      '|',
      'page.domain:',
      'content:',
      'case:yes',
      'OR',
      'NOT',
      '\\d',
    ];
    const text = array(oneof(constantFrom(...pieces), anyText({ maxLength: 3 }))).map((all) => all.join(''));
    assert(
      property(constantFrom(...ENGINES), text, (engine, original) => {
        const { query } = translated(engine, original);
        expect(query === null ? null : faultOf(query)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
