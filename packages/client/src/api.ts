// Written by npm run docs from the OpenAPI document; not edited by hand.

export interface AuditItem {
  id: string;
  at: Timestamp;
  /** `start`: sitegrep itself, when it started. */
  actor: 'api_key' | 'command_line' | 'start';
  key_id: string | null;
  key_prefix: string | null;
  action:
    | 'crawl.create'
    | 'crawl.cancel'
    | 'crawl.retry'
    | 'schedule.put'
    | 'schedule.delete'
    | 'domain.delete'
    | 'block.put'
    | 'block.delete'
    | 'rank.import'
    | 'key.create'
    | 'key.rotate'
    | 'key.revoke';
  target: string | null;
  remote_address: string | null;
  request_id: string | null;
  result: 'done' | 'refused' | 'failed' | null;
  status: number | null;
}

export interface AutocompleteRequest {
  /** Not only white space, no NUL. */
  readonly keyword: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default "en". */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers know places within countries, too. Default 2840. */
  readonly location_code?: number | undefined;
  /** Default "gws-wiz-serp". */
  readonly client?:
    | 'chrome'
    | 'chrome-omni'
    | 'gws-wiz'
    | 'gws-wiz-serp'
    | 'safari'
    | 'firefox'
    | 'psy-ab'
    | 'toolbar'
    | 'youtube'
    | 'gws-wiz-local'
    | 'img'
    | 'products-cc'
    | undefined;
  /** Default "desktop". */
  readonly device?: 'desktop' | 'mobile' | undefined;
  /** Default "windows". */
  readonly os?: 'windows' | 'macos' | 'android' | 'ios' | undefined;
}

export interface BlockItem {
  /** Covers all domains under it, too. */
  domain: string;
  reason: string | null;
  created_at: Timestamp;
}

export interface BlockRequest {
  /** Why; shown with the outcome of each crawl that meets the block. */
  readonly reason?: string | undefined;
}

export interface CrawlEndEvent {
  state: 'queued' | 'running' | 'completed' | 'cancelled';
}

export interface CrawlItem {
  id: string;
  state: 'queued' | 'running' | 'completed' | 'cancelled';
  schedule_id: string | null;
  retry_of: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  sites: { total: number; pending: number; running: number; finished: number };
  /** Outcome → sites; only those that occurred. */
  outcomes: { [name: string]: number };
  pages: number;
  bytes: number;
  pages_per_second: number | null;
  eta_seconds: number | null;
  /** Entries of the submission that named no site. */
  rejected: {
    count: number;
    /** Reason → entries; only those that occurred. */
    reasons: { [name: string]: number };
    samples: { line: number; text: string; reason: string }[];
  };
}

export interface CrawlProgressEvent {
  sites: { total: number; pending: number; running: number; finished: number };
  /** Outcome → sites; only those that occurred. */
  outcomes: { [name: string]: number };
  pages: number;
  bytes: number;
  pages_per_second: number | null;
  eta_seconds: number | null;
}

export interface CrawlSiteItem {
  domain: string;
  outcome: SiteOutcome | null;
  reason: string | null;
  pages: number | null;
  bytes: number | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  redirects: { from: string; to: string; status: number }[];
}

export interface CrawlStateEvent {
  state: 'queued' | 'running' | 'completed' | 'cancelled';
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
}

export interface CreateCrawlRequest {
  readonly domains?: readonly string[] | undefined;
  readonly urls?: readonly string[] | undefined;
  /** Pages a site at most. */
  readonly max_pages?: number | undefined;
  /** Links followed from a start page. */
  readonly max_depth?: number | undefined;
  /** 1 is first, 10 last. */
  readonly priority?: number | undefined;
  /** A site that was visited less than so many days ago ends as unchanged, without a request. */
  readonly revisit_after_days?: number | undefined;
}

export interface CreateKeyRequest {
  /** For recognition; need not be unique. */
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Absent: the instance's default. */
  readonly rate_limit_per_minute?: number | undefined;
  readonly expires_at?: Timestamp | undefined;
}

export interface DomainItem {
  type: 'domain_technology_item';
  /** Host without a leading www., lower case, A-labels. */
  domain: string;
  title: string | null;
  description: string | null;
  meta_keywords: string[];
  /** 0: no link and no rank known. */
  domain_rank: number;
  last_visited: Timestamp | null;
  country_iso_code: string | null;
  language_code: string | null;
  content_language_code: string | null;
  emails: string[];
  social_graph_urls: string[];
  /** Group → category → sorted names. */
  technologies: { [name: string]: { [name: string]: string[] } };
  /** There if the request has snippets: for each term (in mode entry, for each of its runs of letters and digits), in their order, its first place in the first page that holds it; the home page comes first, the others by URL. Source of strangers, as it is: escape it before it is shown as HTML. */
  matches?: SourceMatch[];
}

