import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Query, TokenKey } from '@sitegrep/search';
import { type SearchPage, StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, Failure } from '../failure.ts';
import { failureOf } from '../plugins/errors.ts';
import { EXPORT_TYPES, headOf, linesOf, type ExportFormat } from './format.ts';
import { exportRecords, type ExportRecord } from './records.ts';

export interface ExportWish {
  readonly format: ExportFormat;
  readonly query: Query;
  /** Records at most. */
  readonly most: number;
  readonly key: TokenKey;
}

/** Runs some work within the time of a search, with a signal that ends it when the client leaves. */
type WithinTime = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/** Milliseconds until a search is tried again that there was no room for, or no storage. */
const RETRY_MS = 500;

/**
 * Answers with all matches, as fast as the client takes them. What fails before the first of them is an error answer as
 * any other. Later, a search is tried again as long as its time allows; then the connection breaks off, behind a last
 * line that says why where the format has one.
 *
 * @param search as it stands in line with those of others
 */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  wish: ExportWish,
  withinTime: WithinTime,
  search: (query: Query, signal: AbortSignal) => Promise<SearchPage>,
): Promise<FastifyReply> {
  const { format, query, most, key } = wish;
  let isFirst = true;
  const batches = exportRecords(query, most, key, (some) =>
    withinTime((signal) =>
      isFirst ? search(some, signal) : persistently(() => search(some, signal), signal),
    ),
  );
  const first = await batches.next();
  isFirst = false;
  const head = headOf(format, query.snippets !== undefined);
  const lines = exportLines(request, reply, { format, head }, first, batches);
  reply.header('content-type', `${EXPORT_TYPES[format]}; charset=utf-8`);
  // A proxy that waits for the end would wait for long.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return reply.send(Readable.from(lines, { highWaterMark: 1 }));
}

async function* exportLines(
  request: FastifyRequest,
  reply: FastifyReply,
  { format, head }: { readonly format: ExportFormat; readonly head: string },
  first: IteratorResult<readonly ExportRecord[], void>,
  batches: AsyncGenerator<readonly ExportRecord[], void>,
): AsyncGenerator<string, void> {
  try {
    if (head !== '') yield head;
    if (first.done === true) return;
    yield linesOf(format, first.value);
    for await (const records of batches) yield linesOf(format, records);
  } catch (error) {
    if (reply.raw.destroyed) return;
    if (format === 'ndjson') {
      const { code, message } = failureOf(error instanceof Error ? error : new Error(String(error)), request);
      yield `${JSON.stringify(errorBody(code, message))}\n`;
    }
    // So that the end is missing: a whole export is told from one that is cut by it.
    throw error;
  } finally {
    await batches.return();
  }
}

/** Tries again what there is no room, or no storage, for at the moment. @throws what failed when `signal` fires */
async function persistently<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isPassing =
        error instanceof StorageBusy ||
        error instanceof StorageUnavailable ||
        (error instanceof Failure && error.code === 'unavailable');
      if (!isPassing || signal.aborted) throw error;
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }
}
