import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { rejectedLines } from './rejected-lines.ts';
import { Timestamp } from './timestamp.ts';

const CRAWL_STATES = ['queued', 'running', 'completed', 'cancelled'] as const;

const SITE_OUTCOMES = [
  'indexed',
  'unchanged',
  'robots_disallowed',
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'timed_out',
  'http_error',
  'not_html',
  'too_large',
  'blocked_address',
  'blocked_domain',
  'cancelled',
  'crashed',
] as const;

export const SiteOutcome = Type.Enum([...SITE_OUTCOMES]);
export type SiteOutcome = (typeof SITE_OUTCOMES)[number];

/** How far a crawl goes: fields of the JSON form, query parameters of an upload. */
const crawlOptions = {
  max_pages: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'Pages a site at most.' }),
  ),
  max_depth: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000, description: 'Links followed from a start page.' }),
  ),
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: '1 is first, 10 last.' })),
  revisit_after_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3_650,
      description: 'A site that was visited less than so many days ago ends as unchanged, without a request.',
    }),
  ),
};

/** Query parameters of POST /admin/crawls with a list as its body. */
export const CrawlOptions = Type.Object(crawlOptions, CLOSED);
export type CrawlOptions = Static<typeof CrawlOptions>;

const entries = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), { minItems: 1, maxItems: 50_000 }),
);

/** POST /admin/crawls as JSON; exactly one of `domains` and `urls`. */
export const CreateCrawlRequest = Type.Object({ domains: entries, urls: entries, ...crawlOptions }, CLOSED);
export type CreateCrawlRequest = Static<typeof CreateCrawlRequest>;

const count = Type.Integer({ minimum: 0 });

export const CrawlItem = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...CRAWL_STATES]),
    schedule_id: nullable(Type.String({ description: 'The schedule that made it.' })),
    retry_of: nullable(Type.String({ description: 'The crawl whose failed sites these are.' })),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    sites: Type.Object({ total: count, pending: count, running: count, finished: count }, CLOSED),
    outcomes: Type.Record(Type.String(), count, {
      description: 'Outcome → sites; only those that occurred.',
    }),
    pages: count,
    bytes: count,
    pages_per_second: nullable(Type.Number({ minimum: 0 })),
    eta_seconds: nullable(count),
    rejected: rejectedLines('Entries of the submission that named no site.'),
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

export const CrawlAnswer = successOf(CrawlItem);
export const CrawlListAnswer = successOf(listOf(CrawlItem));
export const CrawlSiteListAnswer = successOf(listOf(CrawlSiteItem));

/** Query parameters of every list. */
const listOptions = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
  next_token: Type.Optional(
    Type.String({
      minLength: 1,
      'x-remedy': "give the previous answer's, or leave the parameter out to start over",
    }),
  ),
};

export const ListOptions = Type.Object(listOptions, CLOSED);
export type ListOptions = Static<typeof ListOptions>;

export const CrawlSiteListOptions = Type.Object(
  { ...listOptions, outcome: Type.Optional(SiteOutcome) },
  CLOSED,
);
export type CrawlSiteListOptions = Static<typeof CrawlSiteListOptions>;
