import { onDomains, type Expression, type Level, simplify } from '@sitegrep/search';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { and, keyword, not, or, samePage, text } from '../../../test/conformance/expressions.ts';
import { KnownView, planFor } from './decide.ts';
import { isSayable, sayable, shareOfPages } from './page-shares.ts';

const [A, B, C] = [text('a'), text('b'), keyword('c')];
const ALL: Expression = { kind: 'constant', value: true };

it.each<readonly [name: string, where: Expression, query: Expression]>([
  ['texts on any pages', and(A, B), and(A, B)],
  ['texts on one page', samePage(and(A, B)), samePage(and(A, B))],
  ['a condition beside them', samePage(and(A, B, C)), and(C, samePage(and(A, B)))],
  ['a condition or a text, beside a text', samePage(and(A, or(B, C))), A],
  [
    'no page with a condition or a text, beside a text',
    not(samePage(and(A, or(B, C)))),
    not(samePage(and(A, B))),
  ],
  ['not a condition or a text, beside a text', samePage(and(A, or(B, not(C)))), A],
])('asks a cluster in one query for %s, or for more', (_, where, query) => {
  expect(sayable(simplify(where, 'domain'))).toEqual(simplify(query, 'domain'));
});

it.each<readonly [name: string, where: Expression, share: Expression | null]>([
  ['texts', and(A, B), and(A, B)],
  ['texts and a condition', and(A, not(B), C), and(A, not(B))],
  ['a condition', C, ALL],
  ['either of two texts', or(A, B), or(A, B)],
  ['a text or a condition', or(A, C), null],
  ['a text, and one or a condition', and(A, or(B, C)), null],
])('counts pages by %s', (_, where, share) => {
  const wanted = share === null ? null : simplify(share, 'page');
  expect(shareOfPages(simplify(where, 'page'))).toEqual(wanted);
});

/** The texts that each page of a document has, and the words that it has as a domain. */
interface Known {
  readonly pages: readonly string[];
  readonly words: string;
}

/** Tells whether a document fulfils an expression, or if a page is given, whether that page does. */
function holds(where: Expression, known: Known, page: string | null): boolean {
  switch (where.kind) {
    case 'constant':
      return where.value;
    case 'and':
      return where.of.every((one) => holds(one, known, page));
    case 'or':
      return where.of.some((one) => holds(one, known, page));
    case 'not':
      return !holds(where.of, known, page);
    case 'same_page':
      return page === null
        ? known.pages.some((one) => holds(where.of, known, one))
        : holds(where.of, known, page);
    case 'text':
      return page === null ? known.pages.some((one) => one.includes(where.text)) : page.includes(where.text);
    case 'keyword':
      return known.words.includes(where.text);
    case 'pattern':
    case 'near':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      throw new TypeError(`no ${where.kind} is drawn`);
  }
}

const leaf = fc.constantFrom<Expression>(A, B, text('c'), keyword('x'), keyword('y'));
const expressions = fc.letrec<{ readonly one: Expression }>((tie) => {
  const parts = fc.array(tie('one'), { minLength: 1, maxLength: 3 });
  return {
    one: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      leaf,
      parts.map((of) => and(...of)),
      parts.map((of) => or(...of)),
      tie('one').map(not),
      tie('one').map(samePage),
    ),
  };
}).one;
const documents = fc.record({
  pages: fc.array(fc.constantFrom('', 'a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'), {
    minLength: 1,
    maxLength: 4,
  }),
  words: fc.constantFrom('', 'x', 'y', 'xy'),
});

it.each<Level>(['domain', 'page'])('joins the answers of a cluster exactly at the level %s', (level) => {
  fc.assert(
    fc.property(expressions, documents, (drawn, known) => {
      const where = simplify(drawn, level);
      const plan = planFor(where, level);
      const { ofDomains, ofPages } = plan.questions;
      const answers = {
        pageCount: known.pages.length,
        fulfilled: ofDomains.flatMap((part, index) => (holds(part, known, null) ? [index] : [])),
        onPages: ofPages.map(
          (part) =>
            new Set(known.pages.flatMap((page, number) => (holds(part, known, page) ? [number] : []))),
        ),
      };
      const matching = known.pages.flatMap((page, number) => (holds(drawn, known, page) ? [number] : []));
      const isMatch = level === 'domain' ? holds(drawn, known, null) : matching.length > 0;
      const pages = level === 'domain' ? [] : matching;
      expect(plan.match(new KnownView(plan, answers, () => null))).toEqual(isMatch ? pages : null);
      const query = sayable(onDomains(where, level));
      expect(isSayable(query)).toBe(true);
      const isFound = holds(query, known, null);
      expect(isFound || !isMatch).toBe(true);
      expect(isFound === isMatch || !isSayable(onDomains(where, level))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
