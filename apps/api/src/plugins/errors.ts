import { type ErrorCode, ERRORS } from '@sitegrep/contract';
import { QueuesUnavailable } from '@sitegrep/jobs';
import { InvalidPosition, StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, errorBody, Failure, unavailable } from '../failure.ts';
import type { RefusalPace } from '../refusal-pace.ts';

/** Seconds after which a store that failed or a search that ran out of time may be asked again. */
export const RETRY_SECONDS = 5;
/** The same for a store that only has too much to do. */
const BUSY_RETRY_SECONDS = 1;

/** What is answered without the work that was asked for: it can be asked for again and again at no cost to the client. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'rate_limited', 'unavailable']);

/**
 * Answers with whatever was thrown, in the contract's error body. Causes go to the log, never to the client.
 *
 * @param pace of refusals
 */
export function answerErrors(
  pace: RefusalPace,
): (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const { code, message, headers } = failureOf(error, request);
    const answer = (): unknown =>
      reply.code(ERRORS[code].status).headers(headers).send(errorBody(code, message));
    if (REFUSALS.has(code)) pace.leave(answer);
    else answer();
  };
}

/** What the client is told of an error; the rest goes to the log. */
export function failureOf(error: Error, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    // What went wrong first is what the client can do something about; what went wrong after it is ours.
    request.log.error({ err: error }, 'an error could not be cleaned up after');
    return failureOf(error.errors[0], request);
  }
  if (error instanceof StorageUnavailable) {
    request.log.error({ err: error }, 'storage unavailable');
    return unavailable('The store cannot be reached at the moment; try again.', RETRY_SECONDS);
  }
  if (error instanceof StorageBusy) {
    request.log.warn({ err: error }, 'storage busy');
    return unavailable('The store has too much to do at the moment; try again.', BUSY_RETRY_SECONDS);
  }
  if (error instanceof QueuesUnavailable) {
    request.log.error({ err: error }, 'queue unavailable');
    return unavailable('The queue cannot be reached at the moment; try again.', RETRY_SECONDS);
  }
  if (error instanceof InvalidPosition) {
    const remedy = 'leave it out to start over';
    return badRequest({ field: 'next_token', problem: 'points to where the list no longer is', remedy });
  }
  if ('code' in error && typeof error.code === 'string') {
    // The few errors Fastify itself still raises before a route of ours sees the request.
    if (error.code === 'FST_ERR_NOT_FOUND') return new Failure('not_found', 'There is no such path.');
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      return new Failure(
        'unsupported_media_type',
        'Content-Type is not a media type; name one, e.g. application/json.',
      );
    }
  }
  request.log.error({ err: error }, 'unexpected error');
  return new Failure(
    'internal',
    `Something unexpected went wrong; the log has the cause under request id ${request.id}.`,
  );
}
