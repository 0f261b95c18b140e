import type { Client } from '@elastic/elasticsearch';
import { isCrawlId, newCrawlId } from '../../crawl-id.ts';
import type { CrawlRecords } from '../../records.ts';
import { CrawlClosed, InvalidPosition, StorageBusy } from '../../errors.ts';
import { crawlOf, createCounts, type FoundCrawl, foundIn, progressOf } from './crawl-counts.ts';
import { createEnds } from './crawl-ends.ts';
import { CrawlSites } from './crawl-sites.ts';
import { createRemoval } from './crawl-removal.ts';
import { createWork } from './crawl-work.ts';
import { SiteMonths } from './site-months.ts';
import {
  type ReservationDocument,
  type CrawlDocument,
  type RecordOptions,
  smallIndexes,
} from './mappings.ts';
import {
  type Change,
  changeDocument,
  createDocument,
  createSequence,
  readDocument,
  refreshIndex,
  searchAll,
} from '../documents.ts';
import { sharedRefresh } from '../concurrent-calls.ts';
import { openIndex } from '../versioned-index.ts';
import { createSchedules } from './schedules.ts';

/** Minimum time between two updates of `touched_at`, in milliseconds. */
const TOUCH_EVERY_MS = 5_000;

/**
 * Painless scripts that change the document of a crawl. `ctx._now` is the clock of the node that writes, in
 * milliseconds since the epoch; the clocks of the callers do not matter.
 */

/** Records that sites are being added. Params: `every`, minimum time between two updates, in milliseconds. */
const TOUCH = `
  def touched = ctx._source.touched_at;
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else if (touched != null && Math.abs(ctx._now - touched) < params.every) { ctx.op = 'none' }
  else { ctx._source.touched_at = ctx._now }`;

/** Seals a crawl. Params: `at`, `rejected`, `fingerprint` (null: none). */
const SEAL = `
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else {
    ctx._source.sealed_at = params.at;
    ctx._source.rejected = params.rejected;
    if (params.fingerprint != null) { ctx._source.fingerprint = params.fingerprint }
  }`;

/** Moves a key from a crawl that is gone to another one. Params: `from`, `to`. */
const RESERVE_AGAIN = `
  if (ctx._source.reserved_for != params.from) { ctx.op = 'none' } else { ctx._source.reserved_for = params.to }`;

