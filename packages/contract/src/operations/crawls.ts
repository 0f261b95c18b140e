import { Type } from 'typebox';
import {
  CrawlAnswer,
  CrawlEventsOptions,
  CrawlListAnswer,
  CrawlSiteListAnswer,
  CrawlSiteListOptions,
  CrawlTimelineAnswer,
  CreateCrawlRequest,
  LastEventId,
  ListOptions,
  ListPreviewAnswer,
  PreviewCrawlRequest,
  RetryCrawlOptions,
  SubmissionOptions,
} from '../crawls.ts';
import { CLOSED } from '../envelope.ts';
import {
  PreviewScheduleRequest,
  PutScheduleRequest,
  ScheduleAnswer,
  ScheduleListAnswer,
  ScheduleParameters,
  SchedulePreviewAnswer,
} from '../schedules.ts';
import type { Operation } from './operation.ts';

const crawls = { scope: 'admin', tag: 'Crawls' } as const;
const crawl = {
  ...crawls,
  parameters: Type.Object({ id: Type.String({ description: 'Id of the crawl.' }) }, CLOSED),
} as const;

const SubmissionHeaders = Type.Object(
  {
    'Idempotency-Key': Type.Optional(
      Type.String({
        pattern: '^[ -~]{1,255}$',
        description:
          'Key of this submission. A repeated submission with the same key returns the crawl that the first one created.',
      }),
    ),
  },
  CLOSED,
);

/** Media types of lists of sites. */
const SEED_LISTS = {
  'text/plain': 'A domain or URL on each line; text after # is a comment.',
  'text/csv': 'A rank and a domain on each line.',
  'application/x-ndjson': 'A JSON string, or an object with `domain` or `url`, on each line.',
} as const;

