import { Readable } from 'node:stream';
import { checker, CrawlEventsOptions, LastEventId, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireValid } from '../../body.ts';
import { crawlEvents, isOver } from '../../crawl-events/stream.ts';
import { type WatchedCrawl, WatchedCrawls } from '../../crawl-events/watched-crawls.ts';
import { noSuchCrawl } from '../../crawl-items.ts';
import { badRequest, unavailable } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import { RETRY_SECONDS } from '../../plugins/errors.ts';
import { type ApiParts, EVENT_STREAM_LIMITS } from '../../settings.ts';

const checkOptions = parameterChecker(CrawlEventsOptions);
const checkLastEventId = checker(LastEventId);

/** Headers that keep proxies from caching, compressing or buffering the stream, which would hold events back. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // The stream is the last answer on its connection, so that nothing waits for it when the server closes.
  connection: 'close',
} as const;

/** GET /admin/crawls/{id}/events: the events of a crawl as they happen, from any position on. */
export function addCrawlEventsRoute(
  app: FastifyInstance,
  { storage, settings, waiting = () => null }: ApiParts,
): void {
  const limits = { ...EVENT_STREAM_LIMITS, ...settings.eventStreams };
  const open = new Set<AbortController>();
  let closing = false;
  const crawls = new WatchedCrawls({
    records: storage.crawls,
    everyMs: limits.readEveryMs,
    onError: (error, crawlId) => app.log.warn({ err: error, crawlId }, 'a watched crawl could not be read'),
  });
  app.addHook('preClose', (done) => {
    closing = true;
    for (const stop of open) stop.abort();
    done();
  });

  addOperation(app, 'watchCrawl', {}, async (request, reply) => {
    const position = positionOf(request);
    if (closing) throw unavailable('The service is shutting down; connect again.', RETRY_SECONDS);
    if (open.size >= limits.max) {
      const details = `All ${open.size} event streams of this process are in use; close one, or try again.`;
      throw unavailable(details, RETRY_SECONDS);
    }
    const stop = new AbortController();
    open.add(stop);
    let watched: WatchedCrawl | null = null;
    const admitted = setInterval(() => void endIfRefused(request, stop), limits.keyCheckEveryMs);
    const end = (): void => {
      stop.abort();
      clearInterval(admitted);
      open.delete(stop);
      watched?.leave();
      watched = null;
    };
    try {
      watched = await crawls.join(request.params.id);
      const crawl = watched?.crawl ?? null;
      if (watched === null || crawl === null) throw noSuchCrawl();
      const after = position === 'end' ? crawl.sites.total : position;
      if (after > crawl.sites.total) throw badRequest(beyond(after, crawl.sites.total));
      if (position === 'end' && isOver(crawl)) {
        end();
        // This status keeps a client from reconnecting.
        return await reply.code(204).send();
      }
      reply.raw.once('close', end);
      if (reply.raw.destroyed) end();
      const events = crawlEvents({ watched, waiting, after, signal: stop.signal, limits });
      const text = Readable.from(droppedIfUnread(events, reply, limits.stallMs), { highWaterMark: 1 });
      return await reply.headers(STREAM_HEADERS).send(text);
    } catch (error) {
      end();
      throw error;
    }
  });

  /** Ends the stream if its key is no longer valid; the client reconnects and gets the refusal. */
  async function endIfRefused(request: FastifyRequest, stop: AbortController): Promise<void> {
    try {
      if (await app.isStillAdmitted(request)) return;
      request.log.info({ keyId: request.apiKey?.id }, 'event stream ended: its key is no longer valid');
      stop.abort();
    } catch (error) {
      request.log.warn({ err: error }, 'the key of an event stream could not be looked up; trying again');
    }
  }
}

/** @throws Failure bad_request */
function positionOf({ query, headers }: FastifyRequest): number | 'end' {
  const { after } = requireValid(checkOptions(query));
  const header = headers['last-event-id'] ?? '';
  const given =
    header === '' ? after : requireValid(checkLastEventId({ 'Last-Event-ID': header }))['Last-Event-ID'];
  return given === 'end' ? given : Number(given ?? 0);
}

function beyond(after: number, total: number): Parameters<typeof badRequest>[0] {
  return {
    field: 'Last-Event-ID',
    problem: `is ${after}, but the crawl has ${total} sites`,
    remedy: 'send the id of the last event received from this crawl, or leave it out to start over',
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
