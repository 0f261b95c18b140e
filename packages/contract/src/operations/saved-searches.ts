import { Type } from 'typebox';
import { ListOptions } from '../crawls.ts';
import { CLOSED } from '../envelope.ts';
import {
  LastSearchEventId,
  SearchEventListAnswer,
  SearchFeedOptions,
  SearchStreamOptions,
  SearchTrendAnswer,
  SearchTrendOptions,
} from '../saved-search-events.ts';
import {
  PutSavedSearchRequest,
  SavedSearchAnswer,
  SavedSearchItemAnswer,
  SavedSearchListAnswer,
  SavedSearchParameters,
  WrittenSavedSearchAnswer,
} from '../saved-searches.ts';
import {
  DeliveryAnswer,
  DeliveryListAnswer,
  DeliveryParameters,
  TestDeliveryAnswer,
} from '../search-deliveries.ts';
import { ReportParameters, SearchReportAnswer, SearchReportListAnswer } from '../search-reports.ts';
import type { Operation } from './operation.ts';

const searches = { tag: 'Saved searches', scope: 'search' } as const;
const search = { ...searches, path: '/searches/{id}', parameters: SavedSearchParameters } as const;
const feed = {
  ...search,
  method: 'GET',
  scope: null,
  query: SearchFeedOptions,
} as const;
const FEED =
  'The last 50 events, newest first. It needs no API key but the key in its address, which GET /searches/{id} shows. A search ' +
  'that does not exist, a wrong key and a search whose key was revoked have the same answer.';

