// What goes over the wire: a schema of every request and answer with the type derived from it, and the registry of
// errors. Values and pure functions; knows no other room.
export {
  AUDIT_ACTIONS,
  AuditListAnswer,
  AuditListOptions,
  type AuditAction,
  type AuditItem,
} from './audit.ts';
export {
  CRAWL_EVENTS,
  CrawlEventsOptions,
  LastEventId,
  type CrawlEventData,
  type CrawlEventName,
} from './crawl-events.ts';
export {
  CrawlAnswer,
  CrawlListAnswer,
  CrawlOptions,
  CrawlSiteListAnswer,
  CrawlSiteListOptions,
  CreateCrawlRequest,
  ListOptions,
  SiteOutcome,
  type CrawlItem,
  type CrawlSiteItem,
} from './crawls.ts';
export { answerFields, exampleFields } from './domain-fields.ts';
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
export { HealthAnswer, ReadyAnswer } from './health.ts';
export {
  ExportedItem,
  HtmlSearchAnswer,
  HtmlSearchRequest,
  type DomainItem,
} from './html-source-code-search.ts';
export { parseJson } from './json.ts';
export {
  CreatedKeyAnswer,
  CreateKeyRequest,
  KeyAnswer,
  KeyListAnswer,
  OVERLAP_SECONDS,
  RotateKeyRequest,
  type KeyItem,
} from './keys.ts';
export { OPERATIONS, type OperationId } from './operations/index.ts';
export { errorsOf, type Operation, type OperationScope, type Success, TAGS } from './operations/operation.ts';
export { NAMED_SCHEMAS } from './named-schemas.ts';
export { NoParameters, parameterChecker } from './parameters.ts';
export { ProvidersAnswer, type ProviderItem } from './providers.ts';
export { RanksAnswer, RanksOptions, type ImportedRanks } from './ranks.ts';
export {
  PutScheduleRequest,
  ScheduleAnswer,
  ScheduleListAnswer,
  ScheduleParameters,
  type ListedScheduleItem,
  type ScheduleItem,
} from './schedules.ts';
export { sentence, type Problem } from './problem.ts';
export { formatTimestamp, parseTimestamp } from './timestamp.ts';
export { checker, type Checked } from './validation.ts';
export { VideoSerpAnswer, VideoSerpRequest } from './videosite-serp.ts';
export { VideoInfoAnswer, VideoInfoRequest, type VideoItem } from './videosite-video-info.ts';
export { AutocompleteAnswer, AutocompleteRequest } from './web-autocomplete.ts';
export { WebSerpAnswer, WebSerpRequest, type WebSerpItem } from './web-serp.ts';
