import { afterAll, beforeAll, expect } from 'vitest';
import type { Outcome, SiteResult } from '@sitegrep/site';
import {
  NONE_REJECTED,
  type Crawl,
  type CrawlRecords,
  type Listed,
  type PageRequest,
} from '../../src/records.ts';
import type { EmptyStore } from './empty-store.ts';

export const SPEC = { maxPages: 3, maxDepth: 1, priority: 5 };

export function resultOf(outcome: Outcome, rest: Partial<SiteResult> = {}): SiteResult {
  const [pages, bytes] = outcome === 'indexed' ? [2, 1_000] : [0, 10];
  return { outcome, reason: null, pages, bytes, startedAt: 1_000, finishedAt: 2_000, redirects: [], ...rest };
}

export const seeds = (...domains: readonly string[]): { domain: string; urls: string[] }[] =>
  domains.map((domain) => ({ domain, urls: [] }));

/** Opens records for the tests of a block, empty at first, and closes them behind the last. */
export function prepareCrawls(emptyStore: EmptyStore<CrawlRecords>) {
  let records: CrawlRecords;
  let open: () => Promise<CrawlRecords>;
  beforeAll(async () => {
    open = await emptyStore();
    records = await open();
  });
  afterAll(() => records.close());

  /** A sealed crawl of these domains. */
  async function sealedCrawl(...domains: readonly string[]): Promise<Crawl> {
    const { id } = await records.create(SPEC);
    await records.appendSites(id, seeds(...domains));
    return records.seal(id, NONE_REJECTED);
  }

  async function get(id: string): Promise<Crawl> {
    const crawl = await records.get(id);
    if (crawl === null) throw new Error(`crawl ${id} is gone`);
    return crawl;
  }

  /** All unfinished sites of a crawl, read in pages. */
  async function unfinishedOf(id: string, limit = 1_000): Promise<readonly string[]> {
    const domains: string[] = [];
    for (;;) {
      const some = await records.unfinished(id, domains.at(-1) ?? null, limit);
      expect(some.length).toBeLessThanOrEqual(limit);
      domains.push(...some);
      if (some.length < limit) return domains;
    }
  }

  async function openIds(limit = 1_000): Promise<readonly string[]> {
    return (await records.open(false, limit)).map(({ id }) => id);
  }

  /** So that other crawls of the suite don't count. */
  async function cancelEverything(): Promise<void> {
    await records.discardUnsealed(0);
    for (const renders of [false, true]) {
      for (const { id } of await records.open(renders, 1_000)) await records.cancel(id);
    }
    while ((await records.cancelSites(1_000, true)) > 0);
  }

  return {
    get records() {
      return records;
    },
    /** Closes the records and opens them again. */
    async reopen(): Promise<void> {
      await records.close();
      records = await open();
    },
    sealedCrawl,
    get,
    unfinishedOf,
    openIds,
    cancelEverything,
  };
}

/** All items of a listing, page by page. */
export async function allOf<T>(
  list: (page: PageRequest) => Promise<Listed<T>>,
  limit: number,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (let page: PageRequest = { limit }; ;) {
    const { items: found, next } = await list(page);
    expect(found.length).toBeLessThanOrEqual(limit);
    items.push(...found);
    if (next === null) return items;
    page = { limit, after: next };
  }
}
