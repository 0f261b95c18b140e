import type { estypes } from '@elastic/elasticsearch';
import type { Outcome, SiteResult } from '@sitegrep/site';
import type {
  ApiKey,
  AuditEntry,
  Crawl,
  CrawlSpec,
  ListedSchedule,
  RejectedLines,
  ScheduleSource,
} from '../../records.ts';
import type { Delivery, Told } from '../../deliveries.ts';
import type { FingerprintState } from '../../fingerprints.ts';
import type { CommonCrawlImport } from '../../commoncrawl.ts';
import type { Reanalysis } from '../../reanalysis.ts';
import type { SavedSearch } from '../../searches/saved-searches.ts';
import { STORED_VERSIONS } from '../../stored-versions.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import type { VersionedIndex } from '../versioned-index.ts';

const UNINDEXED = { type: 'keyword', index: false, doc_values: false } as const;
const STORED_NUMBER = { type: 'long', index: false, doc_values: false } as const;
const OPAQUE = { type: 'object', enabled: false } as const;

/** A crawl without its counts, which are computed from its sites. The id of the document is that of the crawl. */
export interface CrawlDocument {
  /** Number of the crawl, in the order of creation. */
  readonly number: number;
  readonly spec: CrawlSpec;
  /** Priority of the spec, as crawls are sorted by it. */
  readonly priority: number;
  /** True if the crawl has pages rendered, else absent. */
  readonly renders?: true;
  readonly created_at: number;
  /**
   * Time when sites were last added, by the clock of the node that wrote it; absent before.
   */
  readonly touched_at?: number;
  readonly sealed_at?: number;
  readonly rejected?: RejectedLines;
  /** Fingerprint of a submission with an idempotency key. */
  readonly fingerprint?: string;
  /** The first entries of the submission; absent before it is sealed. */
  readonly first_entries?: readonly string[];
  readonly cancelled_at?: number;
  /** Counts of a crawl that has ended; they never change again. */
  readonly final?: CrawlProgress;
  /** Time of the end, set together with `final`, which is not indexed. */
  readonly finished_at?: number;
  /** The crawl is gone; what is left of it is being removed. */
  readonly discarded?: true;
}

/** The ended sites of a crawl that got their positions last, see crawl-ends.ts. */
export interface EndsDocument {
  readonly ends: {
    /** Position before the first of them. */
    readonly before: number;
    readonly domains: readonly string[];
  };
}

/** A schedule; the id of the document is `schedule:` and the id of the schedule. */
export interface ScheduleDocument {
  readonly schedule: string;
  /** Runs as `textOfRuns` formats them. */
  readonly schedule_body: Omit<ListedSchedule, 'id' | 'runs'> & { readonly runs: string };
  readonly schedule_source: ScheduleSource;
}

/** Crawl that an idempotency key belongs to; the id of the document is `reservation:` and the key. */
export interface ReservationDocument {
  readonly reserved_for: string;
}

/** Progress of a crawl, computed from its sites. */
export type CrawlProgress = Pick<
  Crawl,
  'state' | 'startedAt' | 'finishedAt' | 'sites' | 'outcomes' | 'pages' | 'bytes'
>;

const CRAWLS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    last_number: { type: 'long', index: false },
    number: { type: 'long' },
    spec: OPAQUE,
    created_at: { type: 'long' },
    touched_at: { type: 'long', index: false },
    sealed_at: { type: 'long' },
    priority: { type: 'long' },
    renders: { type: 'boolean' },
    rejected: OPAQUE,
    fingerprint: UNINDEXED,
    first_entries: UNINDEXED,
    cancelled_at: { type: 'long' },
    final: OPAQUE,
    finished_at: { type: 'long' },
    discarded: { type: 'boolean' },
    ends: OPAQUE,
    schedule: { type: 'keyword' },
    schedule_body: OPAQUE,
    schedule_source: OPAQUE,
    reserved_for: { type: 'keyword', doc_values: false },
  },
};

/** A site of a crawl; the id of the document is that of the crawl and the domain. */
export interface SiteDocument {
  readonly crawl: string;
  /** Number of the crawl. */
  readonly number: number;
  /** True if the crawl has pages rendered, else absent. */
  readonly renders?: true;
  readonly domain: string;
  readonly urls: readonly string[];
  /** Time at which work on the site began. */
  readonly started_at?: number;
  /** `started_at`, or the time of the result if work on the site never began. */
  readonly active_from?: number;
  readonly outcome?: Outcome;
  readonly result?: SiteResult;
  readonly pages?: number;
  readonly bytes?: number;
  /** Time at which the result was given. */
  readonly finished_at?: number;
  /** Time of the end by the result. */
  readonly visit_ended_at?: number;
  /** Id of the call that gave the result. */
  readonly finished_by?: string;
  /** 0 from the result until the site gets its position among the ended sites, from 1. */
  readonly ended?: number;
}