export interface DomainRecord {
  type: 'domain_technology_item';
  /** Host without a leading www., lower case, A-labels. */
  domain: string;
  title: string | null;
  description: string | null;
  meta_keywords: string[];
  /** 0: no link and no rank known. */
  domain_rank: number;
  last_visited: Timestamp | null;
  country_iso_code: string | null;
  language_code: string | null;
  content_language_code: string | null;
  emails: string[];
  social_graph_urls: string[];
  /** Group → category → sorted names. */
  technologies: { [name: string]: { [name: string]: string[] } };
  /** E.164 */
  phone_numbers: string[];
  /** What country_iso_code was judged by, the strongest first. */
  country_evidence: { source: string; value: string; country: string }[];
  /** Rises each time the domain is written. */
  revision: number;
  /** Without their sources; all had a 2xx status. */
  pages: {
    url: string;
    /** Of the stored source, as UTF-8. */
    bytes: number;
    fetched_at: Timestamp;
    /** What it was decoded with. */
    charset: string;
    /** A cap cut the source short. */
    truncated: boolean;
  }[];
  block: BlockItem | null;
}

export interface HtmlSearchRequest {
  /** Each must be a substring of the source of a page of the domain, whatever its case. Not only white space, no NUL. */
  readonly search_terms: readonly string[];
  /** `field,asc` or `field,desc`; fields domain_rank, domain, last_visited, country_iso_code, language_code, content_language_code, each once. Unknown values come last in both directions; the last tie-break is domain,asc. Default ["domain_rank,desc"]. */
  readonly order_by?: readonly string[] | undefined;
  /** Default 10. */
  readonly limit?: number | undefined;
  /** limit + offset is at most 10000. Default 0. */
  readonly offset?: number | undefined;
  /** The previous answer's, to go on behind it. Everything but limit and snippets must be as it was. */
  readonly offset_token?: string | undefined;
  /** strict_entry: a term is a substring of the source of a page, as it is. entry: each of its runs of letters and digits is, of whichever page. Goes for exclude_terms, too. Default "strict_entry". */
  readonly mode?: 'strict_entry' | 'entry' | undefined;
  /** Domains that match one of these are left out. */
  readonly exclude_terms?: readonly string[] | undefined;
  /** Each must be a substring of title, description or a meta keyword, whatever its case. */
  readonly keywords?: readonly string[] | undefined;
  /** A condition `[field, op, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at most 8 conditions. Fields are those of order_by, and technologies (names and group.category). Operators: =, <>, in and not_in (a list of 1 to 1000 values); <, <=, > and >= but for technologies; like and not_like (% is any text, case is ignored) for domain and codes. An unknown value fulfils <>, not_in and not_like alone. */
  readonly filters?: readonly unknown[] | undefined;
  /** true: each item also has matches[], where its pages hold the terms. A limit that would make an answer of more than about 64 million characters of them, as of many or long terms, is a 400. Default false. */
  readonly snippets?: boolean | undefined;
}

