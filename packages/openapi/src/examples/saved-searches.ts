import { type Examples, list, success } from './example.ts';

const KEY = 'Q2vK0m3cX8wJr5tN1pLh7A';
const FEED = `/searches/new-shops/feed`;
const NOTIFY = {
  webhook: { url: 'https://hooks.example.com/sitegrep', template: 'standard' },
  mail: null,
  on: ['appeared', 'disappeared'],
  count: 2_000,
};
const REPORT = {
  pattern: '0 8 * * 1',
  time_zone: 'Europe/Berlin',
  every_seconds: null,
  format: 'xlsx',
  facets: [{ field: 'country' }],
  limit: 10_000,
  next_at: '2026-03-09 07:00:00 +00:00',
};
const SAVED = {
  id: 'new-shops',
  level: 'domain',
  q: 'tech:Shopify country:DE',
  query: { and: [{ filter: ['tech', '=', 'Shopify'] }, { filter: ['country', '=', 'DE'] }] },
  label: 'Shops in Germany',
  shared: false,
  owner: 'k7Qm2',
  domains: 1_402,
  filled: true,
  last_event: { number: 4_711, domain: 'tea.example', kind: 'appeared', at: '2026-03-03 10:20:30 +00:00' },
  recent_events: 3,
  deliveries: { waiting: 0, dead: 1, failing: 1 },
  notify: NOTIFY,
  report: REPORT,
  technology: null,
  created_at: '2026-03-01 09:00:00 +00:00',
  changed_at: '2026-03-02 09:00:00 +00:00',
};
const RECORD = { ...SAVED, feed: { atom: `${FEED}.atom?key=${KEY}`, json: `${FEED}.json?key=${KEY}` } };
const EVENT = {
  number: 4_711,
  search: 'new-shops',
  domain: 'tea.example',
  kind: 'appeared',
  at: '2026-03-03 10:20:30 +00:00',
  revision: 12,
  pages: ['https://tea.example/'],
  total_pages: 1,
  by: 'visit',
};
const ANSWER = { at: '2026-03-04 16:00:00 +00:00', status: 503, text: 'down for maintenance' };
const DELIVERY = {
  id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  by: 'webhook',
  state: 'dead',
  kind: 'events',
  first_event: 4_711,
  last_event: 4_711,
  attempts: 8,
  created_at: '2026-03-03 10:20:31 +00:00',
  next_at: null,
  ended_at: '2026-03-04 16:00:00 +00:00',
  answers: [ANSWER],
};
const WAITING = {
  ...DELIVERY,
  state: 'waiting',
  attempts: 0,
  next_at: '2026-03-05 08:00:00 +00:00',
  ended_at: null,
};
const MADE = {
  number: 4,
  state: 'made',
  by: 'schedule',
  due_at: '2026-03-02 07:00:00 +00:00',
  ended_at: '2026-03-02 07:00:02 +00:00',
  failure: null,
  format: 'xlsx',
  bytes: 81_204,
  rows: 1_405,
  cut: false,
  domains: 1_402,
  pages: null,
  since: '2026-02-23 07:00:01 +00:00',
  new: 12,
  gone: 3,
  complete: true,
  facets: [
    { field: 'country', values: [{ value: 'DE', domains: 1_402 }], distinct: 1, listed: 1, without: 0 },
  ],
  file: `/searches/new-shops/reports/4?key=${KEY}`,
};
const NOTHING = { bytes: null, rows: null, cut: null, domains: null, since: null, new: null, gone: null };
const WANTED = {
  ...MADE,
  ...NOTHING,
  number: 5,
  state: 'waiting',
  by: 'request',
  due_at: '2026-03-05 08:00:00 +00:00',
  ended_at: null,
  complete: null,
  facets: [],
  file: null,
};
const PAST_MONTH = { appeared: 31, disappeared: 4, changed: 0, as_of_now: [], unknown: null };
const EVENT_TEXT = `retry: 2000\n\nid: ${EVENT.number}\nevent: appeared\ndata: ${JSON.stringify(EVENT)}\n\n`;

const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:sitegrep:search:new-shops</id><title>Shops in Germany</title><updated>2026-03-03T10:20:30Z</updated></feed>
`;
const JSON_FEED = `{"version":"https://jsonfeed.org/version/1.1","title":"Shops in Germany","items":[]}`;

const ID = { id: SAVED.id };
const FEED_PARAMETERS = { ...ID, key: KEY };

export const SAVED_SEARCH_EXAMPLES = {
  listSavedSearches: { answers: { 200: list(SAVED) } },
  getSavedSearch: { parameters: ID, answers: { 200: success(RECORD) } },
  putSavedSearch: {
    parameters: ID,
    json: {
      q: SAVED.q,
      label: SAVED.label,
      notify: { webhook: { url: NOTIFY.webhook.url }, count: NOTIFY.count },
      report: {
        pattern: '0 8 * * 1',
        time_zone: 'Europe/Berlin',
        format: 'xlsx',
        facets: [{ field: 'country' }],
      },
    },
    answers: {
      200: success({
        ...RECORD,
        filled: false,
        secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        past_month: PAST_MONTH,
      }),
    },
  },
  deleteSavedSearch: { parameters: ID, answers: { 200: success(SAVED) } },
  listSearchEvents: { parameters: ID, answers: { 200: list(EVENT) } },
  getSearchTrend: {
    parameters: { ...ID, days: 2 },
    answers: {
      200: success({
        exact_since: '2026-03-01 09:00:00 +00:00',
        days: [
          { day: '2026-03-02', domains: 1_401, appeared: 0, disappeared: 0, changed: 0 },
          { day: '2026-03-03', domains: 1_402, appeared: 1, disappeared: 0, changed: 0 },
        ],
      }),
    },
  },
  watchSavedSearch: { parameters: ID, answers: { 200: EVENT_TEXT } },
  getSearchAtomFeed: { parameters: FEED_PARAMETERS, answers: { 200: ATOM } },
  getSearchJsonFeed: { parameters: FEED_PARAMETERS, answers: { 200: JSON_FEED } },
  renewSearchFeeds: { parameters: ID, answers: { 200: success(RECORD) } },
  listSearchDeliveries: { parameters: ID, answers: { 200: list(DELIVERY) } },
  replaySearchDelivery: {
    parameters: { ...ID, delivery: DELIVERY.id },
    answers: { 200: success(WAITING) },
  },
  listSearchReports: { parameters: ID, answers: { 200: list(MADE) } },
  makeSearchReport: { parameters: ID, answers: { 202: success(WANTED) } },
  getSearchReport: {
    parameters: { ...FEED_PARAMETERS, number: '4' },
    answers: { 200: '"news","domain"\r\n"new","tea.example"\r\n' },
  },
  testSavedSearch: {
    parameters: ID,
    answers: {
      200: success({
        answers: [{ by: 'webhook', accepted: true, at: '2026-03-05 08:00:00 +00:00', status: 204, text: '' }],
      }),
    },
  },
} as const satisfies Examples;
