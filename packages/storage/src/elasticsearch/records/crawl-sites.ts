import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { cancelledSite, type SiteResult } from '@sitegrep/site';
import type { CrawlSeed, CrawlSite, EndedSite, Listed, SitesRequest } from '../../records.ts';
import { StorageBusy } from '../../errors.ts';
import { listed } from '../../listed.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, errorOfAnswer } from '../failure.ts';
import { SITE_ORDER, type CrawlDocument, type SiteDocument } from './mappings.ts';
import { ChangeBatch, type BatchedChange } from '../change-batch.ts';
import { InOrder } from '../concurrent-calls.ts';
import { readDocument, searchAll, sourceOf } from '../documents.ts';
import type { SiteMonths } from './site-months.ts';

/** Sites per bulk request: a few megabytes with their start URLs. */
const SITES_AT_A_TIME = 1_000;

/** Waits before sites that a busy cluster refused are sent again, in milliseconds. */
const BACKOFF_MS = [100, 400, 1_600, 6_400];

/** Maximum size of a request that starts or finishes sites, far below the cluster's limit, in bytes. */
const BULK_BYTES = 4 * 2 ** 20;

/** Maximum number of sites that start or finish at a time. */
const MAX_PENDING = 10_000;

const BEGIN = `
  if (ctx._source.outcome != null || ctx._source.started_at != null) { ctx.op = 'none' }
  else { ctx._source.started_at = params.at; ctx._source.active_from = params.at }`;

/** Gives a site its result, which a script has as `result`. Params: `at`, `by`. */
const END = `
    if (ctx._source.active_from == null) { ctx._source.active_from = result.startedAt }
    ctx._source.outcome = result.outcome;
    ctx._source.pages = result.pages;
    ctx._source.bytes = result.bytes;
    ctx._source.result = result;
    ctx._source.visit_ended_at = result.finishedAt;
    ctx._source.finished_at = params.at;
    ctx._source.finished_by = params.by;
    ctx._source.ended = 0;`;

const FINISH = `
  if (ctx._source.outcome != null) { ctx.op = 'none' }
  else { def result = params.result; ${END} }`;

/** Ends a site whose crawl was cancelled: like FINISH, but with the time at which work on the site began. */
const CANCEL = `
  if (ctx._source.outcome != null) { ctx.op = 'none' }
  else {
    def result = new HashMap(params.result);
    if (ctx._source.started_at != null) { result.startedAt = ctx._source.started_at }
    ${END}
  }`;

const SET_POSITION = `
  if (ctx._source.ended != 0) { ctx.op = 'none' } else { ctx._source.ended = params.position }`;

/** The crawl of some sites. */
export interface SiteOwner {
  readonly crawlId: string;
  readonly number: number;
}

/** Matches crawls whose pages are rendered, and their sites. */
export const RENDERED: estypes.QueryDslQueryContainer = { term: { renders: true } };

/** The crawl that sites are added to. */
interface NewSiteOwner extends SiteOwner {
  readonly renders: CrawlDocument['renders'] | undefined;
}

const SORT = SITE_ORDER.map((field) => ({ [field]: 'asc' as const }));

const idOf = (crawlId: string, domain: string): string => `${crawlId}/${domain}`;

/**
 * Sites of crawls, one document each. Everything that happens to a site is one write of one document, so a crash
 * cannot leave two documents in disagreement. Searches see what was refreshed; `site` sees what was acknowledged.
 */
export class CrawlSites {
  readonly #client: Client;
  readonly #months: SiteMonths;
  readonly #inOrder = new InOrder(MAX_PENDING);
  readonly #changes: ChangeBatch<SiteDocument>;

  constructor(client: Client, months: SiteMonths) {
    this.#client = client;
    this.#months = months;
    this.#changes = new ChangeBatch(client, { fields: ['finished_by'], maxBytes: BULK_BYTES });
  }

  /** Makes all acknowledged changes of the sites of some crawls visible to searches. */
  refresh(...crawlIds: readonly string[]): Promise<void> {
    return this.#months.refresh(crawlIds);
  }