export const CRAWL_OPERATIONS = {
  createCrawl: {
    ...crawls,
    method: 'POST',
    path: '/admin/crawls',
    summary: 'Create crawl',
    description:
      'Submits a few sites as JSON, or up to millions as a list, which may be compressed (`Content-Encoding: gzip`). ' +
      'Options of a list are query parameters, those of JSON are fields. ' +
      'Entries that name no site are counted with their reasons; the other entries are crawled. ' +
      'A list with 10,000 such lines in a row is refused as a whole.',
    query: SubmissionOptions,
    headers: SubmissionHeaders,
    json: { schema: CreateCrawlRequest },
    lists: SEED_LISTS,
    answers: [{ status: 202, description: 'The crawl. It is recorded and will begin.', json: CrawlAnswer }],
    errors: ['conflict'],
  },
  previewCrawl: {
    ...crawls,
    method: 'POST',
    path: '/admin/crawls/preview',
    summary: 'Preview crawl',
    description:
      'Reads the sites of a crawl as `POST /admin/crawls` does, and says what it would take, up to ten million sites. Nothing is submitted.',
    json: { schema: PreviewCrawlRequest },
    lists: SEED_LISTS,
    answers: [{ status: 200, description: 'Number of sites, and what is refused.', json: ListPreviewAnswer }],
  },
  listCrawls: {
    ...crawls,
    method: 'GET',
    path: '/admin/crawls',
    summary: 'List crawls',
    query: ListOptions,
    answers: [{ status: 200, description: 'Crawls, newest first.', json: CrawlListAnswer }],
  },
  getCrawl: {
    ...crawl,
    method: 'GET',
    path: '/admin/crawls/{id}',
    summary: 'Get crawl',
    answers: [{ status: 200, description: 'The crawl in its current state.', json: CrawlAnswer }],
  },
  listCrawlSites: {
    ...crawl,
    method: 'GET',
    path: '/admin/crawls/{id}/sites',
    summary: 'List sites of crawl',
    query: CrawlSiteListOptions,
    answers: [
      {
        status: 200,
        description: 'Sites, each with its outcome if it has ended.',
        json: CrawlSiteListAnswer,
      },
    ],
  },
  getCrawlTimeline: {
    ...crawl,
    method: 'GET',
    path: '/admin/crawls/{id}/timeline',
    summary: 'Get timeline of crawl',
    description:
      'The pages of the crawl over time. A site counts with all of its pages in the interval in which it ended, so a crawl of few large sites has few high numbers.',
    answers: [{ status: 200, description: 'Pages by interval.', json: CrawlTimelineAnswer }],
  },
  watchCrawl: {
    ...crawl,
    method: 'GET',
    path: '/admin/crawls/{id}/events',
    summary: 'Watch crawl',
    description:
      'Server-sent events: `site` for each site that has ended, `progress` every few seconds if counts have changed, ' +
      '`state` when the state has changed, `end` at the end. Their data is JSON (the schemas `CrawlSiteItem`, ' +
      '`CrawlProgressEvent`, `CrawlStateEvent` and `CrawlEndEvent`). A client that reconnects with the id of the last ' +
      'event misses no site and gets none twice.',
    query: CrawlEventsOptions,
    headers: Type.Partial(LastEventId, CLOSED),
    answers: [
      {
        status: 200,
        description: 'A stream that stays open until the crawl has ended.',
        text: {
          'text/event-stream':
            'Events with `event:` and `data:`, and with `id:` if a client can reconnect after the event.',
        },
      },
      {
        status: 204,
        description: 'The client has already received the end of the crawl: it need not reconnect.',
      },
    ],
  },
  cancelCrawl: {
    ...crawl,
    method: 'POST',
    path: '/admin/crawls/{id}/cancel',
    summary: 'Cancel crawl',
    answers: [{ status: 200, description: 'The crawl. No further site of it begins.', json: CrawlAnswer }],
    errors: ['conflict'],
  },
  deleteCrawl: {
    ...crawl,
    method: 'DELETE',
    path: '/admin/crawls/{id}',
    summary: 'Delete crawl',
    description:
      'Deletes the records of a crawl that has ended: the crawl, its sites and its idempotency key. What it has indexed stays.',
    answers: [{ status: 200, description: 'The crawl that was removed.', json: CrawlAnswer }],
    errors: ['conflict'],
  },
  retryCrawl: {
    ...crawl,
    method: 'POST',
    path: '/admin/crawls/{id}/retry',
    summary: 'Retry crawl',
    description:
      'Crawls the failed sites of the crawl again, or all of them, with its options; all of them also if they were visited within ' +
      'its `revisit_after_days`. The answer comes when the sites are copied, which takes a minute for about a million. Give an ' +
      '`Idempotency-Key` to send the request again if no answer comes: the copy goes on, and is one crawl.',
    query: RetryCrawlOptions,
    headers: SubmissionHeaders,
    answers: [{ status: 202, description: 'A new crawl of these sites.', json: CrawlAnswer }],
    errors: ['conflict'],
  },
} as const satisfies Record<string, Operation>;

const schedule = {
  path: '/admin/schedules/{id}',
  scope: 'admin',
  tag: 'Schedules',
  parameters: ScheduleParameters,
} as const;

export const SCHEDULE_OPERATIONS = {
  listSchedules: {
    method: 'GET',
    path: '/admin/schedules',
    scope: 'admin',
    tag: 'Schedules',
    summary: 'List schedules',
    query: ListOptions,
    answers: [
      { status: 200, description: 'Schedules by id, without their sources.', json: ScheduleListAnswer },
    ],
  },
  previewSchedule: {
    method: 'POST',
    path: '/admin/schedules/preview',
    scope: 'admin',
    tag: 'Schedules',
    summary: 'Preview schedule',
    description: 'Says when a schedule with these times would run. Nothing is stored.',
    json: { schema: PreviewScheduleRequest },
    answers: [{ status: 200, description: 'The next runs.', json: SchedulePreviewAnswer }],
  },
  getSchedule: {
    ...schedule,
    method: 'GET',
    summary: 'Get schedule',
    answers: [{ status: 200, description: 'The schedule.', json: ScheduleAnswer }],
  },
  putSchedule: {
    ...schedule,
    method: 'PUT',
    summary: 'Create or replace schedule',
    json: { schema: PutScheduleRequest },
    answers: [{ status: 200, description: 'The schedule in its current state.', json: ScheduleAnswer }],
  },
  deleteSchedule: {
    ...schedule,
    method: 'DELETE',
    summary: 'Delete schedule',
    description: 'Deletes the schedule. Crawls that it has begun stay.',
    answers: [{ status: 200, description: 'The schedule that was removed.', json: ScheduleAnswer }],
  },
} as const satisfies Record<string, Operation>;
