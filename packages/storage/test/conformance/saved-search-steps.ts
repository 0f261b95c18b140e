// Random searches, and random steps that change what they find.
import { costOf } from '@sitegrep/deciding';
import { type Expression, simplify } from '@sitegrep/search';
import * as fc from 'fast-check';
import { and, expressions, pieces } from './expressions.ts';
import { LIST_NAMES } from './listed-domains.ts';
import type { Piece } from './query-oracle.ts';

/** Number of the searches of one run. */
export const SEARCHES = 20;

export const DOMAINS = ['d0.test', 'd1.test', 'd2.test', 'd3.test'] as const;

export interface Search {
  readonly id: string;
  readonly level: 'domain' | 'page';
  /** Its criteria in canonical form. */
  readonly where: Expression;
}

const USES_JQUERY: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'tech', values: ['jQuery'], negated: false },
};

/** A search; one that would be refused is narrowed by a condition. */
export const drawnSearch = fc
  .record({ where: expressions, level: fc.constantFrom('domain' as const, 'page' as const) })
  .map(({ where, level }): Omit<Search, 'id'> => {
    const canonical = simplify(where, level);
    const isRefused = costOf(canonical).kind === 'too broad';
    return { level, where: isRefused ? simplify(and(USES_JQUERY, where), level) : canonical };
  });

const facts = fc.record({
  countryIsoCode: fc.constantFrom('AT', 'DE', null),
  title: fc.constantFrom('aB! ', 'A', null),
  technologies: fc.constantFrom({}, { a: { b: ['jQuery'] } }),
});

const domain = fc.constantFrom(...DOMAINS);
export type Pages = readonly (readonly Piece[])[];
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      domain,
      facts,
      pages: fc.array(pieces, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      domain,
      facts,
      /** Pages by their positions; null: it goes. */
      pages: fc.array(fc.tuple(fc.nat(3), fc.option(pieces)), { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), domain }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take down' as const), domain }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rank' as const),
      domain,
      rank: fc.constantFrom(1, 500, 501),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('list' as const), list: fc.constantFrom(...LIST_NAMES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      number: fc.nat(SEARCHES - 1),
      search: drawnSearch,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fill' as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;
