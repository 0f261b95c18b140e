import type { Answered, AnswerOf, Chain, Operation, RequestOf } from '@sitegrep/providers';
import { ChainFailed } from '@sitegrep/providers';
import { providersVariable } from '@sitegrep/providers/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whileWanted } from '../deadline.ts';
import { badRequest, Failure, unavailable } from '../failure.ts';

/** The exchange that an answer belongs to. */
export interface Waiting {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Fires when the server stops. */
  readonly stopping: AbortSignal;
}

/**
 * Calls the providers of an operation; headers of the reply state which of them answered, and how long ago.
 *
 * @throws Failure as the contract maps what can go wrong
 */
export async function callChain<Name extends Operation>(
  operation: Name,
  chain: Chain<Name>,
  query: RequestOf<Name>,
  { request, reply, stopping }: Waiting,
): Promise<AnswerOf<Name>> {
  if (!chain.isConfigured) {
    const setting = providersVariable(operation);
    throw unavailable(`No provider is configured for this operation; list some in ${setting}.`, null);
  }
  const { answer, provider, ageMs } = await answered(() =>
    whileWanted(reply, stopping, (signal) => chain.call(query, signal)),
  );
  reply.headers({ 'x-sitegrep-provider': provider, age: String(Math.floor(ageMs / 1_000)) });
  return answer;

  async function answered(call: () => Promise<Answered<AnswerOf<Name>>>): Promise<Answered<AnswerOf<Name>>> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ChainFailed)) throw error;
      request.log.warn({ operation, attempts: error.attempts }, 'no provider has an answer');
      throw failureOf(operation, error, request.id);
    }
  }
}

function failureOf(operation: Operation, { verdict }: ChainFailed, requestId: string): Failure {
  switch (verdict.kind) {
    case 'not_found':
      // A search that finds nothing is a success; "not found" is then a wrong answer of the upstream.
      if (operation !== 'video-info') return upstreamFailed(requestId);
      return new Failure('not_found', 'There is no such video, or it is not public; check video_id.');
    case 'unsupported':
      return badRequest({
        field: verdict.field,
        problem: 'is not supported by any provider of this instance',
        remedy: REMEDIES[verdict.field] ?? 'leave it out, or give another one',
      });
    case 'limited': {
      const seconds =
        verdict.retryAfterMs === null ? null : Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000));
      const remedy = seconds === null ? 'try again later' : `wait ${seconds} s`;
      return unavailable(`All providers of this instance are at their limits; ${remedy}.`, seconds);
    }
    case 'no_full_text':
      return unavailable(
        `The index of this instance has no full text, which its provider "local" needs: set SITEGREP_FULL_TEXT=on and run "sitegrep index rebuild", or list another provider in ${providersVariable(operation)}.`,
        null,
      );
    case 'timeout':
      return new Failure('upstream_timed_out', 'No provider answered in time; try again.');
    case 'failed':
      return upstreamFailed(requestId);
  }
}

function upstreamFailed(requestId: string): Failure {
  return new Failure(
    'upstream_failed',
    `Every provider failed; the log has the causes under request id ${requestId}.`,
  );
}

const REMEDIES: Readonly<Record<string, string>> = {
  location_code: 'give a country: 2000 + its ISO 3166-1 numeric code',
  language_code: 'give another language, or leave the field out for en',
};
