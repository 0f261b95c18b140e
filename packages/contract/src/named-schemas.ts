import {
  AuditItem,
  AuditListAnswer,
  CreatedKeyAnswer,
  CreateKeyRequest,
  KeyAnswer,
  KeyItem,
  KeyListAnswer,
  KeyScope,
  RanksAnswer,
  RotateKeyRequest,
} from './administration.ts';
import {
  CRAWL_EVENTS,
  CrawlAnswer,
  CrawlItem,
  CrawlListAnswer,
  CrawlSiteItem,
  CrawlSiteListAnswer,
  CreateCrawlRequest,
  SiteOutcome,
} from './crawls.ts';
import {
  BlockAnswer,
  BlockItem,
  BlockListAnswer,
  BlockRequest,
  DomainAnswer,
  DomainRecord,
  RemovalAnswer,
} from './domains.ts';
import { ErrorBody } from './envelope.ts';
import { DomainItem, HtmlSearchAnswer, HtmlSearchRequest, SourceMatch } from './html-source-code-search.ts';
import { ProvidersAnswer } from './providers.ts';
import {
  ListedScheduleItem,
  PutScheduleRequest,
  ScheduleAnswer,
  ScheduleItem,
  ScheduleListAnswer,
} from './schedules.ts';
import { Timestamp } from './timestamp.ts';
import { VideoSerpAnswer, VideoSerpItem, VideoSerpRequest } from './videosite-serp.ts';
import { VideoInfoAnswer, VideoInfoRequest, VideoItem } from './videosite-video-info.ts';
import { AutocompleteAnswer, AutocompleteRequest, SuggestionItem } from './web-autocomplete.ts';
import { WebSerpAnswer, WebSerpItem, WebSerpRequest } from './web-serp.ts';

/** Schemas that have a name in the documentation, and in the types that are made from it. */
export const NAMED_SCHEMAS = {
  AuditItem,
  AuditListAnswer,
  AutocompleteAnswer,
  AutocompleteRequest,
  BlockAnswer,
  BlockItem,
  BlockListAnswer,
  BlockRequest,
  CrawlAnswer,
  CrawlEndEvent: CRAWL_EVENTS.end,
  CrawlItem,
  CrawlListAnswer,
  CrawlProgressEvent: CRAWL_EVENTS.progress,
  CrawlSiteItem,
  CrawlSiteListAnswer,
  CrawlStateEvent: CRAWL_EVENTS.state,
  CreateCrawlRequest,
  CreatedKeyAnswer,
  CreateKeyRequest,
  DomainAnswer,
  DomainItem,
  DomainRecord,
  ErrorBody,
  HtmlSearchAnswer,
  HtmlSearchRequest,
  KeyAnswer,
  KeyItem,
  KeyListAnswer,
  KeyScope,
  ListedScheduleItem,
  ProvidersAnswer,
  PutScheduleRequest,
  RanksAnswer,
  RemovalAnswer,
  RotateKeyRequest,
  ScheduleAnswer,
  ScheduleItem,
  ScheduleListAnswer,
  SiteOutcome,
  SourceMatch,
  SuggestionItem,
  Timestamp,
  VideoInfoAnswer,
  VideoInfoRequest,
  VideoItem,
  VideoSerpAnswer,
  VideoSerpItem,
  VideoSerpRequest,
  WebSerpAnswer,
  WebSerpItem,
  WebSerpRequest,
} as const;
