import { createHash } from 'node:crypto';
import {
  checker,
  CrawlOptions,
  CrawlSiteListOptions,
  CreateCrawlRequest,
  ListOptions,
  NoParameters,
  parameterChecker,
  type Problem,
} from '@sitegrep/contract';
import { readSeeds, type SeedLine, SubmissionRepeated, submitCrawl } from '@sitegrep/intake';
import { type Crawl, CrawlClosed, type PageRequest } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { readJsonBody, requireValid } from '../../body.ts';
import { crawlItem, siteItem } from '../../crawl-items.ts';
import { noSuchCrawl, requireCrawl } from '../../crawl-of.ts';
import { crawlSpec } from '../../crawl-spec.ts';
import { badRequest, unavailable } from '../../failure.ts';
import { anotherSubmission, submissionKey, underWay } from '../../idempotency-key.ts';
import { RETRY_SECONDS } from '../../plugins/errors.ts';
import { openNext, sealNext } from '../../list-token.ts';
import { isMediaType } from '../../media-type.ts';
import { once } from '../../once.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { openUpload } from '../../upload.ts';

const LIST = '/admin/crawls';
const DEFAULT_LIMIT = 50;

/** Types of uploaded lists, and what their lines are. */
const UPLOADS = { 'text/plain': 'text', 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const;
const UPLOAD_TYPES = ['text/plain', 'text/csv', 'application/x-ndjson'] as const;

const checkBody = checker(CreateCrawlRequest);
const checkNothing = parameterChecker(NoParameters);
const checkOptions = parameterChecker(CrawlOptions);
const checkList = parameterChecker(ListOptions);
const checkSiteList = parameterChecker(CrawlSiteListOptions);

interface Submission {
  readonly options: CrawlOptions;
  readonly seeds: AsyncIterable<SeedLine>;
  /** Instead of the seeds: reads what was sent to its end. */
  readonly drain: () => Promise<void>;
  /** Of all that was submitted, once it was read. */
  readonly fingerprint: () => string;
}

/** POST, GET /admin/crawls, GET /admin/crawls/{id} and its sites: submit crawls and follow them. */
export function addCrawlRoutes(app: FastifyInstance, parts: ApiParts): void {
  const { storage, settings, onWork = () => {} } = parts;
  const { crawls } = storage;
  const listSecret = once(() => storage.keys.secret('next-token'));

  addOperation(app, 'createCrawl', { preParsing: readJsonUnlessUpload }, async (request, reply) => {
    const submission = isUpload(request) ? await uploaded(request) : listed(request);
    const key = submissionKey(request);
    const crawl =
      (key === null ? null : await submittedBefore(key, submission)) ?? (await submit(key, submission));
    if (crawl.sites.total === 0) {
      await crawls.discard(crawl.id);
      throw badRequest(noSites(crawl));
    }
    request.auditTarget = crawl.id;
    request.log.info({ crawlId: crawl.id, sites: crawl.sites.total }, 'crawl submitted');
    onWork();
    reply.code(202);
    return { success: true, data: crawlItem(crawl, Date.now()) };
  });

  addOperation(app, 'listCrawls', {}, async (request) => {
    const { limit, next_token } = requireValid(checkList(request.query));
    const secret = await listSecret();
    const { items, next } = await crawls.list(pageOf(secret, LIST, limit, next_token));
    const now = Date.now();
    return {
      success: true,
      data: { items: items.map((crawl) => crawlItem(crawl, now)), next_token: sealNext(secret, LIST, next) },
    };
  });

  addOperation(app, 'getCrawl', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: crawlItem(await requireCrawl(crawls, request.params.id), Date.now()) };
  });

  addOperation(app, 'listCrawlSites', {}, async (request) => {
    const { limit, next_token, outcome } = requireValid(checkSiteList(request.query));
    const { id } = request.params;
    // Its counts, which may be dear, are not asked for.
    if ((await crawls.spec(id)) === null) throw noSuchCrawl();
    const list = `${LIST}/${id}/sites?outcome=${outcome ?? ''}`;
    const secret = await listSecret();
    const page = pageOf(secret, list, limit, next_token);
    const { items, next } = await crawls.sites(id, outcome === undefined ? page : { ...page, outcome });
    return { success: true, data: { items: items.map(siteItem), next_token: sealNext(secret, list, next) } };
  });

  async function uploaded(request: FastifyRequest): Promise<Submission> {
    const hash = createHash('sha256');
    const { type, lines, drain } = await openUpload(
      request,
      UPLOAD_TYPES,
      settings.maxUploadBytes,
      (chunk) => {
        hash.update(chunk);
      },
    );
    const options = requireValid(checkOptions(request.query));
    return {
      options,
      seeds: readSeeds(lines, UPLOADS[type]),
      drain,
      fingerprint: () => `${type} ${JSON.stringify(options)} ${hash.copy().digest('hex')}`,
    };
  }

  /** The crawl that the same submission made before, null if there is none. @throws Failure conflict */
  async function submittedBefore(key: string, { drain, fingerprint }: Submission): Promise<Crawl | null> {
    const before = await crawls.keyHolder(key);
    if (before === null) return null;
    // Who is busy sending reads no answer.
    await drain();
    if (before.fingerprint === null) throw underWay();
    if (before.fingerprint !== fingerprint()) throw anotherSubmission(before.crawlId);
    return crawls.get(before.crawlId);
  }

  async function submit(
    key: string | null,
    { options, seeds, drain, fingerprint }: Submission,
  ): Promise<Crawl> {
    try {
      const submissionKey = key === null ? null : { key, fingerprint };
      return await submitCrawl(crawls, crawlSpec(options, settings.crawlDefaults), seeds, {
        key: submissionKey,
      });
    } catch (error) {
      if (error instanceof SubmissionRepeated) {
        await drain();
        throw underWay();
      }
      throw explained(error);
    }
  }

  function explained(error: unknown): unknown {
    if (!(error instanceof CrawlClosed)) return error;
    app.log.warn({ err: error }, 'crawl discarded during its submission');
    return unavailable(
      'The submission showed no sign of life for so long that it was discarded, and none of it is kept; send the list again.',
      RETRY_SECONDS,
    );
  }
}

