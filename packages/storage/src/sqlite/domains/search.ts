// Answers searches on one state of the database and the segments: what matches, in order, a part of it with facts.
import type { DatabaseSync } from 'node:sqlite';
import type { Cursor, FacetCounts, OrderRule, PageOrderRule, PageQuery, Query } from '@sitegrep/search';
import { homeFirst, type SortValue } from '@sitegrep/site';
import type { PageHit, ReadOfHit } from '../../domains.ts';
import { HitsTooMany } from '../../query-too-broad.ts';
import { hitReader, type HitReader } from '../../texts/hit-reader.ts';
import { wishOf } from '../../texts/hit-wish.ts';
import { hasAll } from '../../texts/snippets.ts';
import type { PageSource } from '../../texts/page-text.ts';
import { compareValues, domainRulesOf, isAfter, pageValue, startOf } from '../../result-order.ts';
import { damagedIndex } from '../failure.ts';
import type { FacetCounter } from './facets.ts';
import { pagesOf } from './find/kept-decisions.ts';
import type { Finder } from './find/finder.ts';
import { decidingRules } from './order/key.ts';
import { ENTRIES_A_ROW, type Lists, type Wanted } from './order/lists.ts';
import { valueAt, type Entry } from './order/chunk.ts';
import { walk } from './order/walk.ts';
import { type PageRow, pageSource } from './page-rows.ts';
import { type DomainRow, MAX_PAGES, pageFactsIn, type RowReader } from './rows.ts';
import type { State } from './state.ts';
import { includes, type Matches } from './text-matches.ts';

