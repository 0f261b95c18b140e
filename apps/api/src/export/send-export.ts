import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Query, TokenKey } from '@sitegrep/search';
import { type SearchPage, StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EXPORT_TYPES, type ExportLayout, headOf, linesOf } from './format.ts';
import { type ExportRecord, exportRecords } from './index.ts';
import { errorBody, Failure } from '../failure.ts';
import { failureOf } from '../plugins/errors.ts';

interface ExportWish {
  readonly layout: ExportLayout;
  readonly query: Query;
  /** Maximum records. */
  readonly max: number;
  readonly key: TokenKey;
}

/** Runs work within the time limit of a search; the signal fires when the client leaves. */
type WithinTime = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/** Time before a search is retried that was refused for overload or without a storage, in milliseconds. */
const RETRY_MS = 500;

/**
 * Answers with all matches, as fast as the client reads them. A failure before the first match is an ordinary error answer.
 * Later searches are retried within their time limit; after that the connection is closed, in NDJSON after a last line with
 * the error.
 *
 * @param search runs a search when the queue of searches permits it
 */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  wish: ExportWish,
  withinTime: WithinTime,
  search: (query: Query, signal: AbortSignal) => Promise<SearchPage>,
): Promise<FastifyReply> {
  const { layout, query, max, key } = wish;
  let isFirst = true;
  const batches = exportRecords(
    query,
    max,
    key,
    (some) =>
      withinTime((signal) =>
        isFirst ? search(some, signal) : withRetries(() => search(some, signal), signal),
      ),
    layout.fields,
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

/** Retries work that failed for overload or without a storage. @throws the last error when `signal` fires */
async function withRetries<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isTemporary =
        error instanceof StorageBusy ||
        error instanceof StorageUnavailable ||
        (error instanceof Failure && error.code === 'unavailable');
      if (!isTemporary || signal.aborted) throw error;
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }
}
