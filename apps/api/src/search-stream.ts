// The answer to a search as a stream of events, with the progress of one that takes long.
import { Readable } from 'node:stream';
import { ERRORS, type SearchErrorEvent, type SearchProgressEvent } from '@sitegrep/contract';
import type { SearchProgress } from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverSentEvent } from './event-streams/server-sent.ts';
import { errorBody } from './failure.ts';
import { failureOf } from './plugins/errors.ts';
import { countAs } from './plugins/request-log.ts';

/** Time after which a search tells how far it is, and between two times that it does, in milliseconds. */
const QUIET_MS = 1_000;
const TELL_EVERY_MS = 500;

/**
 * Sends the answer to a search as an event, after those of its progress if it takes longer than a second. A failure before that is an
 * ordinary error answer.
 *
 * @param answer body of the answer, in JSON without line breaks
 */
export async function sendWatched(
  request: FastifyRequest,
  reply: FastifyReply,
  progress: SearchProgress,
  answer: Promise<string>,
): Promise<FastifyReply> {
  const early = await settledWithin(answer, QUIET_MS);
  reply.header('content-type', 'text/event-stream');
  // A proxy must not hold the progress back.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  if (early !== null) return reply.send(eventOf('answer', early.value));
  return reply.send(Readable.from(events(request, reply, progress, answer), { highWaterMark: 1 }));
}

async function* events(
  request: FastifyRequest,
  reply: FastifyReply,
  progress: SearchProgress,
  answer: Promise<string>,
): AsyncGenerator<string, void> {
  try {
    for (;;) {
      const { candidates, decided } = progress;
      const told: SearchProgressEvent = { candidates, looked_at: decided };
      yield serverSentEvent('progress', told);
      const answered = await settledWithin(answer, TELL_EVERY_MS);
      if (answered === null) continue;
      const event = eventOf('answer', answered.value);
      request.server.countUnread(request, reply, event);
      yield event;
      return;
    }
  } catch (error) {
    // Nobody is there to be told.
    if (reply.raw.destroyed) return;
    const failure = failureOf(error instanceof Error ? error : new Error(String(error)), request);
    const { code, message, headers } = failure;
    // The status is sent already; logs and metrics have that of the failure.
    countAs(reply.raw, ERRORS[code].status);
    const retryAfter = headers['retry-after'];
    const told: SearchErrorEvent = {
      ...errorBody(code, message),
      ...(retryAfter !== undefined && { retry_after: Number(retryAfter) }),
    };
    yield serverSentEvent('error', told);
  }
}

/** @param json without line breaks */
function eventOf(name: string, json: string): string {
  return `event: ${name}\ndata: ${json}\n\n`;
}

/** @returns null if the work goes on for longer @throws what the work does */
async function settledWithin<Value>(
  work: Promise<Value>,
  ms: number,
): Promise<{ readonly value: Value } | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ms);
  try {
    return await Promise.race([work.then((value) => ({ value })), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
