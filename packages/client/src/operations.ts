// Written by npm run docs from the OpenAPI document; not edited by hand.
import type * as Schemas from './api.ts';

/** A page of a list; `next_token` is empty on the last page. */
export interface ListPage<Item> {
  items: Item[];
  next_token: string;
}

/** Input of each operation, besides the parameters in its path, and the `data` of its answer. */
export interface Operations {
  search: {
    json: Schemas.SearchRequest;
    data: {
      /** Exact number of domains, of pages, of versions or of changes that match. */
      total_count: number;
      /** Number of items in this answer. */
      items_count: number;
      /** Number of items before this answer. */
      offset: number;
      /** Token that continues after this answer. Empty in the last answer. */
      offset_token: string;
      /** Present if changes are ordered by recorded,asc: the offset_token of a later request for what is recorded after this answer. It never ends: keep it, also where nothing was found. */
      feed_token?: string;
      /** Domains with level domain, pages with level page, versions of pages with level version, changes with level change. */
      items: (Schemas.FoundDomain | Schemas.FoundPage | Schemas.FoundVersion | Schemas.FoundChange)[];
      /** Counts of each facet of the request, in its order; of the same state as total_count. */
      facets?: Schemas.FacetAnswer[];
      /** Notes on what q is read as, where that may not be what was meant; empty if nothing is doubtful. Queries as they stand are counted at level domain, in the first answer of a search. */
      notes: {
        /** Kind of the note. as_it_stands: the query as one text, as it stands, which is not how it is read; read_as_text: something that is not a query, read as a text; operator: an operator of another language, read as the one of this language that means the same; perhaps_operator: a word that may be meant as an operator; perhaps_field: a text that may be meant as a condition; quotes: quotes that are read as such, and may be part of the text; pattern: a text between slashes, read as a path or as a pattern; part_alone: what a part of a query finds alone, where all of it finds nothing. */
        code:
          | 'as_it_stands'
          | 'read_as_text'
          | 'operator'
          | 'perhaps_operator'
          | 'perhaps_field'
          | 'quotes'
          | 'pattern'
          | 'part_alone';
        /** Line of the part of q that it is about. */
        line: number;
        /** Column of that part, in characters. */
        column: number;
        /** Length of that part, in characters. */
        length: number;
        /** The note as a sentence without a full stop. */
        message: string;
        query: string | null;
        total_count: number | null;
      }[];
      /** Milliseconds that the search took, time in the queue included. */
      took_ms: number;
    };
  };
  searchByLink: {
    query?: {
      /** The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages. */
      readonly q?: string | undefined;
      /** Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`. */
      readonly literal?: boolean | undefined;
      /** domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`. */
      readonly level?: 'domain' | 'page' | 'version' | 'change' | undefined;
      /** Rules as in POST /search, with ; between two. Default: `"rank,desc"`. */
      readonly order_by?: string | undefined;
      /** Maximum number of items in the answer. Default: `10`. */
      readonly limit?: number | undefined;
      /** Number of items to skip. limit + offset is at most 10000. Default: `0`. */
      readonly offset?: number | undefined;
      /** Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and facets must mean the same as in that request. */
      readonly offset_token?: string | undefined;
      /** Fields that each item has, with commas between. */
      readonly fields?: string | undefined;
      /** Maximum number of matches of each item. Each text and pattern has its first before any has its second. */
      readonly snippets?: number | undefined;
      /** Characters of the source before and after each match. With lines, they are the most there may be, 400 unless stated. It needs snippets. Default: `80`. */
      readonly around?: number | undefined;
      /** Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count. It needs snippets. */
      readonly lines?: number | undefined;
      /** Facets with commas between. After a colon comes what a version is of, or the group of capture: country,version:WooCommerce. tech@seen and category@seen do not count what is only implied; host:script counts hosts of scripts, host@third those of third parties. */
      readonly facets?: string | undefined;
      /** Maximum number of values, 1 to 100: the most frequent ones. It holds for each of facets. Default: `10`. */
      readonly facet_limit?: number | undefined;
      /** Number of values to skip, 0 to 9999. It holds for each of facets. Default: `0`. */
      readonly facet_offset?: number | undefined;
      /** Number of domains that a value must have to be listed, from 1 on. It holds for each of facets. Default: `1`. */
      readonly facet_min?: number | undefined;
      /** Whether only total_count and facets are wanted: there are no items then. Default: `false`. */
      readonly count_only?: boolean | undefined;
    };
    data: {
      /** Exact number of domains, of pages, of versions or of changes that match. */
      total_count: number;
      /** Number of items in this answer. */
      items_count: number;
      /** Number of items before this answer. */
      offset: number;
      /** Token that continues after this answer. Empty in the last answer. */
      offset_token: string;
      /** Present if changes are ordered by recorded,asc: the offset_token of a later request for what is recorded after this answer. It never ends: keep it, also where nothing was found. */
      feed_token?: string;
      /** Domains with level domain, pages with level page, versions of pages with level version, changes with level change. */
      items: (Schemas.FoundDomain | Schemas.FoundPage | Schemas.FoundVersion | Schemas.FoundChange)[];
      /** Counts of each facet of the request, in its order; of the same state as total_count. */
      facets?: Schemas.FacetAnswer[];
      /** Notes on what q is read as, where that may not be what was meant; empty if nothing is doubtful. Queries as they stand are counted at level domain, in the first answer of a search. */
      notes: {
        /** Kind of the note. as_it_stands: the query as one text, as it stands, which is not how it is read; read_as_text: something that is not a query, read as a text; operator: an operator of another language, read as the one of this language that means the same; perhaps_operator: a word that may be meant as an operator; perhaps_field: a text that may be meant as a condition; quotes: quotes that are read as such, and may be part of the text; pattern: a text between slashes, read as a path or as a pattern; part_alone: what a part of a query finds alone, where all of it finds nothing. */
        code:
          | 'as_it_stands'
          | 'read_as_text'
          | 'operator'
          | 'perhaps_operator'
          | 'perhaps_field'
          | 'quotes'
          | 'pattern'
          | 'part_alone';
        /** Line of the part of q that it is about. */
        line: number;
        /** Column of that part, in characters. */
        column: number;
        /** Length of that part, in characters. */
        length: number;
        /** The note as a sentence without a full stop. */
        message: string;
        query: string | null;
        total_count: number | null;
      }[];
      /** Milliseconds that the search took, time in the queue included. */
      took_ms: number;
    };
  };
  watchSearch: { json: Schemas.SearchRequest; data: string };
  exportSearch: { json: Schemas.SearchExportRequest; data: string };
  explainSearch: {
    json: Schemas.ExplainRequest;
    data: {
      level: 'domain' | 'page' | 'version' | 'change';
      /** The query as it was read. */
      tree: Schemas.QueryTree;
      /** The same in the form that is the same for queries of the same meaning; tokens belong to it. */
      canonical: Schemas.QueryTree;
      /** Condition that the index decides: every domain fulfils it that matches, or has a page that does. */
      candidates: Schemas.QueryTree;
      /** Number of domains that fulfil it. */
      candidates_count: number;
      /** Whether the index decides all. Otherwise the sources of candidates are read. */
      is_exact: boolean;
      /** The parts of the canonical form that are decided by reading sources. */
      looked_at: Schemas.QueryTree[];
      /** Notes on what q is read as, where that may not be what was meant; empty if nothing is doubtful. Queries as they stand are counted at level domain, in the first answer of a search. */
      notes: {
        /** Kind of the note. as_it_stands: the query as one text, as it stands, which is not how it is read; read_as_text: something that is not a query, read as a text; operator: an operator of another language, read as the one of this language that means the same; perhaps_operator: a word that may be meant as an operator; perhaps_field: a text that may be meant as a condition; quotes: quotes that are read as such, and may be part of the text; pattern: a text between slashes, read as a path or as a pattern; part_alone: what a part of a query finds alone, where all of it finds nothing. */
        code:
          | 'as_it_stands'
          | 'read_as_text'
          | 'operator'
          | 'perhaps_operator'
          | 'perhaps_field'
          | 'quotes'
          | 'pattern'
          | 'part_alone';
        /** Line of the part of q that it is about. */
        line: number;
        /** Column of that part, in characters. */
        column: number;
        /** Length of that part, in characters. */
        length: number;
        /** The note as a sentence without a full stop. */
        message: string;
        query: string | null;
        total_count: number | null;
      }[];
    };
  };
  countTrends: {
    json: Schemas.TrendRequest;
    data: {
      by: 'day' | 'week' | 'month';
      /** First and last day of each interval, as YYYY-MM-DD; at most 400. The first and the last may be cut. */
      intervals: { from: string; to: string }[];
      /** A line for each query, in their order. */
      lines: Schemas.TrendLine[];
    };
  };
  translateQuery: { json: Schemas.TranslateRequest; data: Schemas.QueryTranslation };
  searchHtmlSourceCode: {
    json: Schemas.HtmlSearchRequest;
    data: {
      /** Exact number of domains that match. */
      total_count: number;
      /** Number of items in this answer. */
      items_count: number;
      /** Number of items before this answer. */
      offset: number;
      /** Token that continues after this answer. Empty in the last answer. */
      offset_token: string;
      items: Schemas.DomainItem[];
    };
  };
  exportMatches: { json: Schemas.HtmlExportRequest; data: string };
  listTechnologies: {
    query?: {
      /** Beginning of the name or slug. Case is ignored. */
      readonly prefix?: string | undefined;
      /** A category as `group.category`, or its last part: `content.cms` or `cms`. */
      readonly category?: string | undefined;
      /** Counts domains of this country only: its code (ISO 3166-1 alpha-2). */
      readonly country?: string | undefined;
      /** Default: `50`. */
      readonly limit?: number | undefined;
      /** Default: `0`. */
      readonly offset?: number | undefined;
    };
    data: {
      /** Number of technologies that fulfil the parameters. */
      total_count: number;
      items_count: number;
      offset: number;
      /** Technologies by the number of domains, then by name. Those that no domain has come last. */
      items: Schemas.TechnologyItem[];
    };
  };
  getTechnology: {
    query?: {
      /** Counts domains of this country only: its code (ISO 3166-1 alpha-2). */
      readonly country?: string | undefined;
    };
    data: Schemas.TechnologyDetails;
  };
  testTechnologies: { json: Schemas.TestTechnologiesRequest; data: Schemas.TechnologyTrial };
  listCategories: {
    query?: {
      /** Counts domains of this country only: its code (ISO 3166-1 alpha-2). */
      readonly country?: string | undefined;
    };
    data: {
      total_count: number;
      /** Categories by the number of domains, then by path. */
      items: Schemas.CategoryItem[];
    };
  };
  lookUpDomains: {
    query?: {
      /** Further fields of each item, with commas between. Parameters are for lists; with JSON, they are fields of the body. */
      readonly fields?: string | undefined;
      /** Whether a crawl of the domains that are not stored is started. It needs a key that has the scope admin, too. Default: `false`. */
      readonly crawl_missing?: boolean | undefined;
    };
    json?: Schemas.LookupRequest;
    list: 'text/plain' | 'application/x-ndjson';
    data: string;
  };
  getDomain: { data: Schemas.DomainDetails };
  listDomainTechnologies: {
    data: {
      domain: string;
      /** Number that rises each time the domain is written. */
      revision: number;
      /** Technologies by name. */
      items: Schemas.DomainTechnology[];
      /** Sentences on evidence that is missing: with none, it is complete. */
      notes: string[];
    };
  };
  getDomainAnswers: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
      /** True: files come with their texts, up to 64 KiB each. Default: `false`. */
      readonly texts?: boolean | undefined;
    };
    data: {
      domain: string;
      /** Number that rises each time the domain is written. */
      revision: number;
      /** Well-known files that were requested, by name. */
      files: Schemas.WellKnownFile[];
      /** Known agents with the verdict of robots.txt: they may fetch nothing (blocked), some of the site (partly), or all of it (allowed). Empty if it was not read. */
      agents: {
        /** Product token, such as GPTBot. */
        agent: string;
        verdict: 'blocked' | 'partly' | 'allowed';
      }[];
      certificate: {
        issuer: string | null;
        /** Names that it is for, at most 100. */
        names: string[];
        /** Number of all its names. */
        names_count: number;
        not_before: Schemas.Timestamp;
        not_after: Schemas.Timestamp;
        /** Version of TLS of the connection. */
        tls: string;
      } | null;
      icon: {
        /** Address that it came from; data: alone if it is in the page. */
        url: string;
        /** Bytes as received. */
        bytes: number;
        /** MurmurHash3 of its Base64, as Shodan and FOFA have it. */
        mmh3: number;
        md5: string;
        sha256: string;
        phash: string | null;
        problem: string | null;
      } | null;
      items: Schemas.PageHead[];
      /** Token of the next page. Empty in the last page. */
      next_token: string;
      /** Number of stored pages. */
      total_count: number;
    };
  };
  listDomainPages: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: {
      items: Schemas.DomainPage[];
      /** Token of the next page. Empty in the last page. */
      next_token: string;
      /** Number of stored pages. */
      total_count: number;
      /** Number that rises each time the domain is written. If it changes while you read the list, so did the list. */
      revision: number;
    };
  };
  listDomainLinks: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: {
      items: Schemas.DomainLink[];
      /** Token of the next page. Empty in the last page. */
      next_token: string;
      /** Number of hosts that its pages link to. */
      total_count: number;
      /** Number that rises each time the domain is written. */
      revision: number;
    };
  };
  getDomainHistory: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
      /** Only labels of this kind, for instance tech or host. */
      readonly kind?:
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
        | 'moved_to'
        | undefined;
      /** Only labels that were there on this day, UTC, or later; only visits since then. */
      readonly from?: string | undefined;
      /** Only labels that were there on this day, UTC, or earlier; only visits until its end. */
      readonly to?: string | undefined;
    };
    data: {
      domain: string;
      /** Number that rises each time the domain is written. */
      revision: number;
      /** Visits in the order of their times. */
      visits: {
        at: Schemas.Timestamp;
        /** crawl: the site was visited. captures: captures of a day were imported. analysis: stored pages were analysed anew. */
        source: 'crawl' | 'captures' | 'analysis';
        pages_count: number | null;
      }[];
      items: Schemas.LabelInterval[];
      /** Token of the next page. Empty in the last page. */
      next_token: string;
      /** Number of intervals that fulfil the parameters. A label has one for each time that it was there. */
      total_count: number;
    };
  };
  listDomainThirdParties: {
    data: {
      domain: string;
      /** Number that rises each time the domain is written. */
      revision: number;
      /** Categories of the technologies that are loaded from hosts of third parties, those with the most hosts first. A host with technologies of several categories is in each. */
      categories: {
        /** Its path, group.category. */
        category: string;
        /** Name of the category. */
        name: string;
        hosts: {
          /** The host, in lower case and A-labels. */
          host: string;
          /** Kinds of what names it; request: a request while a page was rendered. */
          kinds: ('script' | 'style' | 'image' | 'frame' | 'form' | 'font' | 'link' | 'request')[];
          /** Technologies that are loaded from it, by what is known of the host alone. */
          technologies: string[];
        }[];
      }[];
      /** Hosts of third parties without a known technology. */
      others: {
        /** The host, in lower case and A-labels. */
        host: string;
        /** Kinds of what names it; request: a request while a page was rendered. */
        kinds: ('script' | 'style' | 'image' | 'frame' | 'form' | 'font' | 'link' | 'request')[];
        /** Technologies that are loaded from it, by what is known of the host alone. */
        technologies: string[];
      }[];
      /** False if the site names more hosts than are kept, 1000 besides those of links. */
      is_complete: boolean;
    };
  };
  getPageSource: {
    query: {
      /** URL of the page, as GET /domains/{domain}/pages lists it. */
      readonly url: string;
      /** Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`). */
      readonly part?: 'body' | 'rendered' | undefined;
    };
    header?: {
      /** One range of bytes, such as bytes=0-4095 or bytes=-500. Several ranges, and units other than bytes, are ignored. */
      readonly Range?: string | undefined;
      /** ETag of an earlier answer: the range applies only if it is still valid. */
      readonly 'If-Range'?: string | undefined;
      /** ETag of an earlier answer: if it is still valid, the answer is 304. */
      readonly 'If-None-Match'?: string | undefined;
    };
    data: string;
  };
  listPageVersions: {
    query: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
      /** URL of the page, as GET /domains/{domain}/pages lists it. */
      readonly url: string;
    };
    data: {
      items: Schemas.PageVersionItem[];
      /** Token of the next page. Empty in the last page. */
      next_token: string;
      /** Number of versions, the one that stands included. */
      total_count: number;
      left_out: string | null;
      /** Number that rises each time the domain is written. */
      revision: number;
    };
  };
  getVersionSource: {
    query: {
      /** URL of the page, as GET /domains/{domain}/pages lists it. */
      readonly url: string;
      /** Version: its id, as GET /domains/{domain}/pages/versions lists it, or a time, as 2026-10-03 12:00:00 +00:00, 2026-10-03, 2026-10 or 30d (so many days ago): the version that stood then, or else the last one seen before. Of a day or a month, its end in UTC counts. */
      readonly id: string;
      /** Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`). */
      readonly part?: 'body' | 'rendered' | undefined;
    };
    data: string;
  };
  getPageDiff: {
    query: {
      /** URL of the page, as GET /domains/{domain}/pages lists it. */
      readonly url: string;
      /** Version: its id, as GET /domains/{domain}/pages/versions lists it, or a time, as 2026-10-03 12:00:00 +00:00, 2026-10-03, 2026-10 or 30d (so many days ago): the version that stood then, or else the last one seen before. Of a day or a month, its end in UTC counts. */
      readonly from: string;
      /** Version in the same forms; absent: the newest, which is the one that stands unless the page is gone. */
      readonly to?: string | undefined;
      /** Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`). */
      readonly part?: 'body' | 'rendered' | undefined;
      /** Difference by tokens (`hunks`, unless stated), or by lines as a text (`unified`). */
      readonly format?: 'hunks' | 'unified' | undefined;
    };
    data: Schemas.PageDiff;
  };
  getDomainIcon: {
    header?: {
      /** ETag of an earlier answer: if it is still valid, the answer is 304. */
      readonly 'If-None-Match'?: string | undefined;
    };
    data: string;
  };
  hashIcon: {
    list:
      | 'application/octet-stream'
      | 'image/x-icon'
      | 'image/vnd.microsoft.icon'
      | 'image/png'
      | 'image/gif'
      | 'image/jpeg'
      | 'image/bmp'
      | 'image/webp'
      | 'image/avif'
      | 'image/svg+xml';
    data: {
      type: string | null;
      /** Bytes as received. */
      bytes: number;
      /** MurmurHash3 of its Base64, as Shodan and FOFA have it. */
      mmh3: number;
      md5: string;
      sha256: string;
      phash: string | null;
      problem: string | null;
      /** Query that finds the sites with this icon. */
      q: string;
      q_alike: string | null;
    };
  };
  getPageScreenshot: {
    query: {
      /** URL of the page, as GET /domains/{domain}/pages lists it. */
      readonly url: string;
      /** 1366 × 768 pixels (`full`, unless stated), or a quarter as wide (`thumbnail`). */
      readonly size?: 'full' | 'thumbnail' | undefined;
    };
    header?: {
      /** ETag of an earlier answer: if it is still valid, the answer is 304. */
      readonly 'If-None-Match'?: string | undefined;
    };
    data: string;
  };
  listDomainLists: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.DomainListItem>;
  };
  getDomainList: { data: Schemas.DomainListRecord };
  putDomainList: {
    json?: Schemas.PutDomainListRequest;
    list: 'text/plain' | 'application/x-ndjson';
    data: Schemas.WrittenDomainList;
  };
  changeDomainList: { json: Schemas.ChangeDomainListRequest; data: Schemas.WrittenDomainList };
  deleteDomainList: { data: Schemas.DomainListItem };
  listDomainListNames: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      /** `next_token` of the page before. */
      readonly next_token?: string | undefined;
      /** text: all domains from the position on, one a line; limit does not count then. Default: `"json"`. */
      readonly as?: 'json' | 'text' | undefined;
    };
    data: ListPage<string>;
  };
  listSavedSearches: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.SavedSearchItem>;
  };
  getSavedSearch: { data: Schemas.SavedSearchRecord };
  putSavedSearch: { json: Schemas.PutSavedSearchRequest; data: Schemas.WrittenSavedSearch };
  deleteSavedSearch: { data: Schemas.SavedSearchItem };
  listSearchEvents: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.SearchEventItem>;
  };
  getSearchTrend: {
    query?: {
      /** Number of days, today included. Default: `30`. */
      readonly days?: number | undefined;
    };
    data: {
      /** Time from which on counts are exact: when the search was saved or changed, or the oldest event that is kept. */
      exact_since: string;
      /** Days in their order, the last one is today. */
      days: {
        /** Day in UTC. */
        day: string;
        domains: number | null;
        appeared: number;
        disappeared: number;
        changed: number;
      }[];
    };
  };
  watchSavedSearch: {
    query?: {
      /** Number of an event after which the stream begins; absent: with what happens from now on. */
      readonly after?: string | undefined;
    };
    header?: {
      /** Number of the last event that was received; it counts in place of `after`. */
      readonly 'Last-Event-ID'?: string | undefined;
    };
    data: string;
  };
  getSearchAtomFeed: {
    query: {
      /** Key of the feed, as GET /searches/{id} shows it. */
      readonly key: string;
    };
    data: string;
  };
  getSearchJsonFeed: {
    query: {
      /** Key of the feed, as GET /searches/{id} shows it. */
      readonly key: string;
    };
    data: string;
  };
  renewSearchFeeds: { data: Schemas.SavedSearchRecord };
  listSearchDeliveries: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.DeliveryItem>;
  };
  replaySearchDelivery: { data: Schemas.DeliveryItem };
  listSearchReports: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.SearchReportItem>;
  };
  makeSearchReport: { data: Schemas.SearchReportItem };
  getSearchReport: {
    query: {
      /** Key of the feed, as GET /searches/{id} shows it. */
      readonly key: string;
    };
    data: string;
  };
  testSavedSearch: {
    data: {
      /** An answer of the webhook, and one of the mail server, as far as they are told. */
      answers: {
        by: 'webhook' | 'mail';
        /** Whether the receiver took the message. */
        accepted: boolean;
        at: Schemas.Timestamp;
        status: number | null;
        /** Beginning of the answer, or why there was none; at most 2,048 characters. */
        text: string;
      }[];
    };
  };
  searchWeb: {
    json: Schemas.WebSerpRequest;
    data: {
      data: {
        api: string;
        function: string;
        /** The search engine that answered. */
        se: string;
        se_type: 'organic';
        language_name: string;
        location_name: string;
        keyword: string;
        device: string;
        os: string;
        se_domain: string;
      };
      result: Schemas.WebSerpItem[];
    };
  };
  suggestSearches: {
    json: Schemas.AutocompleteRequest;
    data: {
      data: {
        api: string;
        function: string;
        /** The search engine that answered. */
        se: string;
        se_type: 'autocomplete';
        keyword: string;
        language_code: string;
        location_code: number;
        client: string;
        device: string;
        os: string;
      };
      result: {
        keyword: string;
        type: 'autocomplete';
        se_domain: string;
        location_code: number;
        language_code: string;
        /** The equivalent search. */
        check_url: string;
        items: Schemas.SuggestionItem[];
      }[];
    };
  };
  getVideo: {
    json: Schemas.VideoInfoRequest;
    data: {
      data: {
        api: string;
        function: string;
        /** The search engine that answered. */
        se: string;
        se_type: 'video_info';
        language_code: string;
        location_code: number;
        video_id: string;
        check_url: string;
      };
      result: Schemas.VideoItem;
    };
  };
  searchVideos: {
    json: Schemas.VideoSerpRequest;
    data: {
      data: {
        api: string;
        function: string;
        /** The search engine that answered. */
        se: string;
        se_type: 'organic';
        keyword: string;
        language_code: string;
        location_code: number;
        device: string;
      };
      result: Schemas.VideoSerpItem[];
    };
  };
  listProviders: {
    data: {
      operations: {
        /** The path of the operation. */
        operation: string;
        /** The variable that lists its providers. */
        setting: string;
        providers: {
          name: string;
          /** resting: it failed and is left alone for a while; on_trial: the next request tries it again. */
          state: 'ready' | 'resting' | 'on_trial';
          rests_until: string | null;
          /** Running and queued calls. */
          in_flight: number;
          budget: {
            /** Calls that it may get in a day (UTC). */
            daily: number;
            /** Calls left today, as far as this process knows. */
            left: number;
          } | null;
          last_answer_at: Schemas.Timestamp | null;
          last_error: { kind: string; message: string; at: Schemas.Timestamp } | null;
        }[];
      }[];
    };
  };
  createCrawl: {
    query?: {
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
    };
    header?: {
      /** Key of this submission. A repeated submission with the same key returns the crawl that the first one created. */
      readonly 'Idempotency-Key'?: string | undefined;
    };
    json?: Schemas.CreateCrawlRequest;
    list: 'text/plain' | 'text/csv' | 'application/x-ndjson';
    data: Schemas.CrawlItem;
  };
  listCrawls: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.CrawlItem>;
  };
  previewCrawl: {
    json?: Schemas.PreviewCrawlRequest;
    list: 'text/plain' | 'text/csv' | 'application/x-ndjson';
    data: Schemas.ListPreview;
  };
  getCrawl: { data: Schemas.CrawlItem };
  deleteCrawl: { data: Schemas.CrawlItem };
  listCrawlSites: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
      readonly outcome?: Schemas.SiteOutcome | undefined;
      /** true: only sites that are being crawled. They have no outcome. Default: `false`. */
      readonly running?: boolean | undefined;
    };
    data: ListPage<Schemas.CrawlSiteItem>;
  };
  getCrawlTimeline: { data: Schemas.CrawlTimelineItem };
  watchCrawl: {
    query?: { readonly after?: string | undefined };
    header?: { readonly 'Last-Event-ID'?: string | undefined };
    data: string;
  };
  cancelCrawl: { data: Schemas.CrawlItem };
  retryCrawl: {
    query?: {
      /** `failed`: the sites that may end differently; `all`: every site of the crawl. Default: `"failed"`. */
      readonly sites?: 'failed' | 'all' | undefined;
    };
    header?: {
      /** Key of this submission. A repeated submission with the same key returns the crawl that the first one created. */
      readonly 'Idempotency-Key'?: string | undefined;
    };
    data: Schemas.CrawlItem;
  };
  listSchedules: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.ListedScheduleItem>;
  };
  previewSchedule: { json: Schemas.PreviewScheduleRequest; data: Schemas.SchedulePreview };
  getSchedule: { data: Schemas.ScheduleItem };
  putSchedule: { json: Schemas.PutScheduleRequest; data: Schemas.ScheduleItem };
  deleteSchedule: { data: Schemas.ScheduleItem };
  sendPages: {
    query?: {
      /** Pages that get a line: `all`, or those with `problems`, which are not stored or have a reason. The last line counts all. Default: `"all"`. */
      readonly report?: 'all' | 'problems' | undefined;
      /** Token of a line of the type `progress`: the import that was interrupted goes on, and the body is the rest from its `offset` on. */
      readonly resume?: string | undefined;
    };
    list:
      | 'application/x-ndjson'
      | 'application/har+json'
      | 'application/warc'
      | 'application/zip'
      | 'application/gzip'
      | 'application/zstd'
      | 'application/octet-stream';
    data: string;
  };
  getSamples: {
    data: {
      /** Number of all sample sites. */
      sites: number;
      /** Number of those in the index. */
      indexed: number;
      /** Queries that find something on them. */
      searches: {
        /** Query. */
        q: string;
        /** Purpose of the query in a line. */
        shows: string;
        /** Sample sites that it finds when all are in the index. */
        domains: string[];
      }[];
    };
  };
  addSamples: {
    data: {
      /** Number of all sample sites. */
      sites: number;
      /** Number of those in the index. */
      indexed: number;
      /** Queries that find something on them. */
      searches: {
        /** Query. */
        q: string;
        /** Purpose of the query in a line. */
        shows: string;
        /** Sample sites that it finds when all are in the index. */
        domains: string[];
      }[];
    };
  };
  removeSamples: {
    data: {
      /** Number of all sample sites. */
      sites: number;
      /** Number of those in the index. */
      indexed: number;
      /** Queries that find something on them. */
      searches: {
        /** Query. */
        q: string;
        /** Purpose of the query in a line. */
        shows: string;
        /** Sample sites that it finds when all are in the index. */
        domains: string[];
      }[];
    };
  };
  startCommonCrawl: {
    query?: {
      /** Names of crawls, such as CC-MAIN-2026-04; captures come in the order of their dates. Absent: the latest crawl. */
      readonly crawls?: string | undefined;
      /** Codes of ISO 639, of which a page has one at least. Absent: any. */
      readonly languages?: string | undefined;
      /** Path of the pages: `/` for home pages, `/blog/*` for all below /blog/. Absent: any. */
      readonly path?: string | undefined;
      /** Whether robots.txt of the hosts is read, too; false if absent. */
      readonly robots?: boolean | undefined;
      /** Whether captures are found and counted, but none is read; false if absent. */
      readonly dry_run?: boolean | undefined;
    };
    json?: Schemas.CommonCrawlRequest;
    list: 'text/plain';
    data: Schemas.CommonCrawlRun;
  };
  getCommonCrawl: { data: { run: Schemas.CommonCrawlRun | null } };
  stopCommonCrawl: { data: Schemas.CommonCrawlRun };
  inspectDomain: { data: Schemas.DomainRecord };
  deleteDomain: {
    query?: {
      /** false: the domain is only removed, so the next crawl of it stores it again. Default: `true`. */
      readonly block?: boolean | undefined;
      /** Reason of the block. Outcomes of crawls that it stops show it. It has 1 to 500 characters in one line, none of them a control or format character. */
      readonly reason?: string | undefined;
    };
    data: {
      domain: string;
      /** Domains whose documents were removed. */
      removed: {
        count: number;
        /** Names of the first hundred. */
        domains: string[];
      };
      block: Schemas.BlockItem | null;
    };
  };
  listDomainVisits: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.DomainVisit>;
  };
  listBlockedDomains: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.BlockItem>;
  };
  getBlockedDomain: { data: Schemas.BlockItem };
  blockDomain: { json?: Schemas.BlockRequest; data: Schemas.BlockItem };
  unblockDomain: { data: Schemas.BlockItem };
  openSession: {
    data: {
      key: {
        id: string;
        name: string;
        /** First characters of the secret. */
        prefix: string;
        scopes: Schemas.KeyScope[];
      };
      session: { id: string; ends_at: Schemas.Timestamp } | null;
    };
  };
  getSession: {
    data: {
      key: {
        id: string;
        name: string;
        /** First characters of the secret. */
        prefix: string;
        scopes: Schemas.KeyScope[];
      };
      session: { id: string; ends_at: Schemas.Timestamp } | null;
    };
  };
  closeSession: { data: Schemas.SessionItem };
  endSession: { data: Schemas.SessionItem };
  importRanks: {
    query?: {
      /** true: domains that are not in the list lose the rank they have. */
      readonly replace?: boolean | undefined;
    };
    list: 'text/csv' | 'application/octet-stream';
    data: {
      /** Number of domains that the list gives a rank. */
      domains: number;
      /** Number of these domains that are in the index. */
      indexed: number;
      /** Number of lines that name a domain again. Its best place counts. */
      repeated: number;
      /** Number of domains that lost their rank because `replace` was set and the list lacks them. */
      removed: number;
      /** Lines that give no domain a rank. */
      rejected: {
        count: number;
        /** Reason → number of entries; only reasons that occurred. */
        reasons: { [name: string]: number };
        samples: { line: number; text: string; reason: string }[];
      };
    };
  };
  createKey: { json: Schemas.CreateKeyRequest; data: Schemas.CreatedKey };
  listKeys: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
    };
    data: ListPage<Schemas.KeyItem>;
  };
  rotateKey: { json?: Schemas.RotateKeyRequest; data: Schemas.CreatedKey };
  revokeKey: { data: Schemas.KeyItem };
  listAuditLog: {
    query?: {
      /** Default: `50`. */
      readonly limit?: number | undefined;
      readonly next_token?: string | undefined;
      readonly action?: Schemas.AuditAction | undefined;
      /** Id of the key that was used. */
      readonly key_id?: string | undefined;
    };
    data: ListPage<Schemas.AuditItem>;
  };
  getEntry: { data: { name: 'sitegrep'; docs: '/docs'; openapi: '/openapi.json' } };
  getHealth: { data: { status: 'alive' } };
  getReadiness: {
    data: {
      status: 'ready';
      /** Names of the dependencies that are `down` or `full`: what needs them has to wait. */
      degraded: string[];
      dependencies: { [name: string]: 'up' | 'full' | 'down' };
    };
  };
  watchReadiness: { data: string };
  getStats: {
    data: {
      domains: number;
      pages: number;
      /** Sources of all pages in UTF-8, before compression. */
      source_bytes: number;
      /** Sources on disk, compressed. */
      compressed_bytes: number;
      /** Versions of pages that are kept besides those that stand. */
      versions: number;
      /** Sources of these versions on disk, compressed. */
      version_bytes: number;
      /** Substring index on disk. */
      index_bytes: number;
      /** Everything on disk. */
      total_bytes: number;
      /** Segments of the substring index; with Elasticsearch, of the primary shards. */
      segments_count: number;
      /** The largest segments, at most 100, largest first. */
      segments: {
        /** Documents in it, deleted ones included. */
        documents: number;
        /** Documents that were deleted or replaced; a merge removes them. */
        deleted_documents: number;
        /** Size on disk. */
        bytes: number;
      }[];
      /** Domains with each part of what sites answer. Others get it when they are visited next. */
      domains_with: {
        /** Domains with header fields. */
        headers: number;
        /** Domains with cookies. */
        cookies: number;
        /** Domains with a well-known file. */
        files: number;
        /** Domains with hosts that their pages name. */
        hosts: number;
        /** Domains with a certificate. */
        certificate: number;
        /** Domains with an icon. */
        icon: number;
      };
      /** Version of the facts that an analysis gives now. */
      facts_version: string;
      /** Domains with a page whose facts another version gave; `POST /admin/reanalyse` mends them. */
      outdated_domains: {
        count: number;
        /** False: sources are still to be read to find out, and there are so many domains at most. */
        is_exact: boolean;
      };
    };
  };
  listSizes: {
    data: {
      /** The latest day first. The size of a day is the last one that was measured on it; days on which no server ran are absent. */
      sizes: {
        /** Day in UTC. */
        day: string;
        measured_at: Schemas.Timestamp;
        domains: number;
        pages: number;
        /** Sources of all pages in UTF-8, before compression. */
        source_bytes: number;
        /** Everything on disk. */
        total_bytes: number;
      }[];
    };
  };
  startReanalysis: {
    json?: {
      /** Query of the domains whose pages are analysed again; absent: all domains. */
      readonly q?: string | undefined;
    };
    data: {
      id: string;
      q: string | null;
      state: 'running' | 'finished' | 'stopped' | 'failed';
      started_at: Schemas.Timestamp;
      ended_at: Schemas.Timestamp | null;
      reason: string | null;
      domains: { total: number | null; done: number };
      pages: {
        /** Pages that were analysed again and are stored. */
        analysed: number;
        /** Pages that stay as they were, because their analysis took too much or they could not be read. */
        failed: number;
      };
      last_domain: string | null;
    };
  };
  getReanalysis: {
    data: {
      /** Version of the facts that an analysis gives now. */
      facts_version: string;
      /** Domains with a page whose facts another version gave. */
      outdated_domains: {
        count: number;
        /** False: sources are still to be read to find out, and there are so many domains at most. */
        is_exact: boolean;
      };
      run: {
        id: string;
        q: string | null;
        state: 'running' | 'finished' | 'stopped' | 'failed';
        started_at: Schemas.Timestamp;
        ended_at: Schemas.Timestamp | null;
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
    };
  };
  stopReanalysis: {
    data: {
      id: string;
      q: string | null;
      state: 'running' | 'finished' | 'stopped' | 'failed';
      started_at: Schemas.Timestamp;
      ended_at: Schemas.Timestamp | null;
      reason: string | null;
      domains: { total: number | null; done: number };
      pages: {
        /** Pages that were analysed again and are stored. */
        analysed: number;
        /** Pages that stay as they were, because their analysis took too much or they could not be read. */
        failed: number;
      };
      last_domain: string | null;
    };
  };
  getTechnologySet: { data: Schemas.TechnologySet };
  takeTechnologies: {
    query: {
      /** Name under which the set is shown, such as that of its file. It has 1 to 200 characters in one line, none of them a control or format character. */
      readonly name: string;
    };
    list: 'application/octet-stream';
    data: Schemas.TakenTechnologies;
  };
  takeBuiltInTechnologies: { data: Schemas.TakenTechnologies };
  listSettings: {
    data: {
      /** Every setting, in the order of the documentation. */
      settings: {
        /** Environment variable that sets it. */
        variable: string;
        /** Chapter of docs/configuration.md that describes it. */
        group: string;
        /** The value as the environment would state it, secrets hidden; empty if there is none. */
        value: string;
        /** Whether the value is the default, set or unset. */
        is_default: boolean;
        description: string;
      }[];
    };
  };
  checkInstance: {
    data: {
      /** Whether no check failed. */
      ok: boolean;
      checks: {
        /** Subject of the check, such as `data folder` or `redis`. */
        area: string;
        /** warn: it works now, but perhaps not well or not for long; fail: it does not work. */
        status: 'ok' | 'warn' | 'fail';
        finding: string;
        remedy: string | null;
      }[];
    };
  };
  getMetrics: { data: string };
  getMetricsHistory: {
    data: {
      /** Process that answers, which measured itself: `up`, or `api at HOST:PORT` in a cluster, where each keeps its own history. */
      process: string;
      started_at: Schemas.Timestamp;
      interval_seconds: 60;
      /** Beginning of the first interval; null: nothing was measured yet. */
      from: Schemas.Timestamp | null;
      series: {
        /** Searches of the index that ended. */
        searches: (number | null)[];
        /** Time within which 95 % of these searches ended, without HTTP; null also if there was none. Of more than 4,096 it is that of the last 4,096. */
        search_p95_seconds: (number | null)[];
        /** Requests that were answered with a status from 500 on. */
        http_errors: (number | null)[];
        /** Pages that this process crawled; null in one that does not crawl. */
        pages: (number | null)[];
        /** Sites without an outcome in all unfinished crawls. */
        unfinished_sites: (number | null)[];
        /** Memory of the process. */
        memory_bytes: (number | null)[];
        /** Everything that is stored, on disk; measured every five minutes. */
        index_bytes: (number | null)[];
      };
    };
  };
  getOpenApi: { data: { openapi: string; info: { title: string; version: string }; paths: {} } };
  getReference: { data: string };
}

