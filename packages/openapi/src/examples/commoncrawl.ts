import { type Examples, success } from './example.ts';

const RUN = {
  id: '0b9ea1d4-2b0f-4b7e-9a6a-2f5d1c7e8f30',
  state: 'reading',
  dry_run: false,
  started_at: '2026-03-01 09:00:00 +00:00',
  ended_at: null,
  reason: null,
  waits_until: null,
  selection: {
    hosts: {
      from: 'given',
      list: null,
      count: 2,
      rejected: { count: 1, samples: ['not a host'] },
    },
    tld: null,
    path: '/',
    languages: [],
    robots: false,
  },
  crawls: [
    { name: 'CC-MAIN-2025-51', is_found: true, records: 2 },
    { name: 'CC-MAIN-2026-04', is_found: true, records: 1 },
  ],
  found: { records: 3, requests: 3, bytes: 61_440, seconds: 1 },
  missing: { count: 0, samples: [] },
  records: 1,
  outcomes: { stored: 1 },
  damaged: [],
  sent: { requests: 19, bytes: 1_048_576 },
};

export const COMMONCRAWL_EXAMPLES = {
  startCommonCrawl: {
    json: {
      crawls: ['CC-MAIN-2025-51', 'CC-MAIN-2026-04'],
      hosts: ['shop.example', 'lakes.example', 'not a host'],
      path: '/',
    },
    lists: { 'text/plain': '# shops\nshop.example\nlakes.example\n' },
    answers: { 202: success(RUN) },
  },
  getCommonCrawl: { answers: { 200: success({ run: RUN }) } },
  stopCommonCrawl: {
    answers: { 200: success({ ...RUN, state: 'stopped', ended_at: '2026-03-01 09:02:10 +00:00' }) },
  },
} as const satisfies Examples;
