import type { Cursor, FacetCounts, IndexUnit, Level, OrderRule, Query, SortField } from '@sitegrep/search';
import {
  sortValue,
  type ChangeRecord,
  type Conclusions,
  type DetectedTechnology,
  type DomainDocument,
  type History,
  type PageRecord,
  type PageVersion,
  type RecordField,
  type ScreenshotSize,
  type SiteFacts,
  type SiteOutline,
  type Source,
  type Visit,
} from '@sitegrep/site';
import type { Diff, UnifiedDiff } from '@sitegrep/versions';
import type { ReadOfHit } from '@sitegrep/texts';
import type { AnswerList, AnswerRange } from './answer-list.ts';
import type { FullText } from './full-text.ts';
import type { Listed, PageRequest } from './records.ts';
import type { Latest, LatestWish } from './latest.ts';
import type { DomainLists } from './lists/domain-lists.ts';
import type { SavedSearches } from './searches/saved-searches.ts';
import type { SearchProgress } from './search-progress.ts';
import type { Walk } from './walk.ts';
import type { Trend } from './trends.ts';

/**
 * The index of domains: documents in, exact answers out.
 *
 * An adapter guarantees: a `put` that resolved is durable and found by every search that starts after it; a put of a domain
 * takes effect whole or not at all, and its pages that stay are as they were; a search is exact for every term (no estimate, no cut-off), and sees one
 * state of the index; nothing runs long on the caller's event loop. What is deliberately not here: fetching, folding
 * pages into documents, validating requests, signing tokens.
 */
