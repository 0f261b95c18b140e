// Exports as streams that are resumed after an interruption.
import { apiErrorOf, SitegrepError } from './error.ts';
import type { CallOptions } from './options.ts';
import { isTemporary, pause } from './retry.ts';
import { parsedJson, type Transport } from './transport.ts';

type ExportOperation = 'exportMatches' | 'exportSearch';

/** The part of an export's request that says where it begins and ends. */
interface Position {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly offset_token?: string | undefined;
}

/** An item with the token that continues after it; the token of the last item is empty. */
export type Exported<Item> = Item & { offset_token: string };

/** Iterates over the records of an export. An interrupted stream is resumed after the last complete one. */
export async function* exported<Item>(
  transport: Transport,
  operation: ExportOperation,
  request: Position,
  options: CallOptions = {},
): AsyncGenerator<Exported<Item>, void> {
  const { limit, ...query } = request;
  let rest: Position = query;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let failures = 0;
  for (;;) {
    let isEmpty = true;
    try {
      const json = Number.isFinite(left) ? { ...rest, limit: left } : rest;
      const lines = await transport.lines(operation, { json }, 'application/x-ndjson', options);
      for await (const line of lines ?? []) {
        if (line.trim() === '') continue;
        const item = itemOf<Item>(operation, line);
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
function itemOf<Item>(operation: ExportOperation, line: string): Exported<Item> {
  const record = parsedJson(line);
  const error = apiErrorOf(record);
  if (error !== null) throw new SitegrepError({ operation, ...error });
  if (typeof record === 'object' && record !== null && 'domain' in record && 'offset_token' in record) {
    return record as Exported<Item>;
  }
  throw new SitegrepError({
    operation,
    code: 'unexpected_answer',
    details: 'A line of the export is not an item.',
  });
}
