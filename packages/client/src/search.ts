import type { DomainItem, HtmlSearchRequest } from './api.ts';
import { exportMatches, type ExportedItem } from './export.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';
import { pageSizeOf, type WalkOptions } from './walk.ts';

export type SearchPage = Operations['searchHtmlSourceCode']['data'];

/** Items a page of a walk; the API gives 10,000 at most. */
const PAGE_SIZE = 500;

/** `client.search`: which domains have this in their HTML source? Needs the scope `search`. */
export class Search {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of results, with the exact total. */
  page(request: HtmlSearchRequest, options?: CallOptions): Promise<SearchPage> {
    return this.#transport.ask('searchHtmlSourceCode', { json: request }, options);
  }

  /**
   * All matches in order, asked for page by page; no more than `limit` of the request, if it has one. A domain whose sort
   * values stay comes exactly once, also while the index changes.
   */
  async *all(request: HtmlSearchRequest, options: WalkOptions = {}): AsyncGenerator<DomainItem, void> {
    const { limit: most = Number.POSITIVE_INFINITY, offset, offset_token: start, ...query } = request;
    const pageSize = pageSizeOf(options, PAGE_SIZE);
    let left = most;
    let token = start;
    do {
      const json = {
        ...query,
        ...(token === undefined ? { offset } : { offset_token: token }),
        limit: Math.min(left, pageSize),
      };
      const { items, offset_token: next } = await this.page(json, options);
      yield* items;
      left -= items.length;
      token = next;
    } while (token !== '' && left > 0);
  }

  /**
   * All matches in order as one stream, which is faster than `all`, and costs one request of the key's limit. Each has
   * the token that goes on behind it. A stream that breaks off is resumed behind the last item that came whole: none is
   * missing, none comes twice.
   */
  export(request: HtmlSearchRequest, options?: CallOptions): AsyncGenerator<ExportedItem, void> {
    return exportMatches(this.#transport, request, options);
  }
}
