import { availableParallelism } from 'node:os';
import { contact, host, networks, proxyUrl } from './addresses.ts';
import { optional, type Kind } from './kind.ts';
import { duration, integer, size } from './quantities.ts';
import { hostsAndPorts, redisUrl } from './redis.ts';
import { choice, credential, path, password, word } from './words.ts';

/** One line of the table. */
export interface Setting<T> {
  readonly variable: `SITEGREP_${string}`;
  readonly group: Group;
  readonly kind: Kind<T>;
  /** In the syntax of the environment variable, as a person would write it. */
  readonly default: string;
  /** How the documentation names a default that depends on the machine. */
  readonly defaultNote?: string;
  /** One line: what it does, to whom it matters. */
  readonly doc: string;
}

export const GROUPS = [
  'Process',
  'HTTP API',
  'Crawling',
  'Limits of a site',
  'Analysis and search',
  'Redis',
] as const;
type Group = (typeof GROUPS)[number];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

const TABLE = {
  dataDir: {
    variable: 'SITEGREP_DATA_DIR',
    group: 'Process',
    kind: path(),
    default: './data',
    doc: 'Folder that holds everything that is kept: index, records, keys, queue. One process at a time.',
  },
  logLevel: {
    variable: 'SITEGREP_LOG_LEVEL',
    group: 'Process',
    kind: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    doc: 'The least severe log line that is written.',
  },
  storage: {
    variable: 'SITEGREP_STORAGE',
    group: 'Process',
    kind: choice(['sqlite']),
    default: 'sqlite',
    doc: 'Where index and records are kept: SQLite inside the data folder.',
  },
  queue: {
    variable: 'SITEGREP_QUEUE',
    group: 'Process',
    kind: choice(['pglite', 'redis']),
    default: 'pglite',
    doc: 'Where jobs wait: BullMQ over PGlite inside the data folder, or over Redis.',
  },
  shutdownTimeout: {
    variable: 'SITEGREP_SHUTDOWN_TIMEOUT',
    group: 'Process',
    kind: duration({ minimum: SECOND, maximum: 10 * MINUTE }),
    default: '20s',
    doc: 'How long an orderly stop may take. Work that is not done by then is taken up at the next start.',
  },
  host: {
    variable: 'SITEGREP_HOST',
    group: 'HTTP API',
    kind: host(),
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` makes the API reachable from other machines.',
  },
  port: {
    variable: 'SITEGREP_PORT',
    group: 'HTTP API',
    kind: integer({ minimum: 0, maximum: 65_535 }),
    default: '8080',
    doc: 'Port to listen on; 0 takes any free one.',
  },
  adminKey: {
    variable: 'SITEGREP_ADMIN_KEY',
    group: 'HTTP API',
    kind: optional(credential()),
    default: '',
    doc: 'The first API key, with the scopes admin and search. Without it, the first start makes one and prints it once.',
  },
  rateLimitPerMinute: {
    variable: 'SITEGREP_RATE_LIMIT_PER_MINUTE',
    group: 'HTTP API',
    kind: integer({ minimum: 1, maximum: 1_000_000 }),
    default: '600',
    doc: 'Requests a minute of a key that has no limit of its own.',
  },
  uploadMaxBytes: {
    variable: 'SITEGREP_UPLOAD_MAX_BYTES',
    group: 'HTTP API',
    kind: size({ minimum: MIB, maximum: 16 * GIB }),
    default: '64MiB',
    doc: 'Largest list of domains that one request may upload.',
  },
  searchDeadline: {
    variable: 'SITEGREP_SEARCH_DEADLINE',
    group: 'HTTP API',
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '30s',
    doc: 'A search that takes longer is given up and answered with an error.',
  },
  contact: {
    variable: 'SITEGREP_CONTACT',
    group: 'Crawling',
    kind: optional(contact()),
    default: '',
    doc: 'URL or e-mail address that the User-Agent shows to the owners of crawled sites.',
  },
  httpProxy: {
    variable: 'SITEGREP_HTTP_PROXY',
    group: 'Crawling',
    kind: optional(proxyUrl()),
    default: '',
    doc: 'Proxy through which all pages are fetched, with user and password in it if it wants them.',
  },
  allowedAddresses: {
    variable: 'SITEGREP_ALLOWED_ADDRESSES',
    group: 'Crawling',
    kind: networks(),
    default: '',
    doc: 'Private networks that may be crawled all the same, for intranets. Empty: none.',
  },
  robots: {
    variable: 'SITEGREP_ROBOTS',
    group: 'Crawling',
    kind: choice(['obey', 'ignore']),
    default: 'obey',
    doc: 'Whether robots.txt is obeyed. Ignore it only on sites of your own.',
  },
  noindex: {
    variable: 'SITEGREP_NOINDEX',
    group: 'Crawling',
    kind: choice(['obey', 'ignore']),
    default: 'obey',
    doc: 'Whether pages that ask not to be indexed (`noindex`) are left out.',
  },
  sitesInFlight: {
    variable: 'SITEGREP_SITES_IN_FLIGHT',
    group: 'Crawling',
    kind: integer({ minimum: 1, maximum: 1_000 }),
    default: '32',
    doc: 'Sites that are crawled at the same time.',
  },
  hostConcurrency: {
    variable: 'SITEGREP_HOST_CONCURRENCY',
    group: 'Crawling',
    kind: integer({ minimum: 1, maximum: 16 }),
    default: '1',
    doc: 'Requests to one host at the same time.',
  },
  crawlDelay: {
    variable: 'SITEGREP_CRAWL_DELAY',
    group: 'Crawling',
    kind: duration({ minimum: 0, maximum: 5 * MINUTE }),
    default: '500ms',
    doc: 'Pause between two requests to a host that names no crawl delay of its own.',
  },
  maxCrawlDelay: {
    variable: 'SITEGREP_MAX_CRAWL_DELAY',
    group: 'Crawling',
    kind: duration({ minimum: 0, maximum: HOUR }),
    default: '30s',
    doc: 'A longer crawl delay in robots.txt counts as this one.',
  },
  maxRetryAfter: {
    variable: 'SITEGREP_MAX_RETRY_AFTER',
    group: 'Crawling',
    kind: duration({ minimum: 0, maximum: HOUR }),
    default: '60s',
    doc: 'The longest Retry-After that is waited for; a host that asks for more is given up.',
  },
  requestTimeout: {
    variable: 'SITEGREP_REQUEST_TIMEOUT',
    group: 'Crawling',
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '15s',
    doc: 'How long one answer may take, from the connection to the last byte.',
  },
  retries: {
    variable: 'SITEGREP_RETRIES',
    group: 'Crawling',
    kind: integer({ minimum: 0, maximum: 10 }),
    default: '2',
    doc: 'How often a request that failed in passing is tried again.',
  },
  maxRedirects: {
    variable: 'SITEGREP_MAX_REDIRECTS',
    group: 'Crawling',
    kind: integer({ minimum: 0, maximum: 20 }),
    default: '5',
    doc: 'Redirects that are followed from one request.',
  },
  maxPages: {
    variable: 'SITEGREP_MAX_PAGES',
    group: 'Limits of a site',
    kind: integer({ minimum: 1, maximum: 10_000 }),
    default: '1',
    doc: 'Pages of a site, where the crawl does not say.',
  },
  maxDepth: {
    variable: 'SITEGREP_MAX_DEPTH',
    group: 'Limits of a site',
    kind: integer({ minimum: 0, maximum: 100 }),
    default: '1',
    doc: 'Links followed from a start page, where the crawl does not say.',
  },
  maxPageBytes: {
    variable: 'SITEGREP_MAX_PAGE_BYTES',
    group: 'Limits of a site',
    kind: size({ minimum: KIB, maximum: 64 * MIB }),
    default: '4MiB',
    doc: 'A longer page is cut here and marked as truncated.',
  },
  maxSiteBytes: {
    variable: 'SITEGREP_MAX_SITE_BYTES',
    group: 'Limits of a site',
    kind: size({ minimum: KIB, maximum: 256 * MIB }),
    default: '16MiB',
    doc: 'Source kept of all pages of a site together.',
  },
  siteTimeout: {
    variable: 'SITEGREP_SITE_TIMEOUT',
    group: 'Limits of a site',
    kind: duration({ minimum: SECOND, maximum: 24 * HOUR }),
    default: '5m',
    doc: 'How long the crawl of a site may take; what was fetched by then is kept.',
  },
  analysisThreads: {
    variable: 'SITEGREP_ANALYSIS_THREADS',
    group: 'Analysis and search',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: String(Math.min(availableParallelism(), 64)),
    defaultNote: 'number of cores, at most 64',
    doc: 'Threads that take pages apart and detect technologies.',
  },
  analysisDeadline: {
    variable: 'SITEGREP_ANALYSIS_DEADLINE',
    group: 'Analysis and search',
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '5s',
    doc: 'How long the analysis of one page may take.',
  },
  analysisHeap: {
    variable: 'SITEGREP_ANALYSIS_HEAP',
    group: 'Analysis and search',
    kind: size({ minimum: 64 * MIB, maximum: 16 * GIB }),
    default: '512MiB',
    doc: 'Heap of one analysis thread; a page that needs more is recorded as crashed.',
  },
  searchThreads: {
    variable: 'SITEGREP_SEARCH_THREADS',
    group: 'Analysis and search',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: '2',
    doc: 'Threads that answer searches.',
  },
  redisUrl: {
    variable: 'SITEGREP_REDIS_URL',
    group: 'Redis',
    kind: redisUrl(),
    default: 'redis://127.0.0.1:6379',
    doc: 'Redis (6.2 or later) that holds the jobs, with user and password in it if it wants them; `rediss://` is TLS.',
  },
  redisPrefix: {
    variable: 'SITEGREP_REDIS_PREFIX',
    group: 'Redis',
    kind: word(64),
    default: 'sitegrep',
    doc: 'Begins every key, so that installations can share a server.',
  },
  redisCa: {
    variable: 'SITEGREP_REDIS_CA',
    group: 'Redis',
    kind: optional(path()),
    default: '',
    doc: 'File with the certificates (PEM) to trust instead of the public ones.',
  },
  redisTopology: {
    variable: 'SITEGREP_REDIS_TOPOLOGY',
    group: 'Redis',
    kind: choice(['single', 'sentinel', 'cluster']),
    default: 'single',
    doc: 'What the URL leads to: the server itself, a Sentinel that knows it, or a node of a cluster.',
  },
  redisNodes: {
    variable: 'SITEGREP_REDIS_NODES',
    group: 'Redis',
    kind: hostsAndPorts(),
    default: '',
    doc: 'Further Sentinels or cluster nodes, asked when the one in the URL does not answer.',
  },
  redisSentinelGroup: {
    variable: 'SITEGREP_REDIS_SENTINEL_GROUP',
    group: 'Redis',
    kind: word(64),
    default: 'mymaster',
    doc: 'What the Sentinels call the server.',
  },
  redisSentinelUsername: {
    variable: 'SITEGREP_REDIS_SENTINEL_USERNAME',
    group: 'Redis',
    kind: optional(word(128)),
    default: '',
    doc: 'User at the Sentinels; the one at the server is in the URL.',
  },
  redisSentinelPassword: {
    variable: 'SITEGREP_REDIS_SENTINEL_PASSWORD',
    group: 'Redis',
    kind: optional(password()),
    default: '',
    doc: 'Password at the Sentinels.',
  },
} as const;

type ValueOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never;

/** All settings, valid. Durations are milliseconds, sizes bytes; what is not set and has no default is null. */
export type Config = { readonly [Name in keyof typeof TABLE]: ValueOf<(typeof TABLE)[Name]> };
export type SettingName = keyof Config;

export const SETTINGS: { readonly [Name in SettingName]: Setting<Config[Name]> } = TABLE;

/** In the table's order. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
