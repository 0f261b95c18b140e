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
