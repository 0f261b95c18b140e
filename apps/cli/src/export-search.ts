// Exports of a search, in the formats of the HTTP API.
import type { Writable } from 'node:stream';
import { EXPORT_TYPES, type ExportFormat, type ExportLayout, headOf, linesOf } from '@sitegrep/tables/format';
import type { Exported, FoundItem, Level, QueryExport } from '@sitegrep/client';
import type { Connection } from './connection.ts';
import { type ExportProgress, openExportProgress } from './export-progress.ts';
import { uncoverLine } from './export-uncover.ts';
import { write } from './written-file.ts';

/** Formats of the HTTP API, and that of uncover. */
export type FileFormat = ExportFormat | 'uncover';
export const FILE_FORMATS: readonly FileFormat[] = [
  // A literal has no keys besides those of its type.
  ...(Object.keys(EXPORT_TYPES) as readonly ExportFormat[]),
  'uncover',
];

export interface FileLayout extends Omit<ExportLayout, 'format'> {
  readonly format: FileFormat;
}

/**
 * Writes all matches, as fast as the output takes them.
 *
 * @param signal ends it
 * @returns their number
 * @throws SitegrepError, CommandFailed; the reason of `signal`
 */
export async function writeExport(
  connection: Connection,
  request: QueryExport,
  { format, ...layout }: FileLayout,
  output: Writable,
  signal?: AbortSignal,
): Promise<number> {
  const progress = openExportProgress(layout.level, output === process.stdout && process.stdout.isTTY);
  const found = counting(allFound(connection, { ...request, level: layout.level }, signal), progress);
  try {
    return await writeAll(found, { format, ...layout }, output);
  } finally {
    progress.stop();
  }
}

async function* counting(
  found: AsyncGenerator<Found, void>,
  progress: ExportProgress,
): AsyncGenerator<Found, void> {
  let count = 0;
  for await (const item of found) {
    yield item;
    progress.at(++count);
  }
}

async function writeAll(
  found: AsyncGenerator<Found, void>,
  { format, ...layout }: FileLayout,
  output: Writable,
): Promise<number> {
  if (format === 'uncover') {
    return writeText(found, '', ({ item }) => uncoverLine(item), output);
  }
  if (format === 'parquet' || format === 'xlsx') return writeBytes(found, { format, ...layout }, output);
  const text = { format, ...layout };
  return writeText(found, headOf(text), (record) => linesOf(text, [record]), output);
}

/** All that a query matches. The first of it may take long: an export has no time limit. */
function allFound(
  { client }: Connection,
  request: QueryExport,
  signal: AbortSignal | undefined,
): AsyncGenerator<Found, void> {
  return client.query.export<Level>(request, { timeout: 0, signal });
}

type Found = Exported<FoundItem>;

/** A domain or page with the token that continues after it. */
interface FoundRecord {
  readonly item: FoundItem;
  readonly offsetToken: string;
}

async function writeText(
  found: AsyncGenerator<Found, void>,
  head: string,
  lineOf: (record: FoundRecord) => string,
  output: Writable,
): Promise<number> {
  let count = 0;
  for await (const { offset_token: offsetToken, ...item } of found) {
    // Not earlier: a refused request must leave the output empty.
    if (count === 0) await write(output, head);
    count += 1;
    await write(output, lineOf({ item, offsetToken }));
  }
  if (count === 0) await write(output, head);
  return count;
}

async function writeBytes(
  found: AsyncGenerator<Found, void>,
  { format, ...layout }: Omit<ExportLayout, 'format'> & { readonly format: 'parquet' | 'xlsx' },
  output: Writable,
): Promise<number> {
  let count = 0;
  async function* batches(): Batches {
    for await (const { offset_token: offsetToken, ...item } of found) {
      count += 1;
      yield [{ item, offsetToken }];
    }
  }
  const all = format === 'parquet' ? await parquetOf(layout, batches()) : await workbookOf(layout, batches());
  for await (const bytes of all) await write(output, bytes);
  return count;
}

type Batches = AsyncGenerator<readonly FoundRecord[], void>;
type Bytes = AsyncGenerator<Uint8Array, void>;

async function parquetOf(layout: Omit<ExportLayout, 'format'>, batches: Batches): Promise<Bytes> {
  const { parquetBytes } = await import('@sitegrep/tables/parquet');
  return parquetBytes(layout, batches);
}

async function workbookOf(layout: Omit<ExportLayout, 'format'>, batches: Batches): Promise<Bytes> {
  const { xlsxBytes } = await import('@sitegrep/tables/xlsx');
  const { tellOfWorkbook } = await import('./workbook-words.ts');
  return xlsxBytes(layout, batches, tellOfWorkbook);
}
