import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Level } from '../levels.ts';
import { ALL, and, NONE, not, or, sourceText, type Expression } from './expression.ts';
import { necessaryFor } from './necessary.ts';
import { canonicalText, simplify } from './simplify.ts';

/** A domain: its country, and its pages as the texts that they contain. */
interface Model {
  readonly country: string;
  readonly pages: readonly ReadonlySet<string>[];
}

const [a, b, c] = [sourceText('a'), sourceText('b'), sourceText('c')];
const german: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'country', values: ['DE'], negated: false },
};
const titled: Expression = { ...a, scope: 'title' };

/** The meaning of an expression, word by word. @param page null: of the domain */
function holds(expression: Expression, model: Model, page: ReadonlySet<string> | null): boolean {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'and':
      return expression.of.every((one) => holds(one, model, page));
    case 'or':
      return expression.of.some((one) => holds(one, model, page));
    case 'not':
      return !holds(expression.of, model, page);
    case 'same_page':
      return page === null
        ? model.pages.some((one) => holds(expression.of, model, one))
        : holds(expression.of, model, page);
    case 'text': {
      // A title is text of the page too.
      const wanted = expression.scope === 'title' ? ['title', expression.text] : [expression.text];
      return (page === null ? model.pages : [page]).some((one) => wanted.every((text) => one.has(text)));
    }
    case 'condition':
      return model.country === 'DE';
    case 'near':
    case 'pattern':
    case 'keyword':
      throw new TypeError('not of the model');
  }
}

const leaf = fc.constantFrom<Expression>(a, b, c, titled, german, ALL, NONE);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('expression'), { maxLength: 3 }).map(and),
    fc.array(tie('expression'), { maxLength: 3 }).map(or),
    tie('expression').map(not),
    tie('expression').map((of): Expression => ({ kind: 'same_page', of })),
  ),
}));
const model: fc.Arbitrary<Model> = fc.record({
  country: fc.constantFrom('DE', 'AT'),
  pages: fc.array(
    fc.subarray(['a', 'b', 'c', 'title']).map((texts) => new Set(texts)),
    { minLength: 1, maxLength: 3 },
  ),
});

describe('the canonical form', () => {
  test('is fulfilled by the same domains and pages, and stays as it is', () => {
    fc.assert(
      fc.property(expression, model, (where, one) => {
        const ofDomain = simplify(where, 'domain');
        expect(holds(ofDomain, one, null)).toBe(holds(where, one, null));
        const ofPage = simplify(where, 'page');
        for (const page of one.pages) expect(holds(ofPage, one, page)).toBe(holds(where, one, page));
        expect(simplify(ofDomain, 'domain')).toEqual(ofDomain);
        expect(simplify(ofPage, 'page')).toEqual(ofPage);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each<[Expression, Expression]>([
    [and([a, and([b, a])]), and([a, b])],
    [and([b, a]), and([a, b])],
    [or([a]), a],
    [not(not(a)), a],
    [and([a, ALL]), a],
    [and([a, NONE]), NONE],
    [or([a, ALL]), ALL],
    [and([]), ALL],
    [or([]), NONE],
    [and([a, not(a)]), NONE],
    [or([a, not(a)]), ALL],
    [{ kind: 'same_page', of: a }, a],
    [{ kind: 'same_page', of: or([a, b]) }, or([a, b])],
    [{ kind: 'same_page', of: and([a, german]) }, and([german, a])],
    [{ kind: 'text', text: '#12.3', caseSensitive: true, scope: 'body' }, sourceText('#12.3')],
  ])('of %j is %j', (written, expected) => {
    expect(canonicalText(simplify(written, 'domain'))).toBe(canonicalText(simplify(expected, 'domain')));
    expect(simplify(written, 'domain')).toEqual(simplify(expected, 'domain'));
  });

  test('keeps pages apart where several needles must be, or one must not be, on one page', () => {
    for (const of of [and([a, b]), not(a)]) {
      const where: Expression = { kind: 'same_page', of };
      expect(simplify(where, 'domain')).toEqual(where);
      expect(simplify(where, 'page')).toEqual(of);
    }
  });

  test('keeps the case of letters, also of those whose case has no letter of its own', () => {
    for (const text of ['A', 'a', 'é', 'ß', 'ſ', 'ς', '\u212a', '\u0345', 'ǅ', '𐐨']) {
      const needle = { kind: 'text', text, caseSensitive: true, scope: 'body' } as const;
      expect(simplify(needle, 'domain')).toEqual(needle);
    }
  });
});

describe('what an index decides', () => {
  test('is fulfilled wherever the expression is, and only there if it is exact', () => {
    fc.assert(
      fc.property(expression, model, fc.constantFrom<Level>('domain', 'page'), (written, one, level) => {
        const where = simplify(written, level);
        const { candidates, isExact } = necessaryFor(where, level, 'page');
        for (const page of level === 'page' ? one.pages : [null]) {
          const [isCandidate, isMatch] = [holds(candidates, one, page), holds(where, one, page)];
          expect([isCandidate || !isMatch, !isExact || isCandidate === isMatch]).toEqual([true, true]);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
