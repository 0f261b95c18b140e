import { describe, expect, test } from 'vitest';
import { isLike, operatorsOf, testOfValue } from './filter.ts';
import type { Expression } from './expression/expression.ts';
import { FILTER_FIELDS, parseFilter } from './parse-filter.ts';
import { otherWords } from './known-values.ts';

const DE = ['country', '=', 'DE'];
const RANK = ['rank', '>=', 100];
const MAP = [...Array(8).keys()];

function parsed(filters: readonly unknown[]) {
  const result = parseFilter(filters);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return unwrapped(result.value);
}

/** An expression with its conditions in place of the parts that hold them. */
function unwrapped(where: Expression | null): unknown {
  if (where === null) return null;
  if (where.kind === 'condition') return where.condition;
  return where.kind === 'and' || where.kind === 'or'
    ? { kind: where.kind, of: where.of.map(unwrapped) }
    : where;
}

function refusal(filters: readonly unknown[]): string {
  const result = parseFilter(filters);
  return result.ok ? 'accepted' : Object.values(result.error).join(' | ');
}

/** A list in lists. */
function nested(depth: number): readonly unknown[] {
  return Array.from({ length: depth }).reduce<readonly unknown[]>((inner) => [inner], DE);
}

describe('filters', () => {
  test('may be none, one condition or a list of one', () => {
    const germany = { kind: 'any_of', field: 'country', values: ['DE'], negated: false };
    expect(parsed([])).toBeNull();
    expect(parsed(DE)).toEqual(germany);
    expect(parsed([[DE]])).toEqual(germany);
  });

  test('are joined by one word a level', () => {
    expect(parsed([DE, 'and', [RANK, 'or', ['domain', 'not_like', '%.DE']]])).toEqual({
      kind: 'and',
      of: [
        { kind: 'any_of', field: 'country', values: ['DE'], negated: false },
        {
          kind: 'or',
          of: [
            { kind: 'range', field: 'rank', op: '>=', value: 100 },
            { kind: 'like', field: 'domain', pattern: '%.de', negated: true },
          ],
        },
      ],
    });
  });

  test('take values of the type of their field, each once', () => {
    expect(parsed(['rank', 'not_in', [7, 10, 7, -0]])).toMatchObject({
      values: [0, 7, 10],
      negated: true,
    });
    expect(parsed(['visited', '<', '1970-01-02 00:00:01 +00:00'])).toMatchObject({ value: 86_401 });
    expect(parsed(['tech', 'in', ['jQuery', 'a.b']])).toMatchObject({ values: ['a.b', 'jQuery'] });
  });

  test('have eight conditions at most, in eight lists within each other', () => {
    expect(parsed(MAP.flatMap((at) => (at === 0 ? [DE] : ['or', DE])))).toMatchObject({ kind: 'or' });
    expect(parsed(nested(8))).toMatchObject({ kind: 'any_of' });
    const nine = 'filters | has more than 8 conditions | give fewer; in takes a list of values';
    expect(refusal([...MAP, 8].flatMap((at) => (at === 0 ? [DE] : ['or', DE])))).toBe(nine);
    const four = [DE, 'and', DE, 'and', DE, 'and', DE];
    expect(refusal([four, 'or', four, 'or', DE])).toBe(nine);
    expect(refusal(nested(9))).toBe('filters[0][0][0][0][0][0][0][0] | lies in 8 lists | nest less deeply');
    expect(refusal(nested(9_000))).toContain('nest less deeply');
  });

  test.each([
    [[{}], 'filters[0] | is not a condition | give [field, operator, value], or a list of conditions'],
    [[DE, 'and'], 'filters | does not end with a condition | put "and" or "or" between each two conditions'],
    [[DE, DE], 'filters | does not end with a condition | put "and" or "or" between each two conditions'],
    [[DE, 'AND', DE], 'filters[1] | joins two conditions | write "and" or "or", in lower case'],
    [
      [DE, 'and', DE, 'or', DE],
      'filters[3] | is "or" beside "and" | put one of the two into a list of its own',
    ],
    [
      [DE, 'and', []],
      'filters[2] | is not a condition | give [field, operator, value], or a list of conditions',
    ],
    [['domain', '='], 'filters | has 2 parts | write a condition as [field, operator, value]'],
    [
      [['domain_rank', '=', 1]],
      `filters[0][0] | is "domain_rank", which is not a field that can be filtered by | did you mean rank? If not, use one of ${FILTER_FIELDS.join(', ')}`,
    ],
    [
      [['domian', '=', 'a.test']],
      `filters[0][0] | is "domian", which is not a field that can be filtered by | did you mean domain? If not, use one of ${FILTER_FIELDS.join(', ')}`,
    ],
    [
      ['tech', 'like', '%'],
      'filters[1] | is "like", which is not an operator of tech | use one of =, <>, in, not_in, version',
    ],
    [
      ['rank', 'like', '%'],
      'filters[1] | is "like", which is not an operator of rank | use one of =, <>, <, <=, >, >=, in, not_in',
    ],
    [
      ['domain', 'LIKE', '%'],
      `filters[1] | is "LIKE", which is not an operator of domain | did you mean like? If not, use one of ${operatorsOf('domain').join(', ')}`,
    ],
    [
      [DE, 'or', ['rank', '=', '1']],
      'filters[2][2] | is not an integer, which rank is | give one from 0 to 1000',
    ],
    [['rank', '>', 1.5], 'filters[2] | is not an integer, which rank is | give one from 0 to 1000'],
    [['domain', '=', 1], 'filters[2] | is not text, which domain is | give a text'],
    [
      ['country', '=', null],
      'filters[2] | is not text, which country is | give a text; unknown values fulfil <>, not_in, not_like and not_regex',
    ],
    [['domain', 'regex', 7], 'filters[2] | is not text, which domain is | give a text'],
    [
      ['domain', 'regex', 'shop('],
      'filters[2] | cannot be looked for, at column 5: the group that begins here is not closed | add a ), or write \\( for the character',
    ],
    [['domain', 'regex', 'a'.repeat(1_001)], 'filters[2] | has 1001 characters | give at most 1000'],
    [
      ['tech', 'regex', 'jQ'],
      'filters[1] | is "regex", which is not an operator of tech | use one of =, <>, in, not_in, version',
    ],
    [['domain', 'in', 'a.test'], 'filters[2] | is not a list | give a list of values'],
    [['domain', 'in', []], 'filters[2] | is empty | give at least one value'],
    [
      ['domain', 'in', Array(10_001).fill('a')],
      'filters[2] | has 10001 values | give at most 10000 at a time',
    ],
    [['domain', 'in', ['a.test', ['b']]], 'filters[2][1] | is not text, which domain is | give a text'],
    [['domain', '=', ['a']], 'filters[2] | is not text, which domain is | give a text'],
    [['domain', '=', 'a'.repeat(1_001)], 'filters[2] | has 1001 characters | give at most 1000'],
    [
      ['domain', '=', '\ud800'],
      'filters[2] | has half of a surrogate pair | write characters beyond U+FFFF as whole pairs',
    ],
    [
      ['visited', '>', 5],
      'filters[2] | is not text, which visited is | give a time as 2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31 12:00:00 +01:00',
    ],
    ...['2026-02-29 00:00:00 +00:00', '2026-01-01 24:00:00 +00:00', '31.1.2026'].map(
      (time): [unknown[], string] => [
        ['visited', '>', time],
        `filters[2] | is "${time}", which is not a time | write it as 2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31 12:00:00 +01:00`,
      ],
    ),
    [
      ['domain', '=', 'https://zeit.de/x'],
      'filters[2] | is "https://zeit.de/x", which is a URL | give its domain, zeit.de',
    ],
    [
      ['domain', 'in', ['zeit.de', 'a b']],
      'filters[2][1] | is "a b", which is not a domain | give one such as example.com',
    ],
  ])('%j are refused', (filters, expected) => {
    expect(refusal(filters)).toBe(expected);
  });
});