/**
 * Reads over all months use `crawl`, `number`, `renders`, `domain`, `outcome` and what a site is read from, whatever the mapping of a
 * month: a newer mapping has to keep them.
 */
const SITES: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  // All sites of a crawl are in one shard.
  _routing: { required: true },
  properties: {
    crawl: { type: 'keyword' },
    number: { type: 'long' },
    renders: { type: 'boolean' },
    domain: { type: 'keyword' },
    urls: UNINDEXED,
    started_at: { type: 'long' },
    active_from: { type: 'long', index: false },
    outcome: { type: 'keyword' },
    result: OPAQUE,
    pages: { type: 'long', index: false },
    bytes: { type: 'long', index: false },
    finished_at: { type: 'long', index: false },
    visit_ended_at: { type: 'long' },
    finished_by: UNINDEXED,
    ended: { type: 'long' },
  },
};

/** Order in which sites are listed. The index is sorted by it, so a page is read without sorting an entire crawl. */
export const SITE_ORDER = ['number', 'domain'] as const;

/** A key; the id of the document is `key:` and the id of the key. */
export interface KeyDocument {
  /** Number of the key, in the order of creation. */
  readonly number: number;
  /** Hash of the latest secret. */
  readonly hash: string;
  readonly key: Omit<ApiKey, 'replacedUntil' | 'lastUsedAt' | 'revokedAt'>;
  /** Earlier secrets that had not ended when the latest one was created. */
  readonly replaced?: readonly ReplacedSecret[];
  readonly replaced_until?: number;
  /** Sessions that had not ended when the latest one was opened, oldest first. */
  readonly sessions?: readonly SessionOfKey[];
  readonly last_used_at?: number;
  readonly revoked_at?: number;
}

interface ReplacedSecret {
  readonly hash: string;
  readonly ends_at: number;
}

export interface SessionOfKey extends ReplacedSecret {
  readonly created_at: number;
}

/**
 * Key that a later secret belongs to; the id of the document is `key:` and the id derived from the hash of the
 * secret.
 */
export interface SecretOfDocument {
  /** Id of the key. */
  readonly secret_of: string;
}

/** A secret; the id of the document is `secret:` and the name of the secret. */
export interface SecretDocument {
  /** Base64. */
  readonly secret: string;
}

const KEYS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    last_number: { type: 'long', index: false },
    number: { type: 'long' },
    hash: UNINDEXED,
    key: OPAQUE,
    replaced: OPAQUE,
    replaced_until: { type: 'long', index: false },
    sessions: OPAQUE,
    secret_of: UNINDEXED,
    last_used_at: { type: 'long', index: false },
    revoked_at: { type: 'long', index: false },
    secret: { type: 'binary' },
  },
};

/** Blocked domains as `DomainBlock`s; the id of the document is the domain. */
const BLOCKS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    domain: { type: 'keyword' },
    reason: UNINDEXED,
    createdAt: STORED_NUMBER,
    takedown: { type: 'boolean', index: false, doc_values: false },
  },
};

/** A list of domains; the id of the document is `list:` and the name of the list. */
export interface ListDocument {
  readonly list: string;
  /** Names the documents of its names. */
  readonly generation: string;
  /** The first name of each of these documents. */
  readonly firsts: readonly string[];
  /** Number of its names. */
  readonly domains: number;
  readonly created_at: number;
  readonly changed_at: number;
}

/** Names of a list, sorted; the id of the document is `names:`, the generation, `:` and its number from 0. */
export interface NamesDocument {
  readonly names_of: string;
  readonly generation: string;
  readonly written_at: number;
  readonly names: readonly string[];
}

const LISTS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    list: { type: 'keyword' },
    generation: { type: 'keyword' },
    firsts: UNINDEXED,
    domains: STORED_NUMBER,
    created_at: STORED_NUMBER,
    changed_at: STORED_NUMBER,
    names_of: UNINDEXED,
    written_at: { type: 'long' },
    names: UNINDEXED,
  },
};

/** A saved search; the id of the document is `search:` and its name. The version of the document is the number of its last change. */
export interface SearchDocument {
  readonly search: string;
  /** False: it was deleted; the document goes when all processes have seen that. */
  readonly stands: boolean;
  /** Number of the last change of what is decided of it. */
  readonly since: number;
  /** Milliseconds since the epoch: when it was changed last. */
  readonly changed_at: number;
  readonly search_body: SearchBody;
}

