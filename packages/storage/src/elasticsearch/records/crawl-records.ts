import { randomUUID } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Crawl, CrawlRecords } from '../../crawls.ts';
import { CrawlClosed, InvalidPosition, StorageBusy, StorageUnavailable } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import type { ElasticsearchStorageOptions } from '../options.ts';
import { crawlOf, progressOf, talliesOf, tallyRequest, type TallyAnswer } from './crawl-progress.ts';
import { CrawlSites } from './crawl-sites.ts';
import { CRAWLS, SITE_ORDER, SITES, VERSIONS, type CrawlDocument, type CrawlProgress } from './mappings.ts';
import {
  changeDocument,
  createDocument,
  everyHit,
  readDocument,
  refreshIndex,
  searchAll,
} from './record-documents.ts';
import { sharedRefresh } from './refresher.ts';
import { openIndex } from './open-index.ts';
import { createSequence } from './sequence.ts';

const SEAL = `
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else { ctx._source.sealed_at = params.at; ctx._source.rejected = params.rejected }`;

const DISCARD = 'ctx._source.discarded = true';

const KEEP_FINAL = `
  if (ctx._source.final != null) { ctx.op = 'none' } else { ctx._source.final = params.final }`;

type Query = NonNullable<estypes.SearchRequest['query']>;

/** A crawl's document and its id. */
interface FoundCrawl {
  readonly id: string;
  readonly crawl: CrawlDocument;
}

