import { Readable } from 'node:stream';
import { type ImportEvent, type ImportTotals, NoParameters, parameterChecker } from '@sitegrep/contract';
import { emptyCounts, importPages, type ImportCounts } from '@sitegrep/intake';
import type { WarcCounts } from '@sitegrep/warc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { liftArrivalDeadline } from '../../arrival.ts';
import { requireMediaType, requireValid } from '../../body.ts';
import { errorBody, type Failure, unavailable } from '../../failure.ts';
import { capturedPages, type FileOutcome } from '../../imports/captured-files.ts';
import { requestFiles } from '../../imports/request-files.ts';
import { addOperation } from '../../operation-route.ts';
import { failureOf, RETRY_SECONDS } from '../../plugins/errors.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);

const TYPES = ['multipart/form-data'] as const;

/** Imports of this process at the same time; each holds two batches of pages in memory. */
const MAX_IMPORTS = 2;
/** Interval of `progress` events, in milliseconds. */
const PROGRESS_EVERY_MS = 500;
/** Damaged records that are reported; clients that read no answer before they have sent all must not be held up by more. */
const MAX_DAMAGED = 1_000;
/** Time that a client may send nothing, in milliseconds. */
const SILENCE_MS = 300_000;

/** POST /admin/imports: indexes the pages of captures while they arrive. */
export function addImportRoute(app: FastifyInstance, { storage, imports, analysis }: ApiParts): void {
  let running = 0;
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  addOperation(app, 'importCaptures', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    requireMediaType(request.headers, TYPES);
    if (imports === undefined) {
      throw unavailable('This process only reads; send the request to another one.', RETRY_SECONDS);
    }
    if (running >= MAX_IMPORTS) {
      const details = `${MAX_IMPORTS} imports are under way; wait until one has ended, or send its files in the same request.`;
      throw unavailable(details, RETRY_SECONDS);
    }
    running += 1;
    // Its body is read as fast as its pages are stored.
    liftArrivalDeadline(request.raw);
    const events = new Events();
    const counts = emptyCounts();
    let bytesRead = 0;
    let damaged = 0;
    let lastByteAt = performance.now();
    const progress = setInterval(() => {
      events.pushLatest({ type: 'progress', bytes_read: bytesRead, ...totalsOf(counts) });
      if (performance.now() - lastByteAt > SILENCE_MS) request.raw.destroy();
    }, PROGRESS_EVERY_MS);
    const pages = capturedPages(requestFiles(request.raw), {
      maxBodyBytes: imports.maxBodyBytes,
      onBytes: (bytes) => {
        bytesRead += bytes;
        lastByteAt = performance.now();
      },
      onProblem: (file, problem) => {
        damaged += 1;
        request.log.warn({ file, ...problem }, 'damaged capture');
        if (damaged <= MAX_DAMAGED) events.push({ type: 'damaged', file, ...problem });
      },
      onFile: (outcome) => events.push(fileEvent(outcome)),
    });
    const run = async (): Promise<void> => {
      try {
        await importPages(
          pages,
          {
            domains: storage.domains,
            analysis: analysis(),
            maxSiteBytes: imports.maxSiteBytes,
            concurrency: imports.concurrency,
            signal: closing.signal,
            onStored: (domains) => events.push({ type: 'stored', domains: [...domains] }),
          },
          counts,
        );
        if (closing.signal.aborted) throw shuttingDown();
        request.log.info({ ...counts, bytesRead }, 'captures imported');
        events.end({ type: 'end', ...totalsOf(counts) });
      } catch (error) {
        events.fail(refusalOf(error, request));
      } finally {
        running -= 1;
        clearInterval(progress);
      }
    };
    void run();
    const refusal = await events.begun();
    if (refusal !== null) throw refusal;
    return sendEvents(reply, events);
  });
}

function sendEvents(reply: FastifyReply, events: Events): FastifyReply {
  reply.header('content-type', 'application/x-ndjson; charset=utf-8');
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return reply.send(Readable.from(events.lines(), { highWaterMark: 1 }));
}

function refusalOf(error: unknown, request: FastifyRequest): Failure {
  return failureOf(error instanceof Error ? error : new Error(String(error)), request);
}

function shuttingDown(): Failure {
  return unavailable('The service is shutting down; send the files again to go on.', RETRY_SECONDS);
}

/** Lines of the answer, which wait until the client has read those before. */
class Events {
  readonly #lines: string[] = [];
  #latest: string | null = null;
  #end: { readonly error: Failure | null } | null = null;
  #wake: () => void = () => {};

  push(event: ImportEvent): void {
    this.#lines.push(`${JSON.stringify(event)}\n`);
    this.#wake();
  }

  /** Adds an event in place of the last one that was added so and not read. */
  pushLatest(event: ImportEvent): void {
    this.#latest = `${JSON.stringify(event)}\n`;
    this.#wake();
  }

  end(event: ImportEvent): void {
    this.push(event);
    this.#end = { error: null };
    this.#wake();
  }

  fail(error: Failure): void {
    this.#lines.push(`${JSON.stringify(errorBody(error.code, error.message))}\n`);
    this.#end = { error };
    this.#wake();
  }

  /** Waits for the first line. @returns the failure if it is the only one, which is an ordinary answer then */
  async begun(): Promise<Failure | null> {
    while (this.#lines.length === 0 && this.#latest === null) await this.#change();
    return this.#lines.length === 1 && this.#end !== null ? this.#end.error : null;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async *lines(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const text = this.#lines.splice(0).join('') + (this.#end === null ? (this.#latest ?? '') : '');
      this.#latest = null;
      if (text !== '') {
        yield text;
        continue;
      }
      if (this.#end !== null) break;
      await this.#change();
    }
    // The connection is closed without an end, which tells a failed import from a complete one.
    if (this.#end.error !== null) throw this.#end.error;
  }
}

function totalsOf(counts: ImportCounts): ImportTotals {
  return {
    pages_read: counts.pagesRead,
    pages_stored: counts.pagesStored,
    pages_unchanged: counts.pagesUnchanged,
    pages_crashed: counts.pagesCrashed,
    pages_noindex: counts.pagesNoindex,
    pages_blocked: counts.pagesBlocked,
    documents_stored: counts.documentsStored,
    source_bytes: counts.sourceBytes,
  };
}

function fileEvent({ file, error, counts }: FileOutcome): ImportEvent {
  return {
    type: 'file',
    file,
    error,
    records: counts.records,
    pages: counts.pages,
    truncated_pages: counts.truncatedPages,
    skipped: occurred(counts.skipped),
    slips: occurred(counts.slips),
    junk: counts.junk,
    unread_entries: counts.unreadEntries,
  };
}

function occurred(counts: WarcCounts['skipped'] | WarcCounts['slips']): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
