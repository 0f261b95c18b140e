/*
 * All metrics of sitegrep, in Prometheus' naming conventions: prefix `sitegrep_`, base units (seconds, bytes), `_total`
 * on counters. Those of Node and the process (`nodejs_…`, `process_…`) have their usual names.
 *
 * A label has few values. They are listed here, or null means that they are bounded elsewhere (routes, methods, statuses,
 * providers, the version). A label is never a domain, a URL, a key, a crawl or an error message.
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
      /** Upper bounds, increasing; one more bucket without a bound follows. */
      readonly buckets: readonly number[];
    };

/** Durations of responses, from one out of memory to the longest search that is allowed by default. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Durations of the crawler's requests, up to the usual timeout. */
const FETCH_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Waiting times, up to somewhat more than the longest default Retry-After. */
const WAIT_SECONDS = [0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** Durations of one page's analysis, up to the longest reasonable deadline. */
const PAGE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Durations of one site's crawl: seconds to minutes, mostly for politeness. */
const SITE_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** Queues of sites: those that are fetched alone, and those whose pages a browser renders. */
const QUEUES = ['site', 'rendered'] as const;

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
    help: 'Finished requests. Status 499: the client disconnected before the response. Route "none": no such path.',
    labels: { method: null, route: null, status: null },
  },
  sitegrep_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request to the end of its response.',
    labels: { method: null, route: null },
    buckets: ANSWER_SECONDS,
  },
  sitegrep_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests without a complete response.',
    labels: {},
  },
  sitegrep_search_duration_seconds: {
    type: 'histogram',
    help: 'Searches of the index, without HTTP. Aborted: the time limit was reached, or the client disconnected.',
    labels: { outcome: ['answered', 'aborted', 'failed'] },
    buckets: ANSWER_SECONDS,
  },
  sitegrep_search_wait_duration_seconds: {
    type: 'histogram',
    help: 'Time in the queue, of searches that ran.',
    labels: {},
    buckets: ANSWER_SECONDS,
  },
  sitegrep_searches_at_once: {
    type: 'gauge',
    help: 'Searches that the process may run at the same time; on Elasticsearch its share of the search threads.',
    labels: {},
  },
  sitegrep_searches_waiting: {
    type: 'gauge',
    help: 'Searches in the queue.',
    labels: {},
  },
  sitegrep_requests_shed_total: {
    type: 'counter',
    help: 'Requests refused with 503 because of overload. Searches: the queue is full. Event loop, heap: the process is too busy. Unread: clients do not read responses. Connections: too many are open.',
    labels: { reason: ['searches', 'event_loop', 'heap', 'unread', 'connections'] },
  },

  sitegrep_provider_calls_total: {
    type: 'counter',
    help: 'Finished calls to providers by result; one other than "answered" is the reason of the failure.',
    labels: { operation: OPERATION_NAMES, provider: null, outcome: CALL_OUTCOMES },
  },
  sitegrep_provider_call_duration_seconds: {
    type: 'histogram',
    help: 'Duration of calls to providers without waiting, failed ones included.',
    labels: { operation: OPERATION_NAMES, provider: null },
    buckets: FETCH_SECONDS,
  },
  sitegrep_provider_cache_lookups_total: {
    type: 'counter',
    help: 'Requests of provider operations by whether a cached response was there.',
    labels: { operation: OPERATION_NAMES, found: ['hit', 'miss'] },
  },
  sitegrep_provider_breaker_open: {
    type: 'gauge',
    help: 'Whether the circuit breaker of a provider is open (1) or closed (0).',
    labels: { operation: OPERATION_NAMES, provider: null },
  },
  sitegrep_provider_budget_left: {
    type: 'gauge',
    help: 'Remaining calls of a provider with a budget until the end of the day (UTC), as far as this process knows.',
    labels: { provider: null },
  },

  sitegrep_fetches_total: {
    type: 'counter',
    help: 'Finished requests of the crawler, except for robots.txt, by result.',
    labels: { outcome: ['page', 'redirect', ...OUTCOMES] },
  },
  sitegrep_fetch_duration_seconds: {
    type: 'histogram',
    help: "Duration of the crawler's requests, from connecting to the last byte, failed ones included.",
    labels: {},
    buckets: FETCH_SECONDS,
  },
  sitegrep_fetched_bytes_total: {
    type: 'counter',
    help: 'Bytes of bodies that the crawler received, after decoding of content-encoding.',
    labels: {},
  },
  sitegrep_fetch_wait_duration_seconds: {
    type: 'histogram',
    help: 'Time that requests of the crawler, robots.txt included, waited because of the pace of their host.',
    labels: {},
    buckets: WAIT_SECONDS,
  },
  sitegrep_refusals_total: {
    type: 'counter',
    help: 'Responses with 429, 503 or Retry-After, after which the domain is crawled more slowly.',
    labels: {},
  },
  sitegrep_pages_total: {
    type: 'counter',
    help: 'Pages by result. Partial: indexed without technologies. Unchanged: the same as in the index. Noindex: excluded by the page.',
    labels: { outcome: ['indexed', 'partial', 'unchanged', 'noindex', 'failed'] },
  },
  sitegrep_page_analysis_duration_seconds: {
    type: 'histogram',
    help: 'Duration of extraction and detection of a page, including the wait for a thread.',
    labels: {},
    buckets: PAGE_SECONDS,
  },
  sitegrep_page_extract_duration_seconds: {
    type: 'histogram',
    help: 'Duration of the extraction of a page in its thread: decoding, parsing, facts and links.',
    labels: {},
    buckets: PAGE_SECONDS,
  },
  sitegrep_page_detect_duration_seconds: {
    type: 'histogram',
    help: 'Duration of technology detection of a page in its thread, if it finished.',
    labels: {},
    buckets: PAGE_SECONDS,
  },
  sitegrep_rendered_pages_total: {
    type: 'counter',
    help: 'Pages that were given to the browser, by result. Partial: a bound of a page was reached.',
    labels: { outcome: ['rendered', 'partial', 'failed'] },
  },
  sitegrep_page_render_duration_seconds: {
    type: 'histogram',
    help: 'Duration of the rendering of a page, including the wait for a browser and for the pace of the host.',
    labels: {},
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160],
  },
  sitegrep_index_put_duration_seconds: {
    type: 'histogram',
    help: 'Duration of writes to the index until they are durable; each is a batch of documents.',
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
    help: 'Sites with a durable outcome, by outcome.',
    labels: { outcome: OUTCOMES },
  },
  sitegrep_crawls_expired_total: {
    type: 'counter',
    help: 'Crawls that this process removed because they ended longer ago than they are stored.',
    labels: {},
  },
  sitegrep_crawl_sites_removed_total: {
    type: 'counter',
    help: 'Records of sites that this process removed with their crawls.',
    labels: {},
  },
  sitegrep_site_duration_seconds: {
    type: 'histogram',
    help: 'Duration of the crawl of a site.',
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
    help: 'Maximum sites that are crawled at the same time; it is lower when memory, the event loop or threads are short.',
    labels: {},
  },

  sitegrep_queue_jobs: {
    type: 'gauge',
    help: 'Jobs of a queue, which holds a window of the work. Delayed: jobs for a later time, such as retries.',
    labels: { queue: QUEUES, state: ['waiting', 'active', 'delayed'] },
  },
  sitegrep_unfinished_sites: {
    type: 'gauge',
    help: 'Sites without an outcome in all unfinished crawls, by the queue that takes them.',
    labels: { queue: QUEUES },
  },
  sitegrep_oldest_unfinished_crawl_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest crawl with sites without an outcome, by the queue that takes them; 0 if there is none.',
    labels: { queue: QUEUES },
  },
  sitegrep_index_domains: { type: 'gauge', help: 'Domains in the index.', labels: {} },
  sitegrep_index_pages: { type: 'gauge', help: 'Pages in the index.', labels: {} },
  sitegrep_index_versions: {
    type: 'gauge',
    help: 'Versions of pages that are kept besides those that stand.',
    labels: {},
  },
  sitegrep_index_source_bytes: {
    type: 'gauge',
    help: 'Sources in the index, before compression.',
    labels: {},
  },
  sitegrep_index_stored_bytes: {
    type: 'gauge',
    help: 'Bytes on disk: of the substring index, of the compressed sources, of those of versions, of everything.',
    labels: { part: ['substrings', 'sources', 'versions', 'all'] },
  },
  sitegrep_saved_searches: {
    type: 'gauge',
    help: 'Saved searches. Filling: what is stored is still being decided for them.',
    labels: { state: ['filled', 'filling'] },
  },
  sitegrep_search_events: {
    type: 'gauge',
    help: 'Number of the newest event of saved searches; it rises with each.',
    labels: {},
  },
  sitegrep_searches_undecided_total: {
    type: 'counter',
    help: 'Decisions of a saved search on a domain that would have been too much work, so that it counts as before.',
    labels: {},
  },
  sitegrep_search_deliveries_waiting: {
    type: 'gauge',
    help: 'Messages about saved searches that wait for an attempt.',
    labels: {},
  },
  sitegrep_search_deliveries_total: {
    type: 'counter',
    help: 'Attempts to send a message about saved searches, by what the receiver made of it. Gone: it wants no more.',
    labels: { by: ['webhook', 'mail'], outcome: ['accepted', 'gone', 'refused'] },
  },
  sitegrep_search_reports_total: {
    type: 'counter',
    help: 'Reports of saved searches that ended, by what wanted them. Failed: it was not made, which its receivers are told.',
    labels: { by: ['schedule', 'request'], outcome: ['made', 'failed'] },
  },
  sitegrep_disk_full: {
    type: 'gauge',
    help: 'Whether the disk of the store is full or nearly so, so that nothing is written: 1 or 0.',
    labels: {},
  },
  sitegrep_clock_ahead_seconds: {
    type: 'gauge',
    help: "Lead of a store's clock over that of the process, measured every hour; negative if it is behind.",
    labels: { service: ['elasticsearch', 'redis'] },
  },
  sitegrep_dependency_up: {
    type: 'gauge',
    help: 'Whether a dependency of the process answers: 1 or 0.',
    labels: { dependency: ['index', 'crawls', 'keys', 'disk', 'queue'] },
  },
  sitegrep_source_failures_total: {
    type: 'counter',
    help: 'Failed reads of the values of these metrics; they are absent meanwhile.',
    labels: { source: ['dependencies', 'queue', 'disk', 'crawls', 'index', 'providers', 'searches'] },
  },
} as const satisfies Readonly<Record<`sitegrep_${string}`, Metric>>;

type Table = typeof METRICS;
export type MetricName = keyof Table;
export type NameOf<Type extends Metric['type']> = {
  [Name in MetricName]: Table[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Labels of a metric, each with one of its listed values. */
export type LabelsOf<Name extends MetricName> = {
  readonly [
    Label in keyof Table[Name]['labels']
  ]: Table[Name]['labels'][Label] extends readonly (infer Value extends string)[] ? Value : string;
};
