import {
  type Condition,
  isNegated,
  isValueCondition,
  labelChoice,
  LABEL_FIELDS,
  type LabelCondition,
  testOfValue,
  type ValueCondition,
} from '@sitegrep/search';
import { intersection, union, without } from '@sitegrep/segments';
import type { OrderField } from '@sitegrep/site';
import type { ListMembers } from '../lists/list-members.ts';
import type { SavedMembers } from '../searches/saved-members.ts';
import type { LabelLists } from '../labels/label-lists.ts';
import { type Entry, valueAt } from '../order/chunk.ts';
import { ENTRIES_A_ROW, type Lists } from '../order/lists.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { indexIn, type Matches } from '../sites.ts';
import { visitFulfilling } from './list-conditions.ts';

export interface ConditionParts {
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly labels: LabelLists;
  readonly members: ListMembers;
  readonly saved: Pick<SavedMembers, 'of'>;
  readonly state: () => State;
  /** Reads the row of an entry of the list of a field. */
  readonly rowOf: (entry: Entry, field: OrderField) => DomainRow;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Rows that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;

/** Finds those of some documents that fulfil a condition. */
export type Fulfilling = (condition: Condition, among: Matches) => Matches;

export function openConditions(parts: ConditionParts): Fulfilling {
  const { rows, lists, labels, members, saved, checkpoint } = parts;

  function ofLabels(condition: LabelCondition, among: Matches): Matches {
    if (condition.kind !== 'any_of') return labels.chosen(labelChoice(condition), among);
    const values = condition.values.map(String);
    const found = LABEL_FIELDS[condition.field].map((kind) => labels.having(kind, values, among));
    return found.reduce((some, more) => union(some, more));
  }

  function ofList(condition: ValueCondition, among: Matches): Matches {
    const { field } = condition;
    if (ENTRIES_A_ROW * among.length < parts.state().domains) {
      const isFulfilled = testOfValue(condition);
      return among.filter((revision, index) => {
        if (index % ROWS_AT_A_TIME === 0) checkpoint();
        return isFulfilled(rows.domain('revision', revision)[field]);
      });
    }
    const found = new Uint8Array(among.length);
    visitFulfilling(lists, condition, parts.rowOf, (chunk, index) => {
      const at = indexIn(among, valueAt(chunk.revisions, index));
      if (at !== -1) found[at] = 1;
    });
    return among.filter((_, index) => found[index] === 1);
  }

  return (condition, among) => {
    const found = isValueCondition(condition)
      ? ofList(condition, among)
      : condition.kind === 'in_list'
        ? intersection((condition.field === 'list' ? members : saved).of(condition.values), among)
        : ofLabels(condition, among);
    return isNegated(condition) ? without(among, found) : found;
  };
}
