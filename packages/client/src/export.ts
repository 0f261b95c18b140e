import type { DomainItem, HtmlSearchRequest } from './api.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import type { CallOptions } from './options.ts';
import { isPassing, pause } from './retry.ts';
import type { Transport } from './transport.ts';

/** A match, and what goes on behind it: empty behind the last one. */
export type ExportedItem = DomainItem & { offset_token: string };

const OPERATION = 'searchHtmlSourceCode';

/** As `Search.export`. */
export async function* exportMatches(
  transport: Transport,
  request: HtmlSearchRequest,
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
        const { offset: _, ...behind } = query;
        rest = { ...behind, offset_token: item.offset_token };
        yield item;
        if (item.offset_token === '' || left <= 0) return;
      }
      // Whole without a last token: what was behind it is there no more.
      if (isEmpty) return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(transport.retryDelay(error, failures, options), options.signal);
      failures += 1;
    }
  }
}

/** @throws SitegrepError if the line is an error, or no item */
function itemOf(line: string): ExportedItem {
  const record = parsed(line);
  const error = apiErrorOf(record);
  if (error !== null) throw new SitegrepError({ operation: OPERATION, ...error });
  if (typeof record === 'object' && record !== null && 'domain' in record && 'offset_token' in record) {
    return record as ExportedItem;
  }
  throw new SitegrepError({
    operation: OPERATION,
    code: 'unexpected_answer',
    details: 'A line of the export is no item.',
  });
}

/** @returns null if it is no JSON */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