test('domains are read as they are written, and times in each usual form', () => {
  expect(parsed(['domain', 'in', ['WWW.Zeit.de', 'zeit.de', 'Bücher.example']])).toMatchObject({
    values: ['xn--bcher-kva.example', 'zeit.de'],
  });
  for (const time of ['1970-01-02', '1970-01-02T01:00:00+01:00', '1970-01-02 00:00:00 +00:00'])
    expect(parsed(['visited', '>', time])).toMatchObject({ value: 86_400 });
});

describe('values of a closed set', () => {
  const set = (...values: string[]) => Map.groupBy(values, (value) => value.toLowerCase());
  const known = {
    tech: { values: set('WordPress', 'WooCommerce', 'jQuery', 'content.cms', 'Timeago', 'timeago') },
    country: {
      values: set('DE', 'AT', 'CH'),
      words: otherWords([
        ['Germany', 'DE'],
        ['Österreich & mehr', 'AT'],
        ['Osterreich and mehr', 'CH'],
      ]),
    },
  };
  const read = (filters: readonly unknown[]) => {
    const result = parseFilter(filters, known);
    return result.ok ? { ...result, value: unwrapped(result.value) } : result;
  };

  test('are taken in any case', () => {
    expect(read(['tech', 'in', ['wordpress', 'Content.CMS', 'jQuery']])).toMatchObject({
      value: { values: ['WordPress', 'content.cms', 'jQuery'] },
    });
    expect(read(['tech', '=', 'TimeAgo'])).toMatchObject({
      value: { values: ['Timeago', 'timeago'] },
    });
    expect(read(['country', '<>', 'de'])).toMatchObject({ value: { values: ['DE'] } });
  });

  test('are taken by their other words, without regard to accents', () => {
    expect(read(['country', '=', 'germany'])).toMatchObject({ value: { values: ['DE'] } });
    expect(read(['country', '=', 'OSTERREICH AND MEHR'])).toMatchObject({
      value: { values: ['AT'] },
    });
  });

  test.each([
    [
      ['tech', 'in', ['jQuery', 'WordPres']],
      'filters[2][1] | is "WordPres", which is not a known value | the nearest are WordPress, jQuery, WooCommerce',
    ],
    [
      ['country', '=', 'germani'],
      'filters[2] | is "germani", which is not a known value | the nearest are DE (Germany), AT, CH',
    ],
  ])('and no others: %j', (filters, expected) => {
    const result = read(filters);
    expect(result.ok ? 'accepted' : Object.values(result.error).join(' | ')).toBe(expected);
  });

  test('are not asked of an order or a pattern', () => {
    expect(read(['country', '>', 'D'])).toMatchObject({ value: { value: 'D' } });
    expect(read(['country', 'like', 'd%'])).toMatchObject({ value: { pattern: 'd%' } });
  });
});

