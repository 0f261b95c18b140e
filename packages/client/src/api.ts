// Written by npm run docs from the OpenAPI document; not edited by hand.

export interface CommonCrawlRequest {
  /** Names of crawls, such as CC-MAIN-2026-04; captures come in the order of their dates. Absent: the latest crawl. */
  readonly crawls?: readonly string[] | undefined;
  /** Hosts. A registrable domain stands for itself and all hosts below it. */
  readonly hosts?: readonly string[] | undefined;
  /** Name of a list of domains. */
  readonly list?: string | undefined;
  /** Number of the domains with the highest ranks among those that were imported. */
  readonly top?: number | undefined;
  /** Top-level domain, or another suffix such as co.uk. */
  readonly tld?: string | undefined;
  /** Codes of ISO 639, of which a page has one at least. Absent: any. */
  readonly languages?: readonly string[] | undefined;
  /** Path of the pages: `/` for home pages, `/blog/*` for all below /blog/. Absent: any. */
  readonly path?: string | undefined;
  /** Whether robots.txt of the hosts is read, too; false if absent. */
  readonly robots?: boolean | undefined;
  /** Whether captures are found and counted, but none is read; false if absent. */
  readonly dry_run?: boolean | undefined;
}

export interface CommonCrawlRun {
  id: string;
  /** While it is `waiting`, nothing is sent to the servers of the archive until `waits_until`, because they want that or fail. */
  state: 'finding' | 'reading' | 'waiting' | 'finished' | 'stopped' | 'failed';
  dry_run: boolean;
  started_at: Timestamp;
  ended_at: Timestamp | null;
  reason: string | null;
  waits_until: Timestamp | null;
  selection: {
    hosts: {
      from: 'given' | 'list' | 'ranks';
      list: string | null;
      count: number;
      /** Entries that name no host: all are counted, the first are shown. */
      rejected: { count: number; samples: string[] };
    } | null;
    tld: string | null;
    path: string | null;
    languages: string[];
    robots: boolean;
  };
  /** The crawls in the order of their dates; none until the list of crawls was read. */
  crawls: {
    name: string;
    /** Whether all of it was looked through. */
    is_found: boolean;
    /** Records that were found in it. */
    records: number;
  }[];
  found: {
    records: number;
    /** Requests that it takes to read the records. */
    requests: number;
    /** Bytes that these bring. */
    bytes: number;
    /** Estimate of the time that reading takes. */
    seconds: number;
  };
  /** Hosts of which no crawl has a record: all are counted, the first are shown. */
  missing: { count: number; samples: string[] };
  /** Records that have an outcome. */
  records: number;
  /** Outcome → number of records: those of pages that are imported, and `damaged`. */
  outcomes: { [name: string]: number };
  /** The first records that could not be read: WARC file, offset and reason. */
  damaged: string[];
  /** Requests that were sent up to now, and bytes that came. */
  sent: { requests: number; bytes: number };
}

export interface DeliveryItem {
  /** Id of the message, which is the same in each attempt. */
  id: string;
  by: 'webhook' | 'mail';
  /** dead: all attempts failed, or the receiver wants no more. It can be replayed. */
  state: 'waiting' | 'delivered' | 'dead';
  /** Subject: events as they came, those of an hour or a day, a count, or a report. */
  kind: 'events' | 'digest' | 'count' | 'report';
  first_event: number | null;
  last_event: number | null;
  /** Attempts since it was made, or replayed. */
  attempts: number;
  created_at: Timestamp;
  next_at: string | null;
  ended_at: string | null;
  /** The last answers, at most 10, newest first. */
  answers: ReceiverAnswer[];
}

/** Events that the search would have had in the past 30 days, today included, by the recorded changes of the domains that are stored now: for level change by their records, otherwise as trends count. */
export interface PastMonth {
  appeared: number | null;
  disappeared: number | null;
  changed: number | null;
  /** Names of what the query has whose changes are not recorded, and which was taken as it is now, e.g. list, rank. */
  as_of_now: string[];
  unknown: string | null;
}

export interface PutSavedSearchRequest {
  /** The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages. */
  readonly q?: string | undefined;
  /** The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns. */
  readonly query?: QueryTree | undefined;
  /** Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`. */
  readonly literal?: boolean | undefined;
  /** Level of the search: domains, domains by their pages, or changes of domains. Default: `"domain"`. */
  readonly level?: 'domain' | 'page' | 'change' | undefined;
  /** Title that people read. It has 1 to 200 characters in one line, none of them a control or format character. */
  readonly label?: string | undefined;
  /** Whether all keys see the search. Needs a key with the scope admin. Default: `false`. */
  readonly shared?: boolean | undefined;
  readonly notify?:
    | {
        readonly webhook?:
          | {
              /** Address that deliveries are sent to by POST, http or https. */
              readonly url: string;
              /** Secret that deliveries are signed with: whsec_ and 24 to 64 bytes in Base64. Absent: the one that the search has already, or one that is made and is in this answer only. */
              readonly secret?: string | undefined;
              /** Form of the messages: that of docs/alerts.md, or that of the webhook of a chat. Default: `"standard"`. */
              readonly template?: 'standard' | 'slack' | 'teams' | undefined;
            }
          | undefined;
        readonly mail?:
          | {
              /** Addresses that get the mail. */
              readonly to: readonly string[];
              /** How often a mail is sent, if there is news. */
              readonly every: 'hour' | 'day';
            }
          | undefined;
        /** Kinds of events that are told; appeared and disappeared, unless stated. changed: the matching pages are others, or one of them has another source (level page). None: count and reports alone. */
        readonly on?: readonly ('appeared' | 'disappeared' | 'changed')[] | undefined;
        /** Number of domains: it is told when more fulfil the search, and when it is no longer so. */
        readonly count?: number | undefined;
      }
    | undefined;
  /** A file of what fulfils the search and of what is new, made by schedule and sent to whom notify names: with either pattern or every_seconds. Not with level change. */
  readonly report?:
    | {
        /** Cron pattern: minute, hour, day of the month, month, day of the week. */
        readonly pattern?: string | undefined;
        /** IANA name of the time zone of the pattern; UTC if absent. */
        readonly time_zone?: string | undefined;
        /** Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC. */
        readonly every_seconds?: number | undefined;
        /** Format of the file. Default: `"csv"`. */
        readonly format?: 'csv' | 'xlsx' | undefined;
        /** Properties that the domains that match are counted by, at most 10. Facets count domains at both levels: with level page, those that have a page that matches. A domain counts once for each value that it has. rank counts in steps of 100, visited by month, capture by the texts that a group of a pattern has in the pages that match. */
        readonly facets?: readonly Facet[] | undefined;
        /** Maximum number of rows of what fulfils the search; the file says if there is more. Default: `10000`. */
        readonly limit?: number | undefined;
      }
    | undefined;
  /** A technology that each page has which fulfils the search. Needs level page, shared and a key with the scope admin. */
  readonly technology?:
    | {
        /** Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character. */
        readonly name: string;
        /** Categories of the technology, as GET /technologies has them. */
        readonly categories: readonly string[];
        /** Address of the technology, http or https. */
        readonly website?: string | undefined;
        /** Pattern in RE2 syntax with one group, which is the version where it matches first in the source of a page. */
        readonly version?: string | undefined;
      }
    | undefined;
}

/** Answer of a receiver. */
export interface ReceiverAnswer {
  at: Timestamp;
  status: number | null;
  /** Beginning of the answer, or why there was none; at most 2,048 characters. */
  text: string;
}

export interface SavedSearchItem {
  id: string;
  level: 'domain' | 'page' | 'change';
  q: string | null;
  /** The query as a tree, in the form in which it is decided. */
  query: QueryTree;
  label: string | null;
  shared: boolean;
  owner: string | null;
  domains: number | null;
  /** Whether all that is stored was decided since the search was saved. Until then the count rises. */
  filled: boolean;
  last_event: {
    number: number;
    domain: string;
    kind: 'appeared' | 'disappeared' | 'changed';
    at: Timestamp;
  } | null;
  /** Number of its events of the last 24 hours; 100: so many or more. */
  recent_events: number;
  deliveries: {
    /** Number of deliveries that wait for an attempt. */
    waiting: number;
    /** Number of those that were given up. */
    dead: number;
    /** Number of receivers that did not accept the last attempt, or are sent nothing any more. */
    failing: number;
  } | null;
  notify: {
    webhook: { url: string; template: 'standard' | 'slack' | 'teams' } | null;
    mail: { to: string[]; every: 'hour' | 'day' } | null;
    on: ('appeared' | 'disappeared' | 'changed')[];
    count: number | null;
  } | null;
  report: {
    pattern: string | null;
    time_zone: string | null;
    every_seconds: number | null;
    format: 'csv' | 'xlsx';
    facets: Facet[];
    limit: number;
    next_at: string | null;
  } | null;
  technology: {
    /** Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character. */
    name: string;
    /** Categories of the technology, as GET /technologies has them. */
    categories: string[];
    website: string | null;
    version: string | null;
    judging: {
      /** Domains whose pages were judged. */
      domains: number;
      total: number | null;
    } | null;
  } | null;
  created_at: Timestamp;
  changed_at: Timestamp;
}

export interface SavedSearchRecord {
  id: string;
  level: 'domain' | 'page' | 'change';
  q: string | null;
  /** The query as a tree, in the form in which it is decided. */
  query: QueryTree;
  label: string | null;
  shared: boolean;
  owner: string | null;
  domains: number | null;
  /** Whether all that is stored was decided since the search was saved. Until then the count rises. */
  filled: boolean;
  last_event: {
    number: number;
    domain: string;
    kind: 'appeared' | 'disappeared' | 'changed';
    at: Timestamp;
  } | null;
  /** Number of its events of the last 24 hours; 100: so many or more. */
  recent_events: number;
  deliveries: {
    /** Number of deliveries that wait for an attempt. */
    waiting: number;
    /** Number of those that were given up. */
    dead: number;
    /** Number of receivers that did not accept the last attempt, or are sent nothing any more. */
    failing: number;
  } | null;
  notify: {
    webhook: { url: string; template: 'standard' | 'slack' | 'teams' } | null;
    mail: { to: string[]; every: 'hour' | 'day' } | null;
    on: ('appeared' | 'disappeared' | 'changed')[];
    count: number | null;
  } | null;
  report: {
    pattern: string | null;
    time_zone: string | null;
    every_seconds: number | null;
    format: 'csv' | 'xlsx';
    facets: Facet[];
    limit: number;
    next_at: string | null;
  } | null;
  technology: {
    /** Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character. */
    name: string;
    /** Categories of the technology, as GET /technologies has them. */
    categories: string[];
    website: string | null;
    version: string | null;
    judging: {
      /** Domains whose pages were judged. */
      domains: number;
      total: number | null;
    } | null;
  } | null;
  created_at: Timestamp;
  changed_at: Timestamp;
  /** Feeds of the events. Whoever has the address may read them. */
  feed: {
    /** Path of the feed in Atom, its key included. */
    atom: string;
    /** Path of the JSON Feed, its key included. */
    json: string;
  };
}

export interface SearchEventItem {
  /** Rises with every event of the instance. A consumer continues after the last one it has. */
  number: number;
  search: string;
  domain: string;
  kind: 'appeared' | 'disappeared' | 'changed';
  at: Timestamp;
  /** Revision of the domain that was decided. */
  revision: number;
  /** Addresses of pages that fulfil it, at most 20; at level domain of the first that has a text or pattern of it, if it names one. */
  pages: string[];
  /** Number of the pages that fulfil it. */
  total_pages: number;
  /** deletion: the domain disappeared because it was deleted or taken down. */
  by: 'visit' | 'deletion';
}

/** A report of a saved search. Counts are null until it is made. */
export interface SearchReportItem {
  number: number;
  /** waiting: it is made as soon as what is stored was decided, and others were made. */
  state: 'waiting' | 'made' | 'failed';
  /** Whether its schedule or somebody wanted it. */
  by: 'schedule' | 'request';
  /** When it was due, or wanted. */
  due_at: string;
  ended_at: string | null;
  failure: string | null;
  format: 'csv' | 'xlsx';
  bytes: number | null;
  rows: number | null;
  cut: boolean | null;
  domains: number | null;
  pages: number | null;
  since: string | null;
  new: number | null;
  gone: number | null;
  complete: boolean | null;
  facets: FacetAnswer[];
  file: string | null;
}

