/*
 * Every metric of ours, in Prometheus' naming conventions: prefix `sitegrep_`, base units (seconds, bytes), `_total` on
 * counters. What Node and the process say of themselves (`nodejs_…`, `process_…`) keeps the names that all dashboards know.
 *
 * A label has few values: each is listed here, or null says that it is bounded elsewhere (routes, methods, statuses,
 * providers, the version). Never a domain, a URL, a key, a crawl or a text of an error.
 */
import { FAILURE_KINDS, OPERATION_NAMES } from '@sitegrep/providers/catalog';
import { OUTCOMES } from '@sitegrep/site';

type Labels = Readonly<Record<string, readonly string[] | null>>;

type Metric =
  | { readonly type: 'counter' | 'gauge'; readonly help: string; readonly labels: Labels }
  | {
      readonly type: 'histogram';
      readonly help: string;
      readonly labels: Labels;
      /** Upper bounds, rising; one without an end follows. */
      readonly buckets: readonly number[];
    };

/** From an answer out of memory to the longest search allowed by default. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Requests of the crawler, up to the usual timeout of one. */
const FETCH_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Up to the longest Retry-After by default, and some more. */
const TURN_SECONDS = [0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** One page in a thread, up to the longest deadline that makes sense. */
const PAGE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A site takes seconds to minutes, most of it spent on being polite. */
const SITE_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** Results of a call to a provider. */
const CALL_OUTCOMES = ['answered', ...FAILURE_KINDS] as const;

export const METRICS = {
  sitegrep_build_info: {
    type: 'gauge',
    help: 'Always 1; its label is the version that runs.',
    labels: { version: null },
  },

  sitegrep_http_requests_total: {
    type: 'counter',
    help: 'Requests that ended. Status 499: the client left before its answer. Route "none": no such path.',
    labels: { method: null, route: null, status: null },
  },
  sitegrep_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the head of a request to the end of its answer.',
    labels: { method: null, route: null },
    buckets: ANSWER_SECONDS,
  },
  sitegrep_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests that have no complete answer yet.',
    labels: {},
  },
  sitegrep_search_duration_seconds: {
    type: 'histogram',
    help: 'Searches of the index, without HTTP. Aborted: out of time, or nobody waits for the answer any more.',
    labels: { outcome: ['answered', 'aborted', 'failed'] },
    buckets: ANSWER_SECONDS,
  },
  sitegrep_search_wait_duration_seconds: {
    type: 'histogram',
    help: 'What searches waited for their turn, those that got one.',
    labels: {},
    buckets: ANSWER_SECONDS,
  },
  sitegrep_searches_waiting: {
    type: 'gauge',
    help: 'Searches that wait for their turn.',
    labels: {},
  },
  sitegrep_requests_shed_total: {
    type: 'counter',
    help: 'Requests refused with 503 for want of room. Searches: too many wait. Event loop, heap: the process has too much to do. Unread: answers wait to be read.',
    labels: { reason: ['searches', 'event_loop', 'heap', 'unread'] },
  },

  sitegrep_provider_calls_total: {
    type: 'counter',
    help: 'Calls to providers that ended, by what came of them; other than "answered", it is why.',
    labels: { operation: OPERATION_NAMES, provider: null, outcome: CALL_OUTCOMES },
  },
  sitegrep_provider_call_duration_seconds: {
    type: 'histogram',
    help: 'Calls to providers, without the wait for a turn, failed ones included.',
    labels: { operation: OPERATION_NAMES, provider: null },
    buckets: FETCH_SECONDS,
  },
  sitegrep_provider_cache_lookups_total: {
    type: 'counter',
    help: 'Requests of provider operations by whether a kept answer was there.',
    labels: { operation: OPERATION_NAMES, found: ['hit', 'miss'] },
  },
  sitegrep_provider_breaker_open: {
    type: 'gauge',
    help: 'Whether a provider failed and is left alone for a while (1) or is asked (0).',
    labels: { operation: OPERATION_NAMES, provider: null },
  },
  sitegrep_provider_budget_left: {
    type: 'gauge',
    help: 'Calls that a provider with a budget may get until the end of the day (UTC), as far as this process knows.',
    labels: { provider: null },
  },

  sitegrep_fetches_total: {
    type: 'counter',
    help: 'Requests of the crawler that ended, robots.txt aside, by what came of them.',
    labels: { outcome: ['page', 'redirect', ...OUTCOMES] },
  },
  sitegrep_fetch_duration_seconds: {
    type: 'histogram',
    help: 'Requests of the crawler, from connecting to the last byte, failed ones included.',
    labels: {},
    buckets: FETCH_SECONDS,
  },
  sitegrep_fetched_bytes_total: {
    type: 'counter',
    help: 'Bytes of bodies that the crawler received, content-encoding undone.',
    labels: {},
  },
  sitegrep_fetch_wait_duration_seconds: {
    type: 'histogram',
    help: 'What requests of the crawler, robots.txt included, waited for the turn of their host.',
    labels: {},
    buckets: TURN_SECONDS,
  },
  sitegrep_refusals_total: {
    type: 'counter',
    help: 'Times that a host had enough for now (429, 503, Retry-After), which slows its domain down.',
    labels: {},
  },
  sitegrep_pages_total: {
    type: 'counter',
    help: 'Pages of sites by what became of them. Partial: indexed without its technologies. Unchanged: indexed before, and the same. Noindex: the page asked for it.',
    labels: { outcome: ['indexed', 'partial', 'unchanged', 'noindex', 'failed'] },
  },
  sitegrep_page_analysis_duration_seconds: {
    type: 'histogram',
    help: 'Extraction and detection of a page, the wait for a thread included.',
    labels: {},
    buckets: PAGE_SECONDS,
  },
  sitegrep_page_extract_duration_seconds: {
    type: 'histogram',
    help: 'Extraction of a page in its thread: decoding, parsing, facts and links.',
    labels: {},
    buckets: PAGE_SECONDS,
  },
  sitegrep_page_detect_duration_seconds: {
    type: 'histogram',
    help: 'Detection of the technologies of a page in its thread, where it came to an end.',
    labels: {},
    buckets: PAGE_SECONDS,
  },
  sitegrep_index_put_duration_seconds: {
    type: 'histogram',
    help: 'Writes to the index until they are durable; each is a batch of documents.',
    labels: {},
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  sitegrep_index_put_failures_total: {
    type: 'counter',
    help: 'Writes to the index that failed; a failed batch is written again, document by document.',
    labels: {},
  },
  sitegrep_sites_total: {
    type: 'counter',
    help: 'Sites whose outcome is durable, by outcome.',
    labels: { outcome: OUTCOMES },
  },
  sitegrep_site_duration_seconds: {
    type: 'histogram',
    help: 'From taking up a site to the end of its crawl.',
    labels: {},
    buckets: SITE_SECONDS,
  },
  sitegrep_sites_in_flight: {
    type: 'gauge',
    help: 'Sites that are being crawled.',
    labels: {},
  },
  sitegrep_sites_in_flight_limit: {
    type: 'gauge',
    help: 'Sites that may be crawled at the same time now: fewer where memory, the event loop or threads are short.',
    labels: {},
  },

  sitegrep_queue_jobs: {
    type: 'gauge',
    help: 'Jobs of a queue, which holds a window of what is to be done. Delayed: they wait for a time, as retries do.',
    labels: { queue: ['site'], state: ['waiting', 'active', 'delayed'] },
  },
  sitegrep_unfinished_sites: {
    type: 'gauge',
    help: 'Sites without an outcome in all crawls that go on.',
    labels: {},
  },
  sitegrep_oldest_unfinished_crawl_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest crawl that has sites without an outcome; 0 if there is none.',
    labels: {},
  },
  sitegrep_index_domains: { type: 'gauge', help: 'Domains in the index.', labels: {} },
  sitegrep_index_pages: { type: 'gauge', help: 'Pages in the index.', labels: {} },
  sitegrep_index_source_bytes: {
    type: 'gauge',
    help: 'Sources in the index, before compression.',
    labels: {},
  },
  sitegrep_index_stored_bytes: {
    type: 'gauge',
    help: 'Bytes on disk: of the substring index, of the compressed sources, of everything.',
    labels: { part: ['substrings', 'sources', 'all'] },
  },
  sitegrep_source_failures_total: {
    type: 'counter',
    help: 'Times that values of these metrics could not be asked for; they are absent meanwhile.',
    labels: { source: ['queue', 'crawls', 'index', 'providers'] },
  },
} as const satisfies Readonly<Record<`sitegrep_${string}`, Metric>>;

type Table = typeof METRICS;
export type MetricName = keyof Table;
export type NameOf<Type extends Metric['type']> = {
  [Name in MetricName]: Table[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** The labels that a metric must be given, each one of its listed values. */
export type LabelsOf<Name extends MetricName> = {
  readonly [
    Label in keyof Table[Name]['labels']
  ]: Table[Name]['labels'][Label] extends readonly (infer Value extends string)[] ? Value : string;
};