export type OperationId = keyof Operations;

export const OPERATIONS = {
  search: { method: 'POST', path: '/search' },
  searchByLink: { method: 'GET', path: '/search' },
  watchSearch: { method: 'POST', path: '/search/events' },
  exportSearch: { method: 'POST', path: '/search/export' },
  explainSearch: { method: 'POST', path: '/search/explain' },
  countTrends: { method: 'POST', path: '/trends' },
  translateQuery: { method: 'POST', path: '/search/translate' },
  searchHtmlSourceCode: { method: 'POST', path: '/html-source-code-search' },
  exportMatches: { method: 'POST', path: '/html-source-code-search/export' },
  listTechnologies: { method: 'GET', path: '/technologies' },
  getTechnology: { method: 'GET', path: '/technologies/{slug}' },
  testTechnologies: { method: 'POST', path: '/technologies/test' },
  listCategories: { method: 'GET', path: '/categories' },
  lookUpDomains: { method: 'POST', path: '/domains/lookup' },
  getDomain: { method: 'GET', path: '/domains/{domain}' },
  listDomainTechnologies: { method: 'GET', path: '/domains/{domain}/technologies' },
  getDomainAnswers: { method: 'GET', path: '/domains/{domain}/answers' },
  listDomainPages: { method: 'GET', path: '/domains/{domain}/pages' },
  listDomainLinks: { method: 'GET', path: '/domains/{domain}/links' },
  getDomainHistory: { method: 'GET', path: '/domains/{domain}/history' },
  listDomainThirdParties: { method: 'GET', path: '/domains/{domain}/third-parties' },
  getPageSource: { method: 'GET', path: '/domains/{domain}/pages/source' },
  listPageVersions: { method: 'GET', path: '/domains/{domain}/pages/versions' },
  getVersionSource: { method: 'GET', path: '/domains/{domain}/pages/versions/source' },
  getPageDiff: { method: 'GET', path: '/domains/{domain}/pages/diff' },
  getDomainIcon: { method: 'GET', path: '/domains/{domain}/icon' },
  hashIcon: { method: 'POST', path: '/icons' },
  getPageScreenshot: { method: 'GET', path: '/domains/{domain}/pages/screenshot' },
  listDomainLists: { method: 'GET', path: '/lists' },
  getDomainList: { method: 'GET', path: '/lists/{id}' },
  putDomainList: { method: 'PUT', path: '/lists/{id}' },
  changeDomainList: { method: 'PATCH', path: '/lists/{id}' },
  deleteDomainList: { method: 'DELETE', path: '/lists/{id}' },
  listDomainListNames: { method: 'GET', path: '/lists/{id}/domains' },
  listSavedSearches: { method: 'GET', path: '/searches' },
  getSavedSearch: { method: 'GET', path: '/searches/{id}' },
  putSavedSearch: { method: 'PUT', path: '/searches/{id}' },
  deleteSavedSearch: { method: 'DELETE', path: '/searches/{id}' },
  listSearchEvents: { method: 'GET', path: '/searches/{id}/events' },
  getSearchTrend: { method: 'GET', path: '/searches/{id}/trend' },
  watchSavedSearch: { method: 'GET', path: '/searches/{id}/stream' },
  getSearchAtomFeed: { method: 'GET', path: '/searches/{id}/feed.atom' },
  getSearchJsonFeed: { method: 'GET', path: '/searches/{id}/feed.json' },
  renewSearchFeeds: { method: 'POST', path: '/searches/{id}/feed-key' },
  listSearchDeliveries: { method: 'GET', path: '/searches/{id}/deliveries' },
  replaySearchDelivery: { method: 'POST', path: '/searches/{id}/deliveries/{delivery}/replay' },
  listSearchReports: { method: 'GET', path: '/searches/{id}/reports' },
  makeSearchReport: { method: 'POST', path: '/searches/{id}/reports' },
  getSearchReport: { method: 'GET', path: '/searches/{id}/reports/{number}' },
  testSavedSearch: { method: 'POST', path: '/searches/{id}/test' },
  searchWeb: { method: 'POST', path: '/web-serp' },
  suggestSearches: { method: 'POST', path: '/web-autocomplete' },
  getVideo: { method: 'POST', path: '/videosite-video-info' },
  searchVideos: { method: 'POST', path: '/videosite-serp' },
  listProviders: { method: 'GET', path: '/admin/providers' },
  createCrawl: { method: 'POST', path: '/admin/crawls' },
  listCrawls: { method: 'GET', path: '/admin/crawls' },
  previewCrawl: { method: 'POST', path: '/admin/crawls/preview' },
  getCrawl: { method: 'GET', path: '/admin/crawls/{id}' },
  deleteCrawl: { method: 'DELETE', path: '/admin/crawls/{id}' },
  listCrawlSites: { method: 'GET', path: '/admin/crawls/{id}/sites' },
  getCrawlTimeline: { method: 'GET', path: '/admin/crawls/{id}/timeline' },
  watchCrawl: { method: 'GET', path: '/admin/crawls/{id}/events' },
  cancelCrawl: { method: 'POST', path: '/admin/crawls/{id}/cancel' },
  retryCrawl: { method: 'POST', path: '/admin/crawls/{id}/retry' },
  listSchedules: { method: 'GET', path: '/admin/schedules' },
  previewSchedule: { method: 'POST', path: '/admin/schedules/preview' },
  getSchedule: { method: 'GET', path: '/admin/schedules/{id}' },
  putSchedule: { method: 'PUT', path: '/admin/schedules/{id}' },
  deleteSchedule: { method: 'DELETE', path: '/admin/schedules/{id}' },
  sendPages: { method: 'POST', path: '/admin/pages' },
  getSamples: { method: 'GET', path: '/admin/samples' },
  addSamples: { method: 'POST', path: '/admin/samples' },
  removeSamples: { method: 'DELETE', path: '/admin/samples' },
  startCommonCrawl: { method: 'POST', path: '/admin/commoncrawl' },
  getCommonCrawl: { method: 'GET', path: '/admin/commoncrawl' },
  stopCommonCrawl: { method: 'DELETE', path: '/admin/commoncrawl' },
  inspectDomain: { method: 'GET', path: '/admin/domains/{domain}' },
  deleteDomain: { method: 'DELETE', path: '/admin/domains/{domain}' },
  listDomainVisits: { method: 'GET', path: '/admin/domains/{domain}/visits' },
  listBlockedDomains: { method: 'GET', path: '/admin/blocked-domains' },
  getBlockedDomain: { method: 'GET', path: '/admin/blocked-domains/{domain}' },
  blockDomain: { method: 'PUT', path: '/admin/blocked-domains/{domain}' },
  unblockDomain: { method: 'DELETE', path: '/admin/blocked-domains/{domain}' },
  openSession: { method: 'POST', path: '/session' },
  getSession: { method: 'GET', path: '/session' },
  closeSession: { method: 'DELETE', path: '/session' },
  endSession: { method: 'DELETE', path: '/admin/sessions/{id}' },
  importRanks: { method: 'POST', path: '/admin/ranks' },
  createKey: { method: 'POST', path: '/admin/keys' },
  listKeys: { method: 'GET', path: '/admin/keys' },
  rotateKey: { method: 'POST', path: '/admin/keys/{id}/rotate' },
  revokeKey: { method: 'DELETE', path: '/admin/keys/{id}' },
  listAuditLog: { method: 'GET', path: '/admin/audit-log' },
  getEntry: { method: 'GET', path: '/' },
  getHealth: { method: 'GET', path: '/healthz' },
  getReadiness: { method: 'GET', path: '/readyz' },
  watchReadiness: { method: 'GET', path: '/readiness/events' },
  getStats: { method: 'GET', path: '/admin/stats' },
  listSizes: { method: 'GET', path: '/admin/sizes' },
  startReanalysis: { method: 'POST', path: '/admin/reanalyse' },
  getReanalysis: { method: 'GET', path: '/admin/reanalyse' },
  stopReanalysis: { method: 'DELETE', path: '/admin/reanalyse' },
  getTechnologySet: { method: 'GET', path: '/admin/technologies' },
  takeTechnologies: { method: 'POST', path: '/admin/technologies' },
  takeBuiltInTechnologies: { method: 'DELETE', path: '/admin/technologies' },
  listSettings: { method: 'GET', path: '/admin/settings' },
  checkInstance: { method: 'GET', path: '/admin/checks' },
  getMetrics: { method: 'GET', path: '/metrics' },
  getMetricsHistory: { method: 'GET', path: '/admin/metrics-history' },
  getOpenApi: { method: 'GET', path: '/openapi.json' },
  getReference: { method: 'GET', path: '/docs' },
} as const satisfies Record<OperationId, unknown>;

/** Errors by the phrase in an answer. */
export const ERRORS = {
  'Not found': { code: 'not_found', status: 404 },
  Unauthorized: { code: 'unauthorized', status: 401 },
  Forbidden: { code: 'forbidden', status: 403 },
  'Rate limit exceeded': { code: 'rate_limited', status: 429 },
  'Request too large': { code: 'too_large', status: 413 },
  'Unsupported media type': { code: 'unsupported_media_type', status: 415 },
  'Bad request': { code: 'bad_request', status: 400 },
  Conflict: { code: 'conflict', status: 409 },
  'Query too broad': { code: 'too_broad', status: 422 },
  'Range not satisfiable': { code: 'range_not_satisfiable', status: 416 },
  'Service unavailable': { code: 'unavailable', status: 503 },
  'Upstream failed': { code: 'upstream_failed', status: 502 },
  'Upstream timed out': { code: 'upstream_timed_out', status: 504 },
  'Internal error': { code: 'internal', status: 500 },
} as const;
