import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_FIELDS, specifiedName } from '@sitegrep/site';
import { isShort, parseQuery, type Query, type SearchInput } from './query.ts';
import { wantedNeedles } from './expression/expression.ts';
import { treeOf } from './expression/tree.ts';
import { checkAnswerSize, maxHitsWith } from './answer-size.ts';
import { deriveTokenKey, signToken } from './token.ts';

const key = deriveTokenKey(new Uint8Array(32).fill(7));
const byRank = { field: 'rank', direction: 'desc' } as const;
const byDomain = { field: 'domain', direction: 'asc' } as const;

function parsed(input: SearchInput): Query {
  const result = parseQuery(input, key);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function refusal(input: SearchInput): string {
  const result = parseQuery(input, key);
  return result.ok ? 'accepted' : Object.values(result.error).join(' | ');
}

function whereOf(input: SearchInput): unknown {
  return treeOf(parsed(input).where);
}

/** Whether a list has these members, in whatever order. */
function sameMembers(expected: readonly unknown[]): (list: unknown) => boolean {
  const texts = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return (list) => Array.isArray(list) && JSON.stringify(texts(list)) === JSON.stringify(texts(expected));
}

describe('a mode', () => {
  test('takes terms as they are, unless told to take their letters and digits', () => {
    const search_terms = ['Data-Layer.push(1)', 'ΣΑΣ ٣'];
    const exclude_terms = ['no-index', 'B'];
    expect(whereOf({ search_terms, exclude_terms })).toEqual({
      and: expect.toSatisfy(
        sameMembers([
          { text: 'data-layer.push(1)' },
          { text: 'σασ ٣' },
          { not: { text: 'b' } },
          { not: { text: 'no-index' } },
        ]),
      ),
    });
    expect(whereOf({ search_terms, exclude_terms, mode: 'entry' })).toEqual({
      and: expect.toSatisfy(
        sameMembers([
          ...['1', 'data', 'layer', 'push', 'σασ', '٣'].map((text) => ({ text })),
          { not: { text: 'b' } },
          { not: { and: [{ text: 'index' }, { text: 'no' }] } },
        ]),
      ),
    });
  });

  test.each([
    [{ search_terms: ['a'], mode: 'exact' }, 'mode | is unknown | use one of strict_entry, entry'],
    [
      { search_terms: ['a', '</>'], mode: 'entry' },
      'search_terms[1] | has no letter and no digit | add one, or search in mode strict_entry',
    ],
    [
      { search_terms: ['a'], exclude_terms: ['_'], mode: 'entry' },
      'exclude_terms[0] | has no letter and no digit | add one, or search in mode strict_entry',
    ],
    [
      {
        search_terms: [1, 2, 3].map((term) =>
          Array.from({ length: 334 }, (_, at) => String.fromCodePoint(0x4e00 + 1_000 * term + at)).join(' '),
        ),
        mode: 'entry',
      },
      'search_terms | has, with exclude_terms, 1002 different runs of letters and digits | give at most 1000, or search in mode strict_entry',
    ],
    [{ search_terms: ['a'], exclude_terms: [''] }, 'exclude_terms[0] | is empty | give at least 1 character'],
    [
      { search_terms: ['a'], keywords: ['b', ' '] },
      'keywords[1] | is only white space | add a character that is not',
    ],
    [{ search_terms: ['a'], keywords: Array(11).fill('a') }, 'keywords | has 11 terms | give at most 10'],
    [
      { search_terms: ['a'], filters: [1] },
      'filters[0] | is not a condition | give [field, operator, value], or a list of conditions',
    ],
  ])('refuses %j', (input, expected) => {
    expect(refusal(input)).toBe(expected);
  });
});

describe('terms', () => {
  test('are folded, each once', () => {
    const input = { search_terms: ['\u{1F600}', '\uFF61', 'JQuery', 'jquery', 'ΣΑΣ', 'σασ'] };
    expect(whereOf(input)).toEqual({
      and: expect.toSatisfy(sameMembers(['jquery', 'σασ', '\uFF61', '\u{1F600}'].map((text) => ({ text })))),
    });
  });

  test('keep white space and punctuation', () => {
    expect(whereOf({ search_terms: [' a\t"<b>\n'] })).toEqual({ text: ' a\t"<b>\n' });
  });

  test('may have 1,000 characters beyond U+FFFF, and there may be 10', () => {
    const search_terms = Array.from({ length: 10 }, (_, i) => `${i}${'😀'.repeat(999)}`);
    expect(whereOf({ search_terms })).toEqual({
      and: expect.toSatisfy(sameMembers(search_terms.map((text) => ({ text })))),
    });
  });

  test.each([
    [[], 'search_terms | is empty | give at least one term, or else keywords, exclude_terms or filters'],
    [Array(11).fill('a'), 'search_terms | has 11 terms | give at most 10'],
    [['a', ''], 'search_terms[1] | is empty | give at least 1 character'],
    [['😀'.repeat(1001)], 'search_terms[0] | has 1001 characters | give at most 1000'],
    [
      [' \t\r\n\u00a0\u0085\u3000\u2028'],
      'search_terms[0] | is only white space | add a character that is not',
    ],
    [['a\0b'], 'search_terms[0] | has a NUL character | leave it out, no page has one'],
    [
      ['a\ud83d'],
      'search_terms[0] | has half of a surrogate pair | write characters beyond U+FFFF as whole pairs',
    ],
    [
      ['\ude00\ud83d'],
      'search_terms[0] | has half of a surrogate pair | write characters beyond U+FFFF as whole pairs',
    ],
  ])('%j are refused', (search_terms, expected) => {
    expect(refusal({ search_terms })).toBe(expected);
  });
});

test('a search may have no terms if it has other criteria', () => {
  const filters = ['country_iso_code', '=', 'DE'];
  for (const input of [
    { filters },
    { keywords: ['a'] },
    { exclude_terms: ['a'] },
    { search_terms: [], filters },
  ]) {
    const { where, limit } = parsed(input);
    expect(wantedNeedles(where)).toEqual([]);
    expect(limit).toBe(10);
  }
  expect(refusal({ filters: [] })).toBe(
    'search_terms | is missing | give at least one term, or else keywords, exclude_terms or filters',
  );
  expect(parsed({ filters, snippets: true }).snippets?.sought).toEqual([]);
  expect(isShort(parsed({ exclude_terms: ['a'] }))).toBe(false);
});

describe('order', () => {
  const order = (...order_by: string[]) => parsed({ search_terms: ['a'], order_by }).order;

  test('is by rank, then by domain, unless asked otherwise', () => {
    expect(parsed({ search_terms: ['a'] }).order).toEqual([byRank, byDomain]);
    expect(order()).toEqual([byRank, byDomain]);
  });

  test('ends with domain, whatever is asked', () => {
    expect(order('last_visited,asc')).toEqual([{ field: 'visited', direction: 'asc' }, byDomain]);
    expect(order('domain,desc')).toEqual([{ field: 'domain', direction: 'desc' }]);
    expect(order('language_code,desc', 'domain,desc', 'domain_rank,asc')).toEqual([
      { field: 'language', direction: 'desc' },
      { field: 'domain', direction: 'desc' },
    ]);
  });

  test('takes every field in both directions', () => {
    for (const field of ORDER_FIELDS) {
      for (const direction of ['asc', 'desc'] as const) {
        expect(order(`${specifiedName(field)},${direction}`)[0]).toEqual({ field, direction });
      }
    }
  });

  const fields = ORDER_FIELDS.map(specifiedName).join(', ');
  const noField = (text: string, hint = ''): string =>
    `order_by[0] | is "${text}", which begins with no field that can be ordered by | ${hint}use one of ${fields}`;
  const noDirection = (position: number, text: string): string =>
    `order_by[${position}] | is "${text}", which ends with no direction | write "domain,asc" or "domain,desc" without spaces, in lower case`;
  const domainMeant = 'did you mean domain? If not, ';
  test.each([
    [['title,asc'], noField('title,asc')],
    [['Domain,asc'], noField('Domain,asc', domainMeant)],
    [[' domain,asc'], noField(' domain,asc', domainMeant)],
    [['domain ,asc'], noField('domain ,asc', domainMeant)],
    [['last_visted'], noField('last_visted', 'did you mean last_visited? If not, ')],
    [[''], noField('')],
    [['country,asc'], noField('country,asc', 'did you mean country_iso_code? If not, ')],
    [['toString,asc'], noField('toString,asc')],
    [['domain_rank,asc', 'domain'], noDirection(1, 'domain')],
    [['domain, asc'], noDirection(0, 'domain, asc')],
    [['domain,ASC'], noDirection(0, 'domain,ASC')],
    [['domain,asc,'], noDirection(0, 'domain,asc,')],
    [['domain,asc', 'domain,desc'], 'order_by[1] | orders by domain a second time | name each field once'],
    [
      ['domain_rank,asc', 'domain,asc', 'last_visited,asc', 'language_code,asc'],
      'order_by | has 4 rules | give at most 3',
    ],
  ])('%j is refused', (order_by, expected) => {
    expect(refusal({ search_terms: ['a'], order_by })).toBe(expected);
  });
});

describe('position', () => {
  const from = (input: Omit<SearchInput, 'search_terms'>) => parsed({ search_terms: ['a'], ...input });

  test('is the first ten unless asked otherwise', () => {
    expect(from({})).toMatchObject({ limit: 10, from: { kind: 'offset', offset: 0 } });
  });

  test('goes up to the ten thousandth item', () => {
    expect(from({ limit: 10_000 })).toMatchObject({ limit: 10_000, from: { offset: 0 } });
    expect(from({ limit: 1, offset: 9_999 })).toMatchObject({ limit: 1, from: { offset: 9_999 } });
  });

  test.each([
    [{ limit: 0 }, 'limit | is 0 | give an integer from 1 to 10000'],
    [{ limit: 10_001 }, 'limit | is 10001 | give an integer from 1 to 10000'],
    [{ limit: 2.5 }, 'limit | is 2.5 | give an integer from 1 to 10000'],
    [{ limit: NaN }, 'limit | is NaN | give an integer from 1 to 10000'],
    [{ offset: -1 }, 'offset | is -1 | give 0 to 9999 and go on from there with offset_token'],
    [{ offset: 10_000 }, 'offset | is 10000 | give 0 to 9999 and go on from there with offset_token'],
    [
      { limit: 2, offset: 9_999 },
      'limit + offset | is 10001, past 10000 | go on with the offset_token of an answer instead of offset',
    ],
  ])('%j is refused', (input, expected) => {
    expect(refusal({ search_terms: ['a'], ...input })).toBe(expected);
  });
});

describe('snippets', () => {
  test('seek nothing unless asked for', () => {
    expect(parsed({ search_terms: ['a'] })).not.toHaveProperty('snippets');
    expect(parsed({ search_terms: ['a'], snippets: false })).toEqual(parsed({ search_terms: ['a'] }));
  });

  test('seek each term as it was asked, in the order of the request, or each of its runs', () => {
    const search_terms = ['Foo(', 'ΣΑΣ', 'foo('];
    const sought = (input: SearchInput) =>
      parsed({ ...input, snippets: true }).snippets?.sought.map(({ term, needle }) => ({
        term,
        text: needle.kind === 'text' ? needle.text : null,
      }));
    expect(sought({ search_terms })).toEqual([
      { term: 'Foo(', text: 'foo(' },
      { term: 'ΣΑΣ', text: 'σασ' },
      { term: 'foo(', text: 'foo(' },
    ]);
    expect(sought({ search_terms: ['B.a-B', 'C'], mode: 'entry' })).toEqual([
      { term: 'B.a-B', text: 'b' },
      { term: 'B.a-B', text: 'a' },
      { term: 'C', text: 'c' },
    ]);
  });

  test('may change in a walk by token', () => {
    const first = parsed({ search_terms: ['a'], snippets: true });
    const offset_token = signToken(key, first, { values: [3, 'example.com'], offset: 10 });
    for (const snippets of [true, false]) {
      expect(parsed({ search_terms: ['a'], snippets, offset_token }).from.kind).toBe('after');
    }
  });

  test('are not refused for usual terms, and fit into one text of the engine otherwise', () => {
    const criteria = (terms: number, length: number, limit: number) =>
      parsed({
        search_terms: Array.from({ length: terms }, (_, term) => String(term).padStart(length, 'x')),
        limit,
        snippets: true,
      });
    expect(checkAnswerSize(criteria(10, 100, 10_000))).toEqual({ ok: true, value: null });
    expect(checkAnswerSize(parsed({ search_terms: ['x'], limit: 10_000 }))).toEqual({
      ok: true,
      value: null,
    });
    // Ten matches of a term and a text of 1,000 characters, and 400 around: 67,108,864 / 24,000.
    expect(checkAnswerSize(criteria(10, 1_000, 2_796))).toEqual({ ok: true, value: null });
    expect(checkAnswerSize(criteria(10, 1_000, 2_797))).toEqual({
      ok: false,
      error: {
        field: 'limit',
        problem: 'is 2797, with snippets of so many or so long terms',
        remedy: 'give at most 2796, or take an export',
      },
    });
  });

  test('of a single hit always fit', () => {
    const term = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' ');
    const { snippets } = parsed({ search_terms: [term], mode: 'entry', snippets: true });
    const sought = snippets?.sought ?? [];
    expect(sought).toHaveLength(500);
    const many = Array(200).fill(sought).flat();
    expect(maxHitsWith({ snippets: { sought: many, perNeedle: 1, around: 80, isComplete: true } })).toBe(1);
  });
});

