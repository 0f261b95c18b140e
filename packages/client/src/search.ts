import type { DomainItem, HtmlExportRequest, HtmlSearchRequest } from './api.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { isTemporary, pause } from './retry.ts';
import { ClientPart, parsedJson, type Transport } from './transport.ts';
import { pageSizeOf, type WalkOptions } from './walk.ts';

export type SearchPage = Operations['searchHtmlSourceCode']['data'];

/** Default items per page of `all`; the API allows at most 10,000. */
const PAGE_SIZE = 500;

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
  async *all(request: HtmlSearchRequest, options: WalkOptions = {}): AsyncGenerator<DomainItem, void> {
    const { limit: max = Number.POSITIVE_INFINITY, offset, offset_token: start, ...query } = request;
    const pageSize = pageSizeOf(options, PAGE_SIZE);
    let left = max;
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
   * Iterates over all matches in order as one stream, which is faster than `all` and counts as one request. Each item has the
   * token that continues after it. An interrupted stream is resumed after the last complete item: no item is missing, and
   * none comes twice.
   */
  export(request: ExportRequest, options?: CallOptions): AsyncGenerator<ExportedItem, void> {
    return exportMatches(this.transport, request, options);
  }
}

/** A search whose matches are exported; the client reads them as NDJSON. */
type ExportRequest = Omit<HtmlExportRequest, 'format'>;

/** A match, with the token that continues after it; the token of the last match is empty. */
export type ExportedItem = DomainItem & { offset_token: string };

const OPERATION = 'exportMatches';

async function* exportMatches(
  transport: Transport,
  request: ExportRequest,
  options: CallOptions = {},
): AsyncGenerator<ExportedItem, void> {
  const { limit, ...query } = request;
  let rest = query;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let failures = 0;
  for (;;) {
    let isEmpty = true;
    try {
      const json = Number.isFinite(left) ? { ...rest, limit: left } : rest;
      const lines = await transport.lines(OPERATION, { json }, 'application/x-ndjson', options);
      for await (const line of lines ?? []) {
        if (line.trim() === '') continue;
        const item = itemOf(line);
        isEmpty = false;
        failures = 0;
        left -= 1;
        const { offset: _, ...withoutOffset } = query;
        rest = { ...withoutOffset, offset_token: item.offset_token };
        yield item;
        if (item.offset_token === '' || left <= 0) return;
      }
      // The export ended without a last token: the records after this one were deleted meanwhile.
      if (isEmpty) return;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await pause(transport.retryDelay(error, failures, options), options.signal);
      failures += 1;
    }
  }
}

/** Reads a line of an export. @throws SitegrepError if the line is an error, or not an item */
function itemOf(line: string): ExportedItem {
  const record = parsedJson(line);
  const error = apiErrorOf(record);
  if (error !== null) throw new SitegrepError({ operation: OPERATION, ...error });
  if (typeof record === 'object' && record !== null && 'domain' in record && 'offset_token' in record) {
    return record as ExportedItem;
  }
  throw new SitegrepError({
    operation: OPERATION,
    code: 'unexpected_answer',
    details: 'A line of the export is not an item.',
  });
}
