import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_FIELDS } from '@sitegrep/site';
import { TERMS_ALONE, type Cursor } from './criteria.ts';
import type { Condition } from './filter.ts';
import type { OrderRule } from './order.ts';
import { deriveTokenKey, openToken, signToken } from './token.ts';

const key = deriveTokenKey(new Uint8Array(32).fill(1));
const otherKey = deriveTokenKey(new Uint8Array(32).fill(2));
const criteria = {
  ...TERMS_ALONE,
  terms: ['jquery'],
  order: [
    { field: 'domain_rank', direction: 'desc' },
    { field: 'domain', direction: 'asc' },
  ],
} as const;
const cursor: Cursor = { values: [12, 'example.com'], offset: 10 };
const token = signToken(key, criteria, cursor);

function filterOf(value: string, negated: boolean): Condition {
  return { kind: 'any_of', field: 'country_iso_code', values: [value], negated };
}

const sortValue = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
const rule: fc.Arbitrary<OrderRule> = fc.record({
  field: fc.constantFrom(...ORDER_FIELDS),
  direction: fc.constantFrom('asc', 'desc'),
});

describe('an offset_token', () => {
  test('opens to the cursor that was sealed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1, maxLength: 10 }),
        fc.array(fc.tuple(rule, sortValue), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (terms, sorted, offset) => {
          const search = { ...TERMS_ALONE, terms, order: sorted.map(([each]) => each) };
          const position = { values: sorted.map(([, value]) => value), offset };
          expect(openToken(key, signToken(key, search, position), search)).toEqual({
            ok: true,
            cursor: position,
          });
        },
      ),
    );
  });

  test('is the same for the same place, and safe in URLs and JSON', () => {
    expect(signToken(key, criteria, cursor)).toBe(token);
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test('shows nothing of what it holds', () => {
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('example');
  });

  test('with any one character changed is refused, spare bits of the last one too', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let index = 0; index < token.length; index++) {
      for (const character of alphabet) {
        if (character === token[index]) continue;
        const changed = token.slice(0, index) + character + token.slice(index + 1);
        expect(openToken(key, changed, criteria).ok).toBe(false);
      }
    }
  });

  test('cut off anywhere is refused', () => {
    for (let length = 0; length < token.length; length++) {
      expect(openToken(key, token.slice(0, length), criteria).ok).toBe(false);
    }
    expect(openToken(key, token.slice(0, -4), criteria)).toEqual({ ok: false, fault: 'truncated' });
  });

  test.each([
    ['with something behind it', `${token}AAAA`],
    ['in base64 with padding', `${token}=`],
    ['with white space', ` ${token}`],
    ['that is text', 'page 2'],
    ['of 10,000 characters', 'A'.repeat(10_000)],
  ])('%s is malformed', (_name, text) => {
    expect(openToken(key, text, criteria)).toEqual({ ok: false, fault: 'malformed' });
  });

  test('that is empty is told apart', () => {
    expect(openToken(key, '', criteria)).toEqual({ ok: false, fault: 'empty' });
  });

  test('from another service is refused', () => {
    expect(openToken(otherKey, token, criteria)).toEqual({ ok: false, fault: 'not_ours' });
  });

  test('of another format version is told apart', () => {
    const bytes = Buffer.from(token, 'base64url');
    bytes[0] = 2;
    expect(openToken(key, bytes.toString('base64url'), criteria)).toEqual({
      ok: false,
      fault: 'other_version',
    });
  });

  test.each([
    ['other terms', { ...criteria, terms: ['jquer'] }],
    ['more terms', { ...criteria, terms: ['jquery', 'react'] }],
    [
      'another direction',
      { ...criteria, order: [{ field: 'domain_rank', direction: 'asc' }, criteria.order[1]] as const },
    ],
    ['another order', { ...criteria, order: [criteria.order[1]] }],
    // Written together they are the same text.
    ['terms cut elsewhere', { ...criteria, terms: ['jqu', 'ery'] }],
    ['another mode', { ...criteria, mode: 'entry' as const }],
    ['a term to leave out', { ...criteria, excludedTerms: ['react'] }],
    ['a keyword', { ...criteria, keywords: ['shop'] }],
    ['a filter', { ...criteria, filter: filterOf('DE', false) }],
  ])('from a search with %s is refused', (_name, other) => {
    expect(openToken(key, token, other)).toEqual({ ok: false, fault: 'other_query' });
  });

  test.each([
    ['without it', { ...criteria, filter: null }],
    ['with another value', { ...criteria, filter: filterOf('AT', false) }],
    ['turned round', { ...criteria, filter: filterOf('DE', true) }],
    [
      'of another field',
      { ...criteria, filter: { ...filterOf('DE', false), field: 'language_code' as const } },
    ],
  ])('from a search with a filter is refused %s', (_name, other) => {
    const filtered = { ...criteria, filter: filterOf('DE', false) };
    const bound = signToken(key, filtered, cursor);
    expect(openToken(key, bound, filtered)).toEqual({ ok: true, cursor });
    expect(openToken(key, bound, other)).toEqual({ ok: false, fault: 'other_query' });
  });

  test('needs a secret that is long enough', () => {
    expect(() => deriveTokenKey(new Uint8Array(31))).toThrow(
      'A token secret has at least 32 bytes; this one has 31.',
    );
  });
});