function isUpload({ headers }: FastifyRequest): boolean {
  return isMediaType(headers, UPLOAD_TYPES);
}

async function readJsonUnlessUpload(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  if (!isUpload(request)) await readJsonBody(request, body, ['application/json', ...UPLOAD_TYPES]);
}

function listed({ query, json }: FastifyRequest): Submission {
  requireValid(checkNothing(query));
  const { domains, urls, ...options } = requireValid(checkBody(json));
  const entries = domains ?? urls;
  if (entries === undefined || (domains !== undefined && urls !== undefined)) {
    throw badRequest({
      field: 'The body',
      problem: entries === undefined ? 'has neither domains nor urls' : 'has both domains and urls',
      remedy: 'give one of the two',
    });
  }
  // As JSON lines, where nothing is a comment: an entry that names no site is rejected, whatever it begins with.
  return {
    options,
    seeds: readSeeds(
      entries.map((entry) => JSON.stringify(entry)),
      'ndjson',
    ),
    drain: async () => {},
    fingerprint: () => `application/json ${createHash('sha256').update(JSON.stringify(json)).digest('hex')}`,
  };
}

function pageOf(secret: Uint8Array, list: string, limit = DEFAULT_LIMIT, token?: string): PageRequest {
  return token === undefined ? { limit } : { limit, after: openNext(secret, list, token) };
}

function noSites({ rejected }: Crawl): Problem {
  const first = rejected.samples[0];
  if (first === undefined)
    return { field: 'The list', problem: 'is empty', remedy: 'give a domain or URL a line' };
  return {
    field: 'The list',
    problem: `names no site: all ${rejected.count} lines were rejected, the first one (${first.line}) because ${first.reason}`,
    remedy: 'give a domain or URL a line',
  };
}
