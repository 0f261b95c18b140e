import { type ErrorCode, ERRORS } from '@sitegrep/contract';
import { QueuesUnavailable } from '@sitegrep/jobs';
import type { Readiness } from '@sitegrep/metrics';
import {
  InvalidPosition,
  StorageBusy,
  StorageCorrupt,
  StorageFull,
  StorageMisconfigured,
  StorageUnavailable,
  UnfitSavedSearch,
  UnknownList,
  UnknownSavedSearch,
} from '@sitegrep/storage';
import { didYouMean } from '@sitegrep/search';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDataForSeoPath, refusalOf } from '../dataforseo/outcome.ts';
import { badRequest, errorBody, Failure, unavailable } from '../failure.ts';
import { COMMAND_LINE_KEY } from '../command-line-key.ts';
import type { RefusalPace } from './refusal-pace.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Probes what the process depends on, and has its outages told in the log. */
    readonly readiness: Readiness;
  }
}

/** Retry-After of a store that failed and of a search that ran out of time, in seconds. */
export const RETRY_SECONDS = 5;
/** Retry-After of a store that is only overloaded, in seconds. */
const BUSY_RETRY_SECONDS = 1;
/** Retry-After while a disk is full, in seconds: a person has to free space. */
const FULL_RETRY_SECONDS = 60;

/** Errors that refuse a request of a key without doing its work; a client can provoke them again and again at no cost. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'unavailable']);

/**
 * Makes the error handler: it answers with the contract's error body, or that of DataForSEO's clients. Causes go to the log, never to the client.
 */
export function answerErrors(
  pace: RefusalPace,
): (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const failure = failureOf(error, request);
    const { code, message, headers } = failure;
    const { status, body } = isDataForSeoPath(request.url)
      ? refusalOf(failure, reply.elapsedTime)
      : { status: ERRORS[code].status, body: errorBody(code, message) };
    const answer = (): unknown => reply.code(status).headers(headers).send(body);
    // A stranger's connection is not held.
    if (code === 'unauthorized') reply.header('connection', 'close');
    if (request.apiKey !== null && REFUSALS.has(code))
      pace.send(request.apiKey.id, reply.elapsedTime, answer);
    else answer();
  };
}

/** Makes the client's error of any error, and logs what the client is not told. */
export function failureOf(error: Error, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    // The client can act on the first error only; the others happened while cleaning up.
    request.log.error({ err: error }, 'cleaning up after an error failed');
    return failureOf(error.errors[0], request);
  }
  if (request.apiKey === COMMAND_LINE_KEY && isExplained(error)) {
    // Whoever may read the data folder gets the message as it is: it has the cause and the remedy.
    const message = error.message.endsWith('.') ? error.message : `${error.message}.`;
    return unavailable(message, RETRY_SECONDS);
  }
  if (error instanceof StorageFull) {
    request.log.error({ err: error }, 'disk full');
    return unavailable(
      'The disk of the store is full, so nothing can be written; searches work. Tell the operator to free some space, and try again then.',
      FULL_RETRY_SECONDS,
    );
  }
  if (error instanceof StorageUnavailable) {
    void tellUnlessAway(request, STORES, error, 'storage unavailable');
    return unavailable('The store cannot be reached at the moment; try again.', RETRY_SECONDS);
  }
  if (error instanceof StorageBusy) {
    request.log.warn({ err: error }, 'storage busy');
    return unavailable('The store is overloaded at the moment; try again.', BUSY_RETRY_SECONDS);
  }
  if (error instanceof QueuesUnavailable) {
    void tellUnlessAway(request, ['queue'], error, 'queue unavailable');
    return unavailable('The queue cannot be reached at the moment; try again.', RETRY_SECONDS);
  }
  if (error instanceof UnknownList) {
    return badRequest({
      field: 'The query',
      problem: `names the list ${JSON.stringify(error.list)}, which does not exist`,
      remedy: `${didYouMean(error.list, error.known)}PUT /lists/${error.list} makes it, and GET /lists lists all`,
    });
  }
  if (error instanceof UnknownSavedSearch) {
    return badRequest({
      field: 'The query',
      problem: `names the saved search ${JSON.stringify(error.search)}, which does not exist`,
      remedy: `${didYouMean(error.search, error.known)}PUT /searches/${error.search} makes it, and GET /searches lists all`,
    });
  }
  if (error instanceof UnfitSavedSearch) {
    const { search, problem, remedy } = error;
    return badRequest({
      field: 'The query',
      problem: `names the saved search ${search}, which ${problem}`,
      remedy,
    });
  }
  if (error instanceof InvalidPosition) {
    const remedy = 'leave it out to start over';
    return badRequest({
      field: 'next_token',
      problem: 'points to a position that is no longer in the list',
      remedy,
    });
  }
  if ('code' in error && typeof error.code === 'string') {
    // The few errors that Fastify raises before a route sees the request.
    if (error.code === 'FST_ERR_NOT_FOUND') return new Failure('not_found', 'There is no such path.');
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      return new Failure(
        'unsupported_media_type',
        'Content-Type is not a media type; send one such as application/json.',
      );
    }
  }
  request.log.error({ err: error }, 'unexpected error');
  return new Failure(
    'internal',
    `An unexpected error occurred; the log has the cause under request id ${request.id}.`,
  );
}

/** Dependencies in /readyz that are the storage. */
const STORES = ['index', 'crawls', 'keys'];

/** Logs the fault of a service, unless the service is away: its outage has one line, however many requests meet it. */
async function tellUnlessAway(
  { server, log }: FastifyRequest,
  names: readonly string[],
  error: Error,
  message: string,
): Promise<void> {
  const { dependencies } = await server.readiness();
  if (!names.some((name) => dependencies[name] === 'down')) log.error({ err: error }, message);
}

/** Whether the message of an error is written for the operator. */
function isExplained(error: Error): boolean {
  return [StorageCorrupt, StorageFull, StorageMisconfigured, StorageUnavailable].some(
    (kind) => error instanceof kind,
  );
}
