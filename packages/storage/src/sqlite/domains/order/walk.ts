import type { OrderRule } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import type { DomainRow } from '../rows.ts';
import { behindKey, behindPrefix, compareValues, KNOWN, listOf, prefixIn, prefixOf, UNKNOWN } from './key.ts';
import type { Lists, Wanted } from './lists.ts';
import type { Entry } from './chunk.ts';

/**
 * The wanted entries of an order, or those of it behind a row, one after the other: along the list of the first field,
 * value by value where the other rules say more than the list does.
 *
 * @param rules as `decidingRules` gives them
 * @param after the values of that row for each rule; null for the whole order
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

  /** Entries of one prefix by the domain, behind one. */
  function* ofDomains(
    prefix: Buffer,
    until: Buffer | null,
    way: OrderRule['direction'],
    behind: readonly SortValue[] | null,
  ): Generator<Entry> {
    const key = behind === null ? null : Buffer.concat([prefix, Buffer.from(String(behind[0]))]);
    if (way === 'asc') yield* lists.ascending(list, key === null ? prefix : behindKey(key), until, wanted);
    else yield* lists.descending(list, prefix, key ?? until, wanted);
  }

  /** Entries of one value, in the order of the other rules, behind the values of a row for these. */
  function* group(prefix: Buffer, behind: readonly SortValue[] | null): Generator<Entry> {
    const until = behindPrefix(prefix);
    const [next] = rest;
    if (next?.field === 'domain') {
      yield* ofDomains(prefix, until, next.direction, behind);
      return;
    }
    const compare = compareValues(rest);
    const members = Array.from(lists.ascending(list, prefix, until, wanted), (entry) => {
      const row = rowOf(entry);
      return { entry, values: rest.map((rule) => row[rule.field]) };
    });
    for (const { entry } of members
      .filter(({ values }) => behind === null || compare(values, behind) > 0)
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
  if (prefix !== null && direction === 'asc') from = behindPrefix(prefix);
  if (prefix !== null && direction === 'desc') until = prefix;
  const [next] = rest;
  if (next?.field === 'domain' && next.direction === direction) yield* run(from, until);
  else {
    for (;;) {
      const head = run(from, until).next();
      if (head.done === true) break;
      const found = prefixIn(head.value.key, field);
      yield* group(found, null);
      if (direction === 'asc') from = behindPrefix(found);
      else until = found;
    }
  }
  yield* group(UNKNOWN, null);
}