export interface DomainIndex {
  /**
   * Changes the pages of each domain, unless it is blocked. One result for each put, in the same order.
   *
   * @throws RangeError if a put contradicts itself; then nothing is written
   */
  put(puts: readonly DomainPut[]): Promise<readonly PutResult[]>;
  /** @throws UnknownList or UnknownSavedSearch if it names one that does not exist; UnfitSavedSearch if it names a saved search of changes; SearchAborted when `signal` fired; QueryTooBroad or HitsTooMany when `budgetMs` were not enough; WorkTooLarge */
  search<L extends Level>(query: Query<L>, options?: SearchOptions): Promise<SearchPage<L>>;
  /** Does what `search` does, and gives the hits as items of an answer. */
  searchItems<L extends Level>(
    query: Query<L>,
    shape: ItemShape,
    options?: SearchOptions,
  ): Promise<ItemPage<L>>;
  /**
   * Counts the domains that fulfilled a query at several times: those that do now, walked back through the changes of the labels that
   * it names (`trendPlan`). A domain counts from the day of its first visit. What newer fingerprints found counts as if it had always
   * been there; what is not in changes counts as it is now.
   *
   * @param ends in seconds since the epoch, ascending: what happened then or later is not counted. Each is the start of a day, UTC
   * @throws as `search`
   */
  trend(query: Query<'domain'>, ends: readonly number[], options?: SearchOptions): Promise<Trend>;
  /** Unit by which its index knows texts. */
  readonly unit: IndexUnit;
  /** How many short searches (`isShort`) may run instead of any other one. */
  readonly shortAtOnce: number;
  get(domain: string): Promise<StoredDomain | null>;
  /**
   * Facts and rank of each of some domains, in their order; null where there is no document. Reads no sources. Takes as long
   * as the list is, so callers give some hundreds at a time.
   */
  lookup(domains: readonly string[]): Promise<readonly (DomainHit | null)[]>;
  /**
   * The document of a domain, without unpacking the sources of its pages. Null if there is none.
   *
   * @param urls URLs of the pages that are listed; absent: all are
   */
  pages(domain: string, urls?: readonly string[]): Promise<PageList | null>;
  /**
   * The outline of each page of a domain; null if the domain is not stored. Reads no sources.
   *
   * @param urls URLs of the pages whose outlines are read; absent: all are
   */
  outline(domain: string, urls?: readonly string[]): Promise<SiteOutline | null>;
  /**
   * Those pages of a domain that have one of these URLs, with their sources and screenshots, in the order of the document;
   * null if the domain is not stored.
   */
  records(domain: string, urls: readonly string[]): Promise<SiteRecords | null>;
  /** The technologies that were found on each page of a domain. Null if there is no document. */
  technologies(domain: string): Promise<TechnologyList | null>;
  /** Answers of a domain besides the sources of its pages, with the texts of some pages; null if the domain has no document. */
  answers(domain: string, range: AnswerRange): Promise<AnswerList | null>;
  /** The hosts that each page of a domain links to. Null if there is no document. */
  links(domain: string): Promise<LinkList | null>;
  /**
   * The sources of those pages of a domain that have one of these URLs and, if it is to be what scripts wrote, that were
   * rendered. Null if there is no document.
   */
  sources(domain: string, urls: readonly string[], part?: SourcePart): Promise<SourceList | null>;
  /** The screenshots of those pages of a domain that have one of these URLs, and one. Null if there is no document. */
  screenshots(domain: string, urls: readonly string[], size: ScreenshotSize): Promise<ScreenshotList | null>;
  /** The versions of a page, the newest first; none if neither the page nor a version is stored. Null if there is no document. */
  versions(domain: string, url: string): Promise<VersionList | null>;
  /** Sources of those versions of a page that have one of these ids, in their order. Null if there is no document. */
  versionSources(
    domain: string,
    url: string,
    ids: readonly number[],
    part?: SourcePart,
  ): Promise<VersionSources | null>;
  /**
   * Compares the sources of two versions of a page. Null if there is no document, or the page has not both.
   *
   * @param format of the difference
   */
  versionDiff(domain: string, url: string, wish: VersionDiffWish): Promise<VersionDiff | null>;
  /** When the site was last visited; null if there is no document. Cheap, while `get` reads all sources. */
  lastVisit(domain: string): Promise<LastVisit | null>;
  /**
   * Records that the site was visited and its document is up to date. Writes neither texts nor facts: what a search for
   * domains or pages answers stays the same, `lastVisited` included.
   *
   * @param isKnown whether the visit is in the history already, so that only its time is recorded anew; absent: it is not
   * @returns false if the stored document is not of this revision
   */
  confirm(domain: string, visit: LastVisit, isKnown?: boolean): Promise<boolean>;
  /**
   * Records a visit that found no page, and why none will come. The document stays as it is.
   *
   * @returns false if the domain has no document
   */
  recordVisit(domain: string, visit: Visit): Promise<boolean>;
  /** The visits of a domain and the labels that they showed; null if there is no document. */
  history(domain: string): Promise<StoredHistory | null>;
  /** Tells of each of some domains or pages, in their order, what happened last. Reads no sources. Takes as long as the list is. */
  latest(wishes: readonly LatestWish[]): Promise<readonly Latest[]>;
  /** @returns false if there was none. */
  delete(domain: string): Promise<boolean>;
  /**
   * Sets ranks (0–1000) of domains, known or not yet known; a later put keeps them. If a domain occurs more than once, the
   * last rank counts. A domain whose rank is 0 has the one that follows from how many registrable domains link to it
   * (`linkTargets`, `referrerRank`) in the stored documents, whichever was stored first.
   */
  setRanks(ranks: readonly DomainRank[]): Promise<void>;
  /**
   * Every domain with a rank above 0 that was set, also those without a document, in code point order. Takes bounded
   * memory; ranks that are set meanwhile may be among them.
   */
  ranks(): AsyncIterable<DomainRank>;
  /**
   * Gives every domain the rank that follows from the links of all others, in an adapter where doing so at each put would
   * cost too much: until then a domain has the rank of the last such call. Any number of processes may do so at once; a call
   * that is aborted did a part.
   *
   * @returns how many ranks changed; 0 where ranks always follow
   * @throws what `signal` was aborted with
   */
  updateRanks(options?: { readonly signal?: AbortSignal }): Promise<number>;
  /**
   * The same, unless another process does so, or has begun to since this one last looked.
   *
   * @returns null if nothing was done
   */
  updateRanksAlone(options?: { readonly signal?: AbortSignal }): Promise<number | null>;
  /**
   * Every stored document after domain `after`, in code point order of domains; for re-index, export and verification. Without
   * the screenshots of its pages.
   */
  scan(options?: { readonly after?: string }): AsyncIterable<StoredDomain>;
  /** The domains of all stored documents, in code point order. Takes bounded memory; a document that is stored meanwhile may be among them. */
  names(): AsyncIterable<string>;
  stats(): Promise<IndexStats>;
  readonly fullText: FullText;
  /** The domains that may not be put. */
  readonly blocks: DomainBlocks;
  /** Lists of domains that searches name. */
  readonly lists: DomainLists;
  /** Saved searches, which are decided at each put. */
  readonly searches: SavedSearches;
  close(): Promise<void>;
}

