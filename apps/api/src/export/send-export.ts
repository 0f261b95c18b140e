import type { FastifyReply, FastifyRequest } from 'fastify';
import { EXPORT_TYPES, type ExportLayout, headOf, type LineLayout, linesOf } from '@sitegrep/tables/format';
import type { Level } from '@sitegrep/search';
import { type ExportRecord, exportRecords, type ExportSearch, type ExportSource } from './index.ts';
import { badRequest } from '../failure.ts';
import { fileHeader } from '../file-name.ts';
import { sendBytes, sendLines, withRetries } from '../line-stream.ts';
import { parquetBytes } from '@sitegrep/tables/parquet';
import type { SearchOptions } from '@sitegrep/storage';
import { xlsxBytes } from '@sitegrep/tables/xlsx';

interface ExportWish<L extends Level> extends ExportSource<L> {
  readonly layout: ExportLayout;
  /** Words of the search, for the name of the file. */
  readonly about: string;
  /** Time for which a search is retried, in milliseconds. */
  readonly patienceMs: number;
}

/** Options of each search of an export. */
type Options = Required<Pick<SearchOptions, 'signal' | 'walk'>>;

/** Runs a search, within its time limit if it has one; the signal fires when the client leaves. */
type WithinTime = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/**
 * Answers with all matches, as fast as the client reads them. A failure before the first match is an ordinary error answer.
 * Later searches are retried for a while; after that the connection is closed, in NDJSON after a last line with
 * the error.
 *
 * @param search runs a search when the queue of searches permits it
 */
export async function sendExport<L extends Level>(
  request: FastifyRequest,
  reply: FastifyReply,
  wish: ExportWish<L>,
  withinTime: WithinTime,
  search: ExportSearch<L, Options>,
): Promise<FastifyReply> {
  const { layout, about, patienceMs } = wish;
  let isFirst = true;
  const batches = exportRecords(wish, (some, walk) =>
    withinTime((signal) =>
      isFirst
        ? search(some, { signal, walk })
        : withRetries(() => search(some, { signal, walk }), patienceMs, signal),
    ),
  );
  const first = await batches.next();
  isFirst = false;
  const all = withFirst(first, batches);
  const { format, level } = layout;
  reply.header('content-disposition', fileHeader({ of: `${level}s`, about, ending: format }));
  const type = EXPORT_TYPES[format];
  if (format === 'parquet') return sendBytes(request, reply, type, parquetBytes(layout, all));
  if (format === 'xlsx') return sendBytes(request, reply, type, xlsxBytes(layout, all));
  return sendLines(request, reply, type, exportLines({ ...layout, format }, all));
}

/** All batches, of which the first one was read already. */
async function* withFirst(
  first: IteratorResult<readonly ExportRecord[], void>,
  batches: AsyncGenerator<readonly ExportRecord[], void>,
): AsyncGenerator<readonly ExportRecord[], void> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* batches;
  } finally {
    await batches.return();
  }
}

async function* exportLines(
  layout: LineLayout,
  batches: AsyncGenerator<readonly ExportRecord[], void>,
): AsyncGenerator<string, void> {
  const head = headOf(layout);
  if (head !== '') yield head;
  for await (const records of batches) yield linesOf(layout, records);
}

/** Checks that nothing is asked of a format which only others have. @throws Failure bad_request */
export function requireOfFormat({
  format,
  columns,
  bom,
}: Pick<ExportLayout, 'format' | 'columns' | 'bom'>): void {
  const isTable = format !== 'ndjson';
  if (columns !== undefined && !isTable) {
    throw badRequest({
      field: 'columns',
      problem: `is given with format ${format}`,
      remedy: 'give format csv, parquet or xlsx, or leave it out',
    });
  }
  if (bom === true && format !== 'csv') {
    throw badRequest({
      field: 'bom',
      problem: `is given with format ${format}`,
      remedy: 'give format csv, or leave it out',
    });
  }
}