interface SearchBody extends Omit<SavedSearch, 'id' | 'changedAt' | 'filled'> {
  /** Number of the change that made it: another search of the same name has another one. */
  readonly born: number;
  /** Number of the change that gave it its level and its criteria: under it histories say that domains fulfil it. */
  readonly matches: number;
  /** Generations of the lists that it names, as far as these exist. */
  readonly lists: Readonly<Record<string, string>>;
}

/** The last change of saved searches; the id of the document is `last`. It is what counts, before the documents of the searches. */
export interface LastSearchChange {
  readonly last_change: {
    readonly number: number;
    /** Number of the last change of what is decided. */
    readonly decides: number;
    /** The documents that it changes, as they are after it. */
    readonly searches: readonly SearchDocument[];
  };
}

/** How far stored domains are decided for a saved search; the id of the document is `fill:` and its name. */
export interface FillDocument {
  readonly fill: {
    /** The `since` of the document of the search; if that is another one, nothing is decided yet. */
    readonly since: number;
    /** Domain up to which all are decided. */
    readonly after: string;
    readonly is_done: boolean;
  };
}

const SEARCHES: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    search: { type: 'keyword' },
    stands: { type: 'boolean' },
    since: { type: 'long' },
    changed_at: { type: 'long' },
    search_body: OPAQUE,
    last_change: OPAQUE,
    fill: OPAQUE,
  },
};

/** An entry of the audit log; the id of the document is `entry:` and its number. */
export interface AuditDocument extends Omit<AuditEntry, 'id'> {
  /** Number of the entry, in the order of creation. */
  readonly number: number;
}

const AUDIT: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    last_number: { type: 'long', index: false },
    number: { type: 'long' },
    at: { type: 'long' },
    actor: UNINDEXED,
    keyId: { type: 'keyword' },
    keyPrefix: UNINDEXED,
    sessionId: UNINDEXED,
    action: { type: 'keyword' },
    target: UNINDEXED,
    remoteAddress: UNINDEXED,
    requestId: UNINDEXED,
    result: UNINDEXED,
    status: STORED_NUMBER,
  },
};

/** Measurements of a process in an hour; the id of the document is `measured:`, the name of the process, `:` and the hour. */
export interface MeasuredDocument {
  readonly process: string;
  /** Beginning of the hour. */
  readonly hour: number;
  /** Values by what is measured, as JSON. */
  readonly measured: string;
}

/** `SizeOfDay`s, where the id of the document is the day, and measurements of processes. */
const SIZES: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    day: { type: 'keyword' },
    at: STORED_NUMBER,
    domains: STORED_NUMBER,
    pages: STORED_NUMBER,
    sourceBytes: STORED_NUMBER,
    totalBytes: STORED_NUMBER,
    process: { type: 'keyword' },
    hour: { type: 'long' },
    measured: UNINDEXED,
  },
};

/** Kind of work that one process does at a time; the id of the document is its name. */
export interface LeaseDocument {
  /** Process that does it; null: none. */
  readonly owner: string | null;
  /** Number of its signs of life. */
  readonly beat: number;
  /** How many times it was begun. */
  readonly round: number;
}

/** The processes that search the cluster, among the leases. */
export interface SearchersDocument {
  /** Number of the signs of life of each, by its id. */
  readonly searchers: Readonly<Record<string, number>>;
}

/** The run that analyses stored pages again, among the leases. */
export interface ReanalysisDocument {
  readonly reanalysis: Reanalysis;
}

/** The import from Common Crawl, among the leases. */
export interface CommonCrawlDocument {
  readonly commoncrawl: CommonCrawlImport;
}

/** A part of an import from Common Crawl; the id of the document is that of the import, ` part ` and the name. */
export interface CommonCrawlPartDocument {
  readonly commoncrawl_part_of: string;
  /** Base64. */
  readonly commoncrawl_part: string;
}

const LEASES: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    owner: UNINDEXED,
    beat: STORED_NUMBER,
    round: STORED_NUMBER,
    searchers: OPAQUE,
    reanalysis: OPAQUE,
    commoncrawl: OPAQUE,
    commoncrawl_part_of: { type: 'keyword' },
    commoncrawl_part: { type: 'binary' },
  },
};

/** A delivery of a saved search; the id of the document is `delivery:` and the id of the delivery. */
export interface DeliveryDocument {
  /** Number of the delivery, in the order of creation. */
  readonly number: number;
  readonly search: string;
  readonly destination: string;
  readonly state: Delivery['state'];
  readonly due: number;
  readonly ended_at?: number;
  /** The delivery as JSON, so that what changes it compares it as a whole. */
  readonly delivery: string;
}

/** How far a destination was told; the id of the document is `told:` and the destination. */
export interface ToldDocument {
  readonly told_search: string;
  readonly position: number;
  readonly behind: boolean;
  readonly failing: boolean;
  readonly told: Told;
}

