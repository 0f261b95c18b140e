import type { Bench } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import type { FailureKind } from '../../../src/failure.ts';
import type { Offer } from '../../../src/ports.ts';
import { openSerpApi } from '../../../src/adapters/serpapi/index.ts';

export const KEY = 'otter-serpapi-key';

export function openAt({ origin, http, now }: Bench): Required<Offer> {
  return openSerpApi({ http, now, url: origin, key: KEY });
}

/** The request of one search. */
export function requestsWith(query: Readonly<Record<string, string>>): Partial<ReceivedRequest> {
  return { method: 'GET', path: '/search.json', query: { ...query, api_key: KEY } };
}

/** The answer to a search that went well. */
export function done(body: object): Reply {
  return { json: { search_metadata: metadata('Success'), ...body } };
}

const metadata = (status: string): object => ({
  id: '6921a0',
  status,
  created_at: '2026-11-22 11:59:50 UTC',
  processed_at: '2026-11-22 11:59:50 UTC',
  total_time_taken: 1.2,
});

/** Nothing found counts as a success, and is an error besides. */
export const NOTHING_FOUND: Reply = done({
  search_information: { organic_results_state: 'Fully empty' },
  error: 'The engine hasn’t returned any results for that.',
});

/** Reply to a search that the engine turned away. */
export const failed = (error: string): Reply => ({
  json: { search_metadata: metadata('Error'), error },
});

export const refused = (status: number, error: unknown): Reply => ({ status, json: { error } });

interface Failure {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly field?: string;
}

/** Failures of every operation. */
export const FAILURES: readonly Failure[] = [
  { what: 'no such key', reply: refused(401, 'Invalid API key.'), kind: 'credential' },
  { what: 'an account that is deleted', reply: refused(403, 'No permission.'), kind: 'credential' },
  {
    what: 'no searches left',
    reply: refused(429, 'The account has run out of searches.'),
    kind: 'quota',
  },
  {
    what: 'too many searches in an hour',
    reply: refused(429, 'Exceeds the hourly throughput limit.'),
    kind: 'rate_limited',
  },
  { what: '429 that says nothing', reply: { status: 429, json: [] }, kind: 'rate_limited' },
  { what: 'an error that is not text', reply: refused(429, { a: 1 }), kind: 'rate_limited' },
  { what: 'a parameter that is missing', reply: refused(400, 'Missing query.'), kind: 'unavailable' },
  {
    what: 'a language that it does not have',
    reply: refused(400, 'Unsupported `xh` language - hl parameter.'),
    kind: 'unsupported',
    field: 'language_code',
  },
  {
    what: 'a country that it does not have',
    reply: refused(400, 'Unsupported `sx` country - gl parameter.'),
    kind: 'unsupported',
    field: 'location_code',
  },
  { what: 'no such path', reply: refused(404, 'Not found.'), kind: 'unavailable' },
  { what: 'a search that is no longer kept', reply: refused(410, 'Gone.'), kind: 'unavailable' },
  { what: 'an error of theirs', reply: refused(500, 'Sorry.'), kind: 'unavailable' },
  {
    what: 'a search that failed, with status 200',
    reply: failed('Could not get valid results. Try again later.'),
    kind: 'unavailable',
  },
  {
    what: 'a search that is still under way',
    reply: { json: { search_metadata: metadata('Processing') } },
    kind: 'unavailable',
  },
  {
    what: 'no searches left, with status 200',
    reply: { json: { error: 'The account has run out of searches.' } },
    kind: 'quota',
  },
  {
    what: 'a key that is refused, with status 200',
    reply: { json: { error: 'Invalid API key.' } },
    kind: 'credential',
  },
  {
    what: 'an error that is a number',
    reply: { json: { error: 7 } },
    kind: 'bad_answer',
    field: 'error',
  },
];
