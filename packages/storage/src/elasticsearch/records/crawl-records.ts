import { randomUUID } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { CrawlRecords } from '../../records.ts';
import { CrawlClosed, InvalidPosition } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { createClaims } from './crawl-claims.ts';
import { createCounts, foundIn, type FoundCrawl } from './crawl-counts.ts';
import { createEnds } from './crawl-ends.ts';
import { crawlOf, progressOf } from './crawl-progress.ts';
import { DISCARD, DISCARD_QUIET, SEAL, TOUCH } from './crawl-scripts.ts';
import { CrawlSites } from './crawl-sites.ts';
import { createWork } from './crawl-work.ts';
import { recordIndexes, type RecordOptions } from './indexes.ts';
import type { CrawlDocument } from './mappings.ts';
import {
  changeDocument,
  createDocument,
  everyHit,
  readDocument,
  refreshIndex,
  searchAll,
  tryChange,
  type Change,
} from './record-documents.ts';
import { sharedRefresh } from './refresher.ts';
import { openIndex } from './open-index.ts';
import { createSchedules } from './schedules.ts';
import { createSequence } from './sequence.ts';

/** A crawl that sites are added to says so this often at most, in milliseconds. */
const TOUCH_EVERY_MS = 5_000;

/** Crawls whose sites are not to be worked on: not sealed yet, or discarded (a discarding may have broken off). */
const NOT_IN_FORCE: NonNullable<estypes.SearchRequest['query']> = {
  bool: {
    filter: [{ exists: { field: 'number' } }],
    should: [{ term: { discarded: true } }, { bool: { must_not: [{ exists: { field: 'sealed_at' } }] } }],
    minimum_should_match: 1,
  },
};

/** What `create` gives out. The index holds a document of another kind, which must not pass for a crawl. */
const CRAWL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
export async function openCrawlRecords(client: Client, options: RecordOptions): Promise<CrawlRecords> {
  const indexes = recordIndexes(options);
  const crawls = await openIndex(client, indexes.crawls);
  const siteIndex = await openIndex(client, indexes.sites);
  const nextNumber = createSequence(client, crawls);
  const sites = new CrawlSites(client, siteIndex);
  const refreshCrawls = sharedRefresh(() => refreshIndex(client, crawls));
  const refreshSites = sharedRefresh(() => refreshIndex(client, siteIndex));

  const counted = createCounts({ client, crawls, sites: siteIndex, refreshSites });

  const ends = createEnds({ client, crawls, sites, refreshSites });

  async function find(id: string): Promise<FoundCrawl | null> {
    const crawl = CRAWL_ID.test(id) ? await readDocument<CrawlDocument>(client, crawls, id) : null;
    return crawl === null || crawl.discarded === true ? null : { id, crawl };
  }

  async function change(
    id: string,
    script: string,
    params: Change<CrawlDocument>['params'],
  ): Promise<CrawlDocument | null> {
    if (!CRAWL_ID.test(id)) return null;
    return changeDocument<CrawlDocument>(client, { index: crawls, id, script, params });
  }

  /** @throws CrawlClosed */
  function requireOpen(id: string, crawl: CrawlDocument | null): CrawlDocument {
    if (crawl === null || crawl.discarded === true) throw new CrawlClosed(`there is no crawl ${id}`);
    if (crawl.sealed_at !== undefined) {
      throw new CrawlClosed(`crawl ${id} takes no more sites: it was sealed`);
    }
    return crawl;
  }

  /** @param how marks the crawl as discarded, or does not. @returns whether it was, and its sites are removed */
  async function discard(
    id: string,
    how: Pick<Change<CrawlDocument>, 'script' | 'params'>,
  ): Promise<boolean> {
    // First gone for everyone, then removed: a kill in between leaves nothing that looks like a smaller crawl.
    const marked = CRAWL_ID.test(id)
      ? await tryChange<CrawlDocument>(client, { index: crawls, id, ...how })
      : null;
    if (marked === null || !marked.changed || marked.document.discarded !== true) return false;
    await refreshSites();
    await sites.remove(id);
    await ends.forget(id);
    await asStorageErrors(client.delete({ index: crawls, id }, { ignore: [404] }));
    return true;
  }

  /** Ids of those crawls, oldest first: submissions that go on or broke off, so they are few. */
  async function idsNotInForce(): Promise<readonly string[]> {
    await refreshCrawls();
    const sort = [{ number: 'asc' as const }];
    const hits = everyHit<never>(client, { index: crawls, query: NOT_IN_FORCE, sort, _source: false });
    return (await Array.fromAsync(hits)).flatMap(({ _id: id }) => (id === undefined ? [] : [id]));
  }

  return {
    ...createClaims({ client, crawls, find }),
    ...createWork({ client, crawls, sites, refreshCrawls, refreshSites, idsNotInForce, find, counted }),
    async create(spec) {
      const id = randomUUID();
      const crawl: CrawlDocument = {
        number: await nextNumber(),
        spec,
        priority: spec.priority,
        created_at: Date.now(),
      };
      await createDocument(client, crawls, id, crawl);
      return crawlOf(id, crawl, progressOf(crawl));
    },
    async appendSites(crawlId, seeds) {
      const { number } = requireOpen(crawlId, (await find(crawlId))?.crawl ?? null);
      const added = await sites.append({ crawlId, number }, seeds);
      try {
        requireOpen(crawlId, await change(crawlId, TOUCH, { every: TOUCH_EVERY_MS }));
      } catch (error) {
        // Sealed or discarded by another process meanwhile: it must not get sites that it did not count, or see.
        if (error instanceof CrawlClosed) await sites.takeBack(crawlId, added);
        throw error;
      }
      return added.length;
    },
    async seal(crawlId, rejected, fingerprint) {
      const params = { at: Date.now(), rejected, fingerprint: fingerprint ?? null };
      const crawl = await change(crawlId, SEAL, params);
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
    ended: async (crawlId, after, limit) =>
      (await find(crawlId)) === null ? [] : ends.list(crawlId, after, limit),
    begin: (crawlId, domain, at) => sites.begin(crawlId, domain, at),
    finish: (crawlId, domain, result) => sites.finish(crawlId, domain, result),
    schedules: createSchedules({ client, crawls, refreshCrawls }),
    async discardUnsealed(quietMs) {
      const discarded: string[] = [];
      for (const id of await idsNotInForce()) {
        if (await discard(id, { script: DISCARD_QUIET, params: { quiet: quietMs } })) discarded.push(id);
      }
      return discarded;
    },
    async discard(crawlId) {
      await discard(crawlId, { script: DISCARD, params: {} });
    },
    close: () => sites.close(),
  };
}

function placeOf(after: string): number {
  if (!/^[1-9]\d{0,14}$/.test(after)) {
    throw new InvalidPosition('`after` is not the `next` of a list of crawls');
  }
  return Number(after);
}
