import type { DomainItem, HtmlExportRequest, HtmlSearchRequest } from './api.ts';
import { type Exported, exported } from './export.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart } from './transport.ts';
import { walkSearch, type WalkOptions } from './walk.ts';

export type SearchPage = Operations['searchHtmlSourceCode']['data'];

/** Searches for domains by their HTML source, as `client.search`. Needs the scope `search`. */
export class Search extends ClientPart {
  /** Gets one page of results, with the exact total. */
  page(request: HtmlSearchRequest, options?: CallOptions): Promise<SearchPage> {
    return this.transport.call('searchHtmlSourceCode', { json: request }, options);
  }

  /**
   * Iterates over all matches in order, or `limit` of them, page by page. While the index changes, a domain whose sort values
   * do not change still comes exactly once.
   */
  all(request: HtmlSearchRequest, options: WalkOptions = {}): AsyncGenerator<DomainItem, void> {
    return walkSearch(request, options, (page) => this.page(page, options));
  }

  /**
   * Iterates over all matches in order as one stream, which is faster than `all` and counts as one request. Each item has the
   * token that continues after it. An interrupted stream is resumed after the last complete item: no item is missing, and
   * none comes twice.
   */
  export(request: ExportRequest, options?: CallOptions): AsyncGenerator<ExportedItem, void> {
    return exported(this.transport, 'exportMatches', request, options);
  }
}

/** A search whose matches are exported; the client reads them as NDJSON. */
type ExportRequest = Omit<HtmlExportRequest, 'format'>;

/** A match, with the token that continues after it; the token of the last match is empty. */
export type ExportedItem = Exported<DomainItem>;
