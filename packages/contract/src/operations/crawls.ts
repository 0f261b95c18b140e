import { Type } from 'typebox';
import { CrawlEventsOptions, LastEventId } from '../crawl-events.ts';
import {
  CrawlAnswer,
  CrawlListAnswer,
  CrawlOptions,
  CrawlSiteListAnswer,
  CrawlSiteListOptions,
  CreateCrawlRequest,
  ListOptions,
} from '../crawls.ts';
import { CLOSED } from '../envelope.ts';
import type { Operation } from './operation.ts';

const CrawlParameters = Type.Object({ id: Type.String({ description: 'Of the crawl.' }) }, CLOSED);

const SubmissionHeaders = Type.Object(
  {
    'Idempotency-Key': Type.Optional(
      Type.String({
        pattern: '^[ -~]{1,255}$',
        description: 'Of this submission: sent again, it leads to the crawl that it made the first time.',
      }),
    ),
  },
  CLOSED,
);

export const CRAWL_OPERATIONS = {
  createCrawl: {
    method: 'POST',
    path: '/admin/crawls',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'Submit a crawl',
    description:
      'Of a few sites as JSON, or of up to millions as a list, which may be gzip (`Content-Encoding: gzip`). ' +
      'Query parameters are for lists; in JSON the same are fields. ' +
      'What names no site is counted, with its reason, and the rest is crawled.',
    query: CrawlOptions,
    headers: SubmissionHeaders,
    json: { schema: CreateCrawlRequest },
    lists: {
      'text/plain': 'A domain or URL a line; what follows # is a comment.',
      'text/csv': 'A rank and a domain a line.',
      'application/x-ndjson': 'A JSON string or an object with `domain` or `url` a line.',
    },
    answers: [
      { status: 202, description: 'The crawl, which is recorded and will begin.', json: CrawlAnswer },
    ],
    errors: ['conflict'],
  },
  listCrawls: {
    method: 'GET',
    path: '/admin/crawls',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'List all crawls',
    query: ListOptions,
    answers: [{ status: 200, description: 'The newest first.', json: CrawlListAnswer }],
  },
  getCrawl: {
    method: 'GET',
    path: '/admin/crawls/{id}',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'How far a crawl is',
    parameters: CrawlParameters,
    answers: [{ status: 200, description: 'The crawl as it is now.', json: CrawlAnswer }],
  },
  listCrawlSites: {
    method: 'GET',
    path: '/admin/crawls/{id}/sites',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'List the sites of a crawl',
    parameters: CrawlParameters,
    query: CrawlSiteListOptions,
    answers: [
      {
        status: 200,
        description: 'Each with its outcome, or without one as yet.',
        json: CrawlSiteListAnswer,
      },
    ],
  },
  watchCrawl: {
    method: 'GET',
    path: '/admin/crawls/{id}/events',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'Watch a crawl',
    description:
      'Server-sent events: `site` for each site that ended, `progress` every few seconds in which counts changed, ' +
      '`state` when it changed, `end` at the end; their data is JSON (`CrawlSiteItem`, `CrawlProgressEvent`, ' +
      '`CrawlStateEvent`, `CrawlEndEvent` of the schemas). A client that comes back with the id of the last event ' +
      'misses no site and gets none twice.',
    parameters: CrawlParameters,
    query: CrawlEventsOptions,
    headers: Type.Partial(LastEventId, CLOSED),
    answers: [
      {
        status: 200,
        description: 'A stream that stays open until the crawl has ended.',
        text: {
          'text/event-stream':
            'Events, each with `event:`, `data:` and, if it is one to come back to, `id:`.',
        },
      },
      { status: 204, description: 'The client was told of the end: there is nothing to come back for.' },
    ],
  },
  cancelCrawl: {
    method: 'POST',
    path: '/admin/crawls/{id}/cancel',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'Cancel a crawl',
    parameters: CrawlParameters,
    answers: [{ status: 200, description: 'The crawl, of which nothing more begins.', json: CrawlAnswer }],
    errors: ['conflict'],
  },
  retryCrawl: {
    method: 'POST',
    path: '/admin/crawls/{id}/retry',
    scope: 'admin',
    tag: 'Crawls',
    summary: 'Crawl again what failed',
    parameters: CrawlParameters,
    answers: [{ status: 202, description: 'A new crawl of those sites.', json: CrawlAnswer }],
    errors: ['conflict'],
  },
} as const satisfies Record<string, Operation>;
