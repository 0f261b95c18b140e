import { checker, CrawlEventsOptions, LastEventId, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireValid } from '../../body.ts';
import { crawlEvents, isOver } from '../../crawl-events/stream.ts';
import { WatchedCrawls } from '../../crawl-events/watched-crawls.ts';
import { noSuchCrawl } from '../../crawl-items.ts';
import type { EventStreams } from '../../event-streams/open-streams.ts';
import { badRequest } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkOptions = parameterChecker(CrawlEventsOptions);
const checkLastEventId = checker(LastEventId);

/** GET /admin/crawls/{id}/events: the events of a crawl as they happen, from any position on. */
export function addCrawlEventsRoute(
  app: FastifyInstance,
  { storage, waiting = () => null }: ApiParts,
  streams: EventStreams,
): void {
  const { limits } = streams;
  const crawls = new WatchedCrawls({
    records: storage.crawls,
    everyMs: limits.readEveryMs,
    onError: (error, crawlId) => app.log.warn({ err: error, crawlId }, 'a watched crawl could not be read'),
  });

  addOperation(app, 'watchCrawl', {}, async (request, reply) => {
    const position = positionOf(request);
    const stream = streams.begin(request);
    const { signal } = stream;
    try {
      const watched = await crawls.join(request.params.id);
      if (watched === null) throw noSuchCrawl();
      signal.addEventListener('abort', () => watched.leave(), { once: true });
      if (signal.aborted) watched.leave();
      const { crawl } = watched;
      if (crawl === null) throw noSuchCrawl();
      const after = position === 'end' ? crawl.sites.total : position;
      if (after > crawl.sites.total) throw badRequest(beyond(after, crawl.sites.total));
      if (position === 'end' && isOver(crawl)) {
        stream.end();
        // This status keeps a client from reconnecting.
        return await reply.code(204).send();
      }
      return await stream.send(reply, crawlEvents({ watched, waiting, after, signal, limits }));
    } catch (error) {
      stream.end();
      throw error;
    }
  });
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