/** A change of a domain's pages, with what follows from all of its pages afterwards. */
export interface DomainPut extends Conclusions {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** Pages that come, or come in place of a stored page of the same URL; one per URL, in code point order of URLs. */
  readonly pages: readonly PageRecord<Source>[];
  /** URLs of stored pages that go, any that are not stored are ignored; `others`: all that are not among `pages`. */
  readonly removed: readonly string[] | 'others';
  /**
   * Writes only if the stored revision is still this one (null: only if the domain is not stored). Absent: always, and only with
   * `others`.
   */
  readonly ifRevision?: number | null;
  /** Visits that showed these pages, or older ones; they go into the history of the domain. */
  readonly visits: readonly Visit[];
  /** Captures that are older than the pages of their URLs: they become versions. Absent: none. */
  readonly past?: readonly PageRecord<Source>[];
}

export type PutResult =
  | {
      readonly stored: true;
      readonly revision: number;
      /** Number of the saved searches that would have been too much work to decide, and count as they did before; absent: none. */
      readonly undecided?: number;
    }
  /** `block` covers the domain; null: the stored revision is another than was expected. */
  | { readonly stored: false; readonly block: DomainBlock | null };

/** The history of a stored domain. */
export interface StoredHistory {
  readonly revision: number;
  readonly history: History;
}

export interface StoredDomain extends DomainDocument {
  /** Rises with every put of the domain. */
  readonly revision: number;
  /** 0–1000; 0 = no link and no rank known. */
  readonly rank: number;
}

/** A stored document without the sources of its pages. */
export interface PageList extends Omit<StoredDomain, 'pages'> {
  /** An entry per page, in the order of the document. */
  readonly pages: readonly ListedPage[];
}

export interface ListedPage extends Pick<PageRecord, 'url' | 'fetchedAt' | 'charset' | 'truncated'> {
  readonly title: string | null;
  /** UTF-8 bytes of the source. */
  readonly sourceBytes: number;
  /** UTF-8 bytes of the source that scripts wrote; null if the page was not rendered. */
  readonly renderedBytes: number | null;
  /** Bytes of its screenshot in full size; null if the page has none. */
  readonly screenshotBytes: number | null;
  /** Null if the page has none; see `PageRecord`. */
  readonly version: PageVersion | null;
  /** `version` of the page's facts. */
  readonly factsVersion: string;
}

/** Whole pages of a stored document. */
export interface SiteRecords {
  readonly revision: number;
  /** Pages in the order of the document. */
  readonly pages: readonly PageRecord[];
}

/** The technologies of each page of a stored document. */
export interface TechnologyList {
  readonly revision: number;
  /** An entry per page, in the order of the document. */
  readonly pages: readonly PageTechnologies[];
}

export interface PageTechnologies extends Pick<
  ListedPage,
  'url' | 'fetchedAt' | 'sourceBytes' | 'factsVersion'
> {
  readonly technologies: readonly DetectedTechnology[];
}

/** The hosts outside of the site that each page of a stored document links to. */
export interface LinkList {
  readonly revision: number;
  /** An entry per page, in the order of the document. */
  readonly pages: readonly PageLinks[];
}