export interface KeyItem {
  id: string;
  name: string;
  /** First characters of the secret. */
  prefix: string;
  scopes: KeyScope[];
  rate_limit_per_minute: number | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export type KeyScope = 'search' | 'serp' | 'video' | 'admin';

export interface ListedScheduleItem {
  id: string;
  pattern: string | null;
  time_zone: string | null;
  every_seconds: number | null;
  enabled: boolean;
  max_pages: number;
  max_depth: number;
  priority: number;
  revisit_after_days: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  next_run_at: Timestamp | null;
  last_run_at: Timestamp | null;
  last_crawl_id: string | null;
  last_skipped_at: Timestamp | null;
}

export interface PutScheduleRequest {
  /** Cron: minute, hour, day of the month, month, day of the week. */
  readonly pattern?: string | undefined;
  /** Of the pattern, by its IANA name; UTC if left out. */
  readonly time_zone?: string | undefined;
  /** Runs are due at the multiples of so many seconds since 1970-01-01 00:00:00 UTC. */
  readonly every_seconds?: number | undefined;
  readonly source: {
    readonly domains?: readonly string[] | undefined;
    readonly urls?: readonly string[] | undefined;
    /** Every domain that is in the index when a run begins. */
    readonly index?: true | undefined;
  };
  /** Default true. */
  readonly enabled?: boolean | undefined;
  /** Pages a site at most. */
  readonly max_pages?: number | undefined;
  /** Links followed from a start page. */
  readonly max_depth?: number | undefined;
  /** 1 is first, 10 last. */
  readonly priority?: number | undefined;
  /** A site that was visited less than so many days ago ends as unchanged, without a request. */
  readonly revisit_after_days?: number | undefined;
}

export interface RotateKeyRequest {
  /** For how long the secrets that the key has so far go on working; 0 ends them at once. Default 86400. */
  readonly overlap_seconds?: number | undefined;
}

export interface ScheduleItem {
  id: string;
  pattern: string | null;
  time_zone: string | null;
  every_seconds: number | null;
  enabled: boolean;
  max_pages: number;
  max_depth: number;
  priority: number;
  revisit_after_days: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  next_run_at: Timestamp | null;
  last_run_at: Timestamp | null;
  last_crawl_id: string | null;
  last_skipped_at: Timestamp | null;
  source: {
    domains?: string[];
    urls?: string[];
    /** Every domain that is in the index when a run begins. */
    index?: true;
  };
}

export type SiteOutcome =
  | 'indexed'
  | 'unchanged'
  | 'robots_disallowed'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'http_error'
  | 'not_html'
  | 'too_large'
  | 'blocked_address'
  | 'blocked_domain'
  | 'cancelled'
  | 'crashed';

export interface SourceMatch {
  /** As in the request. */
  term: string;
  /** Of the page. */
  url: string;
  /** Characters of the source in front of the match. */
  offset: number;
  /** Up to 80 characters of the source in front of the match. */
  before: string;
  /** As it stands in the source. */
  match: string;
  /** Up to 80 characters of the source behind the match. */
  after: string;
}

export interface SuggestionItem {
  type: 'autocomplete';
  rank_group: number;
  rank_absolute: number;
  suggestion: string;
  search_query_url: string;
  thumbnail_url: string | null;
  highlighted: string[];
}

/** YYYY-MM-DD HH:MM:SS +00:00, UTC */
export type Timestamp = string;

export interface VideoInfoRequest {
  readonly video_id: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default "en". */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers know places within countries, too. Default 2840. */
  readonly location_code?: number | undefined;
}

export interface VideoItem {
  type: 'youtube_video_info';
  video_id: string;
  title: string | null;
  url: string;
  thumbnail_url: string | null;
  channel_id: string | null;
  channel_name: string | null;
  channel_url: string | null;
  channel_logo: string | null;
  description: string | null;
  views_count: number | null;
  likes_count: number | null;
  comments_count: number | null;
  channel_subscribers_count: { displayed_count: string | null; count: number | null };
  publication_date: string | null;
  timestamp: Timestamp | null;
  keywords: string[];
  category: string | null;
  is_live: boolean | null;
  is_embeddable: boolean | null;
  duration_time: string | null;
  duration_time_seconds: number | null;
  streaming_quality: {
    type: 'streaming_quality_element';
    label: string | null;
    width: number | null;
    height: number | null;
    bitrate: number | null;
    mime_type: string | null;
    fps: number | null;
  }[];
}

export interface VideoSerpItem {
  type: 'video';
  rank_group: number;
  rank_absolute: number;
  title: string;
  url: string;
  channel_title: string | null;
  channel_url: string | null;
  channel_image: string | null;
  duration: string | null;
  views: number | null;
  uploaded_date: string | null;
  description: string | null;
  thumbnail_url: string | null;
  live: boolean | null;
}

export interface VideoSerpRequest {
  /** Not only white space, no NUL. */
  readonly keyword: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default "en". */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers know places within countries, too. Default 2840. */
  readonly location_code?: number | undefined;
  /** Default "desktop". */
  readonly device?: 'desktop' | 'mobile' | undefined;
  /** Videos that are wanted. Default 20. */
  readonly depth?: number | undefined;
}

export type WebSerpItem =
  | {
      type: 'organic' | 'paid';
      rank_group: number;
      rank_absolute: number;
      /** Host of the result. */
      domain: string;
      title: string;
      description: string | null;
      url: string;
      breadcrumb: string | null;
    }
  | {
      type: 'featured_snippet';
      rank_group: number;
      rank_absolute: number;
      /** Host of the result. */
      domain: string;
      title: string;
      description: string | null;
      url: string;
    };

export interface WebSerpRequest {
  /** Not only white space, no NUL. */
  readonly keyword: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default "en". */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers know places within countries, too. Default 2840. */
  readonly location_code?: number | undefined;
  /** Default "desktop". */
  readonly device?: 'desktop' | 'mobile' | undefined;
  /** windows or macos with desktop (default windows), android or ios with mobile (default android). */
  readonly os?: 'windows' | 'macos' | 'android' | 'ios' | undefined;
  /** Organic results that are wanted. Default 10. */
  readonly depth?: number | undefined;
}
