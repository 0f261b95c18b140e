import { type Expression, simplify } from '@sitegrep/search';
import { and } from '../../storage/test/conformance/expressions.ts';
import { costOf, type SavedSearch } from '../src/index.ts';

/** Searches of an expression at both levels; one that would be refused is narrowed by a condition. */
export function searchesOf(where: Expression, number: number): readonly SavedSearch[] {
  return (['domain', 'page'] as const).map((level) => {
    const canonical = simplify(where, level);
    const isRefused = costOf(canonical).kind === 'too broad';
    return {
      id: `${number} ${level}`,
      level,
      where: isRefused ? simplify(and(USES_JQUERY, where), level) : canonical,
    };
  });
}

const USES_JQUERY: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'tech', values: ['jQuery'], negated: false },
};
