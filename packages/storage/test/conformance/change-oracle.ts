// What a plain look at a record of changes says of an expression.
import type { ChangeCondition, Expression } from '@sitegrep/search';
import type { ModelRecord } from './change-model.ts';
import { isFound, type Site } from './query-oracle.ts';

/**
 * Tells whether a record fulfils an expression as it was written.
 *
 * @param site the domain of the record as it is; undefined: it is gone
 */
export function holds(where: Expression, record: ModelRecord, site: Site | undefined): boolean {
  switch (where.kind) {
    case 'and':
      return where.of.every((one) => holds(one, record, site));
    case 'or':
      return where.of.some((one) => holds(one, record, site));
    case 'not':
      return !holds(where.of, record, site);
    case 'change_label':
      return record[where.side].some((kinded) => hasLabel(where.condition, kinded));
    case 'change_time':
      return record.at >= (where.from ?? -Infinity) && record.at < (where.until ?? Infinity);
    case 'change_by':
      return where.by === 'any' || record.by === where.by;
    case 'version_time':
    case 'same_version':
      throw new TypeError('it is not of changes');
    case 'constant':
    case 'same_change':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'condition':
      if (site !== undefined) return isFound(site, where);
      return where.kind === 'condition' && 'negated' in where.condition && where.condition.negated;
  }
}

/** Tells whether a label of the model's fulfils a condition of those above, by what is known of these few labels. */
function hasLabel(condition: ChangeCondition, kinded: string): boolean {
  const [kind = '', label = '', rest = ''] = kinded.split('\0');
  if (condition.kind === 'versions') return kind === 'tech_version' && label === 'Alpha' && rest === '1.2';
  const { field } = condition;
  const names = (...kinds: readonly string[]): boolean =>
    condition.kind === 'any'
      ? kind === kinds[0]
      : condition.kind === 'any_of' && kinds.includes(kind) && condition.values.includes(label);
  if (field === 'tech') return names('tech', 'category');
  if (field === 'script_host')
    return kind === 'host' && rest.includes('s') && (condition.kind === 'any' || label === 'test.one');
  if (field === 'host') return kind === 'host' && label.startsWith('test.one.');
  if (field === 'email_domain') return kind === 'email' && label.endsWith('@one.test');
  return names(field);
}