export interface PageLinks {
  readonly url: string;
  /** `linkedDomains` of the page's facts. */
  readonly hosts: readonly string[];
}

/** Source of a page: as it was decoded (`body`, the default), or as its scripts wrote it. */
export type SourcePart = 'body' | 'rendered';

/** Sources of some pages of a stored document. */
export interface SourceList {
  readonly revision: number;
  /** Pages in the order of the document. */
  readonly pages: readonly StoredSource[];
}

/** `charset` is that of the body; what scripts wrote never was in an encoding. */
export interface StoredSource extends Pick<PageRecord, 'url' | 'fetchedAt' | 'charset' | 'truncated'> {
  /** The source in UTF-8, in memory that threads share without copying. */
  readonly utf8: Uint8Array;
}

/** The versions of a page. */
export interface VersionList {
  readonly revision: number;
  readonly versions: readonly ListedVersion[];
  /** Number of older versions that were to be kept, but for which the storage had no room. */
  readonly leftOut: number;
}

export interface ListedVersion extends Pick<PageRecord, 'charset' | 'truncated'> {
  /** No other version of the page has it. It is another one once a visit found the page the same but for noise. */
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly firstSeen: number;
  /** Null if it is the stored page. */
  readonly lastSeen: number | null;
  /** When a visit found that the page was gone after it; null: none did. */
  readonly goneAt: number | null;
  readonly title: string | null;
  /** UTF-8 bytes of the source. */
  readonly sourceBytes: number;
  /** UTF-8 bytes of the source that scripts wrote; null if the page was not rendered. */
  readonly renderedBytes: number | null;
  /** Digest of the sources, which is the same for equal ones. */
  readonly digest: string;
}

/** Sources of versions of a page. */
export interface VersionSources {
  readonly revision: number;
  /** Values of these sources that change on every visit. */
  readonly noise: Uint8Array;
  readonly sources: readonly VersionSource[];
}

export interface VersionDiffWish {
  /** Ids of the versions. */
  readonly from: number;
  readonly to: number;
  readonly part: SourcePart;
  readonly format: 'hunks' | 'unified';
}

/** The difference of two versions: by tokens, or as a text. */
export type VersionDiff =
  | { readonly format: 'hunks'; readonly diff: Diff }
  | { readonly format: 'unified'; readonly diff: UnifiedDiff };

export interface VersionSource extends Pick<ListedVersion, 'id' | 'charset' | 'firstSeen' | 'lastSeen'> {
  /** True if this source was truncated. */
  readonly truncated: boolean;
  /** The source in UTF-8, in memory that threads share without copying. */
  readonly utf8: Uint8Array;
}

/** Screenshots of some pages of a stored document. */
export interface ScreenshotList {
  readonly revision: number;
  /** Pages in the order of the document. */
  readonly pages: readonly StoredScreenshot[];
}

interface StoredScreenshot extends Pick<PageRecord, 'url' | 'fetchedAt'> {
  readonly webp: Uint8Array;
}

export interface LastVisit {
  /** Revision of the document that was confirmed or put. */
  readonly revision: number;
  /** When its last page was fetched, or when it was last confirmed: the later one, in milliseconds since the epoch. */
  readonly at: number;
}

export interface DomainRank {
  readonly domain: string;
  readonly rank: number;
}

export interface DomainHit extends ReadOfHit {
  readonly domain: string;
  readonly rank: number;
  readonly facts: SiteFacts;
}

/** A page that matches, of a search at level `page`. */
export interface PageHit extends ReadOfHit, Pick<PageRecord, 'url' | 'fetchedAt' | 'charset' | 'truncated'> {
  readonly domain: string;
  readonly rank: number;
  readonly title: string | null;
  /** The page's value for each rule of the query's order, as a cursor has them. */
  readonly sortValues: Cursor['values'];
}

