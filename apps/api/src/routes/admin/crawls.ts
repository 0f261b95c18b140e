import {
  CrawlSiteListOptions,
  ListOptions,
  NoParameters,
  parameterChecker,
  RetryCrawlOptions,
} from '@sitegrep/contract';
import { CrawlUnsealed, retryCrawl, type SubmissionKey, SubmissionRepeated } from '@sitegrep/intake';
import { type Cancelling, type Crawl, CrawlClosed, type Removing } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { crawlItem, noSuchCrawl, requireCrawl, siteItem, timelineItem } from '../../crawl-items.ts';
import { badRequest, Failure } from '../../failure.ts';
import { openLists } from '../../lists.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { crawlOfKey, submissionKey, underWay } from '../../submission-key.ts';

const LIST = '/admin/crawls';

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkRetry = parameterChecker(RetryCrawlOptions);
const checkSiteList = parameterChecker(CrawlSiteListOptions);

/** Retry-After while a crawl is being cancelled, in seconds; its sites usually have their outcomes by then. */
const CANCELLING_SECONDS = 15;

/** Retry-After while the sites of a crawl are being copied, in seconds. */
const COPYING_SECONDS = 5;

/** Crawls that were submitted: GET /admin/crawls, /{id}, /{id}/sites and /{id}/timeline; POST /{id}/cancel and /{id}/retry; DELETE /{id}. */
export function addCrawlRoutes(
  app: FastifyInstance,
  { storage, onWork = () => {}, waiting }: ApiParts,
): void {
  const { crawls } = storage;
  const lists = openLists(storage.keys);
  /** Ids of crawls whose sites are being copied by a request. */
  const copying = new Set<string>();

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

  addOperation(app, 'getCrawlTimeline', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const timeline = await crawls.timeline(request.params.id);
    if (timeline === null) throw noSuchCrawl();
    return { success: true, data: timelineItem(timeline) };
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
    const { sites: wanted = 'failed' } = requireValid(checkRetry(request.query));
    const key = submissionKey(request);
    const crawl = await requireCrawl(crawls, request.params.id);
    const copy = `retry of the ${wanted} sites of ${crawl.id}`;
    const retried =
      (key === null ? null : await crawlOfKey(crawls, key, () => copy)) ??
      (await copied(crawl, wanted, key === null ? null : { key, fingerprint: () => copy }));
    if (retried === null) {
      throw new Failure(
        'conflict',
        wanted === 'all'
          ? 'This crawl has no site yet, so there is nothing to crawl again.'
          : 'No site of this crawl failed, so there is nothing to retry; sites=all crawls all of them.',
      );
    }
    const { id: crawlId, sites } = retried;
    request.log.info({ crawlId, retryOf: crawl.id, sites: sites.total }, 'crawl submitted');
    onWork();
    reply.code(202);
    return { success: true, data: crawlItem(retried) };
  });

  /** Submits the new crawl, which takes as long as its sites take to be copied. @throws Failure */
  async function copied(
    crawl: Crawl,
    sites: 'failed' | 'all',
    key: SubmissionKey | null,
  ): Promise<Crawl | null> {
    requireSettled(crawl);
    if (copying.has(crawl.id)) throw copyUnderWay();
    copying.add(crawl.id);
    try {
      return await retryCrawl(crawls, crawl, { sites, key });
    } catch (error) {
      if (error instanceof SubmissionRepeated) throw underWay();
      if (error instanceof CrawlUnsealed) throw unsealed();
      if (error instanceof CrawlClosed && (await crawls.spec(crawl.id)) === null) throw noSuchCrawl();
      throw error;
    } finally {
      copying.delete(crawl.id);
    }
  }
}

function unsealed(): Failure {
  return new Failure(
    'conflict',
    'The list of this crawl is still being received; crawl its sites again when that has ended.',
  );
}

function copyUnderWay(): Failure {
  return new Failure(
    'conflict',
    'Sites of this crawl are being copied into a new crawl by an earlier request, which goes on without its client; GET /admin/crawls lists the new crawl.',
    { 'retry-after': String(COPYING_SECONDS) },
  );
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