  /** @returns domains of the new sites; existing sites stay as they are */
  async append(crawl: NewSiteOwner, seeds: readonly CrawlSeed[]): Promise<readonly string[]> {
    const added: string[] = [];
    for (let from = 0; from < seeds.length; from += SITES_AT_A_TIME) {
      const some = seeds.slice(from, from + SITES_AT_A_TIME);
      const appended = this.#months.writing(crawl.crawlId, ({ alias }) =>
        this.#appendSome(alias, crawl, some),
      );
      added.push(...(await appended));
    }
    return added;
  }

  async #appendSome(
    index: string,
    crawl: NewSiteOwner,
    seeds: readonly CrawlSeed[],
  ): Promise<readonly string[]> {
    const added: string[] = [];
    let rest = seeds;
    for (const wait of [...BACKOFF_MS, null]) {
      const { items } = await this.#bulkCreate(index, crawl, rest);
      const statuses = items.map(({ create }) => create?.status ?? 0);
      added.push(...rest.filter((_, index) => statuses[index] === 201).map(({ domain }) => domain));
      for (const [index, { create }] of items.entries()) {
        const [status, error] = [statuses[index] ?? 0, create?.error];
        // 409: the site exists already.
        if (error === undefined || status === 409 || status === 429) continue;
        throw errorOfAnswer(status, error.type, error.reason ?? 'no reason given');
      }
      rest = rest.filter((_, index) => statuses[index] === 429);
      if (rest.length === 0) return added;
      if (wait !== null) await delay(wait);
    }
    throw new StorageBusy(`Elasticsearch is overloaded: it refused ${rest.length} sites of a crawl`);
  }

  #bulkCreate(
    index: string,
    { crawlId, number, renders }: NewSiteOwner,
    seeds: readonly CrawlSeed[],
  ): Promise<estypes.BulkResponse> {
    const operations = seeds.flatMap(({ domain, urls }) => {
      const document: SiteDocument = {
        crawl: crawlId,
        number,
        ...(renders === true ? { renders } : {}),
        domain,
        urls,
      };
      return [{ create: { _id: idOf(crawlId, domain) } }, document];
    });
    return asStorageErrors(this.#client.bulk({ index, routing: crawlId, require_alias: true, operations }));
  }

  /** Removes sites that were added to a closed crawl. */
  removeSome(crawlId: string, domains: readonly string[]): Promise<void> {
    return this.#months.reading<void>(crawlId, undefined, ({ alias }) =>
      this.#removeFrom(alias, crawlId, domains),
    );
  }

  async #removeFrom(index: string, crawlId: string, domains: readonly string[]): Promise<void> {
    for (let from = 0; from < domains.length; from += SITES_AT_A_TIME) {
      const operations = domains
        .slice(from, from + SITES_AT_A_TIME)
        .map((domain) => ({ delete: { _id: idOf(crawlId, domain) } }));
      const { items } = await asStorageErrors(
        this.#client.bulk({ index, routing: crawlId, operations }, IDEMPOTENT),
      );
      const failed = items.find((item) => item.delete?.error !== undefined)?.delete;
      if (failed?.error === undefined) continue;
      throw errorOfAnswer(failed.status, failed.error.type, failed.error.reason ?? 'no reason given');
    }
  }

  async site(crawlId: string, domain: string): Promise<CrawlSite | null> {
    const site = await this.#months.reading(crawlId, null, ({ alias }) =>
      readDocument<SiteDocument>(this.#client, alias, idOf(crawlId, domain), crawlId),
    );
    return site === null ? null : siteOf(site);
  }

  async begin(crawlId: string, domain: string, at: number): Promise<void> {
    await this.#change(crawlId, domain, { script: BEGIN, params: { at } });
  }

  /** @returns true if this call gave the site its result, even if its first answer was lost */
  async finish(crawlId: string, domain: string, result: SiteResult): Promise<boolean> {
    const by = randomUUID();
    const params = { result, at: Date.now(), by };
    const site = await this.#change(crawlId, domain, { script: FINISH, params });
    return site?.finished_by === by;
  }

  /** Assigns an ended site its position, unless it has one. */
  async setPosition(crawlId: string, domain: string, position: number): Promise<void> {
    await this.#change(crawlId, domain, { script: SET_POSITION, params: { position } });
  }

  /** Domains of ended sites without a position, in the order in which they ended. */
  async endedWithoutPosition(crawlId: string, limit: number): Promise<readonly string[]> {
    const hits = await this.#hitsOf<Pick<SiteDocument, 'domain'>>(crawlId, {
      query: { bool: { filter: [{ term: { crawl: crawlId } }, { term: { ended: 0 } }] } },
      sort: [{ finished_at: 'asc' }, { domain: 'asc' }],
      size: limit,
      _source: ['domain'],
    });
    return hits.flatMap(({ _source: site }) => (site === undefined ? [] : [site.domain]));
  }

  /** Sites with the positions from `after` + 1 to `upTo`, at most 1,000. */
  async endedBetween(crawlId: string, after: number, upTo: number): Promise<readonly EndedSite[]> {
    const hits = await this.#hitsOf<SiteDocument>(crawlId, {
      query: {
        bool: { filter: [{ term: { crawl: crawlId } }, { range: { ended: { gt: after, lte: upTo } } }] },
      },
      sort: [{ ended: 'asc' }],
      size: upTo - after,
    });
    return hits.flatMap(({ _source: site }) => {
      if (site?.result === undefined || site.ended === undefined) return [];
      return [{ ...siteOf(site), result: site.result, position: site.ended }];
    });
  }

  /** Changes of the same site by one caller take effect in the order of the calls. */
  #change(
    crawlId: string,
    domain: string,
    change: Pick<BatchedChange, 'script' | 'params'>,
  ): Promise<Partial<SiteDocument> | null> {
    const id = idOf(crawlId, domain);
    return this.#inOrder.run(id, () =>
      this.#months.reading<Partial<SiteDocument> | null>(crawlId, null, ({ alias: index }) =>
        this.#changes.change({ index, id, routing: crawlId, ...change }),
      ),
    );
  }

  /** Sites of a crawl that a search finds. */
  #hitsOf<D>(crawlId: string, request: estypes.SearchRequest): Promise<readonly estypes.SearchHit<D>[]> {
    return this.#months.reading<readonly estypes.SearchHit<D>[]>(crawlId, [], async ({ alias: index }) => {
      const { hits } = await searchAll<D>(this.#client, {
        ...request,
        index,
        routing: crawlId,
        track_total_hits: false,
      });
      return hits.hits;
    });
  }

  /** Lists sites in the order of their domains. */
  async list(
    { crawlId, number }: SiteOwner,
    { limit, after, outcome, areRunning }: SitesRequest,
  ): Promise<Listed<CrawlSite>> {
    const filter: estypes.QueryDslQueryContainer[] = [{ term: { crawl: crawlId } }];
    if (outcome !== undefined) filter.push({ term: { outcome } });
    if (areRunning) filter.push({ exists: { field: 'started_at' } });
    const mustNot = areRunning ? [{ exists: { field: 'outcome' } }] : [];
    const hits = await this.#hitsOf<SiteDocument>(crawlId, {
      query: { bool: { filter, must_not: mustNot } },
      sort: SORT,
      size: limit + 1,
      ...(after === undefined ? {} : { search_after: [number, after] }),
    });
    return listed(hits.map(sourceOf), limit, ({ domain }) => domain, siteOf);
  }

  /** The site of a domain in each crawl that has it, newest crawl first. @param before number of a crawl; null: none */
  async ofDomain(
    domain: string,
    before: number | null,
    limit: number,
  ): Promise<readonly (SiteOwner & { readonly site: CrawlSite })[]> {
    const found = await this.#months.readingAll(() =>
      searchAll<SiteDocument>(this.#client, {
        index: this.#months.all,
        query: { bool: { filter: [{ term: { domain } }] } },
        sort: [{ number: 'desc' }],
        size: limit,
        track_total_hits: false,
        ...(before === null ? {} : { search_after: [before] }),
      }),
    );
    return (found?.hits.hits ?? []).flatMap(({ _source: site }) =>
      site === undefined ? [] : [{ crawlId: site.crawl, number: site.number, site: siteOf(site) }],
    );
  }

  /** Domains of sites without a result after a domain, in ascending order. */
  async unfinished(
    { crawlId, number }: SiteOwner,
    after: string | null,
    limit: number,
  ): Promise<readonly string[]> {
    const hits = await this.#hitsOf<never>(crawlId, {
      query: unfinishedOf(crawlId),
      sort: SORT,
      size: limit,
      // The domain is in the sort values, so that no document is read.
      _source: false,
      stored_fields: '_none_',
      ...(after === null ? {} : { search_after: [number, after] }),
    });
    return hits.flatMap(({ sort }) => {
      const domain: unknown = sort?.[1];
      return typeof domain === 'string' ? [domain] : [];
    });
  }

  /**
   * Number of sites without a result, and the oldest of their crawls.
   *
   * @param renders whether sites whose pages are rendered count, or the others
   * @param except crawls whose sites don't count
   */
  async backlog(
    renders: boolean,
    except: readonly string[],
  ): Promise<{ readonly sites: number; readonly oldestCrawl: string | null }> {
    const found = await this.#months.readingAll(() =>
      searchAll<Pick<SiteDocument, 'crawl'>>(this.#client, {
        index: this.#months.all,
        query: {
          bool: {
            ...(renders ? { filter: [RENDERED] } : {}),
            must_not: [
              { exists: { field: 'outcome' } },
              { terms: { crawl: [...except] } },
              ...(renders ? [] : [RENDERED]),
            ],
          },
        },
        sort: SORT,
        size: 1,
        track_total_hits: true,
        _source: ['crawl'],
      }),
    );
    if (found === null) return { sites: 0, oldestCrawl: null };
    const { hits } = found;
    const { total } = hits;
    const sites = typeof total === 'object' ? total.value : (total ?? 0);
    return { sites, oldestCrawl: hits.hits[0]?._source?.crawl ?? null };
  }

  /**
   * Gives sites without a result that of a cancelled crawl.
   *
   * @param begunToo includes sites that were begun
   * @returns number of sites
   */
  cancel(crawlId: string, limit: number, begunToo: boolean): Promise<number> {
    return this.#months.reading(crawlId, 0, ({ alias }) => this.#cancelIn(alias, crawlId, limit, begunToo));
  }

  async #cancelIn(index: string, crawlId: string, limit: number, begunToo: boolean): Promise<number> {
    const now = Date.now();
    const { filter, must_not: mustNot } = unfinishedOf(crawlId).bool;
    const { updated } = await asStorageErrors(
      this.#client.updateByQuery({
        index,
        routing: crawlId,
        query: {
          bool: { filter, must_not: begunToo ? mustNot : [...mustNot, { exists: { field: 'started_at' } }] },
        },
        max_docs: limit,
        // The next round handles a site that changes meanwhile.
        conflicts: 'proceed',
        refresh: true,
        script: {
          source: CANCEL,
          params: { result: cancelledSite(null, now), at: now, by: randomUUID() },
        },
      }),
    );
    return updated ?? 0;
  }

  /**
   * Removes sites of a crawl that is gone. Sites that change or are removed by another process meanwhile are left to
   * a later call.
   *
   * @param limit maximum number of sites, ≥ 1
   * @returns number of removed sites, and whether there was no other
   */
  remove(crawlId: string, limit: number): Promise<{ readonly deleted: number; readonly isLast: boolean }> {
    const none = { deleted: 0, isLast: true };
    return this.#months.reading(crawlId, none, ({ alias }) => this.#removeAt(alias, crawlId, limit));
  }

  async #removeAt(
    index: string,
    crawlId: string,
    limit: number,
  ): Promise<{ readonly deleted: number; readonly isLast: boolean }> {
    const {
      deleted = 0,
      total = 0,
      version_conflicts: conflicts = 0,
    } = await asStorageErrors(
      this.#client.deleteByQuery({
        index,
        routing: crawlId,
        query: { term: { crawl: crawlId } },
        max_docs: limit,
        conflicts: 'proceed',
        refresh: true,
      }),
    );
    return { deleted, isLast: total < limit && conflicts === 0 };
  }

  /** Refuses further changes; resolves when all running ones are done. */
  close(): Promise<void> {
    return this.#inOrder.close();
  }
}

function unfinishedOf(crawlId: string): {
  readonly bool: {
    readonly filter: estypes.QueryDslQueryContainer[];
    readonly must_not: estypes.QueryDslQueryContainer[];
  };
} {
  return {
    bool: { filter: [{ term: { crawl: crawlId } }], must_not: [{ exists: { field: 'outcome' } }] },
  };
}

function siteOf(site: SiteDocument): CrawlSite {
  return {
    domain: site.domain,
    urls: site.urls,
    startedAt: site.started_at ?? null,
    result: site.result ?? null,
  };
}