export interface WrittenSavedSearch {
  id: string;
  level: 'domain' | 'page' | 'change';
  q: string | null;
  /** The query as a tree, in the form in which it is decided. */
  query: QueryTree;
  label: string | null;
  shared: boolean;
  owner: string | null;
  domains: number | null;
  /** Whether all that is stored was decided since the search was saved. Until then the count rises. */
  filled: boolean;
  last_event: {
    number: number;
    domain: string;
    kind: 'appeared' | 'disappeared' | 'changed';
    at: Timestamp;
  } | null;
  /** Number of its events of the last 24 hours; 100: so many or more. */
  recent_events: number;
  deliveries: {
    /** Number of deliveries that wait for an attempt. */
    waiting: number;
    /** Number of those that were given up. */
    dead: number;
    /** Number of receivers that did not accept the last attempt, or are sent nothing any more. */
    failing: number;
  } | null;
  notify: {
    webhook: { url: string; template: 'standard' | 'slack' | 'teams' } | null;
    mail: { to: string[]; every: 'hour' | 'day' } | null;
    on: ('appeared' | 'disappeared' | 'changed')[];
    count: number | null;
  } | null;
  report: {
    pattern: string | null;
    time_zone: string | null;
    every_seconds: number | null;
    format: 'csv' | 'xlsx';
    facets: Facet[];
    limit: number;
    next_at: string | null;
  } | null;
  technology: {
    /** Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character. */
    name: string;
    /** Categories of the technology, as GET /technologies has them. */
    categories: string[];
    website: string | null;
    version: string | null;
    judging: {
      /** Domains whose pages were judged. */
      domains: number;
      total: number | null;
    } | null;
  } | null;
  created_at: Timestamp;
  changed_at: Timestamp;
  /** Feeds of the events. Whoever has the address may read them. */
  feed: {
    /** Path of the feed in Atom, its key included. */
    atom: string;
    /** Path of the JSON Feed, its key included. */
    json: string;
  };
  secret: string | null;
  past_month: PastMonth;
}

export interface ChangeDomainListRequest {
  /** Domains or URLs that come into the list. */
  readonly add?: readonly string[] | undefined;
  /** Domains or URLs that go. One that is in `add`, too, is in the list afterwards. */
  readonly remove?: readonly string[] | undefined;
  /** Whether the list is made of what is added if there is none of this name. No list is replaced. Default: `false`. */
  readonly make?: boolean | undefined;
}

export interface DomainListItem {
  id: string;
  /** Number of the domains in the list. */
  domains: number;
  created_at: Timestamp;
  changed_at: Timestamp;
}

export interface DomainListRecord {
  id: string;
  /** Number of the domains in the list. */
  domains: number;
  created_at: Timestamp;
  changed_at: Timestamp;
  /** How many of its domains are in the index. */
  stored: number;
}

export interface PutDomainListRequest {
  /** Domains or URLs, in any case and script. */
  readonly domains: readonly string[];
}

export interface WrittenDomainList {
  id: string;
  /** Number of the domains in the list. */
  domains: number;
  created_at: Timestamp;
  changed_at: Timestamp;
  /** Entries that name no domain. The list is written without them. */
  rejected: {
    count: number;
    /** The first 20, each with at most 200 characters. */
    samples: { input: string; reason: string }[];
  };
}

export type AuditAction =
  | 'crawl.create'
  | 'crawl.cancel'
  | 'crawl.delete'
  | 'crawl.retry'
  | 'schedule.put'
  | 'schedule.delete'
  | 'list.put'
  | 'list.change'
  | 'list.delete'
  | 'search.put'
  | 'search.delete'
  | 'search.make_report'
  | 'search.renew_feeds'
  | 'search.replay'
  | 'search.test'
  | 'domain.delete'
  | 'block.put'
  | 'block.delete'
  | 'page.send'
  | 'samples.add'
  | 'samples.remove'
  | 'rank.import'
  | 'commoncrawl.start'
  | 'commoncrawl.stop'
  | 'technologies.take'
  | 'technologies.built_in'
  | 'reanalysis.start'
  | 'reanalysis.stop'
  | 'key.create'
  | 'key.rotate'
  | 'key.revoke'
  | 'session.open'
  | 'session.close'
  | 'session.end';

export interface AuditItem {
  id: string;
  at: Timestamp;
  /** `start`: sitegrep itself while it started. */
  actor: 'api_key' | 'command_line' | 'start';
  key_id: string | null;
  key_prefix: string | null;
  session_id: string | null;
  action: AuditAction;
  target: string | null;
  remote_address: string | null;
  request_id: string | null;
  result: 'done' | 'refused' | 'failed' | null;
  status: number | null;
}

export interface AutocompleteRequest {
  /** Text that is not only white space and has no NUL. */
  readonly keyword: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`. */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`. */
  readonly location_code?: number | undefined;
  /** Program that the suggestions are for, as the upstream calls it, such as chrome, gws-wiz-serp, youtube or img. Default: `"gws-wiz-serp"`. */
  readonly client?: string | undefined;
  /** Default: `"desktop"`. */
  readonly device?: 'desktop' | 'mobile' | undefined;
  /** Default: `"windows"`. */
  readonly os?: 'windows' | 'macos' | 'android' | 'ios' | undefined;
}

export interface BlockItem {
  /** Domain that is blocked, with all domains under it. */
  domain: string;
  reason: string | null;
  created_at: Timestamp;
}

export interface BlockRequest {
  /** Reason of the block. Outcomes of crawls that it stops show it. It has 1 to 500 characters in one line, none of them a control or format character. */
  readonly reason?: string | undefined;
}

export interface CategoryItem {
  /** `group.category`, as conditions on technologies take it. */
  path: string;
  name: string;
  /** Name of its group. */
  group: string;
  /** Number of technologies in it. */
  technologies: number;
  /** Number of indexed domains that have any of them. */
  domains: number;
  /** Number of these domains on which all of them are only implied. */
  implied_domains: number;
}

export interface CrawlEndEvent {
  state: 'queued' | 'running' | 'completed' | 'cancelled';
}

export interface CrawlItem {
  id: string;
  /** Name that it was given, or one made from what was submitted. */
  name: string;
  state: 'queued' | 'running' | 'completed' | 'cancelled';
  schedule_id: string | null;
  retry_of: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  sites: { total: number; pending: number; running: number; finished: number };
  /** Outcome → number of sites; only outcomes that occurred. */
  outcomes: { [name: string]: number };
  pages: number;
  bytes: number;
  pages_per_second: number | null;
  eta_seconds: number | null;
  waiting: {
    sites: number;
    /** The site that is visited first. */
    domain: string;
    /** Why it waits, such as `answered 429 Too Many Requests`. */
    reason: string;
    until: Timestamp;
  } | null;
  /** Entries of the submission that name no site. */
  rejected: {
    count: number;
    /** Reason → number of entries; only reasons that occurred. */
    reasons: { [name: string]: number };
    samples: { line: number; text: string; reason: string }[];
  };
  submitted: {
    /** The first domains and URLs, up to 20. All are listed as sites. */
    first: string[];
    /** true: the sites are all domains that were in the index. */
    index: boolean;
    list: string | null;
  };
  options: {
    max_pages: number;
    max_depth: number;
    priority: number;
    revisit_after_days: number;
    render: 'never' | 'if_empty' | 'always';
  };
}

