import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EXPORT_TYPES, type ExportLayout, headOf, linesOf } from './format.ts';
import { type AnyQuery, type ExportRecord, exportRecords, type ExportSource, type Found } from './index.ts';
import { badRequest, errorBody, Failure } from '../failure.ts';
import { failureOf } from '../plugins/errors.ts';

interface ExportWish<Searched, Hit> extends ExportSource<Searched, Hit> {
  readonly layout: ExportLayout;
  /** Time for which a search is retried, in milliseconds. */
  readonly patienceMs: number;
}

/** Runs a search, within its time limit if it has one; the signal fires when the client leaves. */
type WithinTime = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/** Time before a search is retried that was refused for overload or without a storage, in milliseconds. */
const RETRY_MS = 500;

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
  const lines = exportLines(request, reply, layout, first, batches);
  reply.header('content-type', `${EXPORT_TYPES[layout.format]}; charset=utf-8`);
  // A proxy must not hold the answer back until its end.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return reply.send(Readable.from(lines, { highWaterMark: 1 }));
}

async function* exportLines(
  request: FastifyRequest,
  reply: FastifyReply,
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
  } catch (error) {
    if (reply.raw.destroyed) return;
    if (layout.format === 'ndjson') {
      const { code, message } = failureOf(error instanceof Error ? error : new Error(String(error)), request);
      yield `${JSON.stringify(errorBody(code, message))}\n`;
    }
    // The connection is closed without an end, which tells a truncated export from a complete one.
    throw error;
  } finally {
    await batches.return();
  }
}

/**
 * Retries work that failed for overload or without a storage.
 *
 * @throws the last error when `signal` fires, or so many milliseconds after the first one
 */
async function withRetries<Value>(
  work: () => Promise<Value>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Value> {
  for (let failedAt: number | null = null; ;) {
    try {
      return await work();
    } catch (error) {
      const isTemporary =
        error instanceof StorageBusy ||
        error instanceof StorageUnavailable ||
        (error instanceof Failure && error.code === 'unavailable');
      failedAt ??= performance.now();
      if (!isTemporary || signal.aborted || performance.now() - failedAt > patienceMs) throw error;
      await setTimeout(RETRY_MS, undefined, { signal });
    }
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
