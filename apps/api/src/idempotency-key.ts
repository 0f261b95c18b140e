import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { badRequest, Failure } from './failure.ts';

/** Seconds after which a submission that goes on may be asked for again. */
const RETRY_SECONDS = 5;

/**
 * What the records keep a submission under: of the API key and the Idempotency-Key that came with the request. The same
 * Idempotency-Key under another API key is another one.
 *
 * @returns null if the request has none
 * @throws Failure bad_request
 */
export function submissionKey({ headers, apiKey }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest({
      field: 'Idempotency-Key',
      problem: 'is empty, longer than 255 characters or not of printable ASCII',
      remedy: 'give a UUID, a new one for each submission',
    });
  }
  return createHash('sha256')
    .update(`${apiKey?.id ?? ''}\0${key}`)
    .digest('hex');
}

export function underWay(): Failure {
  return new Failure(
    'conflict',
    'The submission with this Idempotency-Key goes on; send it again when that has ended.',
    { 'retry-after': String(RETRY_SECONDS) },
  );
}

export function anotherSubmission(crawlId: string): Failure {
  return new Failure(
    'conflict',
    `Something else was submitted with this Idempotency-Key and became crawl ${crawlId}; give each submission a key of its own.`,
  );
}
