// Events of a saved search: as a list, by day, as they happen, and as feeds.
import {
  checker,
  LastSearchEventId,
  ListOptions,
  parameterChecker,
  SavedSearchParameters,
  SearchFeedOptions,
  SearchStreamOptions,
  SearchTrendOptions,
} from '@sitegrep/contract';
import {
  ATOM_TYPE,
  atomFeed,
  definitionOf,
  type Feed,
  isOwnerInForce,
  JSON_FEED_TYPE,
  jsonFeed,
} from '@sitegrep/telling';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireValid } from '../body.ts';
import type { EventStreams } from '../event-streams/open-streams.ts';
import { badRequest, Failure } from '../failure.ts';
import { openLists } from '../lists.ts';
import { addOperation } from '../operation-route.ts';
import { openEventTail } from '../saved-searches/event-tail.ts';
import { isFeedKey } from '../saved-searches/feed-key.ts';
import { searchEventItem } from '../saved-searches/items.ts';
import { keyOf, maySee, requireSeen } from '../saved-searches/owners.ts';
import { searchEvents } from '../saved-searches/stream.ts';
import { searchTrend } from '../saved-searches/trend.ts';
import type { ApiParts } from '../settings.ts';

/** Days of a trend, unless stated. */
const TREND_DAYS = 30;

/** Events of a feed. */
const FEED_EVENTS = 50;

const checkList = parameterChecker(ListOptions);
const checkParameters = parameterChecker(SavedSearchParameters);
const checkTrend = parameterChecker(SearchTrendOptions);
const checkStream = parameterChecker(SearchStreamOptions);
const checkLastEventId = checker(LastSearchEventId);
const checkFeed = parameterChecker(SearchFeedOptions);

export function addSavedSearchEventRoutes(
  app: FastifyInstance,
  { storage }: ApiParts,
  streams: EventStreams,
): void {
  const { searches, lists } = storage.domains;
  const pages = openLists(storage.keys);
  const tail = openEventTail({
    searches,
    everyMs: streams.limits.readEveryMs,
    onError: (error) => app.log.warn({ err: error }, 'events of saved searches could not be read'),
  });

  addOperation(app, 'listSearchEvents', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const { id } = requireValid(checkParameters(request.params));
    await requireSeen(searches, keyOf(request), id);
    const list = `/searches/${id}/events`;
    const { limit, after } = await pages.pageOf(list, options);
    const events = await searches.events({
      after: 0,
      limit,
      search: id,
      newestFirst: true,
      ...(after === undefined ? {} : { before: Number(after) }),
    });
    const last = events.length < limit ? undefined : events.at(-1);
    return {
      success: true,
      data: {
        items: events.map(searchEventItem),
        next_token: await pages.tokenOf(list, last === undefined ? null : String(last.number)),
      },
    };
  });

  addOperation(app, 'getSearchTrend', {}, async (request) => {
    const { days = TREND_DAYS } = requireValid(checkTrend(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const { search } = await requireSeen(searches, keyOf(request), id);
    return { success: true, data: await searchTrend({ searches, lists }, search, days, Date.now()) };
  });

  addOperation(app, 'watchSavedSearch', {}, async (request, reply) => {
    const given = positionOf(request);
    const { id } = requireValid(checkParameters(request.params));
    const key = keyOf(request);
    await requireSeen(searches, key, id);
    const newest = await tail.newest();
    if (given !== null && given > newest) throw badRequest(beyond(given, newest));
    const stream = streams.begin(request, async () => {
      const search = await searches.get(id);
      return search !== null && maySee(key, definitionOf(search).owner);
    });
    const { signal } = stream;
    const { heartbeatMs } = streams.limits;
    const text = searchEvents({ searches, tail, search: id, after: given ?? newest, signal, heartbeatMs });
    return stream.send(reply, text);
  });

  addOperation(app, 'getSearchAtomFeed', {}, async (request, reply) => {
    const feed = await feedOf(request);
    return reply.type(ATOM_TYPE).send(atomFeed(feed));
  });

  addOperation(app, 'getSearchJsonFeed', {}, async (request, reply) => {
    const feed = await feedOf(request);
    return reply.type(JSON_FEED_TYPE).send(JSON.stringify(jsonFeed(feed)));
  });

  /** @throws Failure not_found, the same whatever is wrong */
  async function feedOf(request: FastifyRequest): Promise<Feed> {
    const { key } = requireValid(checkFeed(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const search = await searches.get(id);
    const definition = search === null ? null : definitionOf(search);
    const isOpen = definition !== null && isFeedKey(definition, key);
    if (
      search === null ||
      !isOpen ||
      !isOwnerInForce(definition.owner, await storage.keys.list(), Date.now())
    )
      throw new Failure(
        'not_found',
        'There is no such feed, or its key is another one; GET /searches/{id} shows its address.',
      );
    const events = await searches.events({ after: 0, limit: FEED_EVENTS, search: id, newestFirst: true });
    const origin = `${request.protocol}://${request.host}`;
    const [path = ''] = request.url.split('?', 1);
    return {
      search: { id, label: definition.label },
      url: origin + path,
      home: `${origin}/searches/${id}`,
      createdAt: search.createdAt,
      events,
    };
  }
}

/** @returns null: from now on @throws Failure bad_request */
function positionOf({ query, headers }: FastifyRequest): number | null {
  const { after } = requireValid(checkStream(query));
  const header = headers['last-event-id'] ?? '';
  const given =
    header === '' ? after : requireValid(checkLastEventId({ 'Last-Event-ID': header }))['Last-Event-ID'];
  return given === undefined ? null : Number(given);
}

function beyond(after: number, newest: number): Parameters<typeof badRequest>[0] {
  return {
    field: 'Last-Event-ID',
    problem: `is ${after}, but the newest event has the number ${newest}`,
    remedy: 'send the id of the last event received from this instance, or leave it out to begin now',
  };
}
