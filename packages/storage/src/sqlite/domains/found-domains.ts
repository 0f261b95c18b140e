import type { OrderRule } from '@sitegrep/search';
import { homeFirst, type SortValue } from '@sitegrep/site';
import type { PageSource } from '../../texts/page-text.ts';
import { hasAll } from '../../texts/snippets.ts';
import { compareValues } from '../../result-order.ts';
import { damagedIndex } from '../failure.ts';
import type { FoundItems, SearchParts } from './found-items.ts';
import { decidingRules } from './order/key.ts';
import { ENTRIES_A_ROW, type Wanted } from './order/lists.ts';
import { valueAt } from './order/chunk.ts';
import { walk } from './order/walk.ts';
import { pageSource } from './page-rows.ts';
import type { DomainRow, RowReader } from './rows.ts';
import { includes, type Matches } from './text-matches.ts';

/** Domains that match; their matches are revisions. */
export function openFoundDomains(parts: SearchParts): FoundItems<'domain'> {
  const { db, rows } = parts;
  return {
    inOrder(matches, { order, last, skip, limit }) {
      const found = firstDomains(parts, matches, decidingRules(order), last, skip + limit);
      if (last === null && found.length < Math.min(skip + limit, matches.length)) {
        throw damagedIndex(db, 'the segments name documents that are in no order list');
      }
      return found.slice(skip);
    },
    valuesOf: (row, order) => domainValues(row, decidingRules(order)),
    hitOf(row, { snippets }, read) {
      const ofSources = read(() => sourcesOf(rows, row));
      if (snippets?.isComplete === true && !hasAll(ofSources.matches ?? [], snippets.sought)) {
        throw damagedIndex(db, `the segments find in ${row.domain} what its pages do not have`);
      }
      return { domain: row.domain, rank: row.rank, facts: rows.facts(row), ...ofSources };
    },
    documentsOf: (revisions) => ({ revisions, pages: () => null }),
  };
}

/** The first `limit` wanted domains of an order after a cursor. */
export function firstDomains(
  { lists, rows, rowOf, state }: SearchParts,
  wanted: Matches,
  rules: readonly OrderRule[],
  last: readonly SortValue[] | null,
  limit: number,
): readonly DomainRow[] {
  // Either walk the order and skip what is not wanted, or read and sort what is: whichever takes less.
  const walks = ENTRIES_A_ROW * wanted.length ** 2 > limit * state().domains;
  if (walks) {
    const field = rules[0]?.field ?? 'domain';
    const isWanted: Wanted = (chunk, index) => includes(wanted, valueAt(chunk.revisions, index));
    const found: DomainRow[] = [];
    for (const entry of walk(lists, rules, last, isWanted, (one) => rowOf(one, field))) {
      found.push(rowOf(entry, field));
      if (found.length === limit) break;
    }
    return found;
  }
  const compare = compareValues(rules);
  return Array.from(wanted, (revision) => {
    const row = rows.domain('revision', revision);
    return { row, values: domainValues(row, rules) };
  })
    .filter(({ values }) => last === null || compare(values, last) > 0)
    .toSorted((a, b) => compare(a.values, b.values))
    .slice(0, limit)
    .map(({ row }) => row);
}

export function domainValues(row: DomainRow, rules: readonly OrderRule[]): readonly SortValue[] {
  return rules.map(({ field }) => row[field]);
}

/** The pages of a domain, home page first; each source is unpacked only when it is reached. */
function* sourcesOf(rows: RowReader, row: DomainRow): Iterable<PageSource> {
  for (const page of homeFirst(row.domain, [...rows.pages(row)])) yield pageSource(page);
}
