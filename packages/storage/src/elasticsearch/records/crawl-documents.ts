import type { Client, estypes } from '@elastic/elasticsearch';
import { isCrawlId } from '../../crawl-id.ts';
import type { Crawl } from '../../records.ts';
import { sharedRefresh } from '../concurrent-calls.ts';
import { type Change, readDocument, refreshIndex, searchAll, tryChange } from '../documents.ts';
import { createCounts, type FoundCrawl, foundIn } from './crawl-counts.ts';
import type { CrawlDocument } from './mappings.ts';
import type { SiteMonths } from './site-months.ts';

type Query = NonNullable<estypes.SearchRequest['query']>;

export const IS_GONE: Query = { term: { discarded: true } };
export const IS_SEALED: Query = { exists: { field: 'sealed_at' } };
/** The index has other documents, too. */
export const IS_CRAWL: Query = { exists: { field: 'number' } };

/** The documents of crawls. */
export class CrawlDocuments {
  readonly client: Client;
  /** Alias of their index. */
  readonly index: string;
  readonly refresh: () => Promise<void>;
  /** Computes the counts of crawls, and stores those of crawls that have ended. */
  readonly counted: (found: readonly FoundCrawl[]) => Promise<readonly Crawl[]>;

  constructor(client: Client, index: string, months: SiteMonths) {
    this.client = client;
    this.index = index;
    this.refresh = sharedRefresh(() => refreshIndex(client, index));
    this.counted = createCounts({ client, crawls: index, months });
  }

  /** Finds a crawl; null if it does not exist or is gone. */
  async find(id: string): Promise<FoundCrawl | null> {
    const crawl = isCrawlId(id) ? await readDocument<CrawlDocument>(this.client, this.index, id) : null;
    return crawl === null || crawl.discarded === true ? null : { id, crawl };
  }

  /** Changes a crawl as `tryChange` does. @returns null if it does not exist */
  async change(
    id: string,
    script: string,
    params: Change<CrawlDocument>['params'] = {},
  ): ReturnType<typeof tryChange<CrawlDocument>> {
    return isCrawlId(id) ? tryChange(this.client, { index: this.index, id, script, params }) : null;
  }

  /** Finds crawls, those of the latest changes too. */
  async search(request: estypes.SearchRequest): Promise<readonly FoundCrawl[]> {
    return foundIn(await this.#hits(request));
  }

  async searchIds(request: estypes.SearchRequest): Promise<readonly string[]> {
    const hits = await this.#hits({ ...request, _source: false });
    return hits.flatMap(({ _id: id }) => (id === undefined ? [] : [id]));
  }

  async #hits(request: estypes.SearchRequest): Promise<readonly estypes.SearchHit<CrawlDocument>[]> {
    await this.refresh();
    const all = { index: this.index, track_total_hits: false, ...request };
    return (await searchAll<CrawlDocument>(this.client, all)).hits.hits;
  }
}
