// A typed client for the HTTP API, for Node.js and browsers, without dependencies.
export type * from './api.ts';
export type {
  AuditRequest,
  Checks,
  ImportedRanks,
  LastReanalysis,
  ProviderReport,
  Reanalysis,
  Removal,
  RemovalRequest,
  Samples,
  Settings,
  MetricsHistory,
  Sizes,
  Stats,
} from './admin.ts';
export { SitegrepClient } from './client.ts';
export type { CrawlEvent, CrawlEventsOptions } from './crawl-events.ts';
export type { CommonCrawlSettings, LastCommonCrawl } from './commoncrawl.ts';
export { USUAL_MAX_PAGES } from './crawls.ts';
export type { CrawlSettings, ListRequest, RetryRequest, SubmitOptions, UploadOptions } from './crawls.ts';
export type {
  DomainAnswers,
  DomainHistory,
  DiffRequest,
  PageDiff,
  PageVersion,
  PageVersions,
  VersionSourceRequest,
  VersionsRequest,
  HistoryRequest,
  IconHashes,
  DomainLinks,
  DomainThirdParties,
  DomainPages,
  DomainTechnologies,
  LookupWish,
  MissingCrawl,
  SourceOptions,
  SourcePart,
  SourceWindow,
} from './domains.ts';
export { type ApiErrorCode, SitegrepError, type SitegrepErrorCode } from './error.ts';
export type { PutListOptions } from './lists.ts';
export type { SentPages } from './pages.ts';
export type { Exported } from './export.ts';
export type {
  Explanation,
  Found,
  FoundItem,
  Level,
  QueryExport,
  QueryFile,
  QueryNote,
  QueryRequest,
  Trends,
} from './query.ts';
export type { ExportedItem } from './search.ts';
export type { FetchedAnswer, FetchRequest } from './fetched.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export type { Caller, Suggestions, Video, VideoSearchResults, WebSearchResults } from './client.ts';
export type { SearchPage } from './search.ts';
export type { SavedSearchStreamOptions, SearchTrend, TestDelivery } from './saved-searches.ts';
export type { ListSource, UploadList } from './request.ts';
export type { ListPage } from './operations.ts';
export type {
  CategoryList,
  CountedIn,
  TechnologyList,
  TechnologyListRequest,
  TechnologyTest,
} from './technologies.ts';
export type { WalkOptions } from './walk.ts';
export type { SearchCallOptions } from './watched-search.ts';
