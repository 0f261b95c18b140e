// The stored pages that a query can be fulfilled by, as a search finds them: conditions are on a page for the query, and on its domain,
// which has all that its pages have, for the search.
import { ALL, type Expression, isNegated, simplify } from '@sitegrep/search';

const NONE: Expression = { kind: 'constant', value: false };

/** An expression for the level `page` that stored pages fulfil which may fulfil a query. @param where the query, in canonical form */
export function searchFor(where: Expression): Expression {
  return simplify(widened(where, true), 'page');
}

/** @param isWanted false under a negation: what is fulfilled there by fewer pages is fulfilled by more of them outside */
function widened(where: Expression, isWanted: boolean): Expression {
  switch (where.kind) {
    case 'condition':
      if (!isWanted) return NONE;
      return isNegated(where.condition) ? ALL : where;
    case 'and':
    case 'or':
      return { kind: where.kind, of: where.of.map((part) => widened(part, isWanted)) };
    case 'not':
      return { kind: 'not', of: widened(where.of, !isWanted) };
    case 'same_page':
      return widened(where.of, isWanted);
    case 'constant':
    case 'near':
    case 'text':
    case 'pattern':
      return where;
    // No query has them (query-fault.ts).
    case 'keyword':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return isWanted ? ALL : NONE;
  }
}
