import { OUTCOMES, RENDER_MODES } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { plainLine } from './plain-line.ts';
import { Timestamp } from './timestamp.ts';

const CRAWL_STATES = ['queued', 'running', 'completed', 'cancelled'] as const;

export const SiteOutcome = Type.Enum([...OUTCOMES]);
export type SiteOutcome = (typeof OUTCOMES)[number];

/** Options of a crawl: fields in the JSON form, query parameters of an upload. */
const crawlOptions = {
  max_pages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description:
        'Maximum number of pages per site; unless stated, that of the instance, which is 1 unless it is set.',
    }),
  ),
  max_depth: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'Maximum number of links from a start page to a page.',
    }),
  ),
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: '1 comes first, 10 last.' })),
  revisit_after_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3_650,
      description:
        'A site that was visited less than this number of days ago ends as `unchanged`, without a request.',
    }),
  ),
  render: Type.Optional(
    Type.Enum([...RENDER_MODES], {
      description:
        'Pages that a browser renders, in addition to their source: none (`never`, unless stated), those whose source is a shell that scripts fill (`if_empty`), or `always`. Needs SITEGREP_RENDER=on.',
    }),
  ),
};

/** Options of a crawl that say what is fetched, in which order. */
export const CrawlOptions = Type.Object(crawlOptions, CLOSED);
export type CrawlOptions = Static<typeof CrawlOptions>;

const submissionOptions = {
  name: Type.Optional(
    plainLine(
      200,
      'Name under which the crawl is shown; unless stated, one made from what is submitted, such as `shop.example and 99 more`.',
    ),
  ),
  ...crawlOptions,
};

/** Query parameters of POST /admin/crawls if its body is a list. */
export const SubmissionOptions = Type.Object(submissionOptions, CLOSED);
export type SubmissionOptions = Static<typeof SubmissionOptions>;

/** Domains or URLs of a request. */
export const entries = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), { minItems: 1, maxItems: 50_000 }),
);

/** Request of POST /admin/crawls/preview as JSON, with either `domains` or `urls`. */
export const PreviewCrawlRequest = Type.Object({ domains: entries, urls: entries }, CLOSED);

/** Request of POST /admin/crawls as JSON, with either `domains` or `urls`. */
export const CreateCrawlRequest = Type.Object(
  { domains: entries, urls: entries, ...submissionOptions },
  CLOSED,
);
export type CreateCrawlRequest = Static<typeof CreateCrawlRequest>;

const count = Type.Integer({ minimum: 0 });

/** Entries of a list that were refused: all of them are counted, the first few are shown. */
export function rejectedLines(description: string) {
  return Type.Object(
    {
      count,
      reasons: Type.Record(Type.String(), count, {
        description: 'Reason → number of entries; only reasons that occurred.',
      }),
      samples: Type.Array(Type.Object({ line: count, text: Type.String(), reason: Type.String() }, CLOSED)),
    },
    { ...CLOSED, description },
  );
}

/** Sites of a crawl that wait for their hosts. */
const WaitingSites = Type.Object(
  {
    sites: Type.Integer({ minimum: 1 }),
    domain: Type.String({ description: 'The site that is visited first.' }),
    reason: Type.String({ description: 'Why it waits, such as `answered 429 Too Many Requests`.' }),
    until: Timestamp,
  },
  {
    ...CLOSED,
    description:
      'Sites that wait until their busy hosts may get requests again. Null if there is none, and always if other processes crawl, as in a cluster.',
  },
);

/** Source of the sites of a crawl. */
const Submitted = Type.Object(
  {
    first: Type.Array(Type.String(), {
      description: 'The first domains and URLs, up to 20. All are listed as sites.',
    }),
    index: Type.Boolean({ description: 'true: the sites are all domains that were in the index.' }),
    list: nullable(Type.String({ description: 'Name of the list of domains that the sites are from.' })),
  },
  CLOSED,
);

export const CrawlItem = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Name that it was given, or one made from what was submitted.' }),
    state: Type.Enum([...CRAWL_STATES]),
    schedule_id: nullable(Type.String({ description: 'Schedule that created the crawl.' })),
    retry_of: nullable(
      Type.String({ description: 'Crawl whose sites this crawl repeats, all or those that failed.' }),
    ),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    sites: Type.Object({ total: count, pending: count, running: count, finished: count }, CLOSED),
    outcomes: Type.Record(Type.String(), count, {
      description: 'Outcome → number of sites; only outcomes that occurred.',
    }),
    pages: count,
    bytes: count,
    pages_per_second: nullable(Type.Number({ minimum: 0 })),
    eta_seconds: nullable(count),
    waiting: nullable(WaitingSites),
    rejected: rejectedLines('Entries of the submission that name no site.'),
    submitted: Submitted,
    options: Type.Object(
      {
        max_pages: Type.Integer(),
        max_depth: Type.Integer(),
        priority: Type.Integer(),
        revisit_after_days: Type.Integer(),
        render: Type.Enum([...RENDER_MODES]),
      },
      CLOSED,
    ),
  },
  CLOSED,
);
export type CrawlItem = Answer<Static<typeof CrawlItem>>;