/** A version of a page that matches, of a search at level `version`. */
export interface VersionHit
  extends
    ReadOfHit,
    Pick<ListedVersion, 'id' | 'title' | 'firstSeen' | 'lastSeen' | 'goneAt' | 'charset' | 'truncated'> {
  readonly domain: string;
  readonly rank: number;
  readonly url: string;
  /** The version's value for each rule of the query's order, as a cursor has them. */
  readonly sortValues: Cursor['values'];
}

/** A change that matches, of a search at level `change`. */
export interface ChangeHit extends ReadOfHit, ChangeRecord {
  readonly domain: string;
  /** 0 if the domain was deleted and has none. */
  readonly rank: number;
  /** Number that rises with every record that is written. */
  readonly recorded: number;
  /** The change's value for each rule of the query's order, as a cursor has them. */
  readonly sortValues: Cursor['values'];
}

/** The hits of each level. */
export interface Hits {
  readonly domain: DomainHit;
  readonly page: PageHit;
  readonly version: VersionHit;
  readonly change: ChangeHit;
}

export interface SearchOptions {
  readonly signal?: AbortSignal;
  /** Maximum time for looking at sources, in milliseconds; absent: none. */
  readonly budgetMs?: number;
  /**
   * Time after which looking at the sources of candidates ends with QueryTooBroad, in milliseconds, so that others get the reader;
   * absent: none. The next search goes on with what is decided. A store without readers in this process leaves it out of account.
   */
  readonly sliceMs?: number;
  /**
   * Maximum work in sources, in units of `WorkPart`, which is known before they are read; absent: none. What earlier searches decided
   * is not counted.
   */
  readonly maxWork?: number;
  /** Gets how far the search is with the sources of candidates; absent: nobody looks. */
  readonly progress?: SearchProgress;
  /** The walk that the search is a part of; absent: it stands alone. */
  readonly walk?: Walk;
}

/** Share of a process in the searches that a store runs at the same time, as it is told. */
export interface SearchShareEvents {
  /** Called with the number of searches that this process may run at the same time, ≥ 1, when it is known and when it changes. */
  readonly onShare: (searches: number) => void;
  /** Called when the share could not be renewed after it could; the last one holds on, and while that lasts this is not repeated. */
  readonly onFailure: (error: unknown) => void;
}

/** Gives its share back. */
export type LeaveSearches = () => Promise<void>;

/** A part of what a search finds. @template Hit what its hits are, as they are found or as they travel */
export interface SearchPage<L extends Level = Level, Hit = Hits[L]> {
  /** Number of items of the level that match, exact. */
  readonly total: number;
  /** Number of matching items before this page. */
  readonly offset: number;
  readonly hits: readonly Hit[];
  /** The cursor of the next page; null if this is the last one. */
  readonly next: Cursor | null;
  /** Counts of each facet of the query, in their order, of the same state as the total; absent if it has none. */
  readonly facets?: readonly FacetCounts[];
}

/** The fields of items that are domains. Those of pages are always the same. */
export interface ItemShape {
  /** Names that fields have: those of the table of fields, or those that a specification fixes. */
  readonly names: 'own' | 'specified';
  /** Fields besides those that every item has. */
  readonly fields: readonly RecordField[];
}

/** A part of what a search finds, with its hits as items. */
export interface ItemPage<L extends Level = Level> extends Omit<SearchPage<L>, 'hits'> {
  readonly items: RenderedItems;
}

export interface RenderedItems {
  /** The items with all of their fields, and a comma between two of them. */
  readonly json: string;
  /** Position of the closing brace of each item: what else an item has goes before it. */
  readonly ends: readonly number[];
  /** Parts of each hit that were read out of its sources; empty if the query asks for none. */
  readonly read: readonly ReadOfHit[];
}

export interface IndexStats {
  readonly domains: number;
  readonly pages: number;
  /** UTF-8 bytes of all stored sources, before compression. */
  readonly sourceBytes: number;
  /** Bytes on disk: of the substring index, of the compressed sources and screenshots, of everything. */
  readonly indexBytes: number;
  readonly compressedBytes: number;
  readonly totalBytes: number;
  /** Number of versions of pages that are kept besides the pages, and bytes on disk of their sources. */
  readonly versions: number;
  readonly versionBytes: number;
  /** Number of segments of the substring index; with Elasticsearch, of the primary shards. */
  readonly segmentCount: number;
  /** The largest segments, at most `MAX_LISTED_SEGMENTS`, by bytes in descending order. */
  readonly segments: readonly IndexSegment[];
}

