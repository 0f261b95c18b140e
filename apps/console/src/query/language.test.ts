import { CONDITION_FIELDS } from '@sitegrep/search/field-names';
import { describe, expect, test } from 'vitest';
import { colouredParts } from './colours.ts';
import { conditionOf, FACET_NAMES, shownValue, toggled } from './facet-values.ts';
import { conditionsOf, faultIn, valueOf, withCondition, withoutCondition } from './language.ts';

describe('colours', () => {
  test('parts are whole, in order, and have the colour of their kind', () => {
    const query = 'a "b c" tech:X OR /d+/';
    const parts = colouredParts(query, null);
    expect(parts.map(({ text }) => text).join('')).toBe(query);
    expect(parts.filter(({ colour }) => colour !== null).map(({ text, colour }) => [text, colour])).toEqual([
      ['"b c"', 'text'],
      ['tech:', 'name'],
      ['OR', 'operator'],
      ['/d+/', 'pattern'],
    ]);
  });

  test('a fault has its own colour: a part, or all behind the last part', () => {
    const faulty = (query: string, at: number) =>
      colouredParts(query, at).flatMap(({ text, colour }) => (colour === 'fault' ? [text] : []));
    expect(faulty('a OR (b)', 5)).toEqual(['(']);
    expect(faulty('a OR bcd', 5)).toEqual(['bcd']);
    expect(faulty('a', 7)).toEqual([]);
  });
});

describe('conditions', () => {
  test('are those on the domain that all must hold, of every field that there is', () => {
    expect(conditionsOf('gtag tech:X -country:DE title:x in:body (lang:de OR a)')).toEqual([
      'tech:X',
      '-country:DE',
    ]);
    expect(conditionsOf('tech:X OR tech:Y')).toEqual([]);
    for (const name of Object.keys(CONDITION_FIELDS))
      expect(conditionsOf(`${name}:a`)).toEqual([`${name}:a`]);
  });

  test.each([
    ['', 'tech:X', 'tech:X'],
    ['a', 'tech:X', 'a tech:X'],
    [' a OR b ', 'tech:X', '(a OR b) tech:X'],
    ["fbq('init', '", 'tech:X', `"fbq('init', '" tech:X`],
  ])('%j with %s is %j', (query, condition, result) => expect(withCondition(query, condition)).toBe(result));

  test.each([
    ['tech:X', ''],
    ['a tech:X b', 'a b'],
    ['a AND tech:X', 'a'],
    ['tech:X AND a', 'a'],
    ['a', 'a'],
    ['(tech:X OR a)', '(tech:X OR a)'],
  ])('%j without tech:X is %j', (query, result) => expect(withoutCondition(query, 'tech:X')).toBe(result));

  test('a value is quoted if it has characters that would end it', () => {
    expect(['C++', 'ASP.NET', 'a b', 'a"b\\', 'ü'].map(valueOf)).toEqual([
      'C++',
      'ASP.NET',
      '"a b"',
      '"a\\"b\\\\"',
      'ü',
    ]);
  });

  test('the column of a fault is found on its line', () => {
    expect(faultIn('q cannot be read: at column 3: …', 'a (b')).toBe(2);
    const refusal = 'q cannot be read: in line 2, column 6, rank: is followed by "high"; write a number';
    expect(faultIn(refusal, 'abc\nrank:high')).toBe('abc\nrank:'.length);
    expect(faultIn('the index is away', 'a')).toBeNull();
  });
});

describe('facets', () => {
  test.each([
    ['tech', 'Google Analytics', 'tech:"Google Analytics"'],
    ['category', 'content.cms', 'category:content.cms'],
    ['rank', '300..399', 'rank:300..399'],
    ['visited', '2024-02', 'visited:2024-02-01..2024-02-29T23:59:59Z'],
    ['visited', '2026-12', 'visited:2026-12-01..2026-12-31T23:59:59Z'],
    ['host', 'cdn.example.com', 'host:cdn.example.com'],
    ['cookie', 'a*b', String.raw`cookie:"a\*b"`],
    ['cert_issuer', "Let's Encrypt R11", 'cert:"Let\'s Encrypt R11"'],
    ['cert_expires', '2026-12', 'cert_expires:2026-12'],
    ['tls', 'TLSv1.3', 'tls:TLSv1.3'],
  ] as const)('%s %s is %s', (facet, value, condition) => expect(conditionOf(facet, value)).toBe(condition));

  test('every value stands for a condition that is found again in the query', () => {
    for (const facet of FACET_NAMES) {
      const condition = conditionOf(facet, facet === 'visited' ? '2026-03' : 'x');
      expect(conditionsOf(toggled('a', condition, false))).toEqual([condition]);
    }
  });

  test('a click adds, turns round, and takes out', () => {
    expect(toggled('a', 'tld:de', false)).toBe('a tld:de');
    expect(toggled('a -tld:de', 'tld:de', false)).toBe('a tld:de');
    expect(toggled('a tld:de', 'tld:de', true)).toBe('a -tld:de');
    expect(toggled('a tld:de', 'tld:de', false)).toBe('a');
    expect(toggled('-tld:de', 'tld:de', true)).toBe('');
  });

  test('a category is shown by its last part', () => {
    expect([shownValue('category', 'web_development.tag_managers'), shownValue('tld', 'co.uk')]).toEqual([
      'tag managers',
      'co.uk',
    ]);
  });
});
