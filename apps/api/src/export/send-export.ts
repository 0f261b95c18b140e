import type { FastifyReply, FastifyRequest } from 'fastify';
import { EXPORT_TYPES, type ExportLayout, headOf, linesOf } from './format.ts';
import { type AnyQuery, type ExportRecord, exportRecords, type ExportSource, type Found } from './index.ts';
import { badRequest } from '../failure.ts';
import { sendLines, withRetries } from '../line-stream.ts';

interface ExportWish<Searched, Hit> extends ExportSource<Searched, Hit> {
  readonly layout: ExportLayout;
  /** Time for which a search is retried, in milliseconds. */
  readonly patienceMs: number;
}

/** Runs a search, within its time limit if it has one; the signal fires when the client leaves. */
type WithinTime = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/**
 * Answers with all matches, as fast as the client reads them. A failure before the first match is an ordinary error answer.
 * Later searches are retried for a while; after that the connection is closed, in NDJSON after a last line with
 * the error.
 *
 * @param search runs a search when the queue of searches permits it
 */
export async function sendExport<Searched extends AnyQuery, Hit>(
  request: FastifyRequest,
  reply: FastifyReply,
  wish: ExportWish<Searched, Hit>,
  withinTime: WithinTime,
  search: (query: Searched, signal: AbortSignal) => Promise<Found<Hit>>,
): Promise<FastifyReply> {
  const { layout, patienceMs } = wish;
  let isFirst = true;
  const batches = exportRecords(wish, (some) =>
    withinTime((signal) =>
      isFirst ? search(some, signal) : withRetries(() => search(some, signal), patienceMs, signal),
    ),
  );
  const first = await batches.next();
  isFirst = false;
  return sendLines(request, reply, EXPORT_TYPES[layout.format], exportLines(layout, first, batches));
}

async function* exportLines(
  layout: ExportLayout,
  first: IteratorResult<readonly ExportRecord[], void>,
  batches: AsyncGenerator<readonly ExportRecord[], void>,
): AsyncGenerator<string, void> {
  try {
    const head = headOf(layout);
    if (head !== '') yield head;
    if (first.done === true) return;
    yield linesOf(layout, first.value);
    for await (const records of batches) yield linesOf(layout, records);
  } finally {
    await batches.return();
  }
}

/** Checks that nothing is asked of NDJSON which only CSV has. @throws Failure bad_request */
export function requireCsv({ format, columns, bom }: ExportLayout): void {
  if (format === 'csv' || (columns === undefined && bom !== true)) return;
  const field = columns === undefined ? 'bom' : 'columns';
  throw badRequest({
    field,
    problem: `is given with format ${format}`,
    remedy: 'give format csv, or leave it out',
  });
}
