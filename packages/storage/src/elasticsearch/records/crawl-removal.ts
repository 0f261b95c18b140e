import type { estypes } from '@elastic/elasticsearch';
import type { CrawlRecords } from '../../records.ts';
import { everyHit } from '../documents.ts';
import { type CrawlDocuments, IS_CRAWL, IS_GONE, IS_SEALED } from './crawl-documents.ts';

type Query = NonNullable<estypes.SearchRequest['query']>;

/** Marks a crawl as gone. */
const DISCARD = `
  if (ctx._source.discarded != null) { ctx.op = 'none' } else { ctx._source.discarded = true }`;

/**
 * Marks a crawl that was not sealed as gone, unless it was touched within `params.quiet` milliseconds. A submission
 * without a time, or with a time that far in the future, gets the current time: the clocks of nodes differ a little,
 * and a clock may have been ahead.
 */
const DISCARD_QUIET = `
  def touched = ctx._source.touched_at;
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else if (params.quiet > 0 && (touched == null || touched - ctx._now > params.quiet)) {
    ctx._source.touched_at = ctx._now
  }
  else if (params.quiet > 0 && Math.abs(ctx._now - touched) < params.quiet) { ctx.op = 'none' }
  else { ctx._source.discarded = true }`;

/** Crawls that are being submitted, or whose submission was interrupted. */
const UNSEALED: Query = {
  bool: { filter: [IS_CRAWL], must_not: [IS_SEALED, IS_GONE] },
};

/** Crawls whose sites are not to be worked on. */
const INACTIVE: Query = {
  bool: {
    filter: [IS_CRAWL],
    should: [IS_GONE, { bool: { must_not: [IS_SEALED] } }],
    minimum_should_match: 1,
  },
};

/** Ids of crawls that are not sealed or are gone, oldest first. */
export function inactiveIds(crawls: CrawlDocuments): Promise<readonly string[]> {
  return idsOf(crawls, INACTIVE);
}

async function idsOf({ client, index, refresh }: CrawlDocuments, query: Query): Promise<readonly string[]> {
  await refresh();
  const hits = everyHit<never>(client, { index, query, sort: [{ number: 'asc' }], _source: false });
  return (await Array.fromAsync(hits)).flatMap(({ _id: id }) => (id === undefined ? [] : [id]));
}

/**
 * Removal of crawls: a mark in the document of the crawl, after which nobody finds it. crawl-purge.ts removes what it
 * had.
 */
export function createRemoval(
  crawls: CrawlDocuments,
): Pick<CrawlRecords, 'discard' | 'discardUnsealed' | 'remove' | 'removeEnded'> {
  /** @returns whether this call has marked the crawl */
  async function mark(id: string, script = DISCARD, params = {}): Promise<boolean> {
    const marked = await crawls.change(id, script, params);
    return marked !== null && marked.changed && marked.document.discarded === true;
  }

  return {
    async discard(crawlId) {
      if ((await crawls.find(crawlId)) !== null) await mark(crawlId);
    },
    async discardUnsealed(quietMs) {
      const discarded: string[] = [];
      for (const id of await idsOf(crawls, UNSEALED)) {
        if (await mark(id, DISCARD_QUIET, { quiet: quietMs })) discarded.push(id);
      }
      return discarded;
    },
    async remove(crawlId) {
      const found = await crawls.find(crawlId);
      if (found === null) return 'unknown';
      if (found.crawl.sealed_at === undefined) return 'unsealed';
      const [crawl] = await crawls.counted([found]);
      if (crawl === undefined || crawl.finishedAt === null) return 'unended';
      // A crawl that has ended never changes, so the mark needs no condition.
      await mark(crawlId);
      return 'removed';
    },
    async removeEnded(before, limit) {
      const ended = await crawls.searchIds({
        query: { bool: { filter: [{ range: { finished_at: { lt: before } } }], must_not: [IS_GONE] } },
        sort: [{ finished_at: 'asc' }, { number: 'asc' }],
        size: limit,
      });
      const marked = await Promise.all(ended.map((id) => mark(id)));
      return marked.filter(Boolean).length;
    },
  };
}
