// Sets of pages, and the domains that they are of.
import { lowerBound } from '@sitegrep/segments';
import { valueAt } from '../order/chunk.ts';
import type { RowReader } from '../rows.ts';
import type { Matches, Sites } from '../sites.ts';
import type { TextMatcher } from '../text-matches.ts';

export interface PageSetParts {
  readonly matcher: TextMatcher;
  readonly sites: Sites;
  /** Rows of domains, which list their pages; null: no row lists the items. */
  readonly rows: RowReader | null;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

export interface PageSets {
  /** Numbers of all pages. */
  all(): Matches;
  /** Revisions of the domains of some pages. */
  domainsOf(pages: Matches): Matches;
  /** Those of some pages that are of some domains. @param pages null: all pages */
  ofDomains(revisions: Matches, pages: Matches | null): Matches;
  /** Some pages by their domains. */
  grouped(pages: Matches): PagesByDomain;
}

/** Pages by their domains. */
export interface PagesByDomain {
  /** Numbers of the pages of a domain, ascending. @param id of the domain */
  of(id: number): Matches;
}

/** Domains that are read in about the time in which the owners of all pages are passed once for each. */
const DOMAINS_A_ROW = 64;
/** Domains that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;

export function openPageSets({ matcher, sites, rows, checkpoint }: PageSetParts): PageSets {
  const all = (): Matches => matcher.pages({ all: [], none: [] }, null, checkpoint);

  /** The pages of a few domains, by their rows. */
  function listed(reader: RowReader, revisions: Matches): Matches {
    const pages: number[] = [];
    for (const [index, revision] of revisions.entries()) {
      if (index % ROWS_AT_A_TIME === 0) checkpoint();
      for (const page of reader.summary(reader.domain('revision', revision)).pages) pages.push(page);
    }
    return Float64Array.from(pages).sort();
  }

  return {
    all,
    domainsOf: (pages) => sites.revisionsOf(matcher.domainsOf(pages)),
    ofDomains(revisions, pages) {
      if (revisions.length === 0) return new Float64Array();
      if (pages === null && rows !== null && DOMAINS_A_ROW * revisions.length < sites.all().length)
        return listed(rows, revisions);
      const among = pages ?? all();
      if (revisions.length === sites.all().length) return among;
      const owners = matcher.domainsOf(among);
      const wanted = sites.ownersOf(revisions);
      return among.filter((_, index) => wanted.has(valueAt(owners, index)));
    },
    grouped: (pages) => groupedBy(matcher.domainsOf(pages), pages),
  };
}

/** @param owners id of the domain of each page */
function groupedBy(owners: Uint32Array, pages: Matches): PagesByDomain {
  let last = 0;
  for (let at = 0; at < owners.length; at++) last = Math.max(last, valueAt(owners, at));
  return last > IDS_A_PAGE * owners.length ? sortedBy(owners, pages) : countedBy(owners, pages, last);
}

/** Ids of domains that are counted in about the time in which a page is sorted. */
const IDS_A_PAGE = 16;

/** Pages of many of the domains, by a counting sort. @param last the highest id of a domain */
function countedBy(owners: Uint32Array, pages: Matches, last: number): PagesByDomain {
  /** Index of the first page of each domain, by its id, and one more. */
  const starts = new Uint32Array(last + 2);
  for (let at = 0; at < owners.length; at++) {
    const next = valueAt(owners, at) + 1;
    starts[next] = valueAt(starts, next) + 1;
  }
  for (let id = 1; id < starts.length; id++) starts[id] = valueAt(starts, id) + valueAt(starts, id - 1);
  const free = starts.slice();
  const own = new Float64Array(pages.length);
  for (let at = 0; at < owners.length; at++) {
    const owner = valueAt(owners, at);
    const to = valueAt(free, owner);
    own[to] = valueAt(pages, at);
    free[owner] = to + 1;
  }
  return {
    of: (id) => (id > last ? own.subarray(0, 0) : own.subarray(valueAt(starts, id), valueAt(starts, id + 1))),
  };
}

/** Pages of a few of the domains. */
function sortedBy(owners: Uint32Array, pages: Matches): PagesByDomain {
  const order = Uint32Array.from(owners.keys()).sort(
    (a, b) => valueAt(owners, a) - valueAt(owners, b) || a - b,
  );
  const ids = Float64Array.from(order, (at) => valueAt(owners, at));
  const own = Float64Array.from(order, (at) => valueAt(pages, at));
  return {
    of(id) {
      const from = lowerBound(ids, id);
      return own.subarray(from, lowerBound(ids, id + 1, from));
    },
  };
}