export const CrawlSiteItem = Type.Object(
  {
    domain: Type.String(),
    outcome: nullable(SiteOutcome),
    reason: nullable(Type.String()),
    pages: nullable(count),
    bytes: nullable(count),
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    redirects: Type.Array(
      Type.Object({ from: Type.String(), to: Type.String(), status: Type.Integer() }, CLOSED),
    ),
  },
  CLOSED,
);
export type CrawlSiteItem = Answer<Static<typeof CrawlSiteItem>>;

/** A domain as a site of one crawl, with its outcome there. */
export const DomainVisit = Type.Object(
  {
    crawl_id: Type.String(),
    submitted_at: { ...Timestamp, description: 'Time when the crawl was submitted.' },
    ...CrawlSiteItem.properties,
  },
  CLOSED,
);
export type DomainVisit = Answer<Static<typeof DomainVisit>>;

export const DomainVisitListAnswer = successOf(listOf(DomainVisit));

/** Content of a list of sites, as a crawl of it would take it. */
export const ListPreview = Type.Object(
  {
    sites: Type.Integer({ minimum: 0, description: 'Number of different sites that the list names.' }),
    repeated: Type.Integer({ minimum: 0, description: 'Number of entries that name a site again.' }),
    rejected: rejectedLines('Entries that name no site.'),
  },
  CLOSED,
);
export type ListPreview = Answer<Static<typeof ListPreview>>;

export const ListPreviewAnswer = successOf(ListPreview);

/** Pages of a crawl over time. */
export const CrawlTimelineItem = Type.Object(
  {
    from: nullable({
      ...Timestamp,
      description: 'Beginning of the first interval; null if no site has ended.',
    }),
    interval_seconds: Type.Integer({
      minimum: 10,
      description: 'Length of each interval: 10 seconds, doubled until there are 240 intervals at most.',
    }),
    pages: Type.Array(count, {
      maxItems: 240,
      description: 'Pages of the sites that ended in each interval, a number for each interval.',
    }),
  },
  CLOSED,
);
export type CrawlTimelineItem = Answer<Static<typeof CrawlTimelineItem>>;

export const CrawlTimelineAnswer = successOf(CrawlTimelineItem);

/** Query parameters of POST /admin/crawls/{id}/retry. */
export const RetryCrawlOptions = Type.Object(
  {
    sites: Type.Optional(
      Type.Enum(['failed', 'all'], {
        default: 'failed',
        description: '`failed`: the sites that may end differently; `all`: every site of the crawl.',
      }),
    ),
  },
  CLOSED,
);
export type RetryCrawlOptions = Static<typeof RetryCrawlOptions>;

export const CrawlAnswer = successOf(CrawlItem);
export const CrawlListAnswer = successOf(listOf(CrawlItem));
export const CrawlSiteListAnswer = successOf(listOf(CrawlSiteItem));

/** Query parameters of all lists. */
export const ListOptions = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    next_token: Type.Optional(
      Type.String({
        minLength: 1,
        'x-remedy': "give the previous answer's, or leave the parameter out to start over",
      }),
    ),
  },
  CLOSED,
);
export type ListOptions = Static<typeof ListOptions>;

export const CrawlSiteListOptions = Type.Object(
  {
    ...ListOptions.properties,
    outcome: Type.Optional(SiteOutcome),
    running: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true: only sites that are being crawled. They have no outcome.',
      }),
    ),
  },
  CLOSED,
);
export type CrawlSiteListOptions = Static<typeof CrawlSiteListOptions>;

/**
 * Position of a client of GET /admin/crawls/{id}/events: the number of the last site that it received, 0 for none, or
 * `end` after it received the end of the crawl. Events have it as their id; it comes back as `Last-Event-ID` or `after`.
 */
const POSITION = { pattern: '^(0|[1-9][0-9]{0,14}|end)$' };

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
 * The header `Last-Event-ID`. It overrides `after`, since a client that reconnects keeps its URL. An empty header counts
 * as none.
 */
export const LastEventId = Type.Object(
  {
    'Last-Event-ID': Type.String({
      pattern: '^(0|[1-9][0-9]{0,14}|end)?$',
      'x-remedy': 'send the id of the last event that was received, or leave it out to start over',
    }),
  },
  CLOSED,
);

/**
 * Data of each event by the event's name, as JSON on one line. `site` comes once for each site that has ended, and has an
 * id; `state` comes at the beginning of every stream and when the state has changed; `progress` comes every few seconds
 * if counts have changed; `end` is the last event: the client need not reconnect.
 */
export const CRAWL_EVENTS = {
  site: CrawlSiteItem,
  progress: Type.Pick(
    CrawlItem,
    ['sites', 'outcomes', 'pages', 'bytes', 'pages_per_second', 'eta_seconds', 'waiting'],
    CLOSED,
  ),
  state: Type.Pick(CrawlItem, ['state', 'started_at', 'finished_at'], CLOSED),
  end: Type.Pick(CrawlItem, ['state'], CLOSED),
} as const;

export type CrawlEventName = keyof typeof CRAWL_EVENTS;
export type CrawlEventData<Name extends CrawlEventName> = Static<(typeof CRAWL_EVENTS)[Name]>;