export interface IndexSegment {
  /** Documents in it, deleted ones included. */
  readonly documents: number;
  /** Documents that were deleted or replaced; a merge removes them. */
  readonly deletedDocuments: number;
  readonly bytes: number;
}

const MAX_LISTED_SEGMENTS = 100;

/** Counts segments and keeps the largest. */
export function listedSegments(all: readonly IndexSegment[]): Pick<IndexStats, 'segmentCount' | 'segments'> {
  return {
    segmentCount: all.length,
    segments: all.toSorted((a, b) => b.bytes - a.bytes).slice(0, MAX_LISTED_SEGMENTS),
  };
}

/** The values of a hit for each rule of an order. */
const SORT_VALUES: {
  readonly [L in Level]: (order: readonly OrderRule<SortField<L>>[], hit: Hits[L]) => Cursor['values'];
} = {
  domain: (order, hit) => order.map(({ field }) => sortValue(field, hit)),
  page: (_, { sortValues }) => sortValues,
  version: (_, { sortValues }) => sortValues,
  change: (_, { sortValues }) => sortValues,
};

/** Position right after one of the hits of a search. @param offset number of hits before the next one */
export function cursorAfter<L extends Level>(
  { level, order }: Pick<Query<L>, 'level' | 'order'>,
  hit: Hits[L],
  offset: number,
): Cursor {
  return { values: SORT_VALUES[level](order, hit), offset };
}

/**
 * Domains of which nothing may be stored. A block covers the domain and all under it.
 *
 * An adapter guarantees: what resolved is durable and holds for every process at once, since none keeps blocks in memory;
 * a block is found by its domain, so a million of them cost as much as one; no put that begins after a block resolved
 * succeeds for a domain that it covers, and nothing of one that began before, in whatever process, is left of it after a
 * `takeDown`. Not here: which domains may be blocked (`readBlockableDomain`).
 */
export interface DomainBlocks {
  /** Leaves what is stored. A block that exists keeps its time, and gets another reason if one is given. */
  block(block: NewBlock): Promise<DomainBlock>;
  /**
   * Blocks a domain and removes its document in one step, then the documents of all domains under it. No search that
   * starts after it finds any of them. If it is interrupted, it can be repeated: the block exists and marks them for removal.
   */
  takeDown(block: NewBlock): Promise<Takedown>;
  /** @returns the block that was removed, null if there was none of this very domain */
  unblock(domain: string): Promise<DomainBlock | null>;
  /** The block of this very domain. */
  get(domain: string): Promise<DomainBlock | null>;
  /** The block that covers a domain: its own, or that of the nearest domain above it. */
  covering(domain: string): Promise<DomainBlock | null>;
  /** All blocks by domain, in code point order. */
  list(page: PageRequest): Promise<Listed<DomainBlock>>;
}

export interface NewBlock {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** Reason in words of the admin; null if none is given. */
  readonly reason: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface DomainBlock {
  readonly domain: string;
  readonly reason: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Whether stored documents that it covers are to be removed: `takeDown` made it. */
  readonly takedown: boolean;
}

export interface Takedown {
  readonly block: DomainBlock;
  /** How many documents were removed. */
  readonly removed: number;
  /** The domains of the first hundred. */
  readonly samples: readonly string[];
}

/** Maximum number of domains that `Takedown` names. */
export const MAX_SAMPLES = 100;

/** A block as the reason of an outcome, e.g. `blocked 2026-11-22: takedown requested`. */
export function blockReason({ domain, reason, createdAt }: DomainBlock, of: string): string {
  const above = of === domain ? '' : ` with ${domain}`;
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return `blocked${above} ${day}${reason === null ? '' : `: ${reason}`}`;
}
