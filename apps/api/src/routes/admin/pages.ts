import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { OPERATIONS, PagesOptions, type PagesLine, parameterChecker } from '@sitegrep/contract';
import { emptyCounts, importPages, type ImportCounts, type PageResult } from '@sitegrep/intake';
import type { PageOutcome } from '@sitegrep/site';
import { RobotsTexts, type WarcPage, type WarcSkip } from '@sitegrep/warc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { liftArrivalDeadline } from '../../arrival.ts';
import { requireMediaType, requireValid } from '../../body.ts';
import { badRequest, type Failure, unavailable } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import { failureOf, RETRY_SECONDS } from '../../plugins/errors.ts';
import { AnswerLines } from '../../sent-pages/answer-lines.ts';
import { BodySlots } from '../../sent-pages/body-slots.ts';
import { pointOf, type ResumePoint, ResumePoints, tokenOf } from '../../sent-pages/resume-point.ts';
import { pagesIn, type SentBodyEnd } from '../../sent-pages/sent-body.ts';
import type { ApiParts } from '../../settings.ts';

const checkOptions = parameterChecker(PagesOptions);

const TYPES = Object.keys(OPERATIONS.sendPages.lists);
const JSON_LINES = 'application/x-ndjson';
const ENCODINGS = ['gzip', 'x-gzip', 'zstd'];

/** Time without a line after which one tells that the work goes on, in milliseconds. */
const PROGRESS_AFTER_MS = 5_000;
/** Time between two lines that tell where the import can go on, in milliseconds. */
const POINT_EVERY_MS = 500;
/** Time for which a body is read that is of no more use, in milliseconds. */
const DISCARD_MS = 60_000;

/** POST /admin/pages: indexes pages while they arrive. */
export function addPagesRoute(app: FastifyInstance, { storage, imports, analysis }: ApiParts): void {
  const slots = new BodySlots();
  const robotsTexts = new RobotsTexts();
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort(shuttingDown());
    done();
  });

  addOperation(app, 'sendPages', {}, async (request, reply) => {
    const { report = 'all', resume } = requireValid(checkOptions(request.query));
    const from = resume === undefined ? null : pointOf(resume);
    const type = requireMediaType(request.headers, TYPES, ENCODINGS);
    if (imports === undefined) {
      throw unavailable('This process only reads; send the request to another one.', RETRY_SECONDS);
    }
    if (slots.isFull) {
      throw unavailable('Too many requests are sending pages; wait until one has ended.', RETRY_SECONDS);
    }
    const slot = slots.open();
    // Its body is read as fast as its pages are stored.
    liftArrivalDeadline(request.raw);
    const lines = new AnswerLines();
    const counts = emptyCounts();
    const told: Record<string, number> = { ...from?.told };
    if (from !== null) {
      Object.assign(counts.outcomes, from.outcomes);
      counts.documentsStored = from.documentsStored;
      counts.sourceBytes = from.sourceBytes;
    }
    const points = new ResumePoints(counts, told, !isEncoded(request.headers));
    let point: ResumePoint | null = null;
    let pointAt = -Infinity;
    const tellProgress = (): void => {
      const at =
        point === null ? null : { offset: point.offset, record: point.record, token: tokenOf(point) };
      lines.push({
        type: 'progress',
        bytes_read: bytesRead,
        outcomes: occurred(counts.outcomes),
        resume: at,
      });
      point = null;
      pointAt = performance.now();
    };
    const lost = new AbortController();
    const silent = new AbortController();
    reply.raw.once('close', () => {
      lines.abandon();
      lost.abort(new Error('the connection was lost'));
    });
    let bytesRead = from?.offset ?? 0;
    const watching = setInterval(() => {
      const now = performance.now();
      if (point !== null || now - lines.lastAt > PROGRESS_AFTER_MS) tellProgress();
      if (slot.isTooSilent() && !request.raw.complete) silent.abort(tooSilent(slots.maxSilenceMs));
    }, PROGRESS_AFTER_MS / 5);
    const tell = async (results: readonly PageResult[]): Promise<void> => {
      for (const result of results)
        if (report === 'all' || isProblem(result)) lines.push({ type: 'page', ...result });
      point = points.settled(results) ?? point;
      if (point !== null && performance.now() - pointAt > POINT_EVERY_MS) tellProgress();
      await lines.capacity();
    };
    const body = pagesIn(request.raw, {
      isEncoded: isEncoded(request.headers),
      isJsonLines: type === JSON_LINES,
      maxBodyBytes: imports.maxBodyBytes,
      robotsTexts,
      from,
      points,
      slot,
      onBytes: (bytes) => {
        bytesRead += bytes;
      },
      onProblem: async (problem) => {
        if (problem.why === null) return;
        const { record, unit, entry, offset, uri, problem: reason } = problem;
        const outcome = OUTCOME_OF[problem.why];
        if (record !== null) told[problem.why] = (told[problem.why] ?? 0) + 1;
        counts.outcomes[outcome] += 1;
        lines.push({ type: 'page', record, unit, entry, offset, url: uri, domain: null, outcome, reason });
        await lines.capacity();
      },
    });
    const reading: { end: SentBodyEnd | null } = { end: null };
    async function* pages(): AsyncGenerator<WarcPage> {
      reading.end = yield* body;
    }
    const run = async (): Promise<void> => {
      try {
        await importPages(
          pages(),
          {
            domains: storage.domains,
            analysis: analysis(),
            maxSiteBytes: imports.maxSiteBytes,
            concurrency: imports.concurrency,
            signal: AbortSignal.any([closing.signal, lost.signal, silent.signal]),
            onResults: tell,
          },
          counts,
        );
        const { end } = reading;
        if (end === null) throw new Error('the body ended without its counts');
        request.log.info({ ...counts, bytesRead }, 'pages imported');
        lines.end(summaryOf(end, told, counts, bytesRead));
      } catch (error) {
        if (point !== null) tellProgress();
        if (!lost.signal.aborted) lines.fail(refusalOf(error, request));
      } finally {
        slot.close();
        clearInterval(watching);
        discardRest(request.raw);
      }
    };
    void run();
    const refusal = await lines.begun();
    if (refusal !== null) throw refusal;
    return sendTexts(reply, lines);
  });
}

function isEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean {
  return ENCODINGS.includes(encoding.trim().toLowerCase());
}

function isProblem({ outcome, reason }: PageResult): boolean {
  return (outcome !== 'stored' && outcome !== 'unchanged') || reason !== null;
}

/** Outcomes of what is not a page but is told all the same: damaged records, and lines of JSON. */
const OUTCOME_OF: Readonly<Record<WarcSkip, PageOutcome>> = {
  other_type: 'not_html',
  revisit: 'not_html',
  not_http: 'bad_url',
  not_success: 'not_success',
  not_html: 'not_html',
  no_content: 'no_content',
  no_answer: 'no_answer',
  broken: 'broken',
  cut_off: 'cut_off',
};

function sendTexts(reply: FastifyReply, lines: AnswerLines): FastifyReply {
  reply.header('content-type', 'application/x-ndjson; charset=utf-8');
  // A proxy must not hold the answer back until its end.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return reply.send(Readable.from(lines.texts(), { highWaterMark: 1 }));
}

function refusalOf(error: unknown, request: FastifyRequest): Failure {
  return failureOf(error instanceof Error ? error : new Error(String(error)), request);
}

function tooSilent(maxMs: number): Failure {
  return badRequest({
    field: 'The body',
    problem: `sent nothing for ${maxMs / 1_000} s`,
    remedy: 'send the pages again that have no outcome, without pauses',
  });
}

function shuttingDown(): Failure {
  const details = 'The service is shutting down; send the pages again that have no outcome.';
  return unavailable(details, RETRY_SECONDS);
}

/** Reads on without use for a while: a client that is still sending does not read our answer. */
function discardRest(body: IncomingMessage): void {
  body.resume();
  if (body.complete) return;
  const timer = setTimeout(() => body.destroy(), DISCARD_MS).unref();
  body.once('close', () => clearTimeout(timer));
}

/** @param told records without a page that got a line */
function summaryOf(
  { error, counts }: SentBodyEnd,
  told: Readonly<Record<string, number>>,
  { outcomes, ...stored }: ImportCounts,
  bytesRead: number,
): PagesLine {
  const untold = Object.fromEntries(
    Object.entries(counts.skipped).map(([why, count]) => [why, count - (told[why] ?? 0)]),
  );
  return {
    type: 'summary',
    error,
    bytes_read: bytesRead,
    records: counts.records,
    outcomes: occurred(outcomes),
    skipped: occurred(untold),
    slips: occurred(counts.slips),
    truncated_pages: counts.truncatedPages,
    junk: counts.junk,
    unread_entries: counts.unreadEntries,
    documents_stored: stored.documentsStored,
    source_bytes: stored.sourceBytes,
  };
}

function occurred(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
