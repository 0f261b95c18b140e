import type { ExplainRequest, FoundDomain, FoundPage, SearchExportRequest, SearchRequest } from './api.ts';
import { type Exported, exported } from './export.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart } from './transport.ts';
import { walkSearch, type WalkOptions } from './walk.ts';

type Answer = Operations['search']['data'];

/** A part of what a search finds, with the exact total. */
export interface Found<Item> extends Omit<Answer, 'items'> {
  items: Item[];
}

/** How a query is read and answered. */
export type Explanation = Operations['explainSearch']['data'];

/** A query with order and position; the method says whether domains or pages are searched for. */
export type QueryRequest = Omit<SearchRequest, 'level'>;

/** A query whose results are exported; the client reads them as NDJSON. */
export type QueryExport = Omit<SearchExportRequest, 'level' | 'format' | 'columns' | 'bom'>;

/** Searches by the query language, for domains or for pages, as `client.query`. Needs the scope `search`. */
export class Queries extends ClientPart {
  /** Gets domains that a query matches. */
  async search(request: QueryRequest, options?: CallOptions): Promise<Found<FoundDomain>> {
    const found = await this.#found(request, 'domain', options);
    return { ...found, items: found.items.filter((item) => item.type === 'domain_technology_item') };
  }

  /** Gets pages that a query matches. */
  async searchPages(request: QueryRequest, options?: CallOptions): Promise<Found<FoundPage>> {
    const found = await this.#found(request, 'page', options);
    return { ...found, items: found.items.filter((item) => item.type === 'page_item') };
  }

  /** Iterates over all domains that a query matches in order, or `limit` of them, a number of them at a time. */
  all(request: QueryRequest, options: WalkOptions = {}): AsyncGenerator<FoundDomain, void> {
    return walkSearch(request, options, (part) => this.search(part, options));
  }

  /** The same for pages. */
  allPages(request: QueryRequest, options: WalkOptions = {}): AsyncGenerator<FoundPage, void> {
    return walkSearch(request, options, (part) => this.searchPages(part, options));
  }

  /**
   * Iterates over all domains that a query matches as one stream, each with the token that continues after it. It may begin
   * late, since it has no time limit of its own: give `timeout: 0` for a query that is too broad for a search.
   */
  export(request: QueryExport, options?: CallOptions): AsyncGenerator<Exported<FoundDomain>, void> {
    return exported(this.transport, 'exportSearch', { ...request, level: 'domain' }, options);
  }

  /** The same for pages. */
  exportPages(request: QueryExport, options?: CallOptions): AsyncGenerator<Exported<FoundPage>, void> {
    return exported(this.transport, 'exportSearch', { ...request, level: 'page' }, options);
  }

  /** Says how a query is read, and what the index decides of it. */
  explain(request: ExplainRequest, options?: CallOptions): Promise<Explanation> {
    return this.transport.call('explainSearch', { json: request }, options);
  }

  #found(request: QueryRequest, level: 'domain' | 'page', options?: CallOptions): Promise<Answer> {
    return this.transport.call('search', { json: { ...request, level } }, options);
  }
}
