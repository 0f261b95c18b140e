// The ports: the index of domains (domains.ts), the records of crawls, schedules, keys and audit (records.ts), and the size by
// day (size-log.ts). The adapters implement them beside each other (sqlite/, elasticsearch/); one conformance suite
// (test/conformance) runs over both. texts/ and thread/ are what the adapters share.
import type { DomainIndex, LeaveSearches, SearchShareEvents } from './domains.ts';
import type { AuditLog, CrawlRecords, KeyStore } from './records.ts';
import type { SizeLog } from './size-log.ts';

export type { AuditActor, AuditedAct, AuditEnd, AuditEntry, AuditLog, AuditQuery } from './records.ts';
export type { SizeLog, SizeOfDay } from './size-log.ts';
export { blockReason, type DomainBlock, type DomainBlocks, type Takedown } from './domains.ts';
export type {
  Backlog,
  Cancelling,
  Crawl,
  CrawlRecords,
  CrawlSeed,
  CrawlSite,
  CrawlSpec,
  CrawlState,
  EndedSite,
  Visit,
  Listed,
  ListedSchedule,
  OpenCrawl,
  PageRequest,
  RejectedLines,
  Removing,
  Schedule,
  ScheduleDefinition,
  ScheduleRuns,
  ScheduleSource,
  ScheduleStore,
  ScheduleTiming,
} from './records.ts';
export { cursorAfter } from './domains.ts';
export { Walk } from './walk.ts';
export type {
  DomainHit,
  DomainIndex,
  DomainPut,
  DomainRank,
  ExtractedValue,
  Hits,
  IndexStats,
  LastVisit,
  LeaveSearches,
  ListedPage,
  PutResult,
  PageHit,
  PageList,
  PageTechnologies,
  SearchOptions,
  SearchPage,
  SearchShareEvents,
  ScreenshotList,
  SourceList,
  SourcePart,
  SourceMatch,
  StoredDomain,
  StoredSource,
  LinkList,
  TechnologyList,
} from './domains.ts';
export {
  CrawlClosed,
  DuplicateKey,
  InvalidPosition,
  SearchAborted,
  StorageBusy,
  StorageCorrupt,
  StorageMisconfigured,
  StorageFull,
  StorageUnavailable,
} from './errors.ts';
export {
  MAX_REPLACED_SECRETS,
  MAX_SESSIONS,
  SCOPES,
  type ApiKey,
  type KeyOfSecret,
  type KeyStore,
  type NewApiKey,
  type Rotated,
  type Scope,
  type Session,
} from './records.ts';

/** The ports together, as each adapter opens them. */
export interface Storage {
  readonly domains: DomainIndex;
  readonly crawls: CrawlRecords;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  readonly sizes: SizeLog;
  /**
   * Whether the store takes no writes because its disk is full, or is about to: on one machine, less than 64 MiB are free or
   * nothing can be written into the data folder; on Elasticsearch, its flood-stage block is on an index.
   *
   * @throws StorageUnavailable
   */
  isFull(): Promise<boolean>;
  /**
   * Counts this process among those that search the store, and tells how many searches it may run at the same time: on one
   * machine, as many as it has reader threads; on Elasticsearch, its share of the search threads of all nodes, more or fewer
   * as other processes come and go.
   */
  shareSearches(events: SearchShareEvents): Promise<LeaveSearches>;
  /** Lets what is under way end, then closes threads or connections. */
  close(): Promise<void>;
}
export {
  FullTextOff,
  type FoundVideo,
  type FullText,
  type TextResult,
  type TextSearch,
} from './full-text.ts';
export { HitsTooMany, QueryTooBroad } from './query-too-broad.ts';
