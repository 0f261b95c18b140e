import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_FIELDS } from '@sitegrep/site';
import type { Criteria, Cursor } from './criteria.ts';
import { and, not, sourceText, type Expression } from './expression/expression.ts';
import { simplify } from './expression/simplify.ts';
import type { Condition } from './filter.ts';
import type { OrderRule } from './levels.ts';
import { deriveTokenKey, openToken, signToken } from './token.ts';

const key = deriveTokenKey(new Uint8Array(32).fill(1));
const otherKey = deriveTokenKey(new Uint8Array(32).fill(2));
const jquery = sourceText('jquery');
const criteria = {
  level: 'domain',
  where: jquery,
  order: [
    { field: 'rank', direction: 'desc' },
    { field: 'domain', direction: 'asc' },
  ],
} as const;
const cursor: Cursor = { values: [12, 'example.com'], offset: 10 };
const token = signToken(key, criteria, cursor);

/** Criteria of a search for jquery and for something else. */
function withOthers(...others: readonly Expression[]): Criteria {
  return { ...criteria, where: simplify(and([jquery, ...others]), 'domain') };
}

function filtered(condition: Condition): Criteria {
  return withOthers({ kind: 'condition', condition });
}

function filterOf(value: string, negated: boolean): Condition {
  return { kind: 'any_of', field: 'country', values: [value], negated };
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
          const where = and(terms.map(sourceText));
          const search = { level: 'domain' as const, where, order: sorted.map(([each]) => each) };
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
    ['another text', { ...criteria, where: sourceText('jquer') }],
    ['more texts', withOthers(sourceText('react'))],
    [
      'another direction',
      { ...criteria, order: [{ field: 'rank', direction: 'asc' }, criteria.order[1]] as const },
    ],
    ['another order', { ...criteria, order: [criteria.order[1]] }],
    // Written together they are the same text.
    ['texts cut elsewhere', { ...criteria, where: and([sourceText('jqu'), sourceText('ery')]) }],
    ['another level', { ...criteria, level: 'page' as const }],
    ['another case', { ...criteria, where: { ...jquery, caseSensitive: true } }],
    ['another scope', { ...criteria, where: { ...jquery, scope: 'title' as const } }],
    ['a text to leave out', withOthers(not(sourceText('react')))],
    ['a keyword', withOthers({ kind: 'keyword', text: 'shop' })],
    ['a condition', filtered(filterOf('DE', false))],
  ])('from a search with %s is refused', (_name, other) => {
    expect(openToken(key, token, other)).toEqual({ ok: false, fault: 'other_query' });
  });

  test.each([
    ['without it', criteria],
    ['with another value', filtered(filterOf('AT', false))],
    ['turned round', filtered(filterOf('DE', true))],
    ['of another field', filtered({ kind: 'any_of', field: 'language', values: ['DE'], negated: false })],
  ])('from a search with a condition is refused %s', (_name, other) => {
    const search = filtered(filterOf('DE', false));
    const bound = signToken(key, search, cursor);
    expect(openToken(key, bound, search)).toEqual({ ok: true, cursor });
    expect(openToken(key, bound, other)).toEqual({ ok: false, fault: 'other_query' });
  });

  test('needs a secret that is long enough', () => {
    expect(() => deriveTokenKey(new Uint8Array(31))).toThrow(
      'A token secret has at least 32 bytes; this one has 31.',
    );
  });
});
