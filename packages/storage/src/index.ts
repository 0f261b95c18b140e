// The ports: the index of domains (domains.ts), the records of crawls, schedules, keys and audit (records.ts), and the size by
// day (size-log.ts), what processes measured (measurements.ts). The adapters implement them beside each other (sqlite/, elasticsearch/); one conformance suite
// (test/conformance) runs over both. thread/ is what the adapters share.
export type { AuditActor, AuditedAct, AuditEnd, AuditEntry, AuditLog, AuditQuery } from './records.ts';
export {
  NO_PROGRESS,
  type Reanalysis,
  type ReanalysisEnd,
  type ReanalysisProgress,
  REANALYSIS_STATES,
  type ReanalysisState,
  type ReanalysisStore,
} from './reanalysis.ts';
export {
  type CommonCrawlImport,
  type CommonCrawlProgress,
  type CommonCrawlSelection,
  type CommonCrawlStore,
  type FoundCrawl,
  FOUND_PART,
  HOSTS_PART,
  type NamedSome,
  NO_COMMONCRAWL_PROGRESS,
} from './commoncrawl.ts';
export { countOutdatedDomains, outdatedDomains } from './outdated-domains.ts';
export {
  ALL_TOLD,
  type Deliveries,
  type DeliveriesRequest,
  type Delivery,
  DELIVERY_STATES,
  type DeliveryAnswer,
  type DeliveryContent,
  type DeliveryNext,
  type DeliveryState,
  MAX_ANSWER_TEXT,
  type NewDelivery,
  type TellingStanding,
  type Told,
} from './deliveries.ts';
export {
  type LastReport,
  MAX_ALL_REPORT_BYTES,
  MAX_REPORT_AGE_MS,
  MAX_REPORT_BYTES,
  MAX_REPORT_PART,
  MAX_SEARCH_REPORTS,
  REPORT_FORMATS,
  type ReportFormat,
  type ReportState,
  type SearchReport,
  type SearchReports,
  wantReport,
} from './search-reports.ts';
export { type Latest, NOTHING_LATEST } from './latest.ts';
export type { MeasuredHour, MeasurementLog } from './measurements.ts';
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
export type { CrawlTimeline } from './crawl-timeline.ts';
export { cursorAfter } from './domains.ts';
export {
  type FingerprintState,
  type FingerprintStep,
  type FingerprintStore,
  MAX_SEARCH_TECHNOLOGIES,
  NO_FINGERPRINT_STATE,
  type SearchTechnology,
} from './fingerprints.ts';
export {
  type DomainList,
  type DomainLists,
  ListRefused,
  listsIn,
  MAX_LIST_DOMAINS,
  MAX_LISTS,
  type NameBatches,
  UnknownList,
} from './lists/domain-lists.ts';
export {
  MAX_EVENT_PAGES,
  MAX_EVENTS,
  MAX_EVENT_AGE_MS,
  MAX_SEARCHES,
  type NewSearch,
  type SavedSearch,
  type SavedSearches,
  type SearchEvent,
  type SearchLevel,
  type SearchStanding,
  SearchRefused,
  UnfitSavedSearch,
  UnknownSavedSearch,
} from './searches/saved-searches.ts';
export { allSearches } from './searches/all-searches.ts';
export { putOf, wholeSite } from './puts.ts';
export { itemPage, namesOfItems, shownChange, shownPage, shownVersion } from './items.ts';
export { Walk } from './walk.ts';
export type {
  DomainHit,
  DomainIndex,
  DomainPut,
  DomainRank,
  Hits,
  IndexStats,
  ItemPage,
  ItemShape,
  LastVisit,
  LeaveSearches,
  ListedPage,
  ListedVersion,
  VersionDiff,
  VersionList,
  PutResult,
  PageHit,
  VersionHit,
  PageList,
  PageTechnologies,
  RenderedItems,
  SearchOptions,
  SearchPage,
  SearchShareEvents,
  SiteRecords,
  ScreenshotList,
  SourceList,
  SourcePart,
  StoredDomain,
  StoredSource,
  LinkList,
  TechnologyList,
} from './domains.ts';
export type { AnswerList, PageAnswers } from './answer-list.ts';
export {
  CrawlClosed,
  DuplicateKey,
  InvalidPosition,
  OutOfMemory,
  SearchAborted,
  StorageBusy,
  StorageCorrupt,
  StorageMisconfigured,
  StorageFull,
  StorageUnavailable,
} from './errors.ts';
export {
  MAX_ENTRY_CHARACTERS,
  MAX_FIRST_ENTRIES,
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

export type { Storage } from './storage.ts';
export {
  FullTextOff,
  type FoundVideo,
  type FullText,
  type TextResult,
  type TextSearch,
} from './full-text.ts';
export { HitsTooMany, QueryTooBroad } from './query-too-broad.ts';
export { SearchProgress } from './search-progress.ts';
export {
  type ExtractedValue,
  type ReadOfHit,
  type SourceMatch,
  type WorkPart,
  WorkTooLarge,
} from '@sitegrep/texts';
export type { Trend } from './trends.ts';
