import type {
  ExplainRequest,
  FoundChange,
  FoundVersion,
  FoundDomain,
  FoundPage,
  QueryTranslation,
  SearchExportRequest,
  SearchRequest,
  TranslateRequest,
  TrendRequest,
} from './api.ts';
import { type Exported, exported } from './export.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart } from './transport.ts';
import { walkSearch, type WalkOptions } from './walk.ts';
import { type SearchCallOptions, watchedSearch } from './watched-search.ts';

type Answer = Operations['search']['data'];

/** A part of what a search finds, with the exact total. */
export interface Found<Item> extends Omit<Answer, 'items'> {
  items: Item[];
}

/** A note on what a query is read as, where that may not be what was meant. */
export type QueryNote = Operations['search']['data']['notes'][number];
/** Numbers of domains at the end of each of some intervals, a line for each query. */
export type Trends = Operations['countTrends']['data'];
/** How a query is read and answered. */
export type Explanation = Operations['explainSearch']['data'];

/** The level of a search, which says what its items are. */
export type Level = NonNullable<SearchRequest['level']>;

interface FoundItems {
  domain: FoundDomain;
  page: FoundPage;
  version: FoundVersion;
  change: FoundChange;
}

/** An item of whichever level. */
export type FoundItem = FoundItems[Level];

/** `level` says what is searched for; absent: domains. */
interface AtLevel<L extends Level> {
  readonly level?: L | undefined;
}

/** A query with order and position. */
export type QueryRequest<L extends Level = Level> = Omit<SearchRequest, 'level'> & AtLevel<L>;

/** A query whose results are exported; the client reads them as NDJSON. */
export type QueryExport<L extends Level = Level> = Omit<
  SearchExportRequest,
  'level' | 'format' | 'columns' | 'bom'
> &
  AtLevel<L>;

/** A query whose results are exported as a file of a format. */
export type QueryFile = SearchExportRequest;

/** Searches by the query language, as `client.query`. Needs the scope `search`. */
export class Queries extends ClientPart {
  /** Gets what a query matches. Ending the call by its signal ends the search on the server. */
  async search<L extends Level = 'domain'>(
    request: QueryRequest<L>,
    options: SearchCallOptions = {},
  ): Promise<Found<FoundItems[L]>> {
    const found =
      options.onProgress === undefined
        ? await this.transport.call('search', { json: request }, options)
        : await watchedSearch(this.transport, request, options);
    // The items are of the level that was asked for.
    return found as Found<FoundItems[L]>;
  }

  /** Iterates over all that a query matches in order, or `limit` items of it, a number of them at a time. */
  all<L extends Level = 'domain'>(
    request: QueryRequest<L>,
    options: WalkOptions = {},
  ): AsyncGenerator<FoundItems[L], void> {
    return walkSearch(request, options, (part) => this.search<L>(part, options));
  }

  /**
   * Iterates over all that a query matches as one stream, each item with the token that continues after it. It may begin late,
   * since it has no time limit of its own: give `timeout: 0` for a query that is too broad for a search.
   */
  export<L extends Level = 'domain'>(
    request: QueryExport<L>,
    options?: CallOptions,
  ): AsyncGenerator<Exported<FoundItems[L]>, void> {
    return exported(this.transport, 'exportSearch', request, options);
  }

  /**
   * Iterates over the bytes of a file with all that a query matches, in the format of the request, such as `xlsx`. If the file
   * breaks off, this throws: it is not resumed. It may begin late, as an export.
   */
  async *exportFile(request: QueryFile, options: CallOptions = {}): AsyncGenerator<Uint8Array, void> {
    const pieces = await this.transport.pieces('exportSearch', { json: request }, options);
    if (pieces !== null) yield* pieces;
  }

  /** Says how a query is read, and what the index decides of it. */
  explain(request: ExplainRequest, options?: CallOptions): Promise<Explanation> {
    return this.transport.call('explainSearch', { json: request }, options);
  }

  /** Counts the domains that fulfilled queries at the end of each day, week or month. */
  trends(request: TrendRequest, options?: CallOptions): Promise<Trends> {
    return this.transport.call('countTrends', { json: request }, options);
  }

  /** Puts a query of another search engine into the query language, and says what of it cannot be asked. */
  translate(request: TranslateRequest, options?: CallOptions): Promise<QueryTranslation> {
    return this.transport.call('translateQuery', { json: request }, options);
  }
}
