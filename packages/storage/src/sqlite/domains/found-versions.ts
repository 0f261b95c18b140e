import { union } from '@sitegrep/segments';
import type { SortValue } from '@sitegrep/site';
import { versionJson } from '../../items.ts';
import { versionValue } from '../../result-order.ts';
import type { Verification } from './find/verifier.ts';
import type { FoundItems, FoundVersion, Part, SearchParts } from './found-items.ts';
import { itemsInOrder } from './items-in-order.ts';
import { factsOfRow, type PageRow } from './page-rows.ts';
import type { DomainRow } from './rows.ts';
import type { Matches } from './sites.ts';

/** A version, as far as the order of versions needs it. */
interface LocatedVersion {
  readonly row: DomainRow;
  /** Number of the page, or of the version in the index of the past. */
  readonly number: number;
  readonly id: number;
  readonly url: string;
  readonly firstSeen: number;
  /** Null: it is the stored page. */
  readonly lastSeen: number | null;
  /** The stored page, if it was read; null: it was not, or is none. */
  readonly page: PageRow | null;
  readonly values: readonly SortValue[];
}

/** Versions of pages that match: the stored pages by the index of pages, those that were kept by the index of the past. */
export function openFoundVersions(parts: SearchParts): FoundItems<'version'> {
  const { finder, facets, rows, pageSets, past, state } = parts;

  /** When a stored page was first seen. */
  function standsSince({ id, fetchedAt }: PageRow): number {
    const seen = state().pasts === 0 ? null : past.seen.numbered(id);
    return Math.min(seen?.firstSeen ?? fetchedAt, fetchedAt);
  }

  /** @param pages numbers of stored pages @param versions those of versions that were kept */
  function inOrder(pages: Matches, versions: Matches, part: Part<'version'>): readonly FoundVersion[] {
    const [ofPages, ofVersions] = [pageSets.grouped(pages), past.pageSets.grouped(versions)];
    const located = (row: DomainRow, own: Omit<LocatedVersion, 'row' | 'values'>): LocatedVersion => {
      const values = part.order.map(({ field }) => versionValue(field, own, (name) => row[name]));
      return { ...own, row, values };
    };
    const items = {
      revisions: domainsOf(pages, versions),
      count: ({ id }: DomainRow) => ofPages.of(id).length + ofVersions.of(id).length,
      *of(row: DomainRow) {
        for (const page of rows.pages(row, ofPages.of(row.id))) {
          const { id, url } = page;
          yield located(row, { number: id, id, url, firstSeen: standsSince(page), lastSeen: null, page });
        }
        for (const number of ofVersions.of(row.id)) {
          const { id, url, firstSeen, lastSeen } = past.seen.version(number);
          yield located(row, { number, id, url, firstSeen, lastSeen, page: null });
        }
      },
      lighter: (item: LocatedVersion) => ({ ...item, page: null }),
      whole: (item: LocatedVersion) => item,
    };
    return itemsInOrder(parts, items, part).map(shownOf);
  }

  function domainsOf(pages: Matches, versions: Matches): Matches {
    return union(pageSets.domainsOf(pages), past.pageSets.domainsOf(versions));
  }

  function shownOf({ page: read, ...item }: LocatedVersion): FoundVersion {
    const { row, number, url, id, firstSeen, lastSeen, values } = item;
    const own = { domain: row.domain, rank: row.rank, url, id, firstSeen, lastSeen, values };
    if (lastSeen !== null) {
      const { title, charset, truncated, endedAt: goneAt } = past.pages.version(row, number);
      return { ...own, title, charset, truncated, goneAt, page: past.pages.page(row, number) };
    }
    const page = read ?? rows.page(row, number);
    const { charset, truncated } = page;
    return { ...own, title: factsOfRow(page).title, charset, truncated, goneAt: null, page };
  }

  return {
    find(where, verification) {
      const began = performance.now();
      // What the index of pages decides of pages and of versions that stand is the same.
      const pages = finder.find(where, 'page', verification);
      const versions =
        state().versions === 0
          ? new Float64Array()
          : past.finder.find(where, 'version', afterwards(verification, performance.now() - began));
      return {
        total: pages.length + versions.length,
        inOrder: (part) => inOrder(pages, versions, part),
        counts(wanted, sources) {
          const [ofPages, ofVersions] = [pageSets.grouped(pages), past.pageSets.grouped(versions)];
          const documents = {
            revisions: domainsOf(pages, versions),
            pages: ({ id }: DomainRow) => [...ofPages.of(id), ...ofVersions.of(id)],
          };
          return facets.count(wanted, documents, sources);
        },
      };
    },
    valuesOf: ({ values }) => values,
    readOf: ({ page }, _, read) => read(`page ${page.id}`, () => [page]),
    hitOf: ({ values, page: _page, ...shown }, read) => ({ ...shown, sortValues: values, ...read }),
    rendered: (items) => items.map(versionJson),
  };
}

/** The time for looking at sources that is left. */
function afterwards({ limits, look }: Verification, spentMs: number): Verification {
  return { limits: { ...limits, budgetMs: Math.max(0, limits.budgetMs - spentMs) }, look };
}