export const SAVED_SEARCH_OPERATIONS = {
  listSavedSearches: {
    ...searches,
    method: 'GET',
    path: '/searches',
    summary: 'List saved searches',
    description:
      'Lists the searches that are shared and those of the key; with the scope admin all. A page may have fewer than `limit`: the ' +
      'list has ended when `next_token` is empty.',
    query: ListOptions,
    answers: [{ status: 200, description: 'Saved searches, ordered by name.', json: SavedSearchListAnswer }],
  },
  getSavedSearch: {
    ...search,
    method: 'GET',
    summary: 'Get saved search',
    answers: [
      { status: 200, description: 'The search, its count and where its feeds are.', json: SavedSearchAnswer },
    ],
  },
  putSavedSearch: {
    ...search,
    method: 'PUT',
    summary: 'Put saved search',
    description:
      'Saves a search under a name, or replaces the one of this name. It is decided whenever a domain is put; what is stored already ' +
      'is decided within seconds to minutes (`filled`), without events. What is not given is taken away, except for the secret of the webhook ' +
      'and the keys of the feeds, which stay. A search that could not be decided cheaply is refused with what it would cost (422), one more than the 10,000 that there may be as a conflict (409). The answer says ' +
      'what it would have told in the past month.',
    json: { schema: PutSavedSearchRequest },
    errors: ['conflict', 'too_broad'],
    answers: [{ status: 200, description: 'The search as it is now.', json: WrittenSavedSearchAnswer }],
  },
  deleteSavedSearch: {
    ...search,
    method: 'DELETE',
    summary: 'Delete saved search',
    description:
      'Removes the search with its events and deliveries; queries that name it are refused from then on.',
    answers: [{ status: 200, description: 'The search that was removed.', json: SavedSearchItemAnswer }],
  },
  listSearchEvents: {
    ...search,
    method: 'GET',
    path: '/searches/{id}/events',
    summary: 'List events of saved search',
    description: 'Lists what appeared, disappeared and changed. Events are kept for 30 days.',
    query: ListOptions,
    answers: [{ status: 200, description: 'Events, newest first.', json: SearchEventListAnswer }],
  },
  getSearchTrend: {
    ...search,
    method: 'GET',
    path: '/searches/{id}/trend',
    summary: 'Count saved search by day',
    description: 'Counts back from now by the events.',
    query: SearchTrendOptions,
    answers: [{ status: 200, description: 'A count for each day.', json: SearchTrendAnswer }],
  },
  watchSavedSearch: {
    ...search,
    method: 'GET',
    path: '/searches/{id}/stream',
    summary: 'Watch saved search',
    description:
      'Server-sent events, whose data is JSON (the schema `SearchEventItem`) and whose type is its kind: appeared, disappeared or ' +
      'changed. A client that reconnects with the id of the last event misses none that is kept, and gets none twice.',
    query: SearchStreamOptions,
    headers: Type.Partial(LastSearchEventId, CLOSED),
    answers: [
      {
        status: 200,
        description: 'A stream that stays open.',
        text: { 'text/event-stream': 'Events with `id:`, `event:` and `data:`.' },
      },
    ],
  },
  getSearchAtomFeed: {
    ...feed,
    path: '/searches/{id}/feed.atom',
    summary: 'Get Atom feed of saved search',
    description: FEED,
    answers: [
      { status: 200, description: 'The feed.', text: { 'application/atom+xml': 'Atom (RFC 4287).' } },
    ],
  },
  getSearchJsonFeed: {
    ...feed,
    path: '/searches/{id}/feed.json',
    summary: 'Get JSON Feed of saved search',
    description: FEED,
    answers: [
      { status: 200, description: 'The feed.', text: { 'application/feed+json': 'JSON Feed, version 1.1.' } },
    ],
  },
  renewSearchFeeds: {
    ...search,
    method: 'POST',
    path: '/searches/{id}/feed-key',
    summary: 'Renew feeds of saved search',
    description: 'Gives the feeds a new key: their earlier addresses end at once.',
    answers: [{ status: 200, description: 'The search with the new addresses.', json: SavedSearchAnswer }],
  },
  listSearchDeliveries: {
    ...search,
    method: 'GET',
    path: '/searches/{id}/deliveries',
    summary: 'List deliveries of saved search',
    query: ListOptions,
    answers: [
      { status: 200, description: 'Deliveries with their answers, newest first.', json: DeliveryListAnswer },
    ],
  },
  replaySearchDelivery: {
    ...search,
    method: 'POST',
    path: '/searches/{id}/deliveries/{delivery}/replay',
    parameters: DeliveryParameters,
    summary: 'Replay delivery of saved search',
    description: 'Sends a delivery again, with the same id, as soon as possible and with all its attempts.',
    answers: [{ status: 200, description: 'The delivery, which waits.', json: DeliveryAnswer }],
    errors: ['conflict'],
  },
  listSearchReports: {
    ...search,
    method: 'GET',
    path: '/searches/{id}/reports',
    summary: 'List reports of saved search',
    description:
      'Lists the reports that are kept, at most 20 for at most 30 days, and first the one that waits to be made.',
    query: ListOptions,
    answers: [{ status: 200, description: 'Reports, newest first.', json: SearchReportListAnswer }],
  },
  makeSearchReport: {
    ...search,
    method: 'POST',
    path: '/searches/{id}/reports',
    summary: 'Make report of saved search',
    description:
      'Lets a report be made now, which is sent to whom notify names as those by schedule are. While one waits, it is that one.',
    answers: [{ status: 202, description: 'The report, which waits.', json: SearchReportAnswer }],
    errors: ['conflict'],
  },
  getSearchReport: {
    ...feed,
    path: '/searches/{id}/reports/{number}',
    parameters: ReportParameters,
    summary: 'Get report of saved search',
    description:
      'The file of a report. It needs no API key but the key of the feeds in its address, which GET /searches/{id}/reports and the messages show.',
    answers: [
      {
        status: 200,
        description: 'The file, complete if its end is reached.',
        text: {
          'text/csv': 'CSV (RFC 4180) in UTF-8.',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'A workbook of Excel.',
        },
        headers: ['content-disposition'],
      },
    ],
  },
  testSavedSearch: {
    ...search,
    method: 'POST',
    path: '/searches/{id}/test',
    summary: 'Test telling of saved search',
    description: 'Sends a test message to the webhook, and a test mail, and says what was answered.',
    answers: [{ status: 200, description: 'The answers.', json: TestDeliveryAnswer }],
    errors: ['conflict'],
  },
} as const satisfies Record<string, Operation>;
