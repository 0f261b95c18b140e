// Exports of a search, in the formats of the HTTP API.
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  EXPORT_TYPES,
  type ExportFormat,
  type ExportLayout,
  headOf,
  linesOf,
} from '@sitegrep/api/export-format';
import type { Exported, FoundItem, Level, QueryExport } from '@sitegrep/client';
import type { Connection } from './connection.ts';
import { uncoverLine } from './export-uncover.ts';
import { CommandFailed } from './failure.ts';
import { shareOutput } from './file-modes.ts';

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

/** Writes all matches, as fast as the output takes them. @returns their number @throws SitegrepError, CommandFailed */
export async function writeExport(
  connection: Connection,
  request: QueryExport,
  { format, ...layout }: FileLayout,
  output: Writable,
): Promise<number> {
  const found = allFound(connection, { ...request, level: layout.level });
  if (format === 'uncover') {
    return writeText(found, '', ({ item }) => uncoverLine(item), output);
  }
  if (format === 'parquet' || format === 'xlsx') return writeBytes(found, { format, ...layout }, output);
  const text = { format, ...layout };
  return writeText(found, headOf(text), (record) => linesOf(text, [record]), output);
}

/** All that a query matches. The first of it may take long: an export has no time limit. */
function allFound({ client }: Connection, request: QueryExport): AsyncGenerator<Found, void> {
  return client.query.export<Level>(request, { timeout: 0 });
}

/**
 * Writes a file, which appears when it is complete.
 *
 * @throws CommandFailed if the path is that of something else; errors of the file system; what `work` throws
 */
export async function writeFile<T>(path: string, work: (output: Writable) => Promise<T>): Promise<T> {
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new CommandFailed(`--out ${path} is not a file that could be written: give the name of a file.`);
  }
  if (!existsSync(dirname(path))) {
    throw new CommandFailed(
      `--out ${path}: there is no folder ${dirname(path)}; make it first, or name another file.`,
    );
  }
  const draft = `${path}.incomplete`;
  const output = createWriteStream(draft);
  // A failure to open or write ends the work, too, since it waits for the output.
  const closed = finished(output);
  try {
    const result = await Promise.race([work(output), closed.then(() => Promise.reject(new Error('closed')))]);
    output.end();
    await closed;
    shareOutput(draft);
    renameSync(draft, path);
    return result;
  } catch (error) {
    output.destroy();
    // The file may only be made now, by the opening that is under way.
    await closed.catch(() => undefined);
    rmSync(draft, { force: true });
    throw error;
  }
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
  const { parquetBytes } = await import('@sitegrep/api/export-parquet');
  return parquetBytes(layout, batches);
}

async function workbookOf(layout: Omit<ExportLayout, 'format'>, batches: Batches): Promise<Bytes> {
  const { xlsxBytes } = await import('@sitegrep/api/export-xlsx');
  const { tellOfWorkbook } = await import('./workbook-words.ts');
  return xlsxBytes(layout, batches, tellOfWorkbook);
}

/** Writes to an output, and waits until it takes more. */
export async function write(output: Writable, text: string | Uint8Array): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}
