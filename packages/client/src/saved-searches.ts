import type {
  DeliveryItem,
  PutSavedSearchRequest,
  SavedSearchItem,
  SavedSearchRecord,
  SearchEventItem,
  SearchReportItem,
  WrittenSavedSearch,
} from './api.ts';
import type { ListRequest } from './crawls.ts';
import { dataOf, reopenedStream } from './event-stream.ts';
import type { ListPage, Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart } from './transport.ts';
import { walkList, type WalkOptions } from './walk.ts';

export type SearchTrend = Operations['getSearchTrend']['data'];
export type TestDelivery = Operations['testSavedSearch']['data'];

export interface SavedSearchStreamOptions extends CallOptions {
  /** Number of the last event that was received; absent: what happens from now on. */
  readonly after?: number | undefined;
}

/** Searches that are saved and tell what appears and disappears, as `client.searches`. */
export class SavedSearches extends ClientPart {
  /** Gets a page of the searches that the key sees, ordered by name. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<SavedSearchItem>> {
    return this.transport.call('listSavedSearches', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<SavedSearchItem, void> {
    return walkList(options, (page) => this.list(page, options));
  }

  get(id: string, options?: CallOptions): Promise<SavedSearchRecord> {
    return this.transport.call('getSavedSearch', { path: { id } }, options);
  }

  /** Saves a search under a name, or replaces the one that has it. */
  put(id: string, search: PutSavedSearchRequest, options?: CallOptions): Promise<WrittenSavedSearch> {
    return this.transport.call('putSavedSearch', { path: { id }, json: search }, options);
  }

  delete(id: string, options?: CallOptions): Promise<SavedSearchItem> {
    return this.transport.call('deleteSavedSearch', { path: { id } }, options);
  }

  /** Gets a page of the events of a search, newest first. */
  events(id: string, request: ListRequest = {}, options?: CallOptions): Promise<ListPage<SearchEventItem>> {
    return this.transport.call('listSearchEvents', { path: { id }, query: request }, options);
  }

  allEvents(id: string, options: WalkOptions = {}): AsyncGenerator<SearchEventItem, void> {
    return walkList(options, (page) => this.events(id, page, options));
  }

  /** Gives each event of a search as it happens. An interrupted stream is opened again, so that no event is missing or comes twice. */
  async *watch(
    id: string,
    { after, ...options }: SavedSearchStreamOptions = {},
  ): AsyncGenerator<SearchEventItem, void> {
    const request = {
      operation: 'watchSavedSearch',
      id,
      after: after === undefined ? undefined : String(after),
      options,
    } as const;
    const events = reopenedStream(
      this.transport,
      request,
      (raw) => ({ type: raw.name, id: raw.id, data: dataOf('watchSavedSearch', raw) as SearchEventItem }),
      () => false,
    );
    for await (const { data } of events) yield data;
  }

  /** Counts the domains that fulfilled a search by day, back from now. */
  trend(id: string, request: { readonly days?: number } = {}, options?: CallOptions): Promise<SearchTrend> {
    return this.transport.call('getSearchTrend', { path: { id }, query: request }, options);
  }

  /** Gives the feeds of a search a new key. */
  renewFeeds(id: string, options?: CallOptions): Promise<SavedSearchRecord> {
    return this.transport.call('renewSearchFeeds', { path: { id } }, options);
  }

  /** Gets a page of the deliveries of a search with their answers, newest first. */
  deliveries(id: string, request: ListRequest = {}, options?: CallOptions): Promise<ListPage<DeliveryItem>> {
    return this.transport.call('listSearchDeliveries', { path: { id }, query: request }, options);
  }

  /** Sends a delivery that was given up again. */
  replay(id: string, delivery: string, options?: CallOptions): Promise<DeliveryItem> {
    return this.transport.call('replaySearchDelivery', { path: { id, delivery } }, options);
  }

  /** Gets a page of the reports of a search, the one that waits to be made and then the newest first. */
  reports(id: string, request: ListRequest = {}, options?: CallOptions): Promise<ListPage<SearchReportItem>> {
    return this.transport.call('listSearchReports', { path: { id }, query: request }, options);
  }

  /** Lets a report be made now. */
  makeReport(id: string, options?: CallOptions): Promise<SearchReportItem> {
    return this.transport.call('makeSearchReport', { path: { id } }, options);
  }

  /** Gets the file of a report, as it is listed. @throws TypeError if it has none, because it was not made */
  async reportFile(
    id: string,
    { number, file }: Pick<SearchReportItem, 'number' | 'file'>,
    options?: CallOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const key = new URLSearchParams(file?.replace(/^[^?]*/, '')).get('key');
    if (key === null) throw new TypeError(`report ${number} of ${id} has no file: it was not made`);
    const input = { path: { id, number: String(number) }, query: { key } };
    return (await this.transport.bytes('getSearchReport', input, options)).bytes;
  }

  /** Sends a test message to whoever is told of a search. */
  test(id: string, options?: CallOptions): Promise<TestDelivery> {
    return this.transport.call('testSavedSearch', { path: { id } }, options);
  }
}
