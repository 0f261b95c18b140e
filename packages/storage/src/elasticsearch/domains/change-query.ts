// What the index decides of the records of changes, which are documents beside that of their domain.
import type { estypes } from '@elastic/elasticsearch';
import {
  changeChoices,
  type ChangeLabel,
  type ChangePart,
  type Expression,
  isOnChanges,
} from '@sitegrep/search';
import { kindedLabel, type KindedLabel } from '@sitegrep/site';
import { changeKey, type Resolved } from './resolved.ts';
import { anyOfValues } from './value-query.ts';

type Query = estypes.QueryDslQueryContainer;

/** The records that searches find: those that have a number, see recorded.ts. */
const NUMBERED: Query = { exists: { field: 'recorded' } };

/** Domains with one change that fulfils an expression. @param ofDomain as of `recordCondition` */
export function changedDomains(where: Expression, resolved: Resolved, ofDomain: OfDomain): Query {
  return changedBy({ bool: { filter: [NUMBERED, recordCondition(where, resolved, ofDomain)] } });
}

/** Domains with a change that a query finds. */
export function changedBy(query: Query): Query {
  return { has_child: { type: 'change', query } };
}

/** Query for the domains that fulfil an expression without conditions on changes. */
type OfDomain = (part: Expression) => Query;

/** Records of domains that a query finds. */
export function ofDomains(query: Query): Query {
  return { has_parent: { parent_type: 'domain', query } };
}

/**
 * Query for the records of changes that fulfil an expression, among those of them that are shown.
 *
 * @param ofDomain gives the query for records whose domains fulfil an expression
 */
export function recordCondition(where: Expression, resolved: Resolved, ofDomain: OfDomain): Query {
  if (where.kind !== 'constant' && !isOnChanges(where)) return ofDomain(where);
  switch (where.kind) {
    case 'constant':
      return where.value ? { match_all: {} } : { match_none: {} };
    case 'and':
      return { bool: { filter: apart(where).map((one) => recordCondition(one, resolved, ofDomain)) } };
    case 'or':
      return {
        bool: {
          should: apart(where).map((one) => recordCondition(one, resolved, ofDomain)),
          minimum_should_match: 1,
        },
      };
    case 'not':
      return { bool: { must_not: [recordCondition(where.of, resolved, ofDomain)] } };
    case 'same_change':
      return recordCondition(where.of, resolved, ofDomain);
    case 'change_label':
    case 'change_time':
    case 'change_by':
      return partQuery(where, resolved);
    case 'version_time':
    case 'same_version':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'condition':
      throw new TypeError(`a ${where.kind} is not on changes`);
  }
}

/** Parts of a list, with all that are on domains as one. */
export function apart({
  kind,
  of,
}: Extract<Expression, { readonly kind: 'and' | 'or' }>): readonly Expression[] {
  const { change = [], domain = [] } = Object.groupBy(of, (part) =>
    isOnChanges(part) ? 'change' : 'domain',
  );
  const [only] = domain;
  if (only === undefined) return change;
  return [...change, domain.length === 1 ? only : { kind, of: domain }];
}

function partQuery(part: ChangePart, resolved: Resolved): Query {
  switch (part.kind) {
    case 'change_time': {
      const { from, until } = part;
      return {
        range: { at: { ...(from === null ? {} : { gte: from }), ...(until === null ? {} : { lt: until }) } },
      };
    }
    case 'change_by':
      return part.by === 'any' ? { match_all: {} } : { term: { by: part.by } };
    case 'change_label': {
      const { side, condition } = part;
      const should = changeChoices(condition).map((choice): Query => {
        if ('labels' in choice)
          return anyOfValues(
            side,
            choice.labels.map((label) => kindedLabel(choice.kind, label)),
          );
        if ('all' in choice) return { prefix: { [side]: { value: kindedLabel(choice.kind, '') } } };
        const labels = resolved.changes.get(changeKey(part));
        if (labels === undefined)
          throw new TypeError('the labels that a condition on changes chooses were not read');
        return anyOfValues(side, labels);
      });
      return { bool: { should, minimum_should_match: 1 } };
    }
  }
}

/** Labels among which a condition on changes chooses; null: it names them. */
export function chosenOf({ condition }: ChangeLabel): {
  /** Text that all of them begin with. */
  readonly prefix: KindedLabel;
  readonly among: (labels: readonly KindedLabel[]) => readonly KindedLabel[];
} | null {
  // A condition that chooses has one choice.
  const [choice] = changeChoices(condition);
  if (choice === undefined || !('among' in choice)) return null;
  const { kind, prefix, among } = choice;
  const start = kindedLabel(kind, '');
  return {
    prefix: kindedLabel(kind, prefix),
    among: (labels) =>
      among(labels.map((label) => label.slice(start.length))).map((label) => kindedLabel(kind, label)),
  };
}