export interface SearchParts {
  readonly db: DatabaseSync;
  readonly finder: Finder;
  readonly facets: FacetCounter;
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly state: () => State;
  readonly rowOf: (entry: Entry, field: OrderRule['field']) => DomainRow;
  /** The row of a domain; null: it is not stored. */
  readonly find: (domain: string) => DomainRow | null;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** A part of what matches. */
interface Answer<Hit> {
  readonly total: number;
  readonly offset: number;
  readonly hits: readonly Hit[];
  readonly next: Cursor | null;
  readonly facets?: readonly FacetCounts[];
}

interface FoundDomain extends ReadOfHit {
  readonly row: DomainRow;
}

export interface Searches {
  domains(query: Query, budgetMs: number | null): Answer<FoundDomain>;
  pages(query: PageQuery, budgetMs: number | null): Answer<PageHit>;
}

/** A page with the values that it is ordered by. */
interface SortedPage {
  readonly row: DomainRow;
  readonly page: PageRow;
  readonly values: readonly SortValue[];
}

export function openSearches(parts: SearchParts): Searches {
  const { db, finder, facets, rows, lists, state, rowOf, checkpoint } = parts;

  /** The first `limit` wanted domains of an order after a cursor. */
  function firstOf(
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
      return { row, values: valuesOf(row, rules) };
    })
      .filter(({ values }) => last === null || compare(values, last) > 0)
      .toSorted((a, b) => compare(a.values, b.values))
      .slice(0, limit)
      .map(({ row }) => row);
  }

  function domains(query: Query, budgetMs: number | null): Answer<FoundDomain> {
    const until = endOf(budgetMs);
    const wanted = finder.find(query.where, 'domain', budgetMs);
    checkpoint();
    const { from, limit } = query;
    const rules = decidingRules(query.order);
    const { skip, offset, last } = startOf(from);
    const found = firstOf(wanted, rules, last, skip + limit + 1);
    if (from.kind === 'offset' && found.length < Math.min(skip + limit + 1, wanted.length)) {
      throw damagedIndex(db, 'the segments name documents that are in no order list');
    }
    const shown = found.slice(skip, skip + limit);
    const read = readerOf(query, shown.length, until);
    const hits = shown.map((row) => ({ row, ...readDomain(row, query, read) }));
    const end = hits.at(-1);
    const isLast = end === undefined || found.length <= skip + limit;
    const next = isLast ? null : { values: valuesOf(end.row, rules), offset: offset + hits.length };
    return { total: wanted.length, offset, hits, next, ...counted(query, wanted, () => null, until) };
  }

  function pages(query: PageQuery, budgetMs: number | null): Answer<PageHit> {
    const until = endOf(budgetMs);
    const keys = finder.find(query.where, 'page', budgetMs);
    checkpoint();
    const { order, from, limit } = query;
    const { skip, offset, last } = startOf(from);
    const byDomain = domainRulesOf(order);
    const wish = { keys, order, last, skip, limit: limit + 1 };
    const found = byDomain === null ? allSorted(wish) : sortedByDomain(wish, byDomain);
    const shownPages = found.slice(0, limit);
    const read = readerOf(query, shownPages.length, until);
    const hits = shownPages.map(({ row, page, values }): PageHit => {
      const { url, fetchedAt, charset, truncated, facts } = page;
      const shown = {
        domain: row.domain,
        rank: row.domain_rank,
        url,
        fetchedAt,
        charset,
        truncated,
      };
      const ofSource = read(() => [pageSource(page)]);
      return { ...shown, title: pageFactsIn(facts).title, sortValues: values, ...ofSource };
    });
    const end = found[limit - 1];
    const isLast = end === undefined || found.length <= limit;
    return {
      total: keys.length,
      offset,
      hits,
      next: isLast ? null : { values: end.values, offset: offset + hits.length },
      ...counted(query, revisionsOf(keys), (revision) => pagesOf(keys, revision), until),
    };
  }

  /** The facets of a query, if it has any. @param pages numbers of the pages of a document that count; null: all */
  function counted(
    { facets: wanted }: Query | PageQuery,
    revisions: Matches,
    pages: (revision: number) => readonly number[] | null,
    until: number | null,
  ): { readonly facets?: readonly FacetCounts[] } {
    return wanted === undefined ? {} : { facets: facets.count(wanted, { revisions, pages }, until) };
  }

  interface PagesWish {
    /** Keys of the pages that match. */
    readonly keys: Matches;
    readonly order: readonly PageOrderRule[];
    readonly last: readonly SortValue[] | null;
    readonly skip: number;
    readonly limit: number;
  }

  /** Pages of an order in which those of a domain follow each other: only those that are shown are read. */
  function sortedByDomain(
    { keys, order, last, skip, limit }: PagesWish,
    byDomain: readonly OrderRule[],
  ): readonly SortedPage[] {
    const revisions = revisionsOf(keys);
    const lastDomain = last?.slice(0, byDomain.length) ?? null;
    const found: SortedPage[] = [];
    let skipped = 0;
    const add = (row: DomainRow): boolean => {
      const numbers = pagesOf(keys, row.revision);
      if (skipped + numbers.length <= skip) {
        skipped += numbers.length;
        return true;
      }
      const sorted = sortedPages(row, numbers, order).filter(({ values }) => isAfter(order, values, last));
      for (const page of sorted) {
        if (skipped < skip) skipped++;
        else found.push(page);
      }
      return found.length < limit;
    };
    // The domain of the last page that was shown may have more of them.
    const before = lastDomain === null ? null : parts.find(String(lastDomain.at(-1)));
    if (before !== null && includes(revisions, before.revision)) {
      const isSame = compareValues(byDomain)(valuesOf(before, byDomain), lastDomain ?? []) === 0;
      if (isSame && !add(before)) return found.slice(0, limit);
    }
    for (const row of firstOf(revisions, byDomain, lastDomain, skip + limit)) {
      checkpoint();
      if (!add(row)) break;
    }
    return found.slice(0, limit);
  }

  /** Pages of any order: all that match are read, and those that are shown once more, since all would not fit into memory. */
  function allSorted({ keys, order, last, skip, limit }: PagesWish): readonly SortedPage[] {
    const compare = compareValues(order);
    const all: {
      readonly row: DomainRow;
      readonly number: number;
      readonly values: readonly SortValue[];
    }[] = [];
    for (const revision of revisionsOf(keys)) {
      checkpoint();
      const row = rows.domain('revision', revision);
      const numbers = pagesOf(keys, revision);
      let index = 0;
      for (const page of rows.pages(row, numbers)) {
        const [number, values] = [numbers[index++] ?? 0, pageValues(row, page, order)];
        if (isAfter(order, values, last)) all.push({ row, number, values });
      }
    }
    return all
      .sort((a, b) => compare(a.values, b.values))
      .slice(skip, skip + limit)
      .flatMap(({ row, number, values }) =>
        Array.from(rows.pages(row, [number]), (page) => ({ row, page, values })),
      );
  }

  function sortedPages(
    row: DomainRow,
    numbers: readonly number[],
    order: readonly PageOrderRule[],
  ): readonly SortedPage[] {
    const compare = compareValues(order);
    return Array.from(rows.pages(row, numbers), (page) => ({
      row,
      page,
      values: pageValues(row, page, order),
    })).sort((a, b) => compare(a.values, b.values));
  }

  /** Reads what is shown of so many hits, one after the other. */
  function readerOf(query: Query | PageQuery, hits: number, until: number | null): HitReader {
    let done = -1;
    const read = hitReader(wishOf(query), () => {
      checkpoint();
      if (until !== null && performance.now() > until) throw new HitsTooMany(hits, done);
    });
    return (pages) => {
      done++;
      return read(pages);
    };
  }

  function readDomain(row: DomainRow, { snippets }: Query, read: HitReader): ReadOfHit {
    const ofSources = read(() => sourcesOf(row));
    if (snippets?.isComplete === true && !hasAll(ofSources.matches ?? [], snippets.sought)) {
      throw damagedIndex(db, `the segments find in ${row.domain} what its pages do not have`);
    }
    return ofSources;
  }

  /** The pages of a domain, home page first; each source is unpacked only when it is reached. */
  function* sourcesOf(row: DomainRow): Iterable<PageSource> {
    for (const page of homeFirst(row.domain, [...rows.pages(row)])) yield pageSource(page);
  }

  return { domains, pages };
}

/** The time at which a budget is used up, by `performance.now`. */
function endOf(budgetMs: number | null): number | null {
  return budgetMs === null ? null : performance.now() + budgetMs;
}

function valuesOf(row: DomainRow, rules: readonly OrderRule[]): readonly SortValue[] {
  return rules.map(({ field }) => row[field]);
}

function pageValues(
  row: DomainRow,
  { url, fetchedAt }: PageRow,
  order: readonly PageOrderRule[],
): readonly SortValue[] {
  return order.map(({ field }) => pageValue(field, { url, fetchedAt }, (own) => row[own]));
}

/** The revisions of sorted page keys, each once. */
function revisionsOf(keys: Matches): Matches {
  const revisions: number[] = [];
  for (const key of keys) {
    const revision = Math.floor(key / MAX_PAGES);
    if (revisions.at(-1) !== revision) revisions.push(revision);
  }
  return Float64Array.from(revisions);
}