/** State of the reports of a search; the id of the document is `reports:` and its name. */
export interface ReportStateDocument {
  readonly report_search: string;
  readonly report_waits: boolean;
  /** A `ReportState` as JSON, so that what changes it compares it as a whole. */
  readonly report_state: string;
}

/** A report; the id of the document is `report:`, the name of the search, `:` and its number. */
export interface ReportDocument {
  readonly report_search: string;
  readonly report_number: number;
  readonly report_ended: number;
  readonly report_bytes: number;
  /** A `SearchReport` as JSON. */
  readonly report: string;
}

/** A part of a file; the id of the document is `part:`, its `report_part_of`, `:`, the attempt, `:` and its number. */
export interface ReportPartDocument {
  /** Search and number of the report. */
  readonly report_part_of: string;
  readonly report_search: string;
  readonly report_attempt: string;
  /** Base64. */
  readonly report_part: string;
}

/** Deliveries of saved searches, and their reports. */
const DELIVERIES: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    last_number: { type: 'long', index: false },
    number: { type: 'long' },
    search: { type: 'keyword' },
    destination: { type: 'keyword' },
    state: { type: 'keyword' },
    due: { type: 'long' },
    ended_at: { type: 'long' },
    delivery: UNINDEXED,
    told_search: { type: 'keyword' },
    position: { type: 'long' },
    behind: { type: 'boolean' },
    failing: { type: 'boolean' },
    told: OPAQUE,
    report_search: { type: 'keyword' },
    report_waits: { type: 'boolean' },
    report_state: UNINDEXED,
    report_number: { type: 'long' },
    report_ended: { type: 'long' },
    report_bytes: { type: 'long' },
    report: UNINDEXED,
    report_part_of: { type: 'keyword' },
    report_attempt: { type: 'keyword' },
    report_part: { type: 'binary' },
  },
};

/** The state of fingerprints; the id of the document is `state`. */
export interface FingerprintStateDocument {
  readonly state: FingerprintState;
}

/** A public set; the id of the document is `set:` and its digest. */
export interface FingerprintSetDocument {
  /** Base64. */
  readonly set: string;
}

const FINGERPRINTS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: { state: OPAQUE, set: { type: 'binary' } },
};

export type RecordOptions = Pick<ElasticsearchStorageOptions, 'indexPrefix' | 'recordShards' | 'replicas'>;

/** A write is on disk before it is acknowledged, whatever a template of the cluster sets. */
const DURABLE = { translog: { durability: 'request' } } as const;

/** Alias of the sites of all crawls, whatever their months. */
export const sitesAlias = ({ indexPrefix }: Pick<RecordOptions, 'indexPrefix'>): string =>
  `${indexPrefix}-sites`;

/** Index of the sites of the crawls that were made in a month. */
export function sitesOfMonth(options: RecordOptions, month: string): VersionedIndex {
  const { recordShards, replicas } = options;
  const group = sitesAlias(options);
  return {
    alias: `${group}-${month}`,
    group,
    version: STORED_VERSIONS.elasticsearch.sites,
    mappings: SITES,
    settings: {
      ...DURABLE,
      number_of_replicas: replicas,
      number_of_shards: recordShards,
      sort: { field: [...SITE_ORDER], order: SITE_ORDER.map(() => 'asc' as const) },
    },
  };
}

/** Mappings of the indexes that are small and have one shard; the alias of each ends with its name. */
const SMALL = {
  crawls: CRAWLS,
  keys: KEYS,
  blocks: BLOCKS,
  lists: LISTS,
  searches: SEARCHES,
  audit: AUDIT,
  sizes: SIZES,
  leases: LEASES,
  deliveries: DELIVERIES,
  fingerprints: FINGERPRINTS,
};

/** The indexes of the records but those of the sites. */
export function smallIndexes({
  indexPrefix,
  replicas,
}: Omit<RecordOptions, 'recordShards'>): Readonly<Record<keyof typeof SMALL, VersionedIndex>> {
  const indexOf = (name: keyof typeof SMALL): VersionedIndex => ({
    alias: `${indexPrefix}-${name}`,
    version: STORED_VERSIONS.elasticsearch[name],
    mappings: SMALL[name],
    settings: { ...DURABLE, number_of_replicas: replicas, number_of_shards: 1 },
  });
  return {
    crawls: indexOf('crawls'),
    keys: indexOf('keys'),
    blocks: indexOf('blocks'),
    lists: indexOf('lists'),
    searches: indexOf('searches'),
    audit: indexOf('audit'),
    sizes: indexOf('sizes'),
    leases: indexOf('leases'),
    deliveries: indexOf('deliveries'),
    fingerprints: indexOf('fingerprints'),
  };
}
