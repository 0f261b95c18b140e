// Conditions on domains and texts on pages are known to different documents of Lucene: an expression on pages may have both, and
// here they are told apart.
import {
  and,
  type Expression,
  isChangePart,
  isDecided,
  isOfDomain,
  partsOf,
  simplify,
} from '@sitegrep/search';
import { UNIT } from './page-mapping.ts';

/** Tells whether one query says an expression on domains: no `same_page` of it has conditions on the domain. */
export function isSayable(where: Expression): boolean {
  switch (where.kind) {
    case 'same_page':
    case 'same_version':
      return isOfPages(where.of);
    case 'and':
    case 'or':
      return where.of.every(isSayable);
    case 'not':
      return isSayable(where.of);
    case 'constant':
    case 'text':
    case 'pattern':
    case 'near':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
      return true;
  }
}

/** Tells whether one query of the index decides an expression on domains. */
export function isOfIndex(where: Expression): boolean {
  return isDecided(where, UNIT) && isSayable(where);
}

/** An expression on domains that one query says, and that is fulfilled wherever another one is. */
export function sayable(where: Expression): Expression {
  return isSayable(where) ? where : simplify(widened(where, true), 'domain');
}

function widened(part: Expression, isWide: boolean): Expression {
  switch (part.kind) {
    case 'same_page':
    case 'same_version':
      return { kind: part.kind, of: withoutConditions(part.of, isWide) };
    case 'and':
    case 'or':
      return { kind: part.kind, of: part.of.map((one) => widened(one, isWide)) };
    case 'not':
      return { kind: 'not', of: widened(part.of, !isWide) };
    case 'constant':
    case 'text':
    case 'pattern':
    case 'near':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
      return part;
  }
}

/** An expression on pages, with all conditions on the domain taken as fulfilled, or if it is not to be wide, as not. */
function withoutConditions(part: Expression, isWide: boolean): Expression {
  switch (part.kind) {
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
      return { kind: 'constant', value: isWide };
    case 'and':
    case 'or':
      return { kind: part.kind, of: part.of.map((one) => withoutConditions(one, isWide)) };
    case 'not':
      return { kind: 'not', of: withoutConditions(part.of, !isWide) };
    case 'same_page':
    case 'same_version':
      return withoutConditions(part.of, isWide);
    case 'version_time':
    case 'constant':
    case 'text':
    case 'pattern':
    case 'near':
      return part;
  }
}

/** The share of an expression on pages that is on the pages themselves; null: it cannot be told from that on their domain. */
export function shareOfPages(where: Expression): Expression | null {
  const { page = [], both = [] } = byShare(where.kind === 'and' ? where.of : [where]);
  return both.length === 0 ? simplify(and(page), 'page') : null;
}

/** Parts on nothing but domains, on nothing but pages, and on both. */
export function byShare(
  parts: readonly Expression[],
): Partial<Record<'domain' | 'page' | 'both', readonly Expression[]>> {
  return Object.groupBy(parts, (part) => (isOfDomain(part) ? 'domain' : isOfPages(part) ? 'page' : 'both'));
}

/** Tells whether an expression has no condition on domains. */
export function isOfPages(part: Expression): boolean {
  return !Iterator.from(partsOf(part)).some(
    (one) => one.kind === 'keyword' || one.kind === 'condition' || isChangePart(one),
  );
}
