// What search.ts needs of each level: how matches become items, and items hits. found-domains.ts,
// found-by-page.ts and found-changes.ts do it.
import type { Client } from '@elastic/elasticsearch';
import type { Level, Query } from '@sitegrep/search';
import type { OrderField, SortValue } from '@sitegrep/site';
import type { ChangeHit, Hits, SearchOptions } from '../../domains.ts';
import { capturesOf } from '../../facets/captured-texts.ts';
import type { KeptCaptures } from '../../facets/kept-captures.ts';
import type { Walk } from '../../walk.ts';
import type { FoundInOrder } from './ahead.ts';
import { type CountedDocuments, documentsOf } from './facets.ts';
import type { NumberRecords } from './recorded.ts';
import type { SavedNames } from './searches/saved-counts.ts';
import type { SourceReader } from './source-reader.ts';
import type { DomainSource, HitSource } from './stored.ts';
import type { PointInTime } from './stored-pages.ts';
import type { Match, Verifier } from './verifier.ts';

/** Parts that answer searches. */
export interface SearchParts {
  readonly client: Client;
  readonly alias: string;
  readonly sources: SourceReader;
  readonly verifier: Verifier;
  readonly captures: KeptCaptures;
  readonly numberRecords: NumberRecords;
  readonly savedNames: SavedNames;
}

/** A search at a point in time. */
export interface Task<L extends Level> {
  readonly parts: SearchParts;
  readonly point: PointInTime;
  readonly query: Query<L>;
  readonly options: SearchOptions;
  /** Time at which looking at sources must end, by `performance.now`. */
  readonly endsAt: number;
}

export type ShownSource = HitSource & Pick<DomainSource, 'compressed_bytes'>;

export interface SortedDomain {
  readonly domain: string;
  readonly values: readonly SortValue[];
  /** Its `_source`, if it was read already. */
  readonly source?: ShownSource;
}

/** Levels at which each page, or each version of one, is an item. */
export type LevelByPage = 'page' | 'version';

type ItemHit = Hits[LevelByPage];

export interface SortedItem<Hit extends ItemHit> {
  readonly hit: Hit;
  /** Number of the page or version in its document. */
  readonly number: number;
  /** Bytes of all that the search looks at in the document. */
  readonly compressedBytes: number;
  /** True if it is a version that does not stand any more. */
  readonly isPast: boolean;
}

export interface Items {
  readonly domain: SortedDomain;
  readonly page: SortedItem<Hits['page']>;
  readonly version: SortedItem<Hits['version']>;
  readonly change: ChangeHit;
}

export interface Found<Item> extends FoundInOrder<Item> {
  /** The documents that facets count, if the query has any. */
  readonly documents: () => CountedDocuments;
}

/** The items of a level. */
export interface FoundItems<L extends Level> {
  /** Finds hits for which one request is enough, since it sees one state; null: this query takes more. */
  atOnce(
    parts: SearchParts,
    query: Query<L>,
    options: SearchOptions,
  ): Promise<FoundInOrder<Items[L]> & { readonly hits: readonly Hits[L][] }> | null;
  /** Up to `limit` items from the position of the query on. */
  find(task: Task<L>): Promise<Found<Items[L]>>;
  /** The items that a walk finds in one go. */
  findAhead(task: Task<L>, walk: Walk): Promise<FoundInOrder<Items[L]>>;
  /** Value of an item for each rule of the query's order. */
  valuesOf(item: Items[L]): readonly SortValue[];
  /** Items as hits, with what is shown of their sources. */
  show(task: Task<L>, items: readonly Items[L][]): Promise<readonly Hits[L][]>;
}

/** Documents that match by the index and by sources. @param fields fields that are needed of each */
export function verified<L extends Level>(
  { parts, point, query: { where, level, facets }, options }: Task<L>,
  fields: readonly OrderField[],
): { readonly matching: AsyncIterable<Match> } & Pick<Found<never>, 'documents'> {
  const all = parts.verifier.matching(point, { where, level, fields, captures: capturesOf(facets) }, options);
  const seen: Match[] = [];
  return {
    matching: facets === undefined ? all : keeping(all, seen),
    documents: () => documentsOf(seen),
  };
}

/** Matches, each of which is kept in a list besides. */
async function* keeping(matching: AsyncIterable<Match>, seen: Match[]): AsyncGenerator<Match> {
  for await (const match of matching) {
    seen.push(match);
    yield match;
  }
}

/** The options of a search with what is left of the time for looking at sources. */
export function withinTime<L extends Level>({ options, endsAt }: Task<L>): SearchOptions {
  return endsAt === Infinity ? options : { ...options, budgetMs: Math.max(1, endsAt - performance.now()) };
}
