import type { OrderRule, Query } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import type { PageHit } from '../../domains.ts';
import { pageJson } from '../../items.ts';
import { compareValues, domainRulesOf, isAfter, pageValue } from '../../result-order.ts';
import { domainValues, firstDomains } from './found-domains.ts';
import type { FoundItems, Part, SearchParts, SortedPage } from './found-items.ts';
import { factsOfRow, type PageRow } from './page-rows.ts';
import type { DomainRow } from './rows.ts';
import { includes, type Matches } from './sites.ts';

/** Pages that match. */
export function openFoundPages(parts: SearchParts): FoundItems<'page'> {
  const { finder, facets, rows, pageSets, checkpoint } = parts;

  /** Pages of an order in which those of a domain follow each other: only those that are shown are read. */
  function sortedByDomain(
    matches: Matches,
    { order, last, skip, limit }: Part<'page'>,
    byDomain: readonly OrderRule[],
  ): readonly SortedPage[] {
    const revisions = pageSets.domainsOf(matches);
    const grouped = pageSets.grouped(matches);
    const lastDomain = last?.slice(0, byDomain.length) ?? null;
    const found: SortedPage[] = [];
    let skipped = 0;
    const add = (row: DomainRow): boolean => {
      const numbers = grouped.of(row.id);
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
      const isSame = compareValues(byDomain)(domainValues(before, byDomain), lastDomain ?? []) === 0;
      if (isSame && !add(before)) return found.slice(0, limit);
    }
    for (const row of firstDomains(parts, revisions, byDomain, lastDomain, skip + limit)) {
      checkpoint();
      if (!add(row)) break;
    }
    return found.slice(0, limit);
  }

  /** Pages of any order: all that match are read, and those that are shown once more, since all would not fit into memory. */
  function allSorted(matches: Matches, { order, last, skip, limit }: Part<'page'>): readonly SortedPage[] {
    const compare = compareValues(order);
    const all: {
      readonly row: DomainRow;
      readonly number: number;
      readonly values: readonly SortValue[];
    }[] = [];
    const grouped = pageSets.grouped(matches);
    for (const revision of pageSets.domainsOf(matches)) {
      checkpoint();
      const row = rows.domain('revision', revision);
      for (const page of rows.pages(row, grouped.of(row.id))) {
        const values = pageValues(row, page, order);
        if (isAfter(order, values, last)) all.push({ row, number: page.id, values });
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
    numbers: Iterable<number>,
    order: Query<'page'>['order'],
  ): readonly SortedPage[] {
    const compare = compareValues(order);
    return Array.from(rows.pages(row, numbers), (page) => ({
      row,
      page,
      values: pageValues(row, page, order),
    })).sort((a, b) => compare(a.values, b.values));
  }

  return {
    find(where, verification) {
      const matches = finder.find(where, 'page', verification);
      return {
        total: matches.length,
        inOrder(part) {
          const byDomain = domainRulesOf(part.order);
          return byDomain === null ? allSorted(matches, part) : sortedByDomain(matches, part, byDomain);
        },
        counts(wanted, sources) {
          const grouped = pageSets.grouped(matches);
          const documents = {
            revisions: pageSets.domainsOf(matches),
            pages: ({ id }: DomainRow) => grouped.of(id),
          };
          return facets.count(wanted, documents, sources);
        },
      };
    },
    valuesOf: ({ values }) => values,
    readOf: ({ page }, _, read) => read(`page ${page.id}`, () => [page]),
    hitOf: (item, read) => ({ ...shownOf(item), sortValues: item.values, ...read }),
    rendered: (items) => items.map((item) => pageJson(shownOf(item))),
  };
}

/** Properties of a page that are shown. */
function shownOf({ row, page }: SortedPage): Omit<PageHit, 'sortValues'> {
  const { url, fetchedAt, charset, truncated } = page;
  const { title } = factsOfRow(page);
  return { domain: row.domain, rank: row.rank, url, fetchedAt, charset, truncated, title };
}

function pageValues(
  row: DomainRow,
  { url, fetchedAt }: PageRow,
  order: Query<'page'>['order'],
): readonly SortValue[] {
  return order.map(({ field }) => pageValue(field, { url, fetchedAt }, (own) => row[own]));
}