/**
 * Opens the crawls and their sites for any number of processes.
 *
 * No counter is stored: the counts and the state of a crawl are computed from its sites on each read. So they are
 * exact whichever processes finish sites concurrently or are killed: without transactions over two documents, a
 * crash could leave a counter that does not match the sites. The price is one aggregation per read. An ended crawl
 * never changes again, so the first reader stores its counts.
 *
 * @param client stays open: its owner closes it
 * @param now clock in milliseconds since the epoch, by which crawls are made in a month
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openCrawlRecords(
  client: Client,
  options: RecordOptions,
  now: () => number = Date.now,
): Promise<CrawlRecords> {
  const crawls = await openIndex(client, smallIndexes(options).crawls);
  const months = await SiteMonths.open(client, options);
  const nextNumber = createSequence(client, crawls);
  const sites = new CrawlSites(client, months);
  const refreshCrawls = sharedRefresh(() => refreshIndex(client, crawls));

  const counted = createCounts({ client, crawls, months });

  const ends = createEnds({ client, crawls, sites });

  async function find(id: string): Promise<FoundCrawl | null> {
    const crawl = isCrawlId(id) ? await readDocument<CrawlDocument>(client, crawls, id) : null;
    return crawl === null || crawl.discarded === true ? null : { id, crawl };
  }

  /** When each of these crawls was made, in milliseconds since the epoch; without those that are gone. */
  async function createdTimes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    await refreshCrawls();
    const { hits } = await searchAll<CrawlDocument>(client, {
      index: crawls,
      query: { bool: { filter: [{ ids: { values: [...ids] } }], must_not: [{ term: { discarded: true } }] } },
      size: ids.length,
      track_total_hits: false,
      _source: ['created_at'],
    });
    return new Map(foundIn(hits.hits).map(({ id, crawl }) => [id, crawl.created_at]));
  }

  async function change(
    id: string,
    script: string,
    params: Change<CrawlDocument>['params'],
  ): Promise<CrawlDocument | null> {
    if (!isCrawlId(id)) return null;
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

  const { inactiveIds, ...removal } = createRemoval({
    client,
    crawls,
    sites,
    months,
    ends,
    refreshCrawls,
    find,
    counted,
    now,
  });

  return {
    ...createReservations({ client, crawls, find }),
    ...removal,
    ...createWork({
      client,
      crawls,
      sites,
      refreshCrawls,
      refreshSites: months.refreshAll,
      inactiveIds,
      find,
      counted,
    }),
    async create(spec) {
      const createdAt = now();
      const id = newCrawlId(createdAt);
      const crawl: CrawlDocument = {
        number: await nextNumber(),
        spec,
        priority: spec.priority,
        ...((spec.render ?? 'never') === 'never' ? {} : ({ renders: true } as const)),
        created_at: createdAt,
      };
      await createDocument(client, crawls, id, crawl);
      return crawlOf(id, crawl, progressOf(crawl));
    },
    async appendSites(crawlId, seeds) {
      const { number, renders } = requireOpen(crawlId, (await find(crawlId))?.crawl ?? null);
      const added = await sites.append({ crawlId, number, renders }, seeds);
      try {
        requireOpen(crawlId, await change(crawlId, TOUCH, { every: TOUCH_EVERY_MS }));
      } catch (error) {
        // Another process has sealed or discarded the crawl: its count does not include these sites, so they must
        // go.
        if (error instanceof CrawlClosed) await sites.removeSome(crawlId, added);
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
      const from = after === undefined ? {} : { search_after: [numberOf(after)] };
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
      await sites.refresh(crawlId);
      return sites.list({ crawlId, number: found.crawl.number }, page);
    },
    async visits(domain, { limit, after }) {
      const before = after === undefined ? null : numberOf(after);
      await months.refreshAll();
      const found = await sites.ofDomain(domain, before, limit + 1);
      const page = found.slice(0, limit);
      const times = await createdTimes(page.map(({ crawlId }) => crawlId));
      return {
        // A crawl that is being removed counts as gone.
        items: page.flatMap(({ crawlId, site }) => {
          const createdAt = times.get(crawlId);
          return createdAt === undefined ? [] : [{ ...site, crawlId, createdAt }];
        }),
        next: found.length > limit ? String(page.at(-1)?.number) : null,
      };
    },
    async site(crawlId, domain) {
      // Sites of a crawl that is gone may still be there.
      const [found, site] = await Promise.all([find(crawlId), sites.site(crawlId, domain)]);
      return found === null ? null : site;
    },
    ended: async (crawlId, after, limit) =>
      (await find(crawlId)) === null ? [] : ends.list(crawlId, after, limit),
    begin: (crawlId, domain, at) => sites.begin(crawlId, domain, at),
    finish: (crawlId, domain, result) => sites.finish(crawlId, domain, result),
    schedules: createSchedules({ client, crawls, refreshCrawls }),
    close: () => sites.close(),
  };
}

function numberOf(after: string): number {
  if (!/^[1-9]\d{0,14}$/.test(after)) {
    throw new InvalidPosition('`after` is not a `next` value of a list of crawls');
  }
  return Number(after);
}

/** Number of tries when other processes reserve and release the same key concurrently. */
const MAX_TRIES = 10;

interface ReservationParts {
  readonly client: Client;
  /** Alias of the index of crawls. */
  readonly crawls: string;
  /** Finds a crawl; null if it does not exist or was discarded. */
  readonly find: (crawlId: string) => Promise<FoundCrawl | null>;
}

/**
 * Idempotency keys of submissions: one document per key. It outlives a discarded crawl and then belongs to the next
 * one.
 */
function createReservations({
  client,
  crawls,
  find,
}: ReservationParts): Pick<CrawlRecords, 'reserveKey' | 'keyHolder'> {
  const idOf = (key: string): string => `reservation:${key}`;

  return {
    async reserveKey(key, crawlId) {
      const id = idOf(key);
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (await createDocument(client, crawls, id, { reserved_for: crawlId })) return crawlId;
        const reservation = await readDocument<ReservationDocument>(client, crawls, id);
        if (reservation === null) continue;
        const from = reservation.reserved_for;
        if (from === crawlId || (await find(from)) !== null) return from;
        const change = { index: crawls, id, script: RESERVE_AGAIN, params: { from, to: crawlId } };
        const changed = await changeDocument<ReservationDocument>(client, change);
        if (changed?.reserved_for === crawlId) return crawlId;
      }
      throw new StorageBusy('too many concurrent submissions with the same idempotency key');
    },
    async keyHolder(key) {
      const reservation = await readDocument<ReservationDocument>(client, crawls, idOf(key));
      const found = reservation === null ? null : await find(reservation.reserved_for);
      return found === null ? null : { crawlId: found.id, fingerprint: found.crawl.fingerprint ?? null };
    },
  };
}