/**
 * Crawls and their sites in Elasticsearch, for any number of processes.
 *
 * Nothing is counted up: a crawl's counts and state are its sites, added up when it is asked for. So they are exact
 * whoever finishes sites at once and whoever is killed meanwhile; there is no counter that a crash could leave behind
 * its sites, which is what two documents without a transaction would come to. The price is an aggregation a read; a
 * completed crawl never changes again, so the first to read it keeps its counts with it.
 *
 * @param client stays open: whoever made it closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openCrawlRecords(
  client: Client,
  { indexPrefix, shards, replicas }: Pick<ElasticsearchStorageOptions, 'indexPrefix' | 'shards' | 'replicas'>,
): Promise<CrawlRecords> {
  const [crawls, siteIndex] = [`${indexPrefix}-crawls`, `${indexPrefix}-sites`];
  await openIndex(client, {
    alias: crawls,
    version: VERSIONS.crawls,
    mappings: CRAWLS,
    settings: { number_of_shards: 1, number_of_replicas: replicas },
  });
  await openIndex(client, {
    alias: siteIndex,
    version: VERSIONS.sites,
    mappings: SITES,
    settings: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      sort: { field: [...SITE_ORDER], order: SITE_ORDER.map(() => 'asc' as const) },
    },
  });
  const nextNumber = createSequence(client, crawls);
  const sites = new CrawlSites(client, siteIndex);
  const refreshCrawls = sharedRefresh(() => refreshIndex(client, crawls));
  const refreshSites = sharedRefresh(() => refreshIndex(client, siteIndex));

  async function find(id: string): Promise<FoundCrawl | null> {
    const crawl = id === '' ? null : await readDocument<CrawlDocument>(client, crawls, id);
    return crawl === null || crawl.discarded === true ? null : { id, crawl };
  }

  /** @throws CrawlClosed */
  async function findOpen(id: string): Promise<FoundCrawl> {
    const found = await find(id);
    if (found === null) throw new CrawlClosed(`there is no crawl ${id}`);
    if (found.crawl.sealed_at !== undefined) {
      throw new CrawlClosed(`crawl ${id} takes no more sites: it was sealed`);
    }
    return found;
  }

  /** The crawls with their counts, in the same order. Their documents must have been read before their sites are. */
  async function counted(found: readonly FoundCrawl[]): Promise<readonly Crawl[]> {
    const unknown = found.filter(({ crawl }) => crawl.final === undefined).map(({ id }) => id);
    const tallies = unknown.length === 0 ? null : await tally(unknown);
    return Promise.all(
      found.map(async ({ id, crawl }) => {
        if (crawl.final !== undefined) return crawlOf(id, crawl, crawl.final);
        const progress = progressOf(crawl, tallies?.get(id));
        if (progress.state === 'completed') await keepFinal(id, progress);
        return crawlOf(id, crawl, progress);
      }),
    );
  }

  async function tally(ids: readonly string[]): Promise<ReturnType<typeof talliesOf>> {
    await refreshSites();
    const request = { index: siteIndex, ...tallyRequest(ids) };
    const { aggregations } = await searchAll<never, TallyAnswer>(client, request);
    return talliesOf(aggregations);
  }

  async function keepFinal(id: string, final: CrawlProgress): Promise<void> {
    try {
      await changeDocument(client, { index: crawls, id, script: KEEP_FINAL, params: { final } });
    } catch (error) {
      // It saves the next reader a count, no more: a cluster that takes no writes now can still be read.
      if (!(error instanceof StorageUnavailable || error instanceof StorageBusy)) throw error;
    }
  }

  function foundIn(hits: readonly estypes.SearchHit<CrawlDocument>[]): readonly FoundCrawl[] {
    return hits.flatMap(({ _id: id, _source: crawl }) =>
      id === undefined || crawl === undefined ? [] : [{ id, crawl }],
    );
  }

  /** Ids of crawls that match, oldest first. */
  async function idsOf(query: Query): Promise<readonly string[]> {
    await refreshCrawls();
    const sort = [{ number: 'asc' as const }];
    const hits = everyHit<never>(client, { index: crawls, query, sort, _source: false });
    return (await Array.fromAsync(hits)).flatMap(({ _id: id }) => (id === undefined ? [] : [id]));
  }

  async function* unfinished(
    crawlId: string | null,
  ): AsyncGenerator<{ readonly crawlId: string; readonly domain: string }> {
    const discarded = await idsOf({ term: { discarded: true } });
    await refreshSites();
    yield* sites.unfinished(crawlId, discarded);
  }

  return {
    async create(spec) {
      const id = randomUUID();
      const crawl: CrawlDocument = {
        number: await nextNumber(),
        spec,
        created_at: Date.now(),
      };
      await createDocument(client, crawls, id, crawl);
      return crawlOf(id, crawl, progressOf(crawl));
    },
    async appendSites(crawlId, seeds) {
      const { crawl } = await findOpen(crawlId);
      return sites.append({ crawlId, number: crawl.number }, seeds);
    },
    async seal(crawlId, rejected) {
      const crawl = await changeDocument<CrawlDocument>(client, {
        index: crawls,
        id: crawlId,
        script: SEAL,
        params: { at: Date.now(), rejected },
      });
      const [sealed] =
        crawl === null || crawl.discarded === true ? [] : await counted([{ id: crawlId, crawl }]);
      if (sealed === undefined) throw new CrawlClosed(`there is no crawl ${crawlId}`);
      return sealed;
    },
    async get(crawlId) {
      const found = await find(crawlId);
      return found === null ? null : ((await counted([found]))[0] ?? null);
    },
    spec: async (crawlId) => (await find(crawlId))?.crawl.spec ?? null,
    async list({ limit, after }) {
      const from = after === undefined ? {} : { search_after: [placeOf(after)] };
      await refreshCrawls();
      const { hits } = await searchAll<CrawlDocument>(client, {
        index: crawls,
        query: {
          bool: { filter: [{ exists: { field: 'number' } }], must_not: [{ term: { discarded: true } }] },
        },
        sort: [{ number: 'desc' }],
        size: limit + 1,
        track_total_hits: false,
        ...from,
      });
      const found = foundIn(hits.hits);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        items: await counted(page),
        next: found.length > limit && last !== undefined ? String(last.crawl.number) : null,
      };
    },
    async sites(crawlId, page) {
      const found = await find(crawlId);
      if (found === null) return { items: [], next: null };
      await refreshSites();
      return sites.list({ crawlId, number: found.crawl.number }, page);
    },
    site: (crawlId, domain) => sites.site(crawlId, domain),
    begin: (crawlId, domain, at) => sites.begin(crawlId, domain, at),
    finish: (crawlId, domain, result) => sites.finish(crawlId, domain, result),
    unfinished: (crawlId) => unfinished(crawlId ?? null),
    // A crawl whose discarding broke off is among them, so that it is discarded again.
    unsealed: () =>
      idsOf({
        bool: {
          filter: [{ exists: { field: 'number' } }],
          should: [
            { term: { discarded: true } },
            { bool: { must_not: [{ exists: { field: 'sealed_at' } }] } },
          ],
          minimum_should_match: 1,
        },
      }),
    async discard(crawlId) {
      // First gone for everyone, then removed: a kill in between leaves nothing that looks like a smaller crawl.
      const change = { index: crawls, id: crawlId, script: DISCARD, params: {} };
      if ((await changeDocument<CrawlDocument>(client, change)) === null) return;
      await refreshSites();
      await sites.remove(crawlId);
      await asStorageErrors(client.delete({ index: crawls, id: crawlId }, { ignore: [404] }));
    },
    close: () => Promise.resolve(),
  };
}

function placeOf(after: string): number {
  if (!/^[1-9]\d{0,14}$/.test(after)) {
    throw new InvalidPosition('`after` is not the `next` of a list of crawls');
  }
  return Number(after);
}
