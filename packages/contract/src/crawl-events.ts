import { Type, type Static } from 'typebox';
import { CrawlItem, CrawlSiteItem } from './crawls.ts';
import { CLOSED } from './envelope.ts';

/**
 * Where a client of GET /admin/crawls/{id}/events stands: the place of the last site it was told of, 0 for none, or
 * `end` once it was told of the crawl's end. The ids of the events; comes back as `Last-Event-ID` or `after`.
 */
const POSITION = { pattern: '^(?:0|[1-9][0-9]{0,14}|end)$' };

/** Query parameters of GET /admin/crawls/{id}/events. */
export const CrawlEventsOptions = Type.Object(
  {
    after: Type.Optional(
      Type.String({ ...POSITION, 'x-remedy': 'give the id of an event, or leave it out to start over' }),
    ),
  },
  CLOSED,
);
export type CrawlEventsOptions = Static<typeof CrawlEventsOptions>;

/**
 * The header `Last-Event-ID`, which counts if there is an `after` too: a client that reconnects keeps its URL. Empty is
 * as good as none.
 */
export const LastEventId = Type.Object(
  {
    'Last-Event-ID': Type.String({
      pattern: '^(?:0|[1-9][0-9]{0,14}|end)?$',
      'x-remedy': 'send the id of the last event that was received, or leave it out to start over',
    }),
  },
  CLOSED,
);

/**
 * The data of each event, as JSON on one line, by the event's name. `site` comes once for each site that ended, and has
 * an id; `state` when the state changed and at the beginning of every stream; `progress` every few seconds in which
 * counts changed; `end` once all is told and nothing more can follow: the client need not come back.
 */
export const CRAWL_EVENTS = {
  site: CrawlSiteItem,
  progress: Type.Pick(
    CrawlItem,
    ['sites', 'outcomes', 'pages', 'bytes', 'pages_per_second', 'eta_seconds'],
    CLOSED,
  ),
  state: Type.Pick(CrawlItem, ['state', 'started_at', 'finished_at'], CLOSED),
  end: Type.Pick(CrawlItem, ['state'], CLOSED),
} as const;

export type CrawlEventName = keyof typeof CRAWL_EVENTS;
export type CrawlEventData<Name extends CrawlEventName> = Static<(typeof CRAWL_EVENTS)[Name]>;
