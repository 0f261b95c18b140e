import type {
  CrawlItem,
  CrawlSiteItem,
  CrawlTimelineItem,
  CreateCrawlRequest,
  ListPreview,
  SiteOutcome,
} from './api.ts';
import { type CrawlEvent, crawlEvents, type CrawlEventsOptions } from './crawl-events.ts';
import type { ListPage, Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart } from './transport.ts';
import type { UploadList } from './request.ts';
import { walkList, type WalkOptions } from './walk.ts';

/** Pages of a site that the command line and the console ask for, unless told otherwise. The API itself takes one. */
export const USUAL_MAX_PAGES = 10;

/** Extent and priority of a crawl. */
export type CrawlSettings = NonNullable<Operations['createCrawl']['query']>;

/** Position and size of a page of a list. */
export type ListRequest = NonNullable<Operations['listCrawls']['query']>;

/** Sites that are crawled again: `failed`, unless stated, or `all`. */
export type RetryRequest = NonNullable<Operations['retryCrawl']['query']>;

export interface SubmitOptions extends CallOptions {
  /**
   * Key of this submission, of 1 to 255 visible characters. A repeated submission with the same key returns the crawl of the
   * first one. Without a key, a submission is not retried after a failure.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface UploadOptions extends SubmitOptions {
  /** Media type: `text/plain` (a domain or URL per line, the default), `text/csv` (a rank and a domain) or `application/x-ndjson`. */
  readonly type?: Operations['createCrawl']['list'] | undefined;
  /** Whether the list is compressed with gzip. */
  readonly gzip?: boolean | undefined;
}

/** Crawls, as `client.admin.crawls`. */
export class Crawls extends ClientPart {
  /** Submits a crawl of the domains, or of the URLs, in the request. */
  create(request: CreateCrawlRequest, options: SubmitOptions = {}): Promise<CrawlItem> {
    return this.transport.call('createCrawl', { ...namedBy(options), json: request }, options);
  }

  /** Submits a crawl of a list, which may have millions of lines and is streamed. */
  upload(list: UploadList, settings: CrawlSettings = {}, options: UploadOptions = {}): Promise<CrawlItem> {
    const { type = 'text/plain', gzip = false } = options;
    const upload = { type, list, isGzip: gzip };
    return this.transport.call('createCrawl', { ...namedBy(options), query: settings }, options, upload);
  }

  /** Reads a list as `upload` does, and gets what a crawl of it would take. Nothing is submitted. */
  preview(list: UploadList, options: Omit<UploadOptions, 'idempotencyKey'> = {}): Promise<ListPreview> {
    const { type = 'text/plain', gzip = false } = options;
    return this.transport.call('previewCrawl', {}, options, { type, list, isGzip: gzip });
  }

  get(id: string, options?: CallOptions): Promise<CrawlItem> {
    return this.transport.call('getCrawl', { path: { id } }, options);
  }

  /** Gets a page of all crawls, the newest first. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<CrawlItem>> {
    return this.transport.call('listCrawls', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<CrawlItem, void> {
    return walkList(options, (page) => this.list(page, options));
  }

  /** Gets a page of the sites of a crawl, or only those with the given outcome, or only those that are being crawled. */
  sites(
    id: string,
    request: ListRequest & {
      readonly outcome?: SiteOutcome | undefined;
      readonly running?: boolean | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<ListPage<CrawlSiteItem>> {
    return this.transport.call('listCrawlSites', { path: { id }, query: request }, options);
  }

  allSites(
    id: string,
    request: { readonly outcome?: SiteOutcome | undefined } = {},
    options: WalkOptions = {},
  ): AsyncGenerator<CrawlSiteItem, void> {
    return walkList(options, (page) => this.sites(id, { ...request, ...page }, options));
  }

  /**
   * Iterates over the events of a crawl, from its beginning or after a given event, until the crawl has ended. A lost
   * connection is reopened: no site is missing, and none comes twice.
   */
  events(id: string, options?: CrawlEventsOptions): AsyncGenerator<CrawlEvent, void> {
    return crawlEvents(this.transport, id, options);
  }

  /** Cancels a crawl: no further site of it is begun. */
  cancel(id: string, options?: CallOptions): Promise<CrawlItem> {
    return this.transport.call('cancelCrawl', { path: { id } }, options);
  }

  /** Deletes the records of a crawl that has ended. What it has indexed stays. */
  delete(id: string, options?: CallOptions): Promise<CrawlItem> {
    return this.transport.call('deleteCrawl', { path: { id } }, options);
  }

  /** Gets the pages of a crawl over time. */
  timeline(id: string, options?: CallOptions): Promise<CrawlTimelineItem> {
    return this.transport.call('getCrawlTimeline', { path: { id } }, options);
  }

  /** Submits a new crawl of the sites that failed, or of all. Copying a million sites takes about a minute. */
  retry(id: string, request: RetryRequest = {}, options: SubmitOptions = {}): Promise<CrawlItem> {
    return this.transport.call('retryCrawl', { ...namedBy(options), path: { id }, query: request }, options);
  }
}

function namedBy({ idempotencyKey }: SubmitOptions): Pick<Operations['createCrawl'], 'header'> {
  return idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': idempotencyKey } };
}
