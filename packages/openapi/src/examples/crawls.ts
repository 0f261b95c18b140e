import { type Examples, list, success } from './example.ts';

export const ID = '6f1c8e9a-3c1d-4f0e-9b52-7d1f0a2c4e58';

const QUEUED = {
  id: ID,
  name: 'shop.example and 1 more',
  state: 'queued',
  schedule_id: null,
  retry_of: null,
  created_at: '2026-03-01 09:00:00 +00:00',
  started_at: null,
  finished_at: null,
  sites: { total: 2, pending: 2, running: 0, finished: 0 },
  outcomes: {},
  pages: 0,
  bytes: 0,
  pages_per_second: null,
  eta_seconds: null,
  waiting: null,
  rejected: {
    count: 1,
    reasons: { 'no host in it': 1 },
    samples: [{ line: 3, text: '///', reason: 'no host in it' }],
  },
  submitted: { first: ['shop.example', 'lakes.example'], index: false, list: null },
  options: { max_pages: 5, max_depth: 1, priority: 5, revisit_after_days: 0, render: 'never' },
};

const COMPLETED = {
  ...QUEUED,
  state: 'completed',
  started_at: '2026-03-01 09:00:02 +00:00',
  finished_at: '2026-03-01 09:00:41 +00:00',
  sites: { total: 2, pending: 0, running: 0, finished: 2 },
  outcomes: { indexed: 1, dns_failed: 1 },
  pages: 5,
  bytes: 81_204,
};

export const SITE = {
  domain: 'shop.example',
  outcome: 'indexed',
  reason: null,
  pages: 5,
  bytes: 81_204,
  started_at: '2026-03-01 09:00:02 +00:00',
  finished_at: '2026-03-01 09:00:41 +00:00',
  redirects: [{ from: 'http://shop.example/', to: 'https://shop.example/', status: 301 }],
};

const CANCELLED = { ...COMPLETED, state: 'cancelled', outcomes: { indexed: 1, cancelled: 1 } };

const EVENTS = `retry: 2000

event: state
data: ${JSON.stringify({ state: 'running', started_at: SITE.started_at, finished_at: null })}

id: 1
event: site
data: ${JSON.stringify(SITE)}
`;

const parameters = { id: ID };

export const CRAWL_EXAMPLES = {
  createCrawl: {
    json: { domains: ['shop.example', 'lakes.example', '///'], max_pages: 5 },
    lists: {
      'text/plain': 'shop.example\nhttps://lakes.example/map # the one with the boats\n',
      'text/csv': '1,shop.example\n2,lakes.example\n',
      'application/x-ndjson': '{"domain":"shop.example"}\n{"url":"https://lakes.example/map"}\n',
    },
    answers: { 202: success(QUEUED) },
  },
  previewCrawl: {
    json: { domains: ['shop.example', 'lakes.example', 'www.shop.example', '///'] },
    lists: {
      'text/plain': 'shop.example\nlakes.example\n',
      'text/csv': '1,shop.example\n2,lakes.example\n',
      'application/x-ndjson': '{"domain":"shop.example"}\n{"url":"https://lakes.example/map"}\n',
    },
    answers: { 200: success({ sites: 2, repeated: 1, rejected: QUEUED.rejected }) },
  },
  listCrawls: { answers: { 200: list(QUEUED) } },
  getCrawl: { parameters, answers: { 200: success(COMPLETED) } },
  listCrawlSites: { parameters, answers: { 200: list(SITE) } },
  getCrawlTimeline: {
    parameters,
    answers: {
      200: success({ from: '2026-03-01 09:00:00 +00:00', interval_seconds: 10, pages: [2, 0, 0, 0, 3] }),
    },
  },
  watchCrawl: { parameters, answers: { 200: EVENTS } },
  cancelCrawl: { parameters, answers: { 200: success(CANCELLED) } },
  deleteCrawl: { parameters, answers: { 200: success(COMPLETED) } },
  retryCrawl: {
    parameters,
    answers: {
      202: success({
        ...QUEUED,
        id: '0b7f6f0e-52b5-4f7d-8f0a-0d9f2f6c1e77',
        name: 'Failed sites of shop.example and 1 more',
        retry_of: ID,
        sites: { total: 1, pending: 1, running: 0, finished: 0 },
        rejected: { count: 0, reasons: {}, samples: [] },
        submitted: { first: ['lakes.example'], index: false, list: null },
      }),
    },
  },
} as const satisfies Examples;

const LISTED = {
  id: 'weekly',
  pattern: '30 4 * * 1',
  time_zone: 'Europe/Berlin',
  every_seconds: null,
  enabled: true,
  max_pages: 1,
  max_depth: 1,
  priority: 5,
  revisit_after_days: 6,
  render: 'never',
  created_at: '2026-03-01 09:00:00 +00:00',
  updated_at: '2026-03-01 09:00:00 +00:00',
  next_run_at: '2026-03-02 03:30:00 +00:00',
  last_run_at: null,
  last_crawl_id: null,
  last_crawl: null,
  last_skipped_at: null,
};
const SCHEDULE = { ...LISTED, source: { index: true } };
const weekly = { id: 'weekly' };

export const SCHEDULE_EXAMPLES = {
  listSchedules: { answers: { 200: list(LISTED) } },
  getSchedule: { parameters: weekly, answers: { 200: success(SCHEDULE) } },
  previewSchedule: {
    json: { pattern: '30 4 * * 1', time_zone: 'Europe/Berlin' },
    answers: {
      200: success({
        runs: [
          '2026-03-16 03:30:00 +00:00',
          '2026-03-23 03:30:00 +00:00',
          '2026-03-30 02:30:00 +00:00',
          '2026-04-06 02:30:00 +00:00',
          '2026-04-13 02:30:00 +00:00',
        ],
      }),
    },
  },
  putSchedule: {
    parameters: weekly,
    json: {
      pattern: '30 4 * * 1',
      time_zone: 'Europe/Berlin',
      source: { index: true },
      revisit_after_days: 6,
    },
    answers: { 200: success(SCHEDULE) },
  },
  deleteSchedule: { parameters: weekly, answers: { 200: success({ ...SCHEDULE, enabled: false }) } },
} as const satisfies Examples;
