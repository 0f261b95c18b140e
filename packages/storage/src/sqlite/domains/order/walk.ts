import type { OrderRule } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import { compareValues } from '../../../result-order.ts';
import type { DomainRow } from '../rows.ts';
import { keyAfter, keyAfterPrefix, KNOWN, listOf, prefixIn, prefixOf, UNKNOWN } from './key.ts';
import type { Lists, Wanted } from './lists.ts';
import type { Entry } from './chunk.ts';

/**
 * The wanted entries in an order, all or those after a row: along the list of the first field, and value by value where
 * the other rules order more finely than the list does.
 *
 * @param rules as `decidingRules` gives them
 * @param after the values of that row for each rule; null: from the beginning
 * @param rowOf reads the row of an entry
 */
export function* walk(
  lists: Lists,
  rules: readonly OrderRule[],
  after: readonly SortValue[] | null,
  wanted: Wanted,
  rowOf: (entry: Entry) => DomainRow,
): Generator<Entry> {
  const [first, ...rest] = rules;
  if (first === undefined) return;
  const { field, direction } = first;
  const list = listOf(field);
  const run = (from: Buffer, until: Buffer): Generator<Entry> =>
    direction === 'asc'
      ? lists.ascending(list, from, until, wanted)
      : lists.descending(list, from, until, wanted);

  if (field === 'domain') {
    yield* ofDomains(Buffer.alloc(0), null, direction, after);
    return;
  }

  /** Entries of one prefix by the domain, after `last`. */
  function* ofDomains(
    prefix: Buffer,
    until: Buffer | null,
    way: OrderRule['direction'],
    last: readonly SortValue[] | null,
  ): Generator<Entry> {
    const key = last === null ? null : Buffer.concat([prefix, Buffer.from(String(last[0]))]);
    if (way === 'asc') yield* lists.ascending(list, key === null ? prefix : keyAfter(key), until, wanted);
    else yield* lists.descending(list, prefix, key ?? until, wanted);
  }

  /** Entries of one value, in the order of the other rules, after a row that has the values `last` for these. */
  function* group(prefix: Buffer, last: readonly SortValue[] | null): Generator<Entry> {
    const until = keyAfterPrefix(prefix);
    const [next] = rest;
    if (next?.field === 'domain') {
      yield* ofDomains(prefix, until, next.direction, last);
      return;
    }
    const compare = compareValues(rest);
    const members = Array.from(lists.ascending(list, prefix, until, wanted), (entry) => {
      const row = rowOf(entry);
      return { entry, values: rest.map((rule) => row[rule.field]) };
    });
    for (const { entry } of members
      .filter(({ values }) => last === null || compare(values, last) > 0)
      .toSorted((a, b) => compare(a.values, b.values))) {
      yield entry;
    }
  }

  const value = after === null ? null : (after[0] ?? null);
  const prefix = after === null ? null : prefixOf(value);
  if (after !== null && prefix !== null) yield* group(prefix, after.slice(1));
  if (after !== null && value === null) return;

  // The known values that are left.
  let [from, until]: [Buffer, Buffer] = [KNOWN, UNKNOWN];
  if (prefix !== null && direction === 'asc') from = keyAfterPrefix(prefix);
  if (prefix !== null && direction === 'desc') until = prefix;
  const [next] = rest;
  if (next?.field === 'domain' && next.direction === direction) yield* run(from, until);
  else {
    for (;;) {
      const head = run(from, until).next();
      if (head.done === true) break;
      const found = prefixIn(head.value.key, field);
      yield* group(found, null);
      if (direction === 'asc') from = keyAfterPrefix(found);
      else until = found;
    }
  }
  yield* group(UNKNOWN, null);
}
