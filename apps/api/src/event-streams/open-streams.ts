// Event streams of the process: how many may be open, until when, and how they are sent.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../failure.ts';
import { RETRY_SECONDS } from '../plugins/errors.ts';
import { type ApiParts, EVENT_STREAM_LIMITS, type EventStreamLimits } from '../settings.ts';

/** Headers that keep proxies from caching, compressing or buffering the stream, which would hold events back. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // The stream is the last answer on its connection, so that nothing waits for it when the server closes.
  connection: 'close',
} as const;

export interface EventStreams {
  readonly limits: EventStreamLimits;
  /**
   * Takes the place of a stream.
   *
   * @param isStillThere tells now and then whether there is still something to send; if not, the stream ends as if the connection had
   *   been lost, and the client that reconnects is told why
   * @throws Failure unavailable if the process or the key has too many, or the process is closing
   */
  begin(request: FastifyRequest, isStillThere?: () => Promise<boolean>): EventStream;
}

interface EventStream {
  /** Ends the stream as if the connection had been lost. */
  readonly signal: AbortSignal;
  /** Sends text as it comes; the stream has ended when the connection is closed. */
  send(reply: FastifyReply, text: AsyncGenerator<string, void>): FastifyReply;
  /** Gives the place back. May be called twice. */
  end(): void;
}

export function openEventStreams(
  app: FastifyInstance,
  { settings }: Pick<ApiParts, 'settings'>,
): EventStreams {
  const limits = { ...EVENT_STREAM_LIMITS, ...settings.eventStreams };
  const open = new Set<AbortController>();
  /** Number of open streams of each key that has any. */
  const ofKeys = new Map<string, number>();
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    for (const stop of open) stop.abort();
    done();
  });

  /** Ends the stream if its key is no longer valid; the client reconnects and gets the refusal. */
  async function endIfOver(
    request: FastifyRequest,
    stop: AbortController,
    isStillThere: () => Promise<boolean>,
  ): Promise<void> {
    try {
      const isAdmitted = await app.isStillAdmitted(request);
      if (isAdmitted && (await isStillThere())) return;
      const why = isAdmitted ? 'what it is about is gone' : 'its key is no longer valid';
      request.log.info({ keyId: request.apiKey?.id }, `event stream ended: ${why}`);
      stop.abort();
    } catch (error) {
      request.log.warn({ err: error }, 'the key of an event stream could not be looked up; trying again');
    }
  }

  return {
    limits,
    begin(request, isStillThere = () => Promise.resolve(true)) {
      if (closing) throw unavailable('The service is shutting down; connect again.', RETRY_SECONDS);
      if (open.size >= limits.max) {
        const details = `All ${open.size} event streams of this process are in use; close one, or try again.`;
        throw unavailable(details, RETRY_SECONDS);
      }
      const keyId = request.apiKey?.id ?? '';
      const ofKey = ofKeys.get(keyId) ?? 0;
      if (ofKey >= limits.maxOfKey) {
        const details = `All ${ofKey} event streams that a key may have of this process are in use; close one, or try again.`;
        throw unavailable(details, RETRY_SECONDS);
      }
      const stop = new AbortController();
      open.add(stop);
      ofKeys.set(keyId, ofKey + 1);
      const check = setInterval(() => void endIfOver(request, stop, isStillThere), limits.keyCheckEveryMs);
      const end = (): void => {
        stop.abort();
        clearInterval(check);
        if (!open.delete(stop)) return;
        const left = (ofKeys.get(keyId) ?? 0) - 1;
        if (left > 0) ofKeys.set(keyId, left);
        else ofKeys.delete(keyId);
      };
      return {
        signal: stop.signal,
        end,
        send(reply, text) {
          reply.raw.once('close', end);
          if (reply.raw.destroyed) end();
          const parts = Readable.from(droppedIfUnread(text, reply, limits.stallMs), { highWaterMark: 1 });
          return reply.headers(STREAM_HEADERS).send(parts);
        },
      };
    },
  };
}

/** Passes parts on, and closes the connection if one of them is not read in time. */
async function* droppedIfUnread(
  parts: AsyncGenerator<string, void>,
  reply: FastifyReply,
  stallMs: number,
): AsyncGenerator<string, void> {
  for await (const part of parts) {
    const timer = setTimeout(() => reply.raw.destroy(), stallMs);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}
