// What search.ts needs of each level: how matches become items, and items hits. found-domains.ts, found-pages.ts, found-versions.ts and found-changes.ts do it.
import type { DatabaseSync } from 'node:sqlite';
import type { Expression, Facet, FacetCounts, Level, OrderRule, Query, SortField } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import type { ReadOfHit } from '@sitegrep/texts';
import type { ChangeHit, ItemShape, VersionHit } from '../../domains.ts';
import type { ChangeFacetCounter } from './changes/change-facets.ts';
import type { FacetCounter, SourcesToCount } from './facets.ts';
import type { Finder } from './find/finder.ts';
import type { PageSets } from './find/page-sets.ts';
import type { Verification } from './find/verifier.ts';
import type { Entry } from './order/chunk.ts';
import type { LookedPage } from './look.ts';
import type { Lists } from './order/lists.ts';
import type { PackedHits } from './packed.ts';
import type { PageRow } from './page-rows.ts';
import type { DomainRow, RowReader } from './rows.ts';
import type { State } from './state.ts';
import type { Sites } from './sites.ts';
import type { SeenRows } from './versions/seen-rows.ts';
import type { VersionPages } from './versions/version-pages.ts';

export interface SearchParts {
  readonly db: DatabaseSync;
  readonly finder: Finder;
  readonly pageSets: PageSets;
  readonly past: PastParts;
  readonly sites: Sites;
  readonly facets: FacetCounter;
  readonly changeFacets: ChangeFacetCounter;
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly state: () => State;
  readonly rowOf: (entry: Entry, field: OrderRule['field']) => DomainRow;
  /** The row of a domain; null: it is not stored. */
  readonly find: (domain: string) => DomainRow | null;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Parts by which versions that were kept are found and read. */
interface PastParts {
  readonly finder: Finder;
  readonly pageSets: PageSets;
  readonly pages: VersionPages;
  readonly seen: SeenRows;
}

/** A page with the values that it is ordered by. */
export interface SortedPage {
  readonly row: DomainRow;
  readonly page: PageRow;
  readonly values: readonly SortValue[];
}

/** A change with the values that it is ordered by. */
export interface FoundChange extends Omit<ChangeHit, 'sortValues' | keyof ReadOfHit> {
  readonly values: readonly SortValue[];
  /** The domain; null: it is no more. */
  readonly row: DomainRow | null;
}

/** A version with the values that it is ordered by. */
export interface FoundVersion extends Omit<VersionHit, 'sortValues' | keyof ReadOfHit> {
  readonly values: readonly SortValue[];
  /** Its texts. */
  readonly page: LookedPage;
}

/** Items that are found at each level. */
export interface Items {
  readonly domain: DomainRow;
  readonly page: SortedPage;
  readonly version: FoundVersion;
  readonly change: FoundChange;
}

/** A part of an order. */
export interface Part<L extends Level> {
  readonly order: readonly OrderRule<SortField<L>>[];
  /** Values of the item that was seen last; null: none was. */
  readonly last: readonly SortValue[] | null;
  /** Items to skip after it. */
  readonly skip: number;
  /** Maximum items. */
  readonly limit: number;
}

/**
 * Reads what is shown of a hit.
 *
 * @param item names what never changes: a page, or a domain of a revision
 * @param pages gives its pages in the order that counts
 */
export type ShownReader = (item: string, pages: () => Iterable<LookedPage>) => ReadOfHit;

/** Items of a level that match. */
interface FoundSet<L extends Level> {
  readonly total: number;
  inOrder(part: Part<L>): readonly Items[L][];
  /** @throws QueryTooBroad as `FacetCounter` says */
  counts(facets: readonly Facet[], sources: SourcesToCount): readonly FacetCounts[];
}

/** The items of a level. */
export interface FoundItems<L extends Level> {
  /** @param where in canonical form @throws QueryTooBroad, WorkTooLarge */
  find(where: Expression, verification: Verification): FoundSet<L>;
  /** Value of an item for each rule of an order that decides. */
  valuesOf(item: Items[L], order: readonly OrderRule<SortField<L>>[]): readonly SortValue[];
  /** Parts of the sources of an item that are shown. */
  readOf(item: Items[L], query: Query<L>, read: ShownReader): ReadOfHit;
  /** @param read parts of its sources that are shown */
  hitOf(item: Items[L], read: ReadOfHit): PackedHits[L];
  /** Items as answers have them, each by itself. */
  rendered(items: readonly Items[L][], shape: ItemShape): readonly string[];
}
