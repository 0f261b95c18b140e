import type { Query } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import type { PageHit } from '../../domains.ts';
import { pageJson } from '../../items.ts';
import { pageValue } from '../../result-order.ts';
import type { FoundItems, SearchParts, SortedPage } from './found-items.ts';
import { itemsInOrder } from './items-in-order.ts';
import { factsOfRow, type PageRow } from './page-rows.ts';
import type { DomainRow } from './rows.ts';

/** A page without what takes memory. */
interface UnreadPage extends Omit<SortedPage, 'page'> {
  readonly number: number;
}

/** Pages that match. */
export function openFoundPages(parts: SearchParts): FoundItems<'page'> {
  const { finder, facets, rows, pageSets } = parts;

  return {
    find(where, verification) {
      const matches = finder.find(where, 'page', verification);
      return {
        total: matches.length,
        inOrder(part) {
          const grouped = pageSets.grouped(matches);
          const sorted = (row: DomainRow, page: PageRow): SortedPage => ({
            row,
            page,
            values: pageValues(row, page, part.order),
          });
          const pages = {
            revisions: pageSets.domainsOf(matches),
            count: ({ id }: DomainRow) => grouped.of(id).length,
            *of(row: DomainRow) {
              for (const page of rows.pages(row, grouped.of(row.id))) yield sorted(row, page);
            },
            lighter: ({ row, page, values }: SortedPage) => ({ row, number: page.id, values }),
            whole: ({ row, number }: UnreadPage) => sorted(row, rows.page(row, number)),
          };
          return itemsInOrder<SortedPage, UnreadPage>(parts, pages, part);
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
