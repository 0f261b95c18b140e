import { testOfValue, type ValueCondition } from '@sitegrep/search';
import type { OrderField, SortValue } from '@sitegrep/site';
import { keyAfter, keyAfterPrefix, KNOWN, listOf, prefixIn, prefixOf, UNKNOWN } from '../order/key.ts';
import type { Lists } from '../order/lists.ts';
import type { Entry, Chunk } from '../order/chunk.ts';
import type { DomainRow } from '../rows.ts';

/** Keys of a list with `from` ≤ key < `until`; null: to the end. */
type Span = readonly [from: Buffer, until: Buffer | null];

/**
 * Visits the entries that fulfil a condition, apart from whether that is negated, along the list of its field, and as few
 * others as that list allows.
 *
 * @param rowOf reads the row of an entry
 */
export function visitFulfilling(
  lists: Lists,
  condition: ValueCondition,
  rowOf: (entry: Entry, field: OrderField) => DomainRow,
  visit: (chunk: Chunk, index: number) => void,
): void {
  const { field } = condition;
  const isRanged = condition.kind === 'any_of' || condition.kind === 'range';
  const readsKeys = field === 'domain' && !isRanged;
  const isFulfilled = testOfValue(condition);
  const visitor = (chunk: Chunk, index: number): boolean => {
    if (!readsKeys || isFulfilled(chunk.key(index).toString())) visit(chunk, index);
    return false;
  };
  const spans = isRanged
    ? rangesOf(condition)
    : readsKeys
      ? [ALL]
      : spansOfValues(lists, field, isFulfilled, rowOf);
  for (const [from, until] of spans) lists.ascending(listOf(field), from, until, visitor).next();
}

const ALL: Span = [Buffer.alloc(0), null];

/** Conditions whose values stand together in the order of a list. */
type RangedCondition = Extract<ValueCondition, { readonly kind: 'any_of' | 'range' }>;

function rangesOf(condition: RangedCondition): readonly Span[] {
  const { field } = condition;
  // The beginning and the end of the entries of a value.
  const [start, after] =
    field === 'domain'
      ? [(value: SortValue) => Buffer.from(String(value)), keyAfter]
      : [prefixOf, keyAfterPrefix];
  const [first, end] = field === 'domain' ? ALL : [KNOWN, UNKNOWN];
  switch (condition.kind) {
    case 'any_of':
      return condition.values.map((value) => [start(value), after(start(value))]);
    case 'range': {
      const at = start(condition.value);
      if (condition.op === '<') return [[first, at]];
      if (condition.op === '<=') return [[first, after(at)]];
      return [[condition.op === '>' ? after(at) : at, end]];
    }
  }
}

/** Entries of each known value of a field other than `domain` that fulfils a condition: few values, many entries. */
function spansOfValues(
  lists: Lists,
  field: OrderField,
  isFulfilled: (value: SortValue) => boolean,
  rowOf: (entry: Entry, field: OrderField) => DomainRow,
): readonly Span[] {
  const spans: Span[] = [];
  for (let from: Buffer = KNOWN; ;) {
    const head = lists.ascending(listOf(field), from, UNKNOWN, () => true).next();
    if (head.done === true) return spans;
    const prefix = prefixIn(head.value.key, field);
    from = keyAfterPrefix(prefix);
    if (isFulfilled(rowOf(head.value, field)[field])) spans.push([prefix, from]);
  }
}
