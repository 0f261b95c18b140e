import { CrawlSiteListOptions, ListOptions, NoParameters, parameterChecker } from '@sitegrep/contract';
import { retryCrawl } from '@sitegrep/intake';
import { type Cancelling, type Crawl, CrawlClosed, type Removing } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { crawlItem, noSuchCrawl, requireCrawl, siteItem } from '../../crawl-items.ts';
import { badRequest, Failure } from '../../failure.ts';
import { openLists } from '../../lists.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const LIST = '/admin/crawls';

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkSiteList = parameterChecker(CrawlSiteListOptions);

/** Retry-After while a crawl is being cancelled, in seconds; its sites usually have their outcomes by then. */
const CANCELLING_SECONDS = 15;

/** Crawls that were submitted: GET /admin/crawls, /{id} and /{id}/sites; POST /{id}/cancel and /{id}/retry; DELETE /{id}. */
export function addCrawlRoutes(
  app: FastifyInstance,
  { storage, onWork = () => {}, waiting }: ApiParts,
): void {
  const { crawls } = storage;
  const lists = openLists(storage.keys);

  addOperation(app, 'listCrawls', {}, async (request) => {
    const page = await lists.pageOf(LIST, requireValid(checkList(request.query)));
    const { items, next } = await crawls.list(page);
    return {
      success: true,
      data: {
        items: items.map((crawl) => crawlItem(crawl, waiting)),
        next_token: await lists.tokenOf(LIST, next),
      },
    };
  });

  addOperation(app, 'getCrawl', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: crawlItem(await requireCrawl(crawls, request.params.id), waiting) };
  });

  addOperation(app, 'listCrawlSites', {}, async (request) => {
    const options = requireValid(checkSiteList(request.query));
    const { outcome, running = false } = options;
    if (running && outcome !== undefined) {
      throw badRequest({
        field: 'running',
        problem: 'is given with outcome, and a site that is being crawled has none',
        remedy: 'leave one of them out',
      });
    }
    const { id } = request.params;
    const list = `${LIST}/${id}/sites?outcome=${outcome ?? ''}&running=${running}`;
    const page = await lists.pageOf(list, options);
    const { items, next } = await crawls.sites(id, {
      ...page,
      ...(outcome !== undefined && { outcome }),
      ...(running && { areRunning: true }),
    });
    // Read after the sites: those of a crawl that is removed meanwhile may be incomplete. The specification is cheap
    // to read; the crawl's counts may not be.
    if ((await crawls.spec(id)) === null) throw noSuchCrawl();
    return {
      success: true,
      data: { items: items.map(siteItem), next_token: await lists.tokenOf(list, next) },
    };
  });

  addOperation(app, 'cancelCrawl', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = request.params;
    const refusal = cancelRefusal(await crawls.cancel(id));
    if (refusal !== null) throw refusal;
    request.log.info({ crawlId: id }, 'crawl cancelled');
    onWork();
    return { success: true, data: crawlItem(await requireCrawl(crawls, id), waiting) };
  });

  addOperation(app, 'deleteCrawl', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const crawl = await requireCrawl(crawls, request.params.id);
    const refusal = removeRefusal(await crawls.remove(crawl.id));
    if (refusal !== null) throw refusal;
    request.log.info({ crawlId: crawl.id, sites: crawl.sites.total }, 'crawl deleted');
    onWork();
    return { success: true, data: crawlItem(crawl) };
  });

  addOperation(app, 'retryCrawl', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const crawl = await requireCrawl(crawls, request.params.id);
    requireSettled(crawl);
    const retried = await retryCrawl(crawls, crawl).catch(async (error: unknown) => {
      if (error instanceof CrawlClosed && (await crawls.spec(crawl.id)) === null) throw noSuchCrawl();
      throw error;
    });
    if (retried === null) {
      throw new Failure('conflict', 'No site of this crawl failed, so there is nothing to retry.');
    }
    const { id: crawlId, sites } = retried;
    request.log.info({ crawlId, retryOf: crawl.id, sites: sites.total }, 'crawl submitted');
    onWork();
    reply.code(202);
    return { success: true, data: crawlItem(retried) };
  });
}

/** @returns null if the crawl is cancelled */
function cancelRefusal(cancelling: Cancelling): Failure | null {
  switch (cancelling) {
    case 'cancelled':
      return null;
    case 'completed':
      return new Failure('conflict', 'The crawl has completed, so there is nothing to cancel.');
    case 'unsealed':
      return new Failure(
        'conflict',
        'The list of this crawl is still being received; cancel the crawl when that has ended, or abort the upload, which discards it.',
      );
    case 'unknown':
      return noSuchCrawl();
  }
}

/** @returns null if the crawl is gone */
function removeRefusal(removing: Removing): Failure | null {
  switch (removing) {
    case 'removed':
      return null;
    case 'unended':
      return new Failure(
        'conflict',
        'The crawl has not ended; cancel it with POST /admin/crawls/{id}/cancel, and delete it when all its sites have ended.',
      );
    case 'unsealed':
      return new Failure(
        'conflict',
        'The list of this crawl is still being received; abort the upload, which discards the crawl.',
      );
    case 'unknown':
      return noSuchCrawl();
  }
}

/** Refuses a crawl that is being cancelled: the outcomes of its remaining sites are not recorded yet. @throws Failure conflict */
function requireSettled({ state, finishedAt }: Crawl): void {
  if (state !== 'cancelled' || finishedAt !== null) return;
  throw new Failure('conflict', 'The crawl is being cancelled; retry it when all its sites have ended.', {
    'retry-after': String(CANCELLING_SECONDS),
  });
}
