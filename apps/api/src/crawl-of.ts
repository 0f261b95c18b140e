import type { Crawl, CrawlRecords } from '@sitegrep/storage';
import { Failure } from './failure.ts';

/** @throws Failure not_found */
export async function requireCrawl(crawls: CrawlRecords, id: string): Promise<Crawl> {
  const crawl = await crawls.get(id);
  if (crawl === null) throw noSuchCrawl();
  return crawl;
}

export function noSuchCrawl(): Failure {
  return new Failure('not_found', 'There is no crawl with this id; GET /admin/crawls lists them.');
}
