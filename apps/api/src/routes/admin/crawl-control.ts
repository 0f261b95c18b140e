import { NoParameters, parameterChecker } from '@sitegrep/contract';
import { retryCrawl } from '@sitegrep/intake';
import type { Cancelling, Crawl } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { crawlItem } from '../../crawl-items.ts';
import { noSuchCrawl, requireCrawl } from '../../crawl-of.ts';
import { Failure } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/** Seconds in which the sites of a cancelled crawl are likely to have their outcomes. */
const CANCELLING_SECONDS = 15;

/** POST /admin/crawls/{id}/cancel and /retry: steer a crawl that was submitted. */
export function addCrawlControlRoutes(
  app: FastifyInstance,
  { storage: { crawls }, onWork = () => {} }: ApiParts,
): void {
  addOperation(app, 'cancelCrawl', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = request.params;
    const refusal = refusalOf(await crawls.cancel(id));
    if (refusal !== null) throw refusal;
    request.log.info({ crawlId: id }, 'crawl cancelled');
    onWork();
    return { success: true, data: crawlItem(await requireCrawl(crawls, id), Date.now()) };
  });

  addOperation(app, 'retryCrawl', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const crawl = await requireCrawl(crawls, request.params.id);
    requireSettled(crawl);
    const retried = await retryCrawl(crawls, crawl);
    if (retried === null) {
      throw new Failure('conflict', 'No site of this crawl has failed, so there is nothing to retry.');
    }
    const { id: crawlId, sites } = retried;
    request.log.info({ crawlId, retryOf: crawl.id, sites: sites.total }, 'crawl submitted');
    onWork();
    reply.code(202);
    return { success: true, data: crawlItem(retried, Date.now()) };
  });
}

/** Null if the crawl is cancelled. */
function refusalOf(cancelling: Cancelling): Failure | null {
  switch (cancelling) {
    case 'cancelled':
      return null;
    case 'completed':
      return new Failure('conflict', 'The crawl has completed, so there is nothing to cancel.');
    case 'unsealed':
      return new Failure(
        'conflict',
        'The list of this crawl is still being received; cancel the crawl when that has ended, or break the upload off, which discards it.',
      );
    case 'unknown':
      return noSuchCrawl();
  }
}

/** All sites of a cancelled crawl that were not crawled have failed, once that is recorded. */
function requireSettled({ state, finishedAt }: Crawl): void {
  if (state !== 'cancelled' || finishedAt !== null) return;
  throw new Failure('conflict', 'The crawl is being cancelled; retry it when all its sites have ended.', {
    'retry-after': String(CANCELLING_SECONDS),
  });
}
