// One operation that providers answer, from the body of a request to the body of the answer.
import type { Checked } from '@sitegrep/contract';
import type { AnswerOf, Operation, ProviderChains, RequestOf } from '@sitegrep/providers';
import { requireValid } from '../body.ts';
import { callChain, type Waiting } from './call-chain.ts';

interface ProviderForm<Name extends Operation, Body, Data> {
  readonly operation: Name;
  readonly check: (body: unknown) => Checked<Body>;
  /** @throws Failure bad_request */
  readonly queryOf: (body: Body) => RequestOf<Name>;
  readonly dataOf: (query: RequestOf<Name>, answer: AnswerOf<Name>) => Data;
}

/** Answers a request by its body. @throws Failure */
export type AskProviders<Data> = (
  providers: ProviderChains,
  body: unknown,
  waiting: Waiting,
) => Promise<{ readonly success: true; readonly data: Data }>;

export function asking<Name extends Operation, Body, Data>({
  operation,
  check,
  queryOf,
  dataOf,
}: ProviderForm<Name, Body, Data>): AskProviders<Data> {
  return async (providers, body, waiting) => {
    const query = queryOf(requireValid(check(body)));
    const answer = await callChain<Name>(operation, providers[operation], query, waiting);
    return { success: true, data: dataOf(query, answer) };
  };
}
