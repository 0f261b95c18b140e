import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { OPERATIONS, PagesOptions, parameterChecker } from '@sitegrep/contract';
import { importPages, type ImportOptions, type SiteWriter } from '@sitegrep/intake';
import { RobotsTexts } from '@sitegrep/warc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { liftArrivalDeadline } from '../../arrival.ts';
import { requireMediaType, requireValid } from '../../body.ts';
import { badRequest, type Failure, unavailable } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import { failureOf, RETRY_SECONDS } from '../../plugins/errors.ts';
import type { AnswerLines } from '../../sent-pages/answer-lines.ts';
import { type BodySlot, BodySlots } from '../../sent-pages/body-slots.ts';
import { ImportAnswer } from '../../sent-pages/import-answer.ts';
import { pointOf } from '../../sent-pages/resume-point.ts';
import { SentBody } from '../../sent-pages/sent-body.ts';
import type { ApiParts } from '../../settings.ts';
import { takesNoPages } from '../../site-writer.ts';

const checkOptions = parameterChecker(PagesOptions);

const TYPES = Object.keys(OPERATIONS.sendPages.lists);
const JSON_LINES = 'application/x-ndjson';
const ENCODINGS = ['gzip', 'x-gzip', 'zstd'];

/** Time between two looks at an import: whether it is silent, and what there is to tell, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** Time for which a body is read that is of no more use, in milliseconds. */
const DISCARD_MS = 60_000;

/** POST /admin/pages: indexes pages while they arrive. @param sites the writer of this process; null: it only reads */
export function addPagesRoute(
  app: FastifyInstance,
  { imports, analysis }: ApiParts,
  sites: SiteWriter | null,
): void {
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
    if (imports === undefined || sites === null) {
      throw takesNoPages();
    }
    if (slots.isFull) {
      throw unavailable('Too many requests are sending pages; wait until one has ended.', RETRY_SECONDS);
    }
    const slot = slots.open();
    // Its body is read as fast as its pages are stored.
    liftArrivalDeadline(request.raw);
    const hasOffsets = !isEncoded(request.headers);
    const answer = new ImportAnswer({ from, hasOffsets, tellsAll: report === 'all' });
    const body = new SentBody(request.raw, {
      isEncoded: isEncoded(request.headers),
      isJsonLines: type === JSON_LINES,
      maxBodyBytes: imports.maxBodyBytes,
      robotsTexts,
      from,
      points: answer.points,
      slot,
      onBytes: (bytes) => answer.countBytes(bytes),
      onProblem: (problem) => answer.tellProblem(problem),
    });
    const ends = endsOf(request, reply, { slot, slots, answer });
    const signal = AbortSignal.any([closing.signal, ends.lost, ends.silent]);
    const { concurrency } = imports;
    const options = { sites, analysis, concurrency, signal };
    void runImport(options, { request, answer, body, lost: ends.lost }).finally(() => {
      slot.close();
      ends.stopLooking();
      discardRest(request.raw);
    });
    const refusal = await answer.lines.begun();
    if (refusal !== null) throw refusal;
    return sendTexts(reply, answer.lines);
  });
}

interface ImportWork {
  readonly request: FastifyRequest;
  readonly answer: ImportAnswer;
  readonly body: SentBody;
  /** Fires when the client is gone. */
  readonly lost: AbortSignal;
}

/** Imports the pages of a body, and ends the answer. */
async function runImport(
  { analysis, ...options }: Omit<ImportOptions, 'analysis' | 'onResults'> & Pick<ApiParts, 'analysis'>,
  { request, answer, body, lost }: ImportWork,
): Promise<void> {
  const { counts } = answer;
  try {
    await importPages(
      body.pages(),
      { ...options, analysis: analysis(), onResults: (results) => answer.tell(results) },
      counts,
    );
    request.log.info({ ...counts, bytesRead: answer.bytesRead }, 'pages imported');
    answer.end(body.end);
  } catch (error) {
    if (!lost.aborted) answer.fail(refusalOf(error, request), body.end.counts);
  }
}

interface Ends {
  /** Fires when the client is gone. */
  readonly lost: AbortSignal;
  /** Fires when the client has sent nothing for too long. */
  readonly silent: AbortSignal;
  readonly stopLooking: () => void;
}

/** Looks whether the client of an import is gone or silent, and tells it now and then how far the import is. */
function endsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    slot,
    slots,
    answer,
  }: { readonly slot: BodySlot; readonly slots: BodySlots; readonly answer: ImportAnswer },
): Ends {
  const lost = new AbortController();
  const silent = new AbortController();
  reply.raw.once('close', () => {
    answer.lines.abandon();
    lost.abort(new Error('the connection was lost'));
  });
  const looking = setInterval(() => {
    answer.tellOfTime();
    if (slot.isTooSilent() && !request.raw.complete) silent.abort(tooSilent(slots.maxSilenceMs));
  }, LOOK_EVERY_MS);
  return { lost: lost.signal, silent: silent.signal, stopLooking: () => clearInterval(looking) };
}

function isEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean {
  return ENCODINGS.includes(encoding.trim().toLowerCase());
}

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
