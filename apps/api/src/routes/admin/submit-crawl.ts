// POST /admin/crawls: submits a crawl, as JSON or as an uploaded list, once for each Idempotency-Key. POST /admin/crawls/preview.
import { createHash } from 'node:crypto';
import {
  checker,
  CreateCrawlRequest,
  NoParameters,
  parameterChecker,
  PreviewCrawlRequest,
  type Problem,
  SubmissionOptions,
} from '@sitegrep/contract';
import {
  LIST_REMEDIES,
  ListTooLarge,
  previewSeeds,
  readSeeds,
  type SeedLine,
  SubmissionRepeated,
  submitCrawl,
  UnreadableList,
  untilUnreadable,
} from '@sitegrep/intake';
import { type Crawl, CrawlClosed } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { isMediaType, readJsonBody, requireValid } from '../../body.ts';
import { crawlItem, crawlSpec } from '../../crawl-items.ts';
import { badRequest, Failure, unavailable } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import { RETRY_SECONDS } from '../../plugins/errors.ts';
import type { ApiParts } from '../../settings.ts';
import { crawlOfKey, submissionKey, underWay } from '../../submission-key.ts';
import { openUpload, unreadable } from '../../upload.ts';

/** Media types of uploaded lists, with the format of their lines. */
const UPLOADS = { 'text/plain': 'text', 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const;
const UPLOAD_TYPES = ['text/plain', 'text/csv', 'application/x-ndjson'] as const;

const checkBody = checker(CreateCrawlRequest);
const checkPreview = checker(PreviewCrawlRequest);
const checkNothing = parameterChecker(NoParameters);
const checkOptions = parameterChecker(SubmissionOptions);

interface Submission {
  readonly options: SubmissionOptions;
  readonly seeds: AsyncIterable<SeedLine>;
  /** Reads the body to its end instead of the seeds. */
  readonly drain: () => Promise<void>;
  /** Hash of everything that was submitted; complete once the body was read. */
  readonly fingerprint: () => string;
}

/** POST /admin/crawls: submits a crawl. POST /admin/crawls/preview: says what that would take. */
export function addSubmitCrawlRoute(
  app: FastifyInstance,
  { storage: { crawls }, settings, onWork = () => {}, waiting }: ApiParts,
): void {
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
    return { success: true, data: crawlItem(crawl, waiting) };
  });

  addOperation(app, 'previewCrawl', { preParsing: readJsonUnlessUpload }, async (request) => {
    if (!isUpload(request)) requireValid(checkPreview(request.json));
    const { seeds, drain } = isUpload(request) ? await uploaded(request) : listed(request);
    try {
      return { success: true, data: await previewSeeds(seeds) };
    } catch (error) {
      await drain();
      if (error instanceof UnreadableList) throw unreadable(error);
      if (error instanceof ListTooLarge)
        throw new Failure('too_large', `The list has no preview: ${error.message}.`);
      throw error;
    }
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
      seeds: untilUnreadable(readSeeds(lines, UPLOADS[type]), 'sites'),
      drain,
      fingerprint: () => `${type} ${JSON.stringify(options)} ${hash.copy().digest('hex')}`,
    };
  }

  /** @returns the crawl that the same submission made before, or null @throws Failure conflict */
  async function submittedBefore(key: string, { drain, fingerprint }: Submission): Promise<Crawl | null> {
    // A client that is still sending does not read our answer.
    return crawlOfKey(crawls, key, async () => {
      await drain();
      return fingerprint();
    });
  }

  async function submit(
    key: string | null,
    { options, seeds, drain, fingerprint }: Submission,
  ): Promise<Crawl> {
    try {
      const recorded = key === null ? null : { key, fingerprint };
      return await submitCrawl(crawls, crawlSpec(options, settings), seeds, { key: recorded });
    } catch (error) {
      if (error instanceof SubmissionRepeated) {
        await drain();
        throw underWay();
      }
      if (error instanceof UnreadableList) {
        await drain();
        throw unreadable(error);
      }
      throw explained(error);
    }
  }

  function explained(error: unknown): unknown {
    if (!(error instanceof CrawlClosed)) return error;
    app.log.warn({ err: error }, 'crawl discarded during its submission');
    return unavailable(
      'The upload made no progress for so long that it was discarded; send the whole list again.',
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
      remedy: 'give one of them',
    });
  }
  // JSON lines have no comments: an entry that names no site is rejected, whatever it begins with.
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

function noSites({ rejected }: Crawl): Problem {
  const first = rejected.samples[0];
  if (first === undefined) return { field: 'The list', problem: 'is empty', remedy: LIST_REMEDIES.sites };
  return {
    field: 'The list',
    problem: `names no site: all ${rejected.count} lines were rejected, the first one (${first.line}) because ${first.reason}`,
    remedy: LIST_REMEDIES.sites,
  };
}