export interface CrawlProgressEvent {
  sites: { total: number; pending: number; running: number; finished: number };
  /** Outcome → number of sites; only outcomes that occurred. */
  outcomes: { [name: string]: number };
  pages: number;
  bytes: number;
  pages_per_second: number | null;
  eta_seconds: number | null;
  waiting: {
    sites: number;
    /** The site that is visited first. */
    domain: string;
    /** Why it waits, such as `answered 429 Too Many Requests`. */
    reason: string;
    until: Timestamp;
  } | null;
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

export interface CrawlTimelineItem {
  from: string | null;
  /** Length of each interval: 10 seconds, doubled until there are 240 intervals at most. */
  interval_seconds: number;
  /** Pages of the sites that ended in each interval, a number for each interval. */
  pages: number[];
}

export interface CreateCrawlRequest {
  readonly domains?: readonly string[] | undefined;
  readonly urls?: readonly string[] | undefined;
  /** Name under which the crawl is shown; unless stated, one made from what is submitted, such as `shop.example and 99 more`. It has 1 to 200 characters in one line, none of them a control or format character. */
  readonly name?: string | undefined;
  /** Maximum number of pages per site; unless stated, that of the instance, which is 1 unless it is set. */
  readonly max_pages?: number | undefined;
  /** Maximum number of links from a start page to a page. */
  readonly max_depth?: number | undefined;
  /** 1 comes first, 10 last. */
  readonly priority?: number | undefined;
  /** A site that was visited less than this number of days ago ends as `unchanged`, without a request. */
  readonly revisit_after_days?: number | undefined;
  /** Pages that a browser renders, in addition to their source: none (`never`, unless stated), those whose source is a shell that scripts fill (`if_empty`), or `always`. Needs SITEGREP_RENDER=on. */
  readonly render?: 'never' | 'if_empty' | 'always' | undefined;
}

export interface CreatedKey {
  id: string;
  name: string;
  /** First characters of the secret. */
  prefix: string;
  scopes: KeyScope[];
  rate_limit_per_minute: number | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  replaced_until: string | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** Sessions of browsers that signed in with the key and have not ended, oldest first. */
  sessions: SessionItem[];
  secret: string;
}

export interface CreateKeyRequest {
  /** Name by which people recognise the key. It need not be unique. It has 1 to 200 characters in one line, none of them a control or format character. */
  readonly name: string;
  /** Operations that the key may call: each operation requires one scope. */
  readonly scopes: readonly KeyScope[];
  /** Requests per minute. If absent, the default of the instance applies. */
  readonly rate_limit_per_minute?: number | undefined;
  /** Time as 2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31 12:00:00 +01:00; without an offset in UTC, a day alone is its start. */
  readonly expires_at?: string | undefined;
}

export interface DomainDetails {
  type: 'domain_technology_item';
  /** Host name in lower case, in A-labels, without a leading www. */
  domain: string;
  /** Title of the home page. */
  title: string | null;
  /** Description that the home page gives of itself. */
  description: string | null;
  /** Keywords that the home page gives of itself. */
  meta_keywords: string[];
  /** How much the domain is linked to; 0: no link and no rank is known. */
  rank: number;
  /** Time at which the last page was fetched. */
  visited: Timestamp | null;
  /** Country that the site belongs to, ISO 3166-1 alpha-2. */
  country: string | null;
  /** Language that the site declares, ISO 639-1. */
  language: string | null;
  /** Language that was detected in the text of the site, ISO 639-1. */
  content_language: string | null;
  /** E-mail addresses, those of the home page first. */
  email: string[];
  /** Profiles in social networks, those of the home page first. */
  social_graph_urls: string[];
  /** Group → category → sorted names. */
  tech: { [name: string]: { [name: string]: string[] } };
  /** Names of those of its technologies that only follow from others: no page has evidence of them. In code point order. */
  implied_tech: string[];
  /** DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100. */
  dns: string[];
  /** Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order. */
  generator: string[];
  /** Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  plugin: string[];
  /** Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  theme: string[];
  /** Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it. */
  email_addresses: {
    email: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it. */
  social_profiles: {
    profile: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it. */
  phone_numbers: {
    number: string;
    kind: 'phone' | 'mobile' | 'fax' | 'whatsapp';
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null. */
  postal_addresses: {
    text: string;
    street: string | null;
    postcode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    source: 'structured_data' | 'text';
    url: string;
  }[];
  /** Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has. */
  country_evidence: { source: string; value: string; country: string; weight: number }[];
  /** Name of the site. */
  site_name: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Name of the firm or the person that runs the site. */
  legal_name: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** URL of the page with contact details or a contact form. */
  contact_page: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Pages on the owner (imprint), privacy, terms and cookies, those of the home page first. */
  legal_links: {
    kind: 'imprint' | 'privacy' | 'terms' | 'cookies';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Feeds that the pages name: RSS, Atom or JSON. */
  feeds: {
    /** Absolute URL. */
    url: string;
    title: string | null;
    type: 'rss' | 'atom' | 'json';
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Addresses of the logo and of icons, logos first. */
  images: {
    kind: 'logo' | 'icon';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** The site's apps in stores. */
  app_links: {
    /** `apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`. */
    store: string;
    /** Identifier of the app in the store. */
    id: string;
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Means of payment of which pages show the mark. */
  payment_marks: {
    name: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Numbers in registers and at tax offices; check digits are right where the kind has them. */
  registration_numbers: {
    /** Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them. */
    kind: string;
    number: string;
    country: string | null;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Opening hours in the order of the week. */
  opening_hours: {
    day:
      'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'public_holidays';
    from: string;
    /** Closing time; before `from` if it is on the next day. */
    to: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page. */
  kind: string | null;
  /** Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known. */
  certificate: string | null;
  /** Number that rises each time the domain is written. */
  revision: number;
  /** Number of stored pages. */
  pages_count: number;
}

export interface DomainItem {
  type: 'domain_technology_item';
  /** Host name in lower case, in A-labels, without a leading www. */
  domain: string;
  /** Title of the home page. */
  title: string | null;
  /** Description that the home page gives of itself. */
  description: string | null;
  /** Keywords that the home page gives of itself. */
  meta_keywords: string[];
  /** How much the domain is linked to; 0: no link and no rank is known. */
  domain_rank: number;
  /** Time at which the last page was fetched. */
  last_visited: Timestamp | null;
  /** Country that the site belongs to, ISO 3166-1 alpha-2. */
  country_iso_code: string | null;
  /** Language that the site declares, ISO 639-1. */
  language_code: string | null;
  /** Language that was detected in the text of the site, ISO 639-1. */
  content_language_code: string | null;
  /** E-mail addresses, those of the home page first. */
  emails: string[];
  /** Profiles in social networks, those of the home page first. */
  social_graph_urls: string[];
  /** Group → category → sorted names. */
  technologies: { [name: string]: { [name: string]: string[] } };
  /** Names of those of its technologies that only follow from others: no page has evidence of them. In code point order. */
  implied_technologies?: string[];
  /** DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100. */
  dns?: string[];
  /** Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order. */
  generator?: string[];
  /** Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  plugins?: string[];
  /** Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  themes?: string[];
  /** Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it. */
  email_addresses?: {
    email: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it. */
  social_profiles?: {
    profile: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it. */
  phone_numbers?: {
    number: string;
    kind: 'phone' | 'mobile' | 'fax' | 'whatsapp';
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null. */
  postal_addresses?: {
    text: string;
    street: string | null;
    postcode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    source: 'structured_data' | 'text';
    url: string;
  }[];
  /** Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has. */
  country_evidence?: { source: string; value: string; country: string; weight: number }[];
  /** Name of the site. */
  site_name?: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Name of the firm or the person that runs the site. */
  legal_name?: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** URL of the page with contact details or a contact form. */
  contact_page?: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Pages on the owner (imprint), privacy, terms and cookies, those of the home page first. */
  legal_links?: {
    kind: 'imprint' | 'privacy' | 'terms' | 'cookies';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Feeds that the pages name: RSS, Atom or JSON. */
  feeds?: {
    /** Absolute URL. */
    url: string;
    title: string | null;
    type: 'rss' | 'atom' | 'json';
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Addresses of the logo and of icons, logos first. */
  images?: {
    kind: 'logo' | 'icon';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** The site's apps in stores. */
  app_links?: {
    /** `apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`. */
    store: string;
    /** Identifier of the app in the store. */
    id: string;
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Means of payment of which pages show the mark. */
  payment_marks?: {
    name: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Numbers in registers and at tax offices; check digits are right where the kind has them. */
  registration_numbers?: {
    /** Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them. */
    kind: string;
    number: string;
    country: string | null;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Opening hours in the order of the week. */
  opening_hours?: {
    day:
      'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'public_holidays';
    from: string;
    /** Closing time; before `from` if it is on the next day. */
    to: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page. */
  kind?: string | null;
  /** Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known. */
  certificate?: string | null;
  /** Present if the request has snippets. One match for each term (in mode entry, for each of its runs of letters and digits), in their order: the first one in the first page that contains it. The home page comes first, then the other pages by URL. The texts are source code of other people: escape them before you show them in HTML. */
  matches?: SourceMatch[];
}

export interface DomainLink {
  /** Host that is linked to, as domains are named. */
  host: string;
  /** Number of stored pages that link to it. */
  pages_count: number;
  /** URL of the first of these pages. */
  url: string;
}

export interface PageDiff {
  url: string;
  from: PageVersionItem;
  to: PageVersionItem;
  /** Values that change on every visit, differ between the two and are left out. */
  values_left_out: number;
  /** How exactly they were compared: by the fewest lines that differ; by lines, perhaps more than differ; or as a whole from the first difference on, because there are too many lines. */
  unit: 'lines' | 'coarse lines' | 'source';
  /** Whether very long lines were broken at tags. */
  lines_broken: boolean;
  hunks:
    | {
        a_line: number;
        a_lines: number;
        b_line: number;
        b_lines: number;
        operations: {
          kind: 'equal' | 'insert' | 'delete';
          /** Offset in the first source, in code points. */
          a: number;
          /** Offset in the second source, in code points. */
          b: number;
          /** Length in code points. */
          length: number;
          /** The text, or its first 2,000 code points. */
          text: string;
        }[];
      }[]
    | null;
  /** Hunks that there are beyond these. */
  more_hunks: number;
  unified: string | null;
  /** Whether the text says that something is not shown. */
  unified_cut: boolean;
}

export interface PageVersionItem {
  /** Id of the version. The version that still stands gets another one when a visit finds it again. */
  id: string;
  /** Time of the first visit that found it. */
  first_seen: string;
  last_seen: string | null;
  gone_at: string | null;
  title: string | null;
  /** Size of its source in UTF-8. */
  bytes: number;
  rendered_bytes: number | null;
  /** Digest of its sources as they were seen last: versions with equal sources have the same. */
  digest: string;
  /** Encoding that the source was decoded from. */
  charset: string;
  /** Whether the source was truncated because it was too large. */
  truncated: boolean;
}

export interface DomainPage {
  /** Final URL, after redirects, without a fragment. */
  url: string;
  title: string | null;
  /** Size of the stored source in UTF-8. */
  bytes: number;
  rendered_bytes: number | null;
  screenshot_bytes: number | null;
  fetched_at: Timestamp;
  /** Encoding that the source was decoded from. */
  charset: string;
  /** Whether the source was truncated because it was too large. */
  truncated: boolean;
}

export interface DomainRecord {
  type: 'domain_technology_item';
  /** Host name in lower case, in A-labels, without a leading www. */
  domain: string;
  /** Title of the home page. */
  title: string | null;
  /** Description that the home page gives of itself. */
  description: string | null;
  /** Keywords that the home page gives of itself. */
  meta_keywords: string[];
  /** How much the domain is linked to; 0: no link and no rank is known. */
  rank: number;
  /** Time at which the last page was fetched. */
  visited: Timestamp | null;
  /** Country that the site belongs to, ISO 3166-1 alpha-2. */
  country: string | null;
  /** Language that the site declares, ISO 639-1. */
  language: string | null;
  /** Language that was detected in the text of the site, ISO 639-1. */
  content_language: string | null;
  /** E-mail addresses, those of the home page first. */
  email: string[];
  /** Profiles in social networks, those of the home page first. */
  social_graph_urls: string[];
  /** Group → category → sorted names. */
  tech: { [name: string]: { [name: string]: string[] } };
  /** Names of those of its technologies that only follow from others: no page has evidence of them. In code point order. */
  implied_tech: string[];
  /** DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100. */
  dns: string[];
  /** Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order. */
  generator: string[];
  /** Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  plugin: string[];
  /** Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  theme: string[];
  /** Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it. */
  email_addresses: {
    email: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it. */
  social_profiles: {
    profile: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it. */
  phone_numbers: {
    number: string;
    kind: 'phone' | 'mobile' | 'fax' | 'whatsapp';
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null. */
  postal_addresses: {
    text: string;
    street: string | null;
    postcode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    source: 'structured_data' | 'text';
    url: string;
  }[];
  /** Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has. */
  country_evidence: { source: string; value: string; country: string; weight: number }[];
  /** Name of the site. */
  site_name: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Name of the firm or the person that runs the site. */
  legal_name: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** URL of the page with contact details or a contact form. */
  contact_page: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Pages on the owner (imprint), privacy, terms and cookies, those of the home page first. */
  legal_links: {
    kind: 'imprint' | 'privacy' | 'terms' | 'cookies';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Feeds that the pages name: RSS, Atom or JSON. */
  feeds: {
    /** Absolute URL. */
    url: string;
    title: string | null;
    type: 'rss' | 'atom' | 'json';
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Addresses of the logo and of icons, logos first. */
  images: {
    kind: 'logo' | 'icon';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** The site's apps in stores. */
  app_links: {
    /** `apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`. */
    store: string;
    /** Identifier of the app in the store. */
    id: string;
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Means of payment of which pages show the mark. */
  payment_marks: {
    name: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Numbers in registers and at tax offices; check digits are right where the kind has them. */
  registration_numbers: {
    /** Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them. */
    kind: string;
    number: string;
    country: string | null;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Opening hours in the order of the week. */
  opening_hours: {
    day:
      'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'public_holidays';
    from: string;
    /** Closing time; before `from` if it is on the next day. */
    to: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page. */
  kind: string | null;
  /** Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known. */
  certificate: string | null;
  /** Number that rises each time the domain is written. */
  revision: number;
  /** Stored pages, without their sources. All had a status of 2xx. */
  pages: DomainPage[];
  block: BlockItem | null;
}

export interface DomainTechnology {
  name: string;
  /** Versions of the most reliable source of each page, each once, those of the home page first. Conditions on versions look at these. */
  versions: string[];
  /** Confidence in percent, the highest of its pages. */
  confidence: number;
  /** Paths of its categories, such as content.cms, as in `tech` of a domain. */
  categories: string[];
  /** Number of pages on which it was found. */
  pages_count: number;
  /** URLs of these pages, home page first, at most 100. */
  pages: string[];
  /** Number of different matches. */
  evidence_count: number;
  /** Matches, at most 20, on the first page with each version. Empty if the technology is only implied, or if a sentence in notes says why. The texts are code of other people: escape them before you show them in HTML. */
  evidence: TechnologyEvidence[];
  /** True if it is only implied: other technologies are not used without it, and no page has evidence of it. */
  implied: boolean;
  /** Names of technologies of the domain that are not used without it. */
  implied_by: string[];
}

export interface DomainVisit {
  crawl_id: string;
  /** Time when the crawl was submitted. */
  submitted_at: string;
  domain: string;
  outcome: SiteOutcome | null;
  reason: string | null;
  pages: number | null;
  bytes: number | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  redirects: { from: string; to: string; status: number }[];
}

export interface ExplainRequest {
  /** The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages. */
  readonly q?: string | undefined;
  /** Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`. */
  readonly literal?: boolean | undefined;
  /** The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns. */
  readonly query?: QueryTree | undefined;
  /** domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`. */
  readonly level?: 'domain' | 'page' | 'version' | 'change' | undefined;
}

/** A value that is read out of sources: it has either select or pattern. */
export interface Extraction {
  /** Name of the value: at most 40 lower-case letters, digits and _, a letter first; not that of a field. */
  readonly as: string;
  /** A CSS selector. The value is that of the elements that it selects, in their order. */
  readonly select?: string | undefined;
  /** Attribute of the selected elements that is the value, as it is written; elements without it have none. Absent: the text of the element with white space folded; elements without text have none. */
  readonly attribute?: string | undefined;
  /** A regular expression in the syntax of RE2, in place of select. Case does not count unless it begins with (?-i). */
  readonly pattern?: string | undefined;
  /** Number or name of the group of the pattern that is the value; 0 is the match. Absent: the first group, or the match if there is none. */
  readonly group?: number | string | undefined;
  /** Text that the pattern is looked for in: the source (body, unless stated), or another one, such as headers. */
  readonly in?: 'body' | 'url' | 'rendered' | 'dns' | 'headers' | 'cookies' | 'file' | undefined;
  /** Whether the value is a list of all, each once. Otherwise it is the first one, or null. Default: `false`. */
  readonly all?: boolean | undefined;
}

export interface Facet {
  /** One of tech, category, plugin, theme, country, language, content_language, lang, tld, registrable_domain, visited, generator, charset, kind, header, cookie, file, cert_issuer, tls, icon, cert_expires, host, third_party, version, plugin_version, theme_version, header_value, agent, rank, saved, capture, added, removed, month, week, day, by. */
  readonly field: string;
  /** Maximum number of values, 1 to 100: the most frequent ones. Default: `10`. */
  readonly limit?: number | undefined;
  /** Number of values to skip, 0 to 9999. Default: `0`. */
  readonly offset?: number | undefined;
  /** Number of domains that a value must have to be listed, from 1 on. Default: `1`. */
  readonly min?: number | undefined;
  /** Technology of version, plugin of plugin_version, theme of theme_version, header field of header_value: server, agent of agent: GPTBot, kind of labels of added and removed: tech. */
  readonly of?: string | undefined;
  /** False leaves technologies that are only implied by others, without evidence on any page, out of tech and category. Default: `true`. */
  readonly implied?: boolean | undefined;
  /** Group of capture, by number or name, in a pattern of the query; the first pattern that has it is meant. Absent: 1. */
  readonly group?: number | string | undefined;
  /** Kind of what names a host, one of script, style, image, frame, form, font, link, request. Absent: every kind counts. */
  readonly kind?: string | undefined;
  /** third: only hosts of another registrable domain than that of the site are counted. Absent: all. */
  readonly party?: string | undefined;
}

export interface FacetAnswer {
  field:
    | 'tech'
    | 'category'
    | 'plugin'
    | 'theme'
    | 'country'
    | 'language'
    | 'content_language'
    | 'lang'
    | 'tld'
    | 'registrable_domain'
    | 'visited'
    | 'generator'
    | 'charset'
    | 'kind'
    | 'header'
    | 'cookie'
    | 'file'
    | 'cert_issuer'
    | 'tls'
    | 'icon'
    | 'cert_expires'
    | 'host'
    | 'third_party'
    | 'version'
    | 'plugin_version'
    | 'theme_version'
    | 'header_value'
    | 'agent'
    | 'rank'
    | 'saved'
    | 'capture'
    | 'added'
    | 'removed'
    | 'month'
    | 'week'
    | 'day'
    | 'by';
  /** Owner of the values, such as the technology of version. */
  of?: string;
  /** False, as in the request: what is only implied is not counted. */
  implied?: boolean;
  /** Kind of what names a host, as in the request. */
  kind?: 'script' | 'style' | 'image' | 'frame' | 'form' | 'font' | 'link' | 'request';
  /** third, as in the request: only hosts of third parties are counted. */
  party?: 'third';
  /** The group of capture. */
  group?: number | string;
  /** The most frequent values from offset on, by the number of domains, or of changes, and then by code point. */
  values: (
    | {
        /** Value; of rank as the query language writes it: 300..399; of week its Monday. A text that a group captured is cut after 1,000 characters. */
        value: string;
        /** Number of domains that match and have it. */
        domains: number;
      }
    | {
        /** Value; of rank as the query language writes it: 300..399; of week its Monday. A text that a group captured is cut after 1,000 characters. */
        value: string;
        /** Number of changes that match and have it, of added, removed, month, week, day, by. */
        changes: number;
      }
  )[];
  /** Number of different values, exact. */
  distinct: number;
  /** Number of those that at least min domains, or changes, have: limit and offset choose among them. */
  listed: number;
  /** Number of domains, or of changes, that match and have no value. */
  without: number;
}

/** A condition, or conditions and lists with "and" or with "or" between each two. */
export type Filter = FilterCondition | readonly (FilterCondition | 'and' | 'or' | FilterGroup)[];

/** `[field, operator, value]`; the value is a list for in and not_in. */
export type FilterCondition = readonly [
  (
    | 'domain'
    | 'rank'
    | 'visited'
    | 'country'
    | 'language'
    | 'content_language'
    | 'tech'
    | 'tech_seen'
    | 'plugin'
    | 'theme'
    | 'email'
    | 'email_domain'
    | 'file'
    | 'agent'
    | 'tls'
    | 'icon'
    | 'has'
    | 'kind'
    | 'facts_version'
    | 'host'
    | 'script_host'
    | 'style_host'
    | 'image_host'
    | 'frame_host'
    | 'form_host'
    | 'font_host'
    | 'link_host'
    | 'request_host'
    | 'cert_issuer'
    | 'cert_name'
    | 'cert_expires'
    | 'icon_like'
    | 'first_visited'
    | 'list'
    | 'saved'
  ),
  (
    | '='
    | '<>'
    | '<'
    | '<='
    | '>'
    | '>='
    | 'in'
    | 'not_in'
    | 'like'
    | 'not_like'
    | 'regex'
    | 'not_regex'
    | 'matches'
    | 'not_matches'
    | 'version'
  ),
  string | number | readonly (string | number)[],
];

/** Conditions and lists of the same form, with "and" or with "or" between each two. */
export type FilterGroup = readonly (FilterCondition | 'and' | 'or' | readonly unknown[])[];

export interface FoundChange {
  type: 'change_item';
  domain: string;
  /** Rank of the domain now; 0 if it was deleted. */
  rank: number;
  /** Time of the visit that showed the change first. */
  at: string;
  /** Time of the visit before. */
  previous_at: string;
  /** Number that rises with every change that is recorded, also again. Of one domain and time the record with the highest number counts. */
  recorded: number;
  /** visit: the site changed. detector: new fingerprints found something else in it. retraction: an earlier record of this domain and time is void. deletion: the domain was deleted, and with it all its changes. */
  by: 'visit' | 'detector' | 'retraction' | 'deletion';
  /** Labels that the site has since then, by their kinds. */
  added: {
    tech?: string[];
    category?: string[];
    tech_version?: string[];
    plugin?: string[];
    plugin_version?: string[];
    theme?: string[];
    theme_version?: string[];
    country?: string[];
    language?: string[];
    content_language?: string[];
    generator?: string[];
    charset?: string[];
    email?: string[];
    host?: string[];
    header?: string[];
    header_value?: string[];
    cookie?: string[];
    file?: string[];
    agent?: string[];
    cert_issuer?: string[];
    cert_name?: string[];
    cert_expires?: string[];
    tls?: string[];
    icon?: string[];
    icon_hash?: string[];
    kind?: string[];
    title?: string[];
    description?: string[];
    rank?: string[];
    outcome?: string[];
    moved_to?: string[];
  };
  /** Labels that the site no longer has since then, by their kinds. */
  removed: {
    tech?: string[];
    category?: string[];
    tech_version?: string[];
    plugin?: string[];
    plugin_version?: string[];
    theme?: string[];
    theme_version?: string[];
    country?: string[];
    language?: string[];
    content_language?: string[];
    generator?: string[];
    charset?: string[];
    email?: string[];
    host?: string[];
    header?: string[];
    header_value?: string[];
    cookie?: string[];
    file?: string[];
    agent?: string[];
    cert_issuer?: string[];
    cert_name?: string[];
    cert_expires?: string[];
    tls?: string[];
    icon?: string[];
    icon_hash?: string[];
    kind?: string[];
    title?: string[];
    description?: string[];
    rank?: string[];
    outcome?: string[];
    moved_to?: string[];
  };
}

export interface FoundVersion {
  type: 'version_item';
  domain: string;
  url: string;
  /** Id of the version. The version that still stands gets another one when a visit finds it again. */
  id: string;
  title: string | null;
  rank: number;
  /** Time of the first visit that found it. */
  first_seen: string;
  last_seen: string | null;
  gone_at: string | null;
  /** Encoding that the source was decoded from. */
  charset: string;
  /** Whether the source was truncated because it was too large. */
  truncated: boolean;
  /** Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape them before you show them in HTML. */
  matches?: FoundMatch[];
  /** Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML. */
  extracted?: { [name: string]: string | null | string[] };
  /** Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end. */
  extracted_cut?: { [name: string]: ('length' | 'page' | 'values')[] };
}

export interface FoundDomain {
  type: 'domain_technology_item';
  /** Host name in lower case, in A-labels, without a leading www. */
  domain: string;
  /** Title of the home page. */
  title: string | null;
  /** Description that the home page gives of itself. */
  description: string | null;
  /** Keywords that the home page gives of itself. */
  meta_keywords: string[];
  /** How much the domain is linked to; 0: no link and no rank is known. */
  rank: number;
  /** Time at which the last page was fetched. */
  visited: Timestamp | null;
  /** Country that the site belongs to, ISO 3166-1 alpha-2. */
  country: string | null;
  /** Language that the site declares, ISO 639-1. */
  language: string | null;
  /** Language that was detected in the text of the site, ISO 639-1. */
  content_language: string | null;
  /** E-mail addresses, those of the home page first. */
  email: string[];
  /** Profiles in social networks, those of the home page first. */
  social_graph_urls: string[];
  /** Group → category → sorted names. */
  tech: { [name: string]: { [name: string]: string[] } };
  /** Names of those of its technologies that only follow from others: no page has evidence of them. In code point order. */
  implied_tech?: string[];
  /** DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100. */
  dns?: string[];
  /** Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order. */
  generator?: string[];
  /** Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  plugin?: string[];
  /** Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
  theme?: string[];
  /** Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it. */
  email_addresses?: {
    email: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it. */
  social_profiles?: {
    profile: string;
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it. */
  phone_numbers?: {
    number: string;
    kind: 'phone' | 'mobile' | 'fax' | 'whatsapp';
    source: 'link' | 'structured_data' | 'text';
    written: string;
    url: string;
  }[];
  /** Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null. */
  postal_addresses?: {
    text: string;
    street: string | null;
    postcode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    source: 'structured_data' | 'text';
    url: string;
  }[];
  /** Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has. */
  country_evidence?: { source: string; value: string; country: string; weight: number }[];
  /** Name of the site. */
  site_name?: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Name of the firm or the person that runs the site. */
  legal_name?: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** URL of the page with contact details or a contact form. */
  contact_page?: {
    value: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  } | null;
  /** Pages on the owner (imprint), privacy, terms and cookies, those of the home page first. */
  legal_links?: {
    kind: 'imprint' | 'privacy' | 'terms' | 'cookies';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Feeds that the pages name: RSS, Atom or JSON. */
  feeds?: {
    /** Absolute URL. */
    url: string;
    title: string | null;
    type: 'rss' | 'atom' | 'json';
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Addresses of the logo and of icons, logos first. */
  images?: {
    kind: 'logo' | 'icon';
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** The site's apps in stores. */
  app_links?: {
    /** `apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`. */
    store: string;
    /** Identifier of the app in the store. */
    id: string;
    /** Absolute URL. */
    url: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Means of payment of which pages show the mark. */
  payment_marks?: {
    name: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Numbers in registers and at tax offices; check digits are right where the kind has them. */
  registration_numbers?: {
    /** Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them. */
    kind: string;
    number: string;
    country: string | null;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Opening hours in the order of the week. */
  opening_hours?: {
    day:
      'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'public_holidays';
    from: string;
    /** Closing time; before `from` if it is on the next day. */
    to: string;
    /** Kind of place on the page: element, property or form of text. */
    source: string;
    /** Text of that place as it is written, white space folded. */
    written: string;
  }[];
  /** Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page. */
  kind?: string | null;
  /** Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known. */
  certificate?: string | null;
  /** Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape them before you show them in HTML. */
  matches?: FoundMatch[];
  /** Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML. */
  extracted?: { [name: string]: string | null | string[] };
  /** Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end. */
  extracted_cut?: { [name: string]: ('length' | 'page' | 'values')[] };
  changed?: LatestChange | null;
}

export interface FoundMatch {
  /** The text as it is looked for, or the pattern. */
  term: string;
  /** Part of the page that was searched. body: the whole source of a page; text: text between tags, outside of scripts, styles, comments and the title; comment: what stands between <!-- and -->; inline: content of script elements without src; script: addresses of scripts: src of script elements; link: addresses of links: href of a, area and link elements; meta: meta tags, from < to >; title: content of title elements; url: the address of a page; rendered: the source of a page after its scripts ran in a browser, where it was rendered; dns: the DNS records of a site, a line each: MX 10 mail.example.com; headers: the status and the header fields of a page, a line each: server: nginx; cookies: the cookies that a page sets, a line each, without values: _ga; path=/; secure; file: the well-known files of a site, each after a line with its path: /robots.txt. */
  scope:
    | 'body'
    | 'text'
    | 'comment'
    | 'inline'
    | 'script'
    | 'link'
    | 'meta'
    | 'title'
    | 'url'
    | 'rendered'
    | 'dns'
    | 'headers'
    | 'cookies'
    | 'file';
  /** URL of the page. */
  url: string;
  /** Number of characters before the match, in the source; in the address with scope url. */
  offset: number;
  /** Line of its beginning. */
  line: number;
  /** Column of its beginning, in characters. */
  column: number;
  /** Characters before the match. */
  before: string;
  /** The matching text as it stands there. */
  match: string;
  /** Characters after the match. */
  after: string;
  /** Texts of the groups of a pattern, in their order; null: not part of the match. */
  captures?: (string | null)[];
  /** Texts of the named groups of a pattern. */
  names?: { [name: string]: string | null };
}

export interface FoundPage {
  type: 'page_item';
  domain: string;
  url: string;
  title: string | null;
  rank: number;
  fetched_at: Timestamp;
  /** Encoding that the source was decoded from. */
  charset: string;
  /** Whether the source was truncated because it was too large. */
  truncated: boolean;
  /** Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape them before you show them in HTML. */
  matches?: FoundMatch[];
  /** Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML. */
  extracted?: { [name: string]: string | null | string[] };
  /** Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end. */
  extracted_cut?: { [name: string]: ('length' | 'page' | 'values')[] };
  changed?: LatestChange | null;
  /** Present if the request has latest: number of the versions of the page that are kept, itself included. */
  versions_count?: number;
}

/** Present if the request has latest: the last change of the domain that a visit found; null: none did. */
export interface LatestChange {
  /** Time of the visit that showed the change first. */
  at: string;
  /** Time of the visit before. */
  previous_at: string;
  /** Labels that the site has since then, by their kinds. */
  added: {
    tech?: string[];
    category?: string[];
    tech_version?: string[];
    plugin?: string[];
    plugin_version?: string[];
    theme?: string[];
    theme_version?: string[];
    country?: string[];
    language?: string[];
    content_language?: string[];
    generator?: string[];
    charset?: string[];
    email?: string[];
    host?: string[];
    header?: string[];
    header_value?: string[];
    cookie?: string[];
    file?: string[];
    agent?: string[];
    cert_issuer?: string[];
    cert_name?: string[];
    cert_expires?: string[];
    tls?: string[];
    icon?: string[];
    icon_hash?: string[];
    kind?: string[];
    title?: string[];
    description?: string[];
    rank?: string[];
    outcome?: string[];
    moved_to?: string[];
  };
  /** Labels that the site no longer has since then, by their kinds. */
  removed: {
    tech?: string[];
    category?: string[];
    tech_version?: string[];
    plugin?: string[];
    plugin_version?: string[];
    theme?: string[];
    theme_version?: string[];
    country?: string[];
    language?: string[];
    content_language?: string[];
    generator?: string[];
    charset?: string[];
    email?: string[];
    host?: string[];
    header?: string[];
    header_value?: string[];
    cookie?: string[];
    file?: string[];
    agent?: string[];
    cert_issuer?: string[];
    cert_name?: string[];
    cert_expires?: string[];
    tls?: string[];
    icon?: string[];
    icon_hash?: string[];
    kind?: string[];
    title?: string[];
    description?: string[];
    rank?: string[];
    outcome?: string[];
    moved_to?: string[];
  };
}

export interface HtmlExportRequest {
  /** A domain matches if each term is a substring of the source of one of its pages. Case is ignored. A term must contain more than white space, and no NUL. The list may be absent or empty where the request has filters, keywords or exclude_terms: then all domains match that they leave. */
  readonly search_terms?: readonly string[] | undefined;
  /** Rules `field,asc` or `field,desc`. Fields: domain, domain_rank, last_visited, country_iso_code, language_code, content_language_code; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc. Default: `["domain_rank,desc"]`. */
  readonly order_by?: readonly string[] | undefined;
  /** Number of items to skip. limit + offset is at most 10000. Default: `0`. */
  readonly offset?: number | undefined;
  /** Token of the previous answer, to continue after it. All other fields except limit, fields and snippets must be the same as in that request. */
  readonly offset_token?: string | undefined;
  /** strict_entry: a term is looked for as it stands. entry: a domain matches a term if its pages contain each of the term's runs of letters and digits, not necessarily on the same page. Applies to exclude_terms, too. Default: `"strict_entry"`. */
  readonly mode?: 'strict_entry' | 'entry' | undefined;
  /** Domains that match one of these terms are left out. */
  readonly exclude_terms?: readonly string[] | undefined;
  /** Each keyword must be a substring of the title, the description or one of the meta keywords. Case is ignored. */
  readonly keywords?: readonly string[] | undefined;
  /** A condition `[field, operator, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at most 8 conditions. For fields of order_by and technologies, technologies_seen, plugins, themes, emails, email_domains, file, agent, tls, icon, has, kind, facts_version: =, <>; in, not_in (a list of 1 to 10000 values). For fields of order_by: <, <=, >, >=. For fields of order_by that are texts: like, not_like (% is any text, case is ignored); regex, not_regex (a regular expression in the syntax of RE2, which part of the value matches; case counts unless it begins with (?i)). For technologies, plugins and themes: version (a technology, plugin or theme, @ and a range of versions: WooCommerce@<8.9). A condition on technologies compares with their names and with `group.category`. An unknown value fulfils <>, not_in, not_like and not_regex only. */
  readonly filters?: SpecifiedFilter | undefined;
  /** Fields that each item has. The usual ones are there without being named. */
  readonly fields?:
    | readonly (
        | 'domain'
        | 'title'
        | 'description'
        | 'meta_keywords'
        | 'domain_rank'
        | 'last_visited'
        | 'country_iso_code'
        | 'language_code'
        | 'content_language_code'
        | 'emails'
        | 'social_graph_urls'
        | 'technologies'
        | 'implied_technologies'
        | 'dns'
        | 'generator'
        | 'plugins'
        | 'themes'
        | 'email_addresses'
        | 'social_profiles'
        | 'phone_numbers'
        | 'postal_addresses'
        | 'country_evidence'
        | 'site_name'
        | 'legal_name'
        | 'contact_page'
        | 'legal_links'
        | 'feeds'
        | 'images'
        | 'app_links'
        | 'payment_marks'
        | 'registration_numbers'
        | 'opening_hours'
        | 'kind'
        | 'certificate'
      )[]
    | undefined;
  /** Whether each item has matches, which show where its pages contain the terms. An answer has at most about 64 million characters of them: with many or long terms, a smaller limit is needed. Default: `false`. */
  readonly snippets?: boolean | undefined;
  /** Maximum number of records; all matches if absent. */
  readonly limit?: number | undefined;
  /** ndjson: an item of JSON on each line. csv: a row for each item, below a row of names. parquet: a table with types, for databases. xlsx: a workbook of Excel. Default: `"ndjson"`. */
  readonly format?: 'ndjson' | 'csv' | 'parquet' | 'xlsx' | undefined;
  /** Columns of format csv, parquet or xlsx: exactly these fields of a domain, in this order. If absent, there are all fields of an item and, in CSV, its offset_token. */
  readonly columns?:
    | readonly (
        | 'domain'
        | 'title'
        | 'description'
        | 'meta_keywords'
        | 'domain_rank'
        | 'last_visited'
        | 'country_iso_code'
        | 'language_code'
        | 'content_language_code'
        | 'emails'
        | 'social_graph_urls'
        | 'technologies'
        | 'implied_technologies'
        | 'dns'
        | 'generator'
        | 'plugins'
        | 'themes'
        | 'email_addresses'
        | 'social_profiles'
        | 'phone_numbers'
        | 'postal_addresses'
        | 'country_evidence'
        | 'site_name'
        | 'legal_name'
        | 'contact_page'
        | 'legal_links'
        | 'feeds'
        | 'images'
        | 'app_links'
        | 'payment_marks'
        | 'registration_numbers'
        | 'opening_hours'
        | 'kind'
        | 'certificate'
      )[]
    | undefined;
  /** Whether format csv begins with a byte order mark, by which Excel recognises UTF-8. Default: `false`. */
  readonly bom?: boolean | undefined;
}

export interface HtmlSearchRequest {
  /** A domain matches if each term is a substring of the source of one of its pages. Case is ignored. A term must contain more than white space, and no NUL. The list may be absent or empty where the request has filters, keywords or exclude_terms: then all domains match that they leave. */
  readonly search_terms?: readonly string[] | undefined;
  /** Rules `field,asc` or `field,desc`. Fields: domain, domain_rank, last_visited, country_iso_code, language_code, content_language_code; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc. Default: `["domain_rank,desc"]`. */
  readonly order_by?: readonly string[] | undefined;
  /** Maximum number of items in the answer. Default: `10`. */
  readonly limit?: number | undefined;
  /** Number of items to skip. limit + offset is at most 10000. Default: `0`. */
  readonly offset?: number | undefined;
  /** Token of the previous answer, to continue after it. All other fields except limit, fields and snippets must be the same as in that request. */
  readonly offset_token?: string | undefined;
  /** strict_entry: a term is looked for as it stands. entry: a domain matches a term if its pages contain each of the term's runs of letters and digits, not necessarily on the same page. Applies to exclude_terms, too. Default: `"strict_entry"`. */
  readonly mode?: 'strict_entry' | 'entry' | undefined;
  /** Domains that match one of these terms are left out. */
  readonly exclude_terms?: readonly string[] | undefined;
  /** Each keyword must be a substring of the title, the description or one of the meta keywords. Case is ignored. */
  readonly keywords?: readonly string[] | undefined;
  /** A condition `[field, operator, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at most 8 conditions. For fields of order_by and technologies, technologies_seen, plugins, themes, emails, email_domains, file, agent, tls, icon, has, kind, facts_version: =, <>; in, not_in (a list of 1 to 10000 values). For fields of order_by: <, <=, >, >=. For fields of order_by that are texts: like, not_like (% is any text, case is ignored); regex, not_regex (a regular expression in the syntax of RE2, which part of the value matches; case counts unless it begins with (?i)). For technologies, plugins and themes: version (a technology, plugin or theme, @ and a range of versions: WooCommerce@<8.9). A condition on technologies compares with their names and with `group.category`. An unknown value fulfils <>, not_in, not_like and not_regex only. */
  readonly filters?: SpecifiedFilter | undefined;
  /** Fields that each item has. The usual ones are there without being named. */
  readonly fields?:
    | readonly (
        | 'domain'
        | 'title'
        | 'description'
        | 'meta_keywords'
        | 'domain_rank'
        | 'last_visited'
        | 'country_iso_code'
        | 'language_code'
        | 'content_language_code'
        | 'emails'
        | 'social_graph_urls'
        | 'technologies'
        | 'implied_technologies'
        | 'dns'
        | 'generator'
        | 'plugins'
        | 'themes'
        | 'email_addresses'
        | 'social_profiles'
        | 'phone_numbers'
        | 'postal_addresses'
        | 'country_evidence'
        | 'site_name'
        | 'legal_name'
        | 'contact_page'
        | 'legal_links'
        | 'feeds'
        | 'images'
        | 'app_links'
        | 'payment_marks'
        | 'registration_numbers'
        | 'opening_hours'
        | 'kind'
        | 'certificate'
      )[]
    | undefined;
  /** Whether each item has matches, which show where its pages contain the terms. An answer has at most about 64 million characters of them: with many or long terms, a smaller limit is needed. Default: `false`. */
  readonly snippets?: boolean | undefined;
}

export interface PageHead {
  /** Final URL, after redirects, without a fragment. */
  url: string;
  status: number | null;
  headers:
    | {
        /** Name in lower case. */
        name: string;
        /** Value; of Set-Cookie, without the value of the cookie. */
        value: string;
      }[]
    | null;
  /** Number of further fields: 500 of a page are stored, in 32 KiB. */
  headers_left_out: number;
  cookies:
    | {
        name: string;
        /** Attributes, their names in lower case: path=/, secure. script: a script set it. */
        attributes: string[];
      }[]
    | null;
  /** Number of further cookies. */
  cookies_left_out: number;
}

export type PagesLine =
  | {
      type: 'page';
      record: number | null;
      /** Kind of what `record` counts: records of a WARC or an ARC, lines of JSON, objects of a list in JSON, or entries of a HAR. */
      unit: 'record' | 'line' | 'item' | 'har_entry';
      entry: string | null;
      offset: number | null;
      url: string | null;
      domain: string | null;
      outcome:
        | 'stored'
        | 'unchanged'
        | 'older'
        | 'site_full'
        | 'blocked_domain'
        | 'noindex'
        | 'not_html'
        | 'not_success'
        | 'no_content'
        | 'no_answer'
        | 'bad_url'
        | 'broken'
        | 'cut_off'
        | 'crashed';
      reason: string | null;
    }
  | {
      type: 'progress';
      bytes_read: number;
      /** Outcome → number of pages; only outcomes that occurred. */
      outcomes: { [name: string]: number };
      resume: {
        /** Byte with which the next body begins; 0 if it is sent as a whole. */
        offset: number;
        /** Number of the first record, line or entry that is read again; all before it have their outcome. */
        record: number;
        /** Value of `resume` of the next request. */
        token: string;
      } | null;
    }
  | {
      type: 'summary';
      failure: {
        success: false;
        error: string;
        /** One sentence that says where the fault is, what it is and how to mend it. */
        details: string;
      } | null;
      error: string | null;
      bytes_read: number;
      /** Lines, records, objects of a list, or entries of a HAR. */
      records: number;
      /** Outcome → number of pages; only outcomes that occurred. */
      outcomes: { [name: string]: number };
      /** Records that are not pages, such as requests and images: reason → number of records. */
      skipped: { [name: string]: number };
      /** Reason → number of records. */
      slips: { [name: string]: number };
      truncated_pages: number;
      /** Ranges of the body that belong to no record. */
      junk: number;
      unread_entries: number;
      /** Domains that were written; one counts each time. */
      documents_stored: number;
      /** Sources of the stored pages in UTF-8. */
      source_bytes: number;
    };

export interface KeyItem {
  id: string;
  name: string;
  /** First characters of the secret. */
  prefix: string;
  scopes: KeyScope[];
  rate_limit_per_minute: number | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  replaced_until: string | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** Sessions of browsers that signed in with the key and have not ended, oldest first. */
  sessions: SessionItem[];
}

export type KeyScope = 'search' | 'source' | 'serp' | 'video' | 'admin';

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
  render: 'never' | 'if_empty' | 'always';
  created_at: Timestamp;
  updated_at: Timestamp;
  next_run_at: Timestamp | null;
  last_run_at: Timestamp | null;
  last_crawl_id: string | null;
  last_crawl: {
    state: 'queued' | 'running' | 'completed' | 'cancelled';
    sites: { total: number; pending: number; running: number; finished: number };
    /** Outcome → number of sites; only outcomes that occurred. */
    outcomes: { [name: string]: number };
    pages: number;
  } | null;
  last_skipped_at: Timestamp | null;
}

export interface ListPreview {
  /** Number of different sites that the list names. */
  sites: number;
  /** Number of entries that name a site again. */
  repeated: number;
  /** Entries that name no site. */
  rejected: {
    count: number;
    /** Reason → number of entries; only reasons that occurred. */
    reasons: { [name: string]: number };
    samples: { line: number; text: string; reason: string }[];
  };
}

export interface LabelInterval {
  kind:
    | 'tech'
    | 'category'
    | 'tech_version'
    | 'plugin'
    | 'plugin_version'
    | 'theme'
    | 'theme_version'
    | 'country'
    | 'language'
    | 'content_language'
    | 'generator'
    | 'charset'
    | 'email'
    | 'host'
    | 'header'
    | 'header_value'
    | 'cookie'
    | 'file'
    | 'agent'
    | 'cert_issuer'
    | 'cert_name'
    | 'cert_expires'
    | 'tls'
    | 'icon'
    | 'icon_hash'
    | 'kind'
    | 'title'
    | 'description'
    | 'rank'
    | 'outcome'
    | 'moved_to';
  /** The label as facets show it. */
  value: string;
  /** Kinds of what names a host. */
  named_by?: ('script' | 'style' | 'image' | 'frame' | 'form' | 'font' | 'link' | 'request')[];
  /** Time of the first visit that showed it. */
  first_seen: string;
  /** Time of the last visit that showed it. */
  last_seen: string;
  gone_at: string | null;
  missing_since: string | null;
  added_by: 'visit' | 'detector' | null;
  removed_by: 'visit' | 'detector' | null;
  /** Number of the visits that showed it. */
  visits_count: number;
  /** The visits that showed it; of many, the last ones. */
  seen: { from: Timestamp; to: Timestamp; visits: number }[];
  /** How many earlier entries of `seen` are left out. */
  seen_left_out: number;
}

/** item is null if nothing is stored for the domain, or if the entry names none. */
export interface LookedUpDomain {
  /** The entry as it was given; its first 200 characters if it is refused. */
  input: string;
  domain: string | null;
  item: {
    type: 'domain_technology_item';
    /** Host name in lower case, in A-labels, without a leading www. */
    domain: string;
    /** Title of the home page. */
    title: string | null;
    /** Description that the home page gives of itself. */
    description: string | null;
    /** Keywords that the home page gives of itself. */
    meta_keywords: string[];
    /** How much the domain is linked to; 0: no link and no rank is known. */
    rank: number;
    /** Time at which the last page was fetched. */
    visited: Timestamp | null;
    /** Country that the site belongs to, ISO 3166-1 alpha-2. */
    country: string | null;
    /** Language that the site declares, ISO 639-1. */
    language: string | null;
    /** Language that was detected in the text of the site, ISO 639-1. */
    content_language: string | null;
    /** E-mail addresses, those of the home page first. */
    email: string[];
    /** Profiles in social networks, those of the home page first. */
    social_graph_urls: string[];
    /** Group → category → sorted names. */
    tech: { [name: string]: { [name: string]: string[] } };
    /** Names of those of its technologies that only follow from others: no page has evidence of them. In code point order. */
    implied_tech?: string[];
    /** DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100. */
    dns?: string[];
    /** Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order. */
    generator?: string[];
    /** Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
    plugin?: string[];
    /** Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order. */
    theme?: string[];
    /** Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it. */
    email_addresses?: {
      email: string;
      source: 'link' | 'structured_data' | 'text';
      written: string;
      url: string;
    }[];
    /** Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it. */
    social_profiles?: {
      profile: string;
      source: 'link' | 'structured_data' | 'text';
      written: string;
      url: string;
    }[];
    /** Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it. */
    phone_numbers?: {
      number: string;
      kind: 'phone' | 'mobile' | 'fax' | 'whatsapp';
      source: 'link' | 'structured_data' | 'text';
      written: string;
      url: string;
    }[];
    /** Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null. */
    postal_addresses?: {
      text: string;
      street: string | null;
      postcode: string | null;
      city: string | null;
      region: string | null;
      country: string | null;
      source: 'structured_data' | 'text';
      url: string;
    }[];
    /** Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has. */
    country_evidence?: { source: string; value: string; country: string; weight: number }[];
    /** Name of the site. */
    site_name?: {
      value: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    } | null;
    /** Name of the firm or the person that runs the site. */
    legal_name?: {
      value: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    } | null;
    /** URL of the page with contact details or a contact form. */
    contact_page?: {
      value: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    } | null;
    /** Pages on the owner (imprint), privacy, terms and cookies, those of the home page first. */
    legal_links?: {
      kind: 'imprint' | 'privacy' | 'terms' | 'cookies';
      /** Absolute URL. */
      url: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** Feeds that the pages name: RSS, Atom or JSON. */
    feeds?: {
      /** Absolute URL. */
      url: string;
      title: string | null;
      type: 'rss' | 'atom' | 'json';
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** Addresses of the logo and of icons, logos first. */
    images?: {
      kind: 'logo' | 'icon';
      /** Absolute URL. */
      url: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** The site's apps in stores. */
    app_links?: {
      /** `apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`. */
      store: string;
      /** Identifier of the app in the store. */
      id: string;
      /** Absolute URL. */
      url: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** Means of payment of which pages show the mark. */
    payment_marks?: {
      name: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** Numbers in registers and at tax offices; check digits are right where the kind has them. */
    registration_numbers?: {
      /** Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them. */
      kind: string;
      number: string;
      country: string | null;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** Opening hours in the order of the week. */
    opening_hours?: {
      day:
        | 'monday'
        | 'tuesday'
        | 'wednesday'
        | 'thursday'
        | 'friday'
        | 'saturday'
        | 'sunday'
        | 'public_holidays';
      from: string;
      /** Closing time; before `from` if it is on the next day. */
      to: string;
      /** Kind of place on the page: element, property or form of text. */
      source: string;
      /** Text of that place as it is written, white space folded. */
      written: string;
    }[];
    /** Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page. */
    kind?: string | null;
    /** Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known. */
    certificate?: string | null;
    /** Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML. */
    extracted?: { [name: string]: string | null | string[] };
    /** Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end. */
    extracted_cut?: { [name: string]: ('length' | 'page' | 'values')[] };
    changed?: LatestChange | null;
  } | null;
  /** Why the entry names no domain. Absent if it names one. */
  error?: string;
}

/** crawl is null if nothing was missing that can be crawled. */
export interface LookupCrawl {
  crawl: {
    /** Id of the crawl, for GET /admin/crawls/{id}. */
    id: string;
    /** Number of domains that are crawled. */
    sites: number;
  } | null;
}

export interface LookupRequest {
  /** Domains or URLs, in any case and script. */
  readonly domains: readonly string[];
  /** Fields that each item has. The usual ones are there without being named. */
  readonly fields?:
    | readonly (
        | 'domain'
        | 'title'
        | 'description'
        | 'meta_keywords'
        | 'rank'
        | 'visited'
        | 'country'
        | 'language'
        | 'content_language'
        | 'email'
        | 'social_graph_urls'
        | 'tech'
        | 'implied_tech'
        | 'dns'
        | 'generator'
        | 'plugin'
        | 'theme'
        | 'email_addresses'
        | 'social_profiles'
        | 'phone_numbers'
        | 'postal_addresses'
        | 'country_evidence'
        | 'site_name'
        | 'legal_name'
        | 'contact_page'
        | 'legal_links'
        | 'feeds'
        | 'images'
        | 'app_links'
        | 'payment_marks'
        | 'registration_numbers'
        | 'opening_hours'
        | 'kind'
        | 'certificate'
      )[]
    | undefined;
  /** Whether a crawl of the domains that are not stored is started. It needs a key that has the scope admin, too. Default: `false`. */
  readonly crawl_missing?: boolean | undefined;
}

export interface PreviewCrawlRequest {
  readonly domains?: readonly string[] | undefined;
  readonly urls?: readonly string[] | undefined;
}

export interface PreviewScheduleRequest {
  /** Cron pattern: minute, hour, day of the month, month, day of the week. */
  readonly pattern?: string | undefined;
  /** IANA name of the time zone of the pattern; UTC if absent. */
  readonly time_zone?: string | undefined;
  /** Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC. */
  readonly every_seconds?: number | undefined;
}

export interface PutScheduleRequest {
  /** Cron pattern: minute, hour, day of the month, month, day of the week. */
  readonly pattern?: string | undefined;
  /** IANA name of the time zone of the pattern; UTC if absent. */
  readonly time_zone?: string | undefined;
  /** Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC. */
  readonly every_seconds?: number | undefined;
  readonly source: {
    readonly domains?: readonly string[] | undefined;
    readonly urls?: readonly string[] | undefined;
    /** All domains that are in the index when a run begins. */
    readonly index?: true | undefined;
    /** Name of a list of domains; those that it has when a run begins. */
    readonly list?: string | undefined;
  };
  /** Default: `true`. */
  readonly enabled?: boolean | undefined;
  /** Maximum number of pages per site; unless stated, that of the instance, which is 1 unless it is set. */
  readonly max_pages?: number | undefined;
  /** Maximum number of links from a start page to a page. */
  readonly max_depth?: number | undefined;
  /** 1 comes first, 10 last. */
  readonly priority?: number | undefined;
  /** A site that was visited less than this number of days ago ends as `unchanged`, without a request. */
  readonly revisit_after_days?: number | undefined;
  /** Pages that a browser renders, in addition to their source: none (`never`, unless stated), those whose source is a shell that scripts fill (`if_empty`), or `always`. Needs SITEGREP_RENDER=on. */
  readonly render?: 'never' | 'if_empty' | 'always' | undefined;
}

export interface QueryTranslation {
  query: string | null;
  bound: 'exact' | 'at_most' | 'at_least' | null;
  /** Parts of the original that cannot be asked, and so are not in the query. */
  left_out: {
    /** The part of the original as it is written. */
    part: string;
    /** Why it cannot be asked, without a full stop. */
    reason: string;
  }[];
  problem: string | null;
}

/** A part of a query, which has exactly one of and, or, not, same_page, near, text, pattern, keyword, filter, added, removed, at, by, same_change, q, all and none. */
export interface QueryTree {
  /** Parts that are all fulfilled. */
  readonly and?: readonly QueryTree[] | undefined;
  /** Parts of which at least one is fulfilled. */
  readonly or?: readonly QueryTree[] | undefined;
  readonly not?: QueryTree | undefined;
  readonly same_page?: QueryTree | undefined;
  /** Two texts or patterns, or `or` of them, on one page with at most `within` characters between. */
  readonly near?: readonly QueryTree[] | undefined;
  /** Maximum characters between the two of near. */
  readonly within?: number | undefined;
  /** A substring. */
  readonly text?: string | undefined;
  /** A regular expression in the syntax of RE2. */
  readonly pattern?: string | undefined;
  /** Whether case counts in text or pattern. Absent: it does not. */
  readonly case_sensitive?: boolean | undefined;
  /** Whether no letter or digit may stand right before or behind text. Absent: they may. */
  readonly whole_word?: boolean | undefined;
  /** Scope of text or pattern. body: the whole source of a page; text: text between tags, outside of scripts, styles, comments and the title; comment: what stands between <!-- and -->; inline: content of script elements without src; script: addresses of scripts: src of script elements; link: addresses of links: href of a, area and link elements; meta: meta tags, from < to >; title: content of title elements; url: the address of a page; rendered: the source of a page after its scripts ran in a browser, where it was rendered; dns: the DNS records of a site, a line each: MX 10 mail.example.com; headers: the status and the header fields of a page, a line each: server: nginx; cookies: the cookies that a page sets, a line each, without values: _ga; path=/; secure; file: the well-known files of a site, each after a line with its path: /robots.txt. Absent: body. */
  readonly in?:
    | 'body'
    | 'text'
    | 'comment'
    | 'inline'
    | 'script'
    | 'link'
    | 'meta'
    | 'title'
    | 'url'
    | 'rendered'
    | 'dns'
    | 'headers'
    | 'cookies'
    | 'file'
    | undefined;
  /** A substring of the title, the description or a meta keyword of the domain. */
  readonly keyword?: string | undefined;
  readonly filter?: Filter | undefined;
  /** A change that added, or removed, a label: a condition on it as in filter, with =, in, matches or version, or a field alone for any of its labels. */
  readonly added?: unknown;
  /** A change that added, or removed, a label: a condition on it as in filter, with =, in, matches or version, or a field alone for any of its labels. */
  readonly removed?: unknown;
  /** A change at that time; with level version, a version that stood then. */
  readonly at?:
    | {
        /** First second of the span. Absent: since ever. */
        readonly from?: string | undefined;
        /** First second after it. Absent: it does not end. */
        readonly until?: string | undefined;
      }
    | undefined;
  /** A change that is by this. Of a query, or a same_change, without by: visit. */
  readonly by?: 'visit' | 'detector' | 'retraction' | 'deletion' | 'any' | undefined;
  readonly same_change?: QueryTree | undefined;
  /** A query as a text. */
  readonly q?: string | undefined;
  /** Everything. */
  readonly all?: true | undefined;
  /** Nothing. */
  readonly none?: true | undefined;
}

export interface ReadinessEvent {
  /** Whether everything answers without which no search is answered. */
  ready: boolean;
  dependencies: {
    /** Dependency, as GET /readyz names it. */
    name: string;
    /** Service that it is a part of, such as Elasticsearch. */
    service: string;
    state: 'up' | 'full' | 'down';
  }[];
}

export interface RotateKeyRequest {
  /** Seconds for which the current secrets of the key stay valid; 0: they end at once. Default: `86400`. */
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
  render: 'never' | 'if_empty' | 'always';
  created_at: Timestamp;
  updated_at: Timestamp;
  next_run_at: Timestamp | null;
  last_run_at: Timestamp | null;
  last_crawl_id: string | null;
  last_crawl: {
    state: 'queued' | 'running' | 'completed' | 'cancelled';
    sites: { total: number; pending: number; running: number; finished: number };
    /** Outcome → number of sites; only outcomes that occurred. */
    outcomes: { [name: string]: number };
    pages: number;
  } | null;
  last_skipped_at: Timestamp | null;
  source: {
    domains?: string[];
    urls?: string[];
    /** All domains that are in the index when a run begins. */
    index?: true;
    /** Name of a list of domains; those that it has when a run begins. */
    list?: string;
  };
}

export interface SchedulePreview {
  /** Times of the next five runs, the first first; fewer if the pattern names fewer. */
  runs: Timestamp[];
}

export interface SessionItem {
  id: string;
  key_id: string;
  created_at: Timestamp;
  ends_at: Timestamp;
}

export interface SearchErrorEvent {
  success: false;
  error: string;
  /** One sentence that says where the fault is, what it is and how to mend it. */
  details: string;
  /** Seconds after which the same request can succeed, as `Retry-After` of an error answer. */
  retry_after?: number;
}

export interface SearchExportRequest {
  /** The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages. */
  readonly q?: string | undefined;
  /** Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`. */
  readonly literal?: boolean | undefined;
  /** The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns. */
  readonly query?: QueryTree | undefined;
  /** domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`. */
  readonly level?: 'domain' | 'page' | 'version' | 'change' | undefined;
  /** Rules `field,asc` or `field,desc`. Fields: domain, rank, visited, country, language, content_language, and with level page url, fetched_at, and with level version url, first_seen, last_seen, id, and with level change at, recorded; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc, then url,asc. Default: `["rank,desc"]`. */
  readonly order_by?: readonly string[] | undefined;
  /** Number of items to skip. limit + offset is at most 10000. Default: `0`. */
  readonly offset?: number | undefined;
  /** Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and facets must mean the same as in that request. */
  readonly offset_token?: string | undefined;
  /** Maximum number of records; all matches if absent. */
  readonly limit?: number | undefined;
  /** Fields that each item has, by the names of columns and of `order_by`. The usual ones are there without being named. */
  readonly fields?:
    | readonly (
        | 'domain'
        | 'title'
        | 'description'
        | 'meta_keywords'
        | 'rank'
        | 'visited'
        | 'country'
        | 'language'
        | 'content_language'
        | 'email'
        | 'social_graph_urls'
        | 'tech'
        | 'implied_tech'
        | 'dns'
        | 'generator'
        | 'plugin'
        | 'theme'
        | 'email_addresses'
        | 'social_profiles'
        | 'phone_numbers'
        | 'postal_addresses'
        | 'country_evidence'
        | 'site_name'
        | 'legal_name'
        | 'contact_page'
        | 'legal_links'
        | 'feeds'
        | 'images'
        | 'app_links'
        | 'payment_marks'
        | 'registration_numbers'
        | 'opening_hours'
        | 'kind'
        | 'certificate'
        | 'url'
        | 'fetched_at'
        | 'charset'
        | 'truncated'
        | 'id'
        | 'first_seen'
        | 'last_seen'
        | 'gone_at'
        | 'at'
        | 'previous_at'
        | 'recorded'
        | 'by'
        | 'added'
        | 'removed'
      )[]
    | undefined;
  /** Gives each item matches, which show where its texts and patterns stand. */
  readonly snippets?:
    | {
        /** Maximum number of matches of each item. Each text and pattern has its first before any has its second. Default: `3`. */
        readonly per_item?: number | undefined;
        /** Characters of the source before and after each match. With lines, they are the most there may be, 400 unless stated. Default: `80`. */
        readonly around?: number | undefined;
        /** Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count. */
        readonly lines?: number | undefined;
      }
    | undefined;
  /** Gives each item values that are read out of its sources: those of a page, or those of all pages of a domain, home page first, then by URL. */
  readonly extract?: readonly Extraction[] | undefined;
  /** ndjson: an item of JSON on each line. csv: a row for each item, below a row of names. parquet: a table with types, for databases. xlsx: a workbook of Excel. Default: `"ndjson"`. */
  readonly format?: 'ndjson' | 'csv' | 'parquet' | 'xlsx' | undefined;
  /** Columns of format csv, parquet or xlsx: exactly these fields of a domain, or of a page, and these names of values, in this order. If absent, there are all fields of an item, its values and, in CSV, its offset_token. */
  readonly columns?: readonly string[] | undefined;
  /** Whether format csv begins with a byte order mark, by which Excel recognises UTF-8. Default: `false`. */
  readonly bom?: boolean | undefined;
}

export interface SearchProgressEvent {
  /** Domains, pages or versions that match as far as the index tells; 0 if it is not known yet, or nothing has to be looked at. */
  candidates: number;
  /** How many of them it is decided of whether they match, by a look at their sources. */
  looked_at: number;
}

export interface SearchRequest {
  /** The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages. */
  readonly q?: string | undefined;
  /** Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`. */
  readonly literal?: boolean | undefined;
  /** The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns. */
  readonly query?: QueryTree | undefined;
  /** domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`. */
  readonly level?: 'domain' | 'page' | 'version' | 'change' | undefined;
  /** Rules `field,asc` or `field,desc`. Fields: domain, rank, visited, country, language, content_language, and with level page url, fetched_at, and with level version url, first_seen, last_seen, id, and with level change at, recorded; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc, then url,asc. Default: `["rank,desc"]`. */
  readonly order_by?: readonly string[] | undefined;
  /** Number of items to skip. limit + offset is at most 10000. Default: `0`. */
  readonly offset?: number | undefined;
  /** Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and facets must mean the same as in that request. */
  readonly offset_token?: string | undefined;
  /** Maximum number of items in the answer. Default: `10`. */
  readonly limit?: number | undefined;
  /** Fields that each item has, by the names of columns and of `order_by`. The usual ones are there without being named. */
  readonly fields?:
    | readonly (
        | 'domain'
        | 'title'
        | 'description'
        | 'meta_keywords'
        | 'rank'
        | 'visited'
        | 'country'
        | 'language'
        | 'content_language'
        | 'email'
        | 'social_graph_urls'
        | 'tech'
        | 'implied_tech'
        | 'dns'
        | 'generator'
        | 'plugin'
        | 'theme'
        | 'email_addresses'
        | 'social_profiles'
        | 'phone_numbers'
        | 'postal_addresses'
        | 'country_evidence'
        | 'site_name'
        | 'legal_name'
        | 'contact_page'
        | 'legal_links'
        | 'feeds'
        | 'images'
        | 'app_links'
        | 'payment_marks'
        | 'registration_numbers'
        | 'opening_hours'
        | 'kind'
        | 'certificate'
        | 'url'
        | 'fetched_at'
        | 'charset'
        | 'truncated'
        | 'id'
        | 'first_seen'
        | 'last_seen'
        | 'gone_at'
        | 'at'
        | 'previous_at'
        | 'recorded'
        | 'by'
        | 'added'
        | 'removed'
      )[]
    | undefined;
  /** Gives each item matches, which show where its texts and patterns stand. */
  readonly snippets?:
    | {
        /** Maximum number of matches of each item. Each text and pattern has its first before any has its second. Default: `3`. */
        readonly per_item?: number | undefined;
        /** Characters of the source before and after each match. With lines, they are the most there may be, 400 unless stated. Default: `80`. */
        readonly around?: number | undefined;
        /** Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count. */
        readonly lines?: number | undefined;
      }
    | undefined;
  /** Gives each item values that are read out of its sources: those of a page, or those of all pages of a domain, home page first, then by URL. */
  readonly extract?: readonly Extraction[] | undefined;
  /** Properties that the domains that match are counted by, at most 10. Facets count domains at both levels: with level page, those that have a page that matches. A domain counts once for each value that it has. rank counts in steps of 100, visited by month, capture by the texts that a group of a pattern has in the pages that match. */
  readonly facets?: readonly Facet[] | undefined;
  /** Whether items have `changed`, the last change of their domain (the first item of each domain alone), and pages `versions_count`. At the levels domain and page alone, with a limit of at most 100. Default: `false`. */
  readonly latest?: boolean | undefined;
  /** Whether only total_count and facets are wanted: there are no items then. Default: `false`. */
  readonly count_only?: boolean | undefined;
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
  /** Term of the request. */
  term: string;
  /** URL of the page. */
  url: string;
  /** Number of characters in the source before the match. */
  offset: number;
  /** Up to 80 characters of the source before the match. */
  before: string;
  /** The matching text of the source. */
  match: string;
  /** Up to 80 characters of the source after the match. */
  after: string;
}

/** `[field, operator, value]`; the value is a list for in and not_in. */
export type SpecifiedCondition = readonly [
  (
    | 'domain'
    | 'domain_rank'
    | 'last_visited'
    | 'country_iso_code'
    | 'language_code'
    | 'content_language_code'
    | 'technologies'
    | 'technologies_seen'
    | 'plugins'
    | 'themes'
    | 'emails'
    | 'email_domains'
    | 'file'
    | 'agent'
    | 'tls'
    | 'icon'
    | 'has'
    | 'kind'
    | 'facts_version'
    | 'host'
    | 'script_host'
    | 'style_host'
    | 'image_host'
    | 'frame_host'
    | 'form_host'
    | 'font_host'
    | 'link_host'
    | 'request_host'
    | 'cert_issuer'
    | 'cert_name'
    | 'cert_expires'
    | 'icon_like'
    | 'first_visited'
    | 'list'
    | 'saved'
  ),
  (
    | '='
    | '<>'
    | '<'
    | '<='
    | '>'
    | '>='
    | 'in'
    | 'not_in'
    | 'like'
    | 'not_like'
    | 'regex'
    | 'not_regex'
    | 'matches'
    | 'not_matches'
    | 'version'
  ),
  string | number | readonly (string | number)[],
];

/** A condition, or conditions and lists with "and" or with "or" between each two. */
export type SpecifiedFilter =
  SpecifiedCondition | readonly (SpecifiedCondition | 'and' | 'or' | SpecifiedGroup)[];

/** Conditions and lists of the same form, with "and" or with "or" between each two. */
export type SpecifiedGroup = readonly (SpecifiedCondition | 'and' | 'or' | readonly unknown[])[];

export interface SuggestionItem {
  type: 'autocomplete';
  rank_group: number;
  rank_absolute: number;
  suggestion: string;
  search_query_url: string;
  thumbnail_url: string | null;
  highlighted: string[];
}

export interface TechnologyDetails {
  name: string;
  /** The name in lower case, with _ for all but letters and digits. */
  slug: string;
  /** Each as `group.category`. */
  categories: string[];
  /** Number of indexed domains on which it was detected. */
  domains: number;
  /** Number of these domains on which it is only implied: other technologies are not used without it, and no page has evidence of it. */
  implied_domains: number;
  /** The most frequent versions that were seen, at most 10 in a list, and 100 of one technology. */
  versions: {
    version: string;
    /** Number of indexed domains on which it was detected. */
    domains: number;
  }[];
  /** Number of different versions. */
  versions_count: number;
  /** The last twelve months, this one included. */
  trend: {
    /** First day of a month. */
    from: string;
    /** Its last day, or today; UTC. */
    to: string;
    /** Number of domains that had it at the end of that day. */
    domains: number;
  }[];
  /** Changes that added it in these months. */
  gained: {
    /** Number of changes. */
    changes_count: number;
    /** The last of these changes. */
    latest: {
      domain: string;
      /** Time of the visit that showed it first. */
      at: string;
    }[];
    /** Technologies that these changes removed. */
    instead_of: {
      technology: string;
      /** Number of changes. */
      changes_count: number;
    }[];
  };
  /** Changes that removed it in these months. */
  lost: {
    /** Number of changes. */
    changes_count: number;
    /** The last of these changes. */
    latest: {
      domain: string;
      /** Time of the visit that showed it first. */
      at: string;
    }[];
    /** Technologies that these changes added. */
    replaced_by: {
      technology: string;
      /** Number of changes. */
      changes_count: number;
    }[];
  };
}

export interface TechnologyItem {
  name: string;
  /** The name in lower case, with _ for all but letters and digits. */
  slug: string;
  /** Each as `group.category`. */
  categories: string[];
  /** Number of indexed domains on which it was detected. */
  domains: number;
  /** Number of these domains on which it is only implied: other technologies are not used without it, and no page has evidence of it. */
  implied_domains: number;
  /** The most frequent versions that were seen, at most 10 in a list, and 100 of one technology. */
  versions: {
    version: string;
    /** Number of indexed domains on which it was detected. */
    domains: number;
  }[];
  /** Number of different versions. */
  versions_count: number;
}

export interface TechnologyEvidence {
  /** URL of the page, the first one that has the match. */
  url: string;
  /** Part that the fingerprint looks at. html: the source; scriptSrc: addresses of scripts; scripts: inline scripts; text: the visible text; css: style elements; meta: meta elements; dom: elements; url: the address of the page; headers, cookies, robots (robots.txt), certIssuer (the issuer of the certificate): what came with the page; dns: DNS records; js: variables of scripts, and xhr: hosts that scripts requested, both while the page was rendered; query: a technology of your own, by what its query wants. */
  field:
    | 'certIssuer'
    | 'cookies'
    | 'css'
    | 'dns'
    | 'dom'
    | 'headers'
    | 'html'
    | 'js'
    | 'meta'
    | 'query'
    | 'robots'
    | 'scriptSrc'
    | 'scripts'
    | 'text'
    | 'url'
    | 'xhr';
  /** Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise. */
  key: string;
  /** The regular expression, case ignored; the text or pattern with query. Empty if existence suffices. */
  pattern: string;
  /** The text that matched, its first 200 characters. */
  match: string;
  /** Confidence that the match gives, in percent. 0: it only shows a version. */
  confidence: number;
  version: string | null;
  version_source: 'stated' | 'path' | 'parameter' | null;
}

export interface OwnTechnology {
  name: string;
  /** Each as `group.category`. */
  categories: string[];
  search: string | null;
  query: string | null;
  /** True if it takes the place of a known technology of this name. */
  replaces: boolean;
  /** Number of indexed domains that have it. */
  domains: number;
}

export interface TakenTechnologies {
  name: string | null;
  /** Number of all technologies that can be detected now, with additions of sitegrep and of your own. */
  technologies: number;
  /** Parts of the set that are not taken, at most 1000. */
  problems: FingerprintProblem[];
  problems_count: number;
}

export interface TechnologySet {
  public_set: {
    /** Name under which it was given. */
    name: string;
    technologies: number;
    taken_at: Timestamp;
  } | null;
  /** Number of all technologies that can be detected. */
  technologies: number;
  /** Version of the facts that an analysis would give now. */
  facts_version: string;
  in_use_since: string | null;
  /** Technologies of one's own by name, at most 1000. */
  own: OwnTechnology[];
  own_count: number;
  /** Parts of technologies of your own that are not taken, at most 1000. */
  problems: {
    file: string | null;
    search: string | null;
    technology: string | null;
    key: string | null;
    /** Part of a sentence that says what is wrong. */
    reason: string;
  }[];
  problems_count: number;
  /** Domains with pages that are still to be judged by it. */
  outdated_domains: {
    count: number;
    /** False: sources are still to be read to find out, and there are so many domains at most. */
    is_exact: boolean;
  };
  run: {
    id: string;
    q: string | null;
    state: 'running' | 'finished' | 'stopped' | 'failed';
    started_at: Timestamp;
    ended_at: Timestamp | null;
    reason: string | null;
    domains: { total: number | null; done: number };
    pages: {
      /** Pages that were analysed again and are stored. */
      analysed: number;
      /** Pages that stay as they were, because their analysis took too much or they could not be read. */
      failed: number;
    };
    last_domain: string | null;
  } | null;
}

export interface FingerprintProblem {
  technology: string | null;
  key: string | null;
  /** Part of a sentence that says what is wrong. */
  reason: string;
}

export interface TechnologyTrial {
  domain: string;
  /** Names of the technologies that are taken. */
  technologies: string[];
  /** Parts that are not taken. */
  problems: FingerprintProblem[];
  /** Those whose names known technologies have: they would take their place. */
  replaced: string[];
  /** Pages on which they were tried, home page first. */
  pages: { url: string; technologies: TriedTechnology[] }[];
  /** Number of pages that were to be looked at. */
  total_pages: number;
  /** Sentences on what was not looked at, and why. */
  notes: string[];
}

export interface TestTechnologiesRequest {
  /** Fingerprints by the names of their technologies, in Wappalyzer's form (docs/technologies.md); at most 1000. */
  readonly fingerprints: { [name: string]: unknown };
  /** A stored domain, whose pages are looked at, or the URL of a stored page. */
  readonly on: string;
}

export interface TriedTechnology {
  name: string;
  found: {
    /** Confidence in percent. */
    confidence: number;
    version: string | null;
  } | null;
  /** Matches of its parts. The texts are code of other people. */
  evidence: {
    /** Part that the fingerprint looks at. html: the source; scriptSrc: addresses of scripts; scripts: inline scripts; text: the visible text; css: style elements; meta: meta elements; dom: elements; url: the address of the page; headers, cookies, robots (robots.txt), certIssuer (the issuer of the certificate): what came with the page; dns: DNS records; js: variables of scripts, and xhr: hosts that scripts requested, both while the page was rendered; query: a technology of your own, by what its query wants. */
    field:
      | 'certIssuer'
      | 'cookies'
      | 'css'
      | 'dns'
      | 'dom'
      | 'headers'
      | 'html'
      | 'js'
      | 'meta'
      | 'query'
      | 'robots'
      | 'scriptSrc'
      | 'scripts'
      | 'text'
      | 'url'
      | 'xhr';
    /** Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise. */
    key: string;
    /** The regular expression, case ignored; the text or pattern with query. Empty if existence suffices. */
    pattern: string;
    /** The text that matched, its first 200 characters. */
    match: string;
    /** Confidence that the match gives, in percent. 0: it only shows a version. */
    confidence: number;
    version: string | null;
    version_source: 'stated' | 'path' | 'parameter' | null;
  }[];
  /** Parts of the fingerprint that the page does not have. */
  missing: {
    field:
      | 'certIssuer'
      | 'cookies'
      | 'css'
      | 'dns'
      | 'dom'
      | 'headers'
      | 'html'
      | 'js'
      | 'meta'
      | 'query'
      | 'robots'
      | 'scriptSrc'
      | 'scripts'
      | 'text'
      | 'url'
      | 'xhr';
    /** Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise. */
    key: string;
    /** The regular expression, case ignored; the text or pattern with query. Empty if existence suffices. */
    pattern: string;
  }[];
  /** Technologies and categories of which it requires one, while the page has none; empty if nothing is amiss. */
  requires: string[];
}

/** Time in UTC as YYYY-MM-DD HH:MM:SS +00:00. */
export type Timestamp = string;

export interface TranslateRequest {
  /** The search engine that the query is written for. */
  readonly engine: 'publicwww' | 'fofa' | 'shodan' | 'urlscan' | 'zoekt' | 'github' | 'wappalyzer';
  /** A query in the language of that engine. */
  readonly query: string;
}

export interface TrendLine {
  /** Name of the line. */
  label: string;
  /** Number of domains that fulfilled the query at the end of each interval. */
  domains: number[];
  /** Whether all that the query names was looked at as it was then. False: what `as_of_now` names was taken as it is now. */
  exact: boolean;
  /** Names of what the query has whose changes are not recorded, e.g. texts and patterns, rank. */
  as_of_now: string[];
}

export interface TrendRequest {
  /** A line for each query, at level domain. */
  readonly queries: readonly {
    /** Name of the line in the answer; the text of the query if it is left out. */
    readonly label?: string | undefined;
    /** The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages. */
    readonly q?: string | undefined;
    /** The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns. */
    readonly query?: QueryTree | undefined;
    /** Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`. */
    readonly literal?: boolean | undefined;
  }[];
  /** Length of the intervals. Weeks begin with Monday; days are those of UTC. Default: `"month"`. */
  readonly by?: 'day' | 'week' | 'month' | undefined;
  /** First day; by default 30 days, 12 weeks or 12 months end with `to`. */
  readonly from?: string | undefined;
  /** Last day; by default today. */
  readonly to?: string | undefined;
}

export interface VideoInfoRequest {
  readonly video_id: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`. */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`. */
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
  /** Text that is not only white space and has no NUL. */
  readonly keyword: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`. */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`. */
  readonly location_code?: number | undefined;
  /** Default: `"desktop"`. */
  readonly device?: 'desktop' | 'mobile' | undefined;
  /** Videos that are wanted. Default: `20`. */
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
  /** Text that is not only white space and has no NUL. */
  readonly keyword: string;
  /** ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`. */
  readonly language_code?: string | undefined;
  /** A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`. */
  readonly location_code?: number | undefined;
  /** Default: `"desktop"`. */
  readonly device?: 'desktop' | 'mobile' | undefined;
  /** windows or macos with desktop (default windows), android or ios with mobile (default android). */
  readonly os?: 'windows' | 'macos' | 'android' | 'ios' | undefined;
  /** Organic results that are wanted. Default: `10`. */
  readonly depth?: number | undefined;
}

export interface WellKnownFile {
  /** Name, such as llms.txt. */
  name: string;
  status: number | null;
  /** True if the answer has the form of such a file, and is not a page that stands in for one. */
  real: boolean;
  reason: string | null;
  /** Size of what is stored, in UTF-8. */
  bytes: number;
  /** True if the file was longer than what is stored. */
  truncated: boolean;
  /** The file, with texts=true. It is text of strangers. */
  text?: string;
  /** Fields of a security.txt (RFC 9116). */
  security?: {
    contact: string[];
    encryption: string[];
    acknowledgments: string[];
    policy: string[];
    hiring: string[];
    canonical: string[];
    preferred_languages: string[];
    expires: Timestamp | null;
    expired: boolean | null;
    signed: boolean;
  };
  /** Records of an ads.txt or app-ads.txt (IAB). */
  sellers?: {
    /** Records of the relation DIRECT. */
    direct: number;
    /** Records of the relation RESELLER. */
    reseller: number;
    /** Domains of advertising systems, each once, in code point order, at most 1,000. */
    systems: string[];
    /** Number of all of them. */
    systems_count: number;
    variables: { name: string; value: string }[];
  };
  /** Headings of an llms.txt, with the number of links below each. */
  outline?: { title: string | null; summary: string | null; sections: { title: string; links: number }[] };
}