describe('a regular expression', () => {
  test('that looks around is refused', () => {
    expect(refusal([DE, 'and', ['domain', 'not_regex', '(?!shop)']])).toMatch(
      /^filters\[2\]\[2\] \| cannot be looked for, at column 1: .* \| /,
    );
  });

  test.each([
    ['^shop', 'shop.example', true],
    ['^shop', 'my-shop.example', false],
    ['shop', 'my-shop.example', true],
    ['Shop', 'shop.example', false],
    ['(?i)Shop', 'shop.example', true],
    ['(shop|store)\\.', 'store.example', true],
    ['\\d{2,}', 'a1.example', false],
    ['e', null, false],
  ])('%j in %j: %s', (pattern, value, expected) => {
    const condition = parsed(['domain', 'regex', pattern]);
    expect(condition).toEqual({ kind: 'regex', field: 'domain', pattern, negated: false });
    expect(testOfValue({ kind: 'regex', field: 'domain', pattern, negated: false })(value)).toBe(expected);
  });

  test('may be excluded', () => {
    const condition = { kind: 'regex', field: 'language', pattern: '^(de|en)$', negated: true };
    expect(parsed(['language', 'not_regex', '^(de|en)$'])).toEqual(condition);
  });
});

describe('a pattern', () => {
  test.each([
    ['', '', true],
    ['a', '', false],
    ['', '%', true],
    ['abc', 'abc', true],
    ['abc', 'ab', false],
    ['abc', 'a%', true],
    ['abc', '%c', true],
    ['abc', 'a%c', true],
    ['abc', '%b%', true],
    ['a', 'a%a', false],
    ['aa', 'a%a', true],
    ['ababc', '%abc', true],
    ['abcab', 'ab%ab%ab', false],
    ['abxabyab', 'ab%ab%ab', true],
    ['a_c', 'a_c', true],
    ['abc', 'a_c', false],
    ['abc', 'a*', false],
    ['x', '%%%', true],
  ])('%j like %j: %s', (text, pattern, expected) => {
    expect(isLike(text, pattern)).toBe(expected);
  });

  test('of many jokers takes no longer than its length times that of the text', () => {
    expect(isLike('a'.repeat(1_000), `${'%a'.repeat(499)}%b`)).toBe(false);
  });
});
