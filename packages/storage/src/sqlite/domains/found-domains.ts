import type { OrderRule } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import { LRUCache } from 'lru-cache';
import { domainJson } from '../../items.ts';
import { hasAll } from '@sitegrep/texts';
import { compareValues } from '../../result-order.ts';
import { damagedIndex } from '../failure.ts';
import type { FoundItems, Part, SearchParts } from './found-items.ts';
import { decidingRules } from './order/key.ts';
import { ENTRIES_A_ROW, type Wanted } from './order/lists.ts';
import { valueAt } from './order/chunk.ts';
import { walk } from './order/walk.ts';
import type { PageRow } from './page-rows.ts';
import { type DomainRow, type RowReader, siteFactsIn } from './rows.ts';
import { includes, type Matches } from './sites.ts';

/** Memory of a reader for items that it rendered last, in bytes. */
const KEPT_BYTES = 8 << 20;
/** Approximate size of a kept item besides its text, in bytes. */
const ENTRY_BYTES = 300;

/** Domains that match. */
export function openFoundDomains(parts: SearchParts): FoundItems<'domain'> {
  const { db, finder, facets, rows } = parts;
  /** Items by shape, revision and rank, from which all that is in them follows. */
  const kept = new LRUCache<string, string>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => 2 * length + ENTRY_BYTES,
  });

  function inOrder(matches: Matches, { order, last, skip, limit }: Part<'domain'>): readonly DomainRow[] {
    const found = firstDomains(parts, matches, decidingRules(order), last, skip + limit);
    if (last === null && found.length < Math.min(skip + limit, matches.length)) {
      throw damagedIndex(db, 'the segments name documents that are in no order list');
    }
    return found.slice(skip);
  }

  return {
    find(where, verification) {
      const revisions = finder.find(where, 'domain', verification);
      const documents = { revisions, pages: (row: DomainRow) => rows.summary(row).pages };
      return {
        total: revisions.length,
        inOrder: (part) => inOrder(revisions, part),
        counts: (wanted, sources) => facets.count(wanted, documents, sources),
      };
    },
    valuesOf: (row, order) => domainValues(row, decidingRules(order)),
    readOf(row, { snippets }, read) {
      const ofSources = read(`domain ${row.revision}`, () => shownPages(rows, row));
      if (snippets?.isComplete === true && !hasAll(ofSources.matches ?? [], snippets.sought)) {
        throw damagedIndex(db, `the segments find in ${row.domain} what its pages do not have`);
      }
      return ofSources;
    },
    hitOf: (row, read) => ({ domain: row.domain, rank: row.rank, facts: rows.facts(row), ...read }),
    rendered(items, shape) {
      const key = `${shape.names} ${shape.fields.join()}`;
      return items.map((row) => {
        const { domain, revision, rank } = row;
        const own = `${revision} ${rank} ${key}`;
        const known = kept.get(own);
        if (known !== undefined) return known;
        const item = domainJson({ domain, rank, facts: siteFactsIn(rows.facts(row)) }, shape);
        kept.set(own, item);
        return item;
      });
    },
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

/** The pages of a domain, home page first. */
export function* shownPages(rows: RowReader, row: DomainRow): Iterable<PageRow> {
  const { home, pages } = rows.summary(row);
  yield rows.page(row, home);
  for (const page of pages) if (page !== home) yield rows.page(row, page);
}