describe('a token', () => {
  const first = parsed({ search_terms: ['Foo', 'bar'] });
  const cursor = { values: [3, 'example.com'], offset: 10_500 };
  const offset_token = signToken(key, first, cursor);

  test('goes on behind its cursor, past any offset, with any limit', () => {
    expect(parsed({ search_terms: ['Foo', 'bar'], limit: 10_000, offset_token })).toEqual({
      ...first,
      limit: 10_000,
      from: { kind: 'after', cursor },
    });
  });

  test('does not mind how the same search is written', () => {
    const search_terms = ['BAR', 'foo', 'FOO'];
    expect(parsed({ search_terms, order_by: ['domain_rank,desc'], offset: 0, offset_token }).from.kind).toBe(
      'after',
    );
    expect(
      parsed({ search_terms, order_by: ['domain_rank,desc', 'domain,asc'], offset_token }).from.kind,
    ).toBe('after');
  });

  test.each([
    [{ search_terms: ['foo'], offset_token }, 'offset_token | belongs to another search'],
    [
      { search_terms: ['foo', 'bar'], order_by: ['domain,asc'], offset_token },
      'offset_token | belongs to another search',
    ],
    [{ search_terms: ['foo', 'bar'], offset: 10, offset_token }, 'offset | is 10 beside offset_token'],
    [{ search_terms: ['foo', 'bar'], offset_token: '' }, 'offset_token | is empty'],
    [{ search_terms: ['foo', 'bar'], offset_token: 'nonsense!' }, 'offset_token | is not a token'],
    [{ search_terms: ['foo', 'bar'], offset_token: offset_token.slice(0, 40) }, 'offset_token | is cut off'],
  ])('is refused in %j', (input, expected) => {
    expect(refusal(input)).toContain(expected);
  });

  test('belongs to the set of terms, whatever their order and case', () => {
    const term = fc.constantFrom('a', 'A', 'b', 'B', 'ß', 'K', 'k', '\u212a', 'é', 'É');
    fc.assert(
      fc.property(
        fc.array(term, { minLength: 1, maxLength: 10 }),
        fc.array(term, { minLength: 1, maxLength: 10 }),
        (left, right) => {
          const set = (terms: readonly string[]) =>
            [
              ...new Set(
                terms.map((each) => ({ A: 'a', B: 'b', K: 'k', '\u212a': 'k', É: 'é' })[each] ?? each),
              ),
            ]
              .sort()
              .join(' ');
          const token = signToken(key, parsed({ search_terms: left }), cursor);
          const result = parseQuery({ search_terms: right, offset_token: token }, key);
          expect(result.ok).toBe(set(left) === set(right));
        },
      ),
    );
  });
});
