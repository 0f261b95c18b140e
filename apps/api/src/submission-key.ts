// Idempotency-Key: a submission of a crawl that is repeated with the same key is made once.
import { createHash } from 'node:crypto';
import type { Crawl, CrawlRecords } from '@sitegrep/storage';
import type { FastifyRequest } from 'fastify';
import { badRequest, Failure } from './failure.ts';

/** Seconds after which a client may repeat a request whose submission is still under way. */
const REPEAT_SECONDS = 5;

/**
 * Finds the crawl that the same submission made before.
 *
 * @param fingerprint gives that of the present submission; called only if there was one with this key
 * @returns null: there was none
 * @throws Failure conflict
 */
export async function crawlOfKey(
  crawls: Pick<CrawlRecords, 'keyHolder' | 'get'>,
  key: string,
  fingerprint: () => string | Promise<string>,
): Promise<Crawl | null> {
  const before = await crawls.keyHolder(key);
  if (before === null) return null;
  const present = await fingerprint();
  if (before.fingerprint === null) throw underWay();
  if (before.fingerprint !== present) throw anotherSubmission(before.crawlId);
  return crawls.get(before.crawlId);
}

/**
 * Makes the key under which a submission is recorded, from the API key and the Idempotency-Key of the request: the same
 * Idempotency-Key with another API key is a different one.
 *
 * @returns null if the request has no Idempotency-Key
 * @throws Failure bad_request
 */
export function submissionKey({ headers, apiKey }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest({
      field: 'Idempotency-Key',
      problem: 'is empty, longer than 255 characters or not printable ASCII',
      remedy: 'give a new UUID for each submission',
    });
  }
  return createHash('sha256')
    .update(`${apiKey?.id ?? ''}\0${key}`)
    .digest('hex');
}

export function underWay(): Failure {
  return new Failure(
    'conflict',
    'The submission with this Idempotency-Key is still being received or copied; repeat the request when that has ended.',
    { 'retry-after': String(REPEAT_SECONDS) },
  );
}

function anotherSubmission(crawlId: string): Failure {
  return new Failure(
    'conflict',
    `Something else was submitted with this Idempotency-Key and became crawl ${crawlId}; give each submission its own key.`,
  );
}
