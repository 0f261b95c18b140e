import type { Client, estypes } from '@elastic/elasticsearch';
import type { Crawl } from '../../records.ts';
import { StorageBusy, StorageUnavailable } from '../../errors.ts';
import { crawlOf, progressOf, talliesOf, tallyRequest, type TallyAnswer } from './crawl-progress.ts';
import type { CrawlDocument, CrawlProgress } from './mappings.ts';
import { changeDocument, searchAll } from './record-documents.ts';
import { Tallies } from './tallies.ts';

const KEEP_FINAL = `
  if (ctx._source.final != null) { ctx.op = 'none' }
  else { ctx._source.final = params.final; ctx._source.ended = true }`;

/** A crawl's document and its id. */
export interface FoundCrawl {
  readonly id: string;
  readonly crawl: CrawlDocument;
}

export function foundIn(hits: readonly estypes.SearchHit<CrawlDocument>[]): readonly FoundCrawl[] {
  return hits.flatMap(({ _id: id, _source: crawl }) =>
    id === undefined || crawl === undefined ? [] : [{ id, crawl }],
  );
}

export interface CountsOf {
  readonly client: Client;
  /** Aliases of the crawls and of their sites. */
  readonly crawls: string;
  readonly sites: string;
  readonly refreshSites: () => Promise<void>;
}

/**
 * Makes crawls of their documents: their sites are added up by searches over those that have not ended. The documents
 * must have been read before, so that a crawl which is sealed by its document has all its sites.
 *
 * @returns a function that gives the crawls in the same order
 */
export function createCounts({
  client,
  crawls,
  sites,
  refreshSites,
}: CountsOf): (found: readonly FoundCrawl[]) => Promise<readonly Crawl[]> {
  const tallies = new Tallies(async (ids) => {
    await refreshSites();
    const request = { index: sites, ...tallyRequest(ids) };
    const { aggregations } = await searchAll<never, TallyAnswer>(client, request);
    return talliesOf(aggregations);
  });

  async function keepFinal(id: string, final: CrawlProgress): Promise<void> {
    try {
      await changeDocument(client, { index: crawls, id, script: KEEP_FINAL, params: { final } });
    } catch (error) {
      // It saves the next reader a count, no more: a cluster that takes no writes now can still be read.
      if (!(error instanceof StorageUnavailable || error instanceof StorageBusy)) throw error;
    }
  }

  return async (found) => {
    const counted = await tallies.of(
      found
        .filter(({ crawl }) => crawl.final === undefined)
        .map(({ id, crawl }) => ({ id, sealed: crawl.sealed_at !== undefined })),
    );
    return Promise.all(
      found.map(async ({ id, crawl }) => {
        if (crawl.final !== undefined) return crawlOf(id, crawl, crawl.final);
        const progress = progressOf(crawl, counted.get(id));
        if (progress.finishedAt !== null) await keepFinal(id, progress);
        return crawlOf(id, crawl, progress);
      }),
    );
  };
}
