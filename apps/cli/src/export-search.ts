// Exports of a search, in the formats of the HTTP API.
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { EXPORT_TYPES, type ExportLayout, headOf, linesOf } from '@sitegrep/api/export-format';
import type { HtmlSearchRequest } from '@sitegrep/client';
import type { Connection } from './connection.ts';

export const EXPORT_FORMATS = Object.keys(EXPORT_TYPES);

/** Writes all matches, as fast as the output takes them. @returns their number @throws SitegrepError */
export async function writeExport(
  { client }: Connection,
  request: HtmlSearchRequest,
  layout: ExportLayout,
  output: Writable,
): Promise<number> {
  let count = 0;
  const head = headOf(layout);
  for await (const { offset_token: offsetToken, ...item } of client.search.export(request)) {
    // Not earlier: a refused request must leave the output empty.
    if (count === 0) await write(output, head);
    count += 1;
    await write(output, linesOf(layout, [{ item, offsetToken }]));
  }
  if (count === 0) await write(output, head);
  return count;
}

async function write(output: Writable, text: string): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}
