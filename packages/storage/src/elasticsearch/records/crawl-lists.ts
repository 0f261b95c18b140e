import { InvalidPosition } from '../../errors.ts';
import type { CrawlRecords } from '../../records.ts';
import { type CrawlDocuments, IS_CRAWL, IS_GONE } from './crawl-documents.ts';
import type { CrawlSites } from './crawl-sites.ts';
import type { SiteMonths } from './site-months.ts';

/** Reads crawls and their sites. */
export function createLists(
  crawls: CrawlDocuments,
  sites: CrawlSites,
  months: SiteMonths,
): Pick<CrawlRecords, 'get' | 'spec' | 'list' | 'sites' | 'visits' | 'site'> {
  /** When each of these crawls was made, in milliseconds since the epoch; without those that are gone. */
  async function createdTimes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const found = await crawls.search({
      query: { bool: { filter: [{ ids: { values: [...ids] } }], must_not: [IS_GONE] } },
      size: ids.length,
      _source: ['created_at'],
    });
    return new Map(found.map(({ id, crawl }) => [id, crawl.created_at]));
  }

  return {
    async get(crawlId) {
      const found = await crawls.find(crawlId);
      return found === null ? null : ((await crawls.counted([found]))[0] ?? null);
    },
    spec: async (crawlId) => (await crawls.find(crawlId))?.crawl.spec ?? null,
    async list({ limit, after }) {
      const found = await crawls.search({
        query: { bool: { filter: [IS_CRAWL], must_not: [IS_GONE] } },
        sort: [{ number: 'desc' }],
        size: limit + 1,
        ...(after === undefined ? {} : { search_after: [numberOf(after)] }),
      });
      const page = found.slice(0, limit);
      const next = found.length > limit ? String(page.at(-1)?.crawl.number) : null;
      return { items: await crawls.counted(page), next };
    },
    async sites(crawlId, page) {
      const found = await crawls.find(crawlId);
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
      const [found, site] = await Promise.all([crawls.find(crawlId), sites.site(crawlId, domain)]);
      return found === null ? null : site;
    },
  };
}

function numberOf(after: string): number {
  if (!/^[1-9]\d{0,14}$/.test(after)) {
    throw new InvalidPosition('`after` is not a `next` value of a list of crawls');
  }
  return Number(after);
}
