import type { CrawlItem, CrawlSiteItem, CreateCrawlRequest, SiteOutcome } from './api.ts';
import { type CrawlEvent, crawlEvents, type CrawlEventsOptions } from './crawl-events.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { UploadList } from './upload.ts';
import { type ListPage, pageSizeOf, walkList, type WalkOptions } from './walk.ts';

/** How far a crawl goes. */
export type CrawlSettings = NonNullable<Operations['createCrawl']['input']['query']>;

/** Which page of a list. */
export type ListRequest = NonNullable<Operations['listCrawls']['input']['query']>;

export interface SubmitOptions extends CallOptions {
  /**
   * Of this submission, 1 to 255 visible characters: sent again, it leads to the crawl that it made the first time. Only
   * with one is a submission tried again after a failure.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface UploadOptions extends SubmitOptions {
  /** `text/plain` (the default: a domain or URL a line), `text/csv` (a rank and a domain) or `application/x-ndjson`. */
  readonly type?: Operations['createCrawl']['list'] | undefined;
  /** The list is compressed. */
  readonly gzip?: boolean | undefined;
}

/** Items a page of a list's walk; the API gives 1,000 at most. */
export const LIST_PAGE_SIZE = 200;

/** `client.admin.crawls` */
export class Crawls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Submits a crawl of the domains, or of the URLs, in the request. */
  create(request: CreateCrawlRequest, options: SubmitOptions = {}): Promise<CrawlItem> {
    return this.#transport.ask('createCrawl', { ...namedBy(options), json: request }, options);
  }

  /** Submits a crawl of a list of up to millions, which is streamed. */
  upload(list: UploadList, settings: CrawlSettings = {}, options: UploadOptions = {}): Promise<CrawlItem> {
    const { type = 'text/plain', gzip = false } = options;
    const upload = { type, list, isGzip: gzip };
    return this.#transport.ask('createCrawl', { ...namedBy(options), query: settings }, options, upload);
  }

  get(id: string, options?: CallOptions): Promise<CrawlItem> {
    return this.#transport.ask('getCrawl', { path: { id } }, options);
  }

  /** A page of all crawls, the newest first. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<CrawlItem>> {
    return this.#transport.ask('listCrawls', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<CrawlItem, void> {
    const limit = pageSizeOf(options, LIST_PAGE_SIZE);
    return walkList((token) => this.list({ limit, ...token }, options));
  }

  /** A page of the sites of a crawl, those with an outcome if one is given. */
  sites(
    id: string,
    request: ListRequest & { readonly outcome?: SiteOutcome | undefined } = {},
    options?: CallOptions,
  ): Promise<ListPage<CrawlSiteItem>> {
    return this.#transport.ask('listCrawlSites', { path: { id }, query: request }, options);
  }

  allSites(
    id: string,
    request: { readonly outcome?: SiteOutcome | undefined } = {},
    options: WalkOptions = {},
  ): AsyncGenerator<CrawlSiteItem, void> {
    const limit = pageSizeOf(options, LIST_PAGE_SIZE);
    return walkList((token) => this.sites(id, { ...request, limit, ...token }, options));
  }

  /**
   * What happens to a crawl, from its beginning or behind an event, until it has ended. A connection that breaks off is
   * made anew: no site is missing, and none comes twice.
   */
  events(id: string, options?: CrawlEventsOptions): AsyncGenerator<CrawlEvent, void> {
    return crawlEvents(this.#transport, id, options);
  }

  /** Nothing more of it begins. */
  cancel(id: string, options?: CallOptions): Promise<CrawlItem> {
    return this.#transport.ask('cancelCrawl', { path: { id } }, options);
  }

  /** Makes a new crawl of the sites that failed. */
  retry(id: string, options?: CallOptions): Promise<CrawlItem> {
    return this.#transport.ask('retryCrawl', { path: { id } }, options);
  }
}

function namedBy({ idempotencyKey }: SubmitOptions): Pick<Operations['createCrawl']['input'], 'header'> {
  return idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': idempotencyKey } };
}
