import { foldCase, isLike, type Condition, type OrderField } from '@sitegrep/search';
import {
  behindKey,
  behindPrefix,
  compareValues,
  KNOWN,
  listOf,
  prefixIn,
  prefixOf,
  UNKNOWN,
  valueOf,
  type SortValue,
} from '../order/key.ts';
import type { Lists } from '../order/lists.ts';
import type { Entry, Chunk } from '../order/chunk.ts';
import type { DomainRow } from '../rows.ts';

/** A condition on what results can be ordered by. */
export type ListCondition = Condition & { readonly field: OrderField };

/** Keys of a list from one to, and without, another; null: to the end. */
type Span = readonly [from: Buffer, until: Buffer | null];

/** Whether a value fulfils a condition, were it not negated. */
export function holds(condition: ListCondition, value: SortValue): boolean {
  if (value === null) return false;
  switch (condition.kind) {
    case 'any_of':
      return condition.values.includes(value);
    case 'like':
      return isLike(foldCase(String(value)), condition.pattern);
    case 'range': {
      const sign = compareAscending([value], [condition.value]);
      if (sign === 0) return condition.op === '<=' || condition.op === '>=';
      return sign < 0 === condition.op.startsWith('<');
    }
  }
}

const compareAscending = compareValues([{ field: 'domain', direction: 'asc' }]);

/**
 * Visits what fulfils a condition, were it not negated, along the list of its field, and nothing else as far as the list
 * tells.
 *
 * @param rowOf reads the row of an entry
 */
export function visitFulfilling(
  lists: Lists,
  condition: ListCondition,
  rowOf: (entry: Entry, field: OrderField) => DomainRow,
  visit: (chunk: Chunk, index: number) => void,
): void {
  const { field } = condition;
  const isDomainLike = condition.kind === 'like' && field === 'domain';
  const visitor = (chunk: Chunk, index: number): boolean => {
    if (!isDomainLike || holds(condition, chunk.key(index).toString())) visit(chunk, index);
    return false;
  };
  for (const [from, until] of spansOf(lists, condition, rowOf)) {
    lists.ascending(listOf(field), from, until, visitor).next();
  }
}

function spansOf(
  lists: Lists,
  condition: ListCondition,
  rowOf: (entry: Entry, field: OrderField) => DomainRow,
): readonly Span[] {
  const { field } = condition;
  // What begins, and ends, the entries of a value.
  const [start, behind] =
    field === 'domain'
      ? [(value: SortValue) => Buffer.from(String(value)), behindKey]
      : [prefixOf, behindPrefix];
  const [first, end] = field === 'domain' ? [Buffer.alloc(0), null] : [KNOWN, UNKNOWN];
  switch (condition.kind) {
    case 'any_of':
      return condition.values.map((value) => [start(value), behind(start(value))]);
    case 'range': {
      const at = start(condition.value);
      if (condition.op === '<') return [[first, at]];
      if (condition.op === '<=') return [[first, behind(at)]];
      return [[condition.op === '>' ? behind(at) : at, end]];
    }
    case 'like':
      if (end === null) return [[first, end]];
      return valuesIn(lists, field, rowOf).flatMap(([value, prefix]): readonly Span[] =>
        holds(condition, value) ? [[prefix, behindPrefix(prefix)]] : [],
      );
  }
}

/** The different known values of a field other than `domain`, and what the keys of each begin with. */
function valuesIn(
  lists: Lists,
  field: OrderField,
  rowOf: (entry: Entry, field: OrderField) => DomainRow,
): readonly (readonly [SortValue, Buffer])[] {
  const values: (readonly [SortValue, Buffer])[] = [];
  for (let from: Buffer = KNOWN; ;) {
    const head = lists.ascending(listOf(field), from, UNKNOWN, () => true).next();
    if (head.done === true) return values;
    const prefix = prefixIn(head.value.key, field);
    values.push([valueOf(rowOf(head.value, field), field), prefix]);
    from = behindPrefix(prefix);
  }
}
