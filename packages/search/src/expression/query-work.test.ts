import { describe, expect, test } from 'vitest';
import { deriveTokenKey } from '../token.ts';
import { parseSearch, type QueryInput } from '../parse-search.ts';

const KEY = deriveTokenKey(new Uint8Array(32));

function faultOf(input: QueryInput): string {
  const read = parseSearch('domain', input, KEY);
  return read.ok ? 'none' : `${read.error.field} ${read.error.problem}; ${read.error.remedy}`;
}

/** A tree of so many patterns. */
function anyOf(count: number, pattern: string): QueryInput {
  return {
    query: { or: Array.from({ length: count }, (_, number) => ({ pattern: `${pattern}${number}` })) },
  };
}

describe('over all parts of a query together', () => {
  test('texts and patterns have 100,000 characters at most', () => {
    // Each pattern has 1,000 characters and the digits of its number: 10 with one, 90 with two.
    expect(faultOf(anyOf(100, 'ab*'.padEnd(1_000, 'x')))).toBe(
      'query has 100190 characters in its texts and patterns; give at most 100000',
    );
    expect(
      faultOf({ query: { and: [{ q: 'x '.repeat(30_000) }, { not: { text: 'x'.repeat(50_000) } }] } }),
    ).toBe('query has 110000 characters in its texts and patterns; give at most 100000');
    // Values of conditions are not read character by character.
    const sites = Array.from(
      { length: 900 },
      (_, number) => `${'x'.repeat(60)}.${'y'.repeat(60)}${number}.example`,
    );
    expect(faultOf({ query: { filter: ['domain', 'in', sites] } })).toBe('none');
  });

  // a{30} is a repetition: 30 × (1 + 1) + 1 = 61 parts; in a group 63; repeated 30 times 30 × 64 + 1 = 1,921.
  test.each([
    ['are few enough', 25, /^none$/],
    [
      'are too many',
      27,
      /^query has patterns of \d+ parts together if repetitions are written out; give at most 50000$/,
    ],
  ])('the parts of patterns %s', (_, count, expected) => {
    expect(faultOf(anyOf(count, '(?:a{30}){30}'))).toMatch(expected);
  });

  test('patterns without counted repetitions count by their length', () => {
    expect(faultOf(anyOf(45, 'a*b'.padEnd(1_000, 'x')))).toBe('none');
    expect(faultOf(anyOf(60, 'a*b'.padEnd(1_000, 'x')))).toMatch(
      /^query has patterns of 6\d{4} parts together/,
    );
  });

  test('the patterns of a text count, and those that read values', () => {
    expect(faultOf({ q: '/(?:a{30}){30}b/ OR '.repeat(27) + 'x' })).toMatch(
      /^q has patterns of \d+ parts together/,
    );
    const extract = Array.from({ length: 5 }, (_, number) => ({
      as: `v${number}`,
      pattern: '(?:(?:a{30}){30}){9}b',
    }));
    expect(faultOf({ q: 'x', extract })).toMatch(/^extract has patterns of \d+ parts together/);
  });
});
