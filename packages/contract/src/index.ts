// The HTTP API as data: operations, a schema of each request and answer with its type, and the registry of errors.
// Values and pure functions.
export { ICON_MEDIA_TYPES, type IconHashes } from './icons.ts';
export {
  AuditListAnswer,
  AuditListOptions,
  CreatedKeyAnswer,
  CreateKeyRequest,
  KeyAnswer,
  KeyListAnswer,
  RanksAnswer,
  RanksOptions,
  RotateKeyRequest,
  type AuditAction,
  type AuditItem,
  type ImportedRanks,
  type KeyItem,
} from './administration.ts';
export {
  ChangeDomainListRequest,
  DomainListNamesOptions,
  DomainListParameters,
  PutDomainListRequest,
  type DomainListItem,
  type WrittenDomainList,
} from './lists.ts';
export {
  PutSavedSearchRequest,
  SavedSearchParameters,
  type SavedSearchItem,
  type SavedSearchRecord,
  type WrittenSavedSearch,
  type PastMonth,
} from './saved-searches.ts';
export {
  LastSearchEventId,
  SearchFeedOptions,
  SearchStreamOptions,
  SearchTrendOptions,
  type SearchEventItem,
  type SearchTrendAnswer,
} from './saved-search-events.ts';
export { ReportParameters, type SearchReportItem } from './search-reports.ts';
export { DeliveryParameters, type DeliveryItem, type TestDeliveryAnswer } from './search-deliveries.ts';
export {
  CallerAnswer,
  CONSOLE_HEADER,
  SESSION_SECONDS,
  SessionAnswer,
  SIGN_IN_CODE_HEADER,
  type Caller,
  type SessionItem,
} from './sessions.ts';
export {
  CRAWL_EVENTS,
  CrawlAnswer,
  CrawlEventsOptions,
  LastEventId,
  type CrawlEventData,
  type CrawlEventName,
  CrawlListAnswer,
  CrawlOptions,
  CrawlSiteListAnswer,
  CrawlSiteListOptions,
  CrawlTimelineAnswer,
  CreateCrawlRequest,
  DomainVisitListAnswer,
  ListOptions,
  PreviewCrawlRequest,
  RetryCrawlOptions,
  SubmissionOptions,
  SiteOutcome,
  type CrawlItem,
  type CrawlSiteItem,
  type CrawlTimelineItem,
  type DomainVisit,
} from './crawls.ts';
export {
  AGGREGATION_COUNTS,
  AggregationTask,
  MAX_STATS_DAYS,
  StatsTask,
  SummaryTask,
  type Aggregation,
  type AggregationItem,
  type Summary,
  type TechnologyStats,
} from './dataforseo/counts.ts';
export {
  MAX_TASKS,
  taskForm,
  TASKS_VERSION,
  type DataForSeoRefusal,
  type TaskAnswer,
  type TaskForm,
  type TasksAnswer,
} from './dataforseo/envelope.ts';
export type {
  AvailableFilters,
  DataForSeoLanguage,
  DomainLocation,
  SearchLocation,
  TechnologyGroups,
} from './dataforseo/lists.ts';
export {
  AutocompleteTask,
  OrganicAdvancedTask,
  OrganicTask,
  UNSTATED,
  YoutubeOrganicTask,
  YoutubeVideoTask,
  type AdvancedResult,
  type AutocompleteResult,
  type RegularItem,
  type RegularResult,
  type YoutubeOrganicResult,
  type YoutubeVideoResult,
} from './dataforseo/serp.ts';
export { TASK_STATUSES, type TaskStatus } from './dataforseo/statuses.ts';
export {
  ByTechnologyTask,
  DEFAULT_DOMAINS,
  DomainTechnologiesTask,
  HtmlTermsTask,
  type ChosenTechnologies,
  type DataForSeoDomain,
  type DataForSeoDomains,
} from './dataforseo/technologies.ts';
export {
  DomainAnswersAnswer,
  DomainAnswersOptions,
  type DomainAnswers,
  type PageHead,
  type WellKnownFile,
} from './domain-answers.ts';
export { answerFields, exampleFields, specifiedExample, specifiedFields } from './domain-fields.ts';
export { PagesLine, PagesOptions } from './sent-pages.ts';
export {
  TechnologyListOptions,
  TechnologyOptions,
  type CategoryListAnswer,
  TechnologyAnswer,
  type TechnologyDetails,
  type TechnologyItem,
  type TechnologyListAnswer,
} from './technologies.ts';
export {
  type OwnTechnology,
  type TakenTechnologies,
  TakeTechnologiesOptions,
  type TechnologySet,
  type TechnologySetAnswer,
  TECHNOLOGY_SET_BOUNDS,
} from './technology-sets.ts';
export {
  type TechnologyTrial,
  type TechnologyTrialAnswer,
  TestTechnologiesRequest,
  TRIAL_BOUNDS,
  type TriedTechnology,
} from './technology-trials.ts';
export type { Samples } from './samples.ts';
export {
  CommonCrawlOptions,
  CommonCrawlRequest,
  type CommonCrawlRun,
  type LastCommonCrawlAnswer,
} from './commoncrawl.ts';
export { type LastReanalysisAnswer, ReanalyseRequest, type ReanalysisRun } from './reanalysis.ts';
export {
  MAX_MEASURED_MINUTES,
  MEASURED_NAMES,
  type MeasuredName,
  type MetricsHistoryAnswer,
} from './metrics-history.ts';
export { MAX_SIZE_DAYS, type SizesAnswer, StatsAnswer, type Stats } from './stats.ts';
export { Checks, ChecksAnswer, ReadinessEvent, SettingsAnswer } from './instance.ts';
export { ITEM_FIELD_NAMES, ITEM_FIELDS } from './item-fields.ts';
export { AUDIT_ACTIONS, KEY_SCOPES, OVERLAP_SECONDS } from './choices.ts';
export { escapeUnits, isPlainLine, visibleText } from './plain-text.ts';
export {
  BlockAnswer,
  BlockListAnswer,
  BlockRequest,
  DomainAnswer,
  RemovalAnswer,
  RemovalOptions,
  type BlockItem,
  type DomainRecord,
  type Removal,
} from './domains.ts';
export { ErrorBody } from './envelope.ts';
export { ERRORS, type ErrorCode } from './errors.ts';
export {
  ExportedItem,
  HtmlExportRequest,
  HtmlSearchAnswer,
  HtmlSearchRequest,
  type DomainItem,
} from './html-source-code-search.ts';
export {
  DomainDetailsAnswer,
  DomainLinkListAnswer,
  DomainPageListAnswer,
  DomainPageListOptions,
  DomainTechnologiesAnswer,
  DomainThirdPartiesAnswer,
  LookedUpDomain,
  LookupCrawl,
  LookupFields,
  LookupOptions,
  LookupRequest,
  PageScreenshotOptions,
  PageSourceOptions,
  TECHNOLOGY_BOUNDS,
  type DomainDetails,
  type DomainLink,
  type DomainPage,
  type DomainTechnology,
  type TechnologyEvidence,
} from './known-domains.ts';
export { PageVersionItem } from './page-version.ts';
export { PageDiff, PageDiffOptions, PageVersionsOptions, VersionSourceOptions } from './versions.ts';
export { DomainHistoryAnswer, DomainHistoryOptions, type LabelInterval } from './history.ts';
export { TREND_BOUNDS, TrendAnswer, TrendRequest, type TrendLine } from './trends.ts';
export { jsonLine, parseJson, printableJson } from './json.ts';
export { OPERATIONS, type OperationId } from './operations/index.ts';
export { errorsOf, type Operation, type Success, TAGS } from './operations/operation.ts';
export { HealthAnswer, ReadyAnswer } from './operations/instance.ts';
export { McpMessage } from './mcp.ts';
export { NAMED_SCHEMAS } from './named-schemas.ts';
export { ProvidersAnswer, type ProviderItem } from './providers.ts';
export {
  PreviewScheduleRequest,
  PutScheduleRequest,
  ScheduleAnswer,
  ScheduleListAnswer,
  ScheduleParameters,
  SchedulePreviewAnswer,
  type ListedScheduleItem,
  type ScheduleItem,
} from './schedules.ts';
export {
  ExplainAnswer,
  ExplainRequest,
  ExportedResult,
  ITEM_PROPERTIES,
  SearchAnswer,
  type SearchNote,
  SearchExportRequest,
  type SearchErrorEvent,
  SearchProgressEvent,
  SearchParameters,
  SearchRequest,
  type FoundDomain,
  type FacetAnswer,
  type FoundMatch,
  type FoundChange,
  type FoundVersion,
  type FoundItem,
  type FoundPage,
} from './search.ts';
export {
  type QueryTranslation,
  TranslateAnswer,
  TranslateRequest,
  translationNotes,
} from './query-translation.ts';
export { formatTimestamp, parseTimestamp } from './timestamp.ts';
export {
  checker,
  NoParameters,
  parameterChecker,
  sentence,
  type Checked,
  type Problem,
} from './validation.ts';
export { VideoSerpAnswer, VideoSerpRequest } from './videosite-serp.ts';
export { VideoInfoAnswer, VideoInfoRequest, type VideoItem } from './videosite-video-info.ts';
export { AutocompleteAnswer, AutocompleteRequest } from './web-autocomplete.ts';
export { WebSerpAnswer, WebSerpRequest, type WebSerpItem } from './web-serp.ts';
