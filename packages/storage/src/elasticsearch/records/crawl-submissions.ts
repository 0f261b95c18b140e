import { newCrawlId } from '../../crawl-id.ts';
import { CrawlClosed, StorageBusy } from '../../errors.ts';
import type { CrawlRecords } from '../../records.ts';
import { changeDocument, createDocument, createSequence, readDocument } from '../documents.ts';
import { crawlOf, progressOf } from './crawl-counts.ts';
import type { CrawlDocuments } from './crawl-documents.ts';
import type { CrawlSites } from './crawl-sites.ts';
import type { CrawlDocument, ReservationDocument } from './mappings.ts';

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

/** Seals a crawl. Params: `at`, `rejected`, `fingerprint` (null: none), `first`. */
const SEAL = `
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else {
    ctx._source.sealed_at = params.at;
    ctx._source.rejected = params.rejected;
    ctx._source.first_entries = params.first;
    if (params.fingerprint != null) { ctx._source.fingerprint = params.fingerprint }
  }`;

/** Moves a key from a crawl that is gone to another one. Params: `from`, `to`. */
const RESERVE_AGAIN = `
  if (ctx._source.reserved_for != params.from) { ctx.op = 'none' } else { ctx._source.reserved_for = params.to }`;

/** Makes crawls, until they are sealed. @param now clock in milliseconds since the epoch */
export function createSubmissions(
  crawls: CrawlDocuments,
  sites: CrawlSites,
  now: () => number,
): Pick<CrawlRecords, 'create' | 'appendSites' | 'seal'> {
  const nextNumber = createSequence(crawls.client, crawls.index);

  return {
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
      await createDocument(crawls.client, crawls.index, id, crawl);
      return crawlOf(id, crawl, progressOf(crawl));
    },
    async appendSites(crawlId, seeds) {
      const { number, renders } = requireOpen(crawlId, (await crawls.find(crawlId))?.crawl);
      const added = await sites.append({ crawlId, number, renders }, seeds);
      try {
        requireOpen(crawlId, (await crawls.change(crawlId, TOUCH, { every: TOUCH_EVERY_MS }))?.document);
      } catch (error) {
        // Another process has sealed or discarded the crawl: its count does not include these sites, so they must
        // go.
        if (error instanceof CrawlClosed) await sites.removeSome(crawlId, added);
        throw error;
      }
      return added.length;
    },
    async seal(crawlId, rejected, { fingerprint = null, firstEntries: first = [] } = {}) {
      const params = { at: Date.now(), rejected, fingerprint, first };
      const changed = await crawls.change(crawlId, SEAL, params);
      const crawl = requireThere(crawlId, changed?.document);
      return requireThere(crawlId, (await crawls.counted([{ id: crawlId, crawl }]))[0]);
    },
  };
}

/** @throws CrawlClosed */
function requireThere<T extends object>(id: string, crawl: T | undefined): T {
  if (crawl === undefined || 'discarded' in crawl) throw new CrawlClosed(`there is no crawl ${id}`);
  return crawl;
}

/** @throws CrawlClosed */
function requireOpen(id: string, found: CrawlDocument | undefined): CrawlDocument {
  const crawl = requireThere(id, found);
  if (crawl.sealed_at === undefined) return crawl;
  throw new CrawlClosed(`crawl ${id} takes no more sites: it was sealed`);
}

/** Number of tries when other processes reserve and release the same key concurrently. */
const MAX_TRIES = 10;

/**
 * Idempotency keys of submissions: one document per key. It outlives a discarded crawl and then belongs to the next
 * one.
 */
export function createReservations(crawls: CrawlDocuments): Pick<CrawlRecords, 'reserveKey' | 'keyHolder'> {
  const { client, index } = crawls;
  const idOf = (key: string): string => `reservation:${key}`;

  return {
    async reserveKey(key, crawlId) {
      const id = idOf(key);
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (await createDocument(client, index, id, { reserved_for: crawlId })) return crawlId;
        const reservation = await readDocument<ReservationDocument>(client, index, id);
        if (reservation === null) continue;
        const from = reservation.reserved_for;
        if (from === crawlId || (await crawls.find(from)) !== null) return from;
        const change = { index, id, script: RESERVE_AGAIN, params: { from, to: crawlId } };
        const changed = await changeDocument<ReservationDocument>(client, change);
        if (changed?.reserved_for === crawlId) return crawlId;
      }
      throw new StorageBusy('too many concurrent submissions with the same idempotency key');
    },
    async keyHolder(key) {
      const reservation = await readDocument<ReservationDocument>(client, index, idOf(key));
      const found = reservation === null ? null : await crawls.find(reservation.reserved_for);
      return found === null ? null : { crawlId: found.id, fingerprint: found.crawl.fingerprint ?? null };
    },
  };
}
