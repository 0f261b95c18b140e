// Puts the chains of all four operations together: which providers, in which order, under which limits.
import type { Operation } from '../operations.ts';
import type { Clock, Offer, ProviderOf } from '../ports.ts';
import type { AnswerCache } from './answer-cache.ts';
import { createBudget, type CallCounts } from './budget.ts';
import { createChain, type Chain } from './chain.ts';
import { createGate, type Allowance, type Call } from './gate.ts';
import { createPermits } from './permits.ts';

export type ProviderChains = { readonly [Name in Operation]: Chain<Name> };

export interface ChainsOptions {
  /** Opened providers by their names. */
  readonly offers: ReadonlyMap<string, OfferedHere>;
  readonly operations: { readonly [Name in Operation]: OperationOptions };
  /** Milliseconds for an answer, and for one provider's. */
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  /** Calls to one provider at the same time. */
  readonly concurrency: number;
  /** Calls a minute, by provider; others have no limit. */
  readonly rates: Readonly<Record<string, number>>;
  /** Calls a day, by provider; others have no limit. */
  readonly budgets: Readonly<Record<string, number>>;
  readonly counts: CallCounts;
  readonly cache: AnswerCache;
  readonly now: Clock;
  readonly onCall: (call: Call) => void;
  readonly onLookup: (operation: Operation, found: 'hit' | 'miss') => void;
  /** The cache can't be used at the moment. */
  readonly onCacheFailure: (error: unknown) => void;
}

interface OfferedHere {
  readonly offer: Offer;
  /** Whether it answers from this machine: such answers are not cached. */
  readonly isLocal: boolean;
}

interface OperationOptions {
  /** Providers in the order in which they are called. */
  readonly providers: readonly string[];
  /** Milliseconds for which an answer is cached; 0: not at all. */
  readonly ttlMs: number;
}

/** @throws TypeError if a provider is named that is not offered, or can't do the operation */
export function createChains(options: ChainsOptions): ProviderChains {
  const { offers, timeoutMs, concurrency, rates, budgets, counts, now } = options;
  // Shared by all operations of a provider.
  const allowances = new Map(
    Array.from(offers, ([name, { isLocal }]): [string, Allowance] => [
      name,
      {
        permits: createPermits(name, { concurrency, perMinute: rates[name] ?? null }),
        budget: createBudget(name, budgets[name] ?? null, { counts, now }),
        timeoutMs,
        isLocal,
      },
    ]),
  );

  function chainOf<Name extends Operation>(operation: Name): Chain<Name> {
    const { providers, ttlMs } = options.operations[operation];
    const gates = providers.map((name) => {
      const provider: ProviderOf<Name> | undefined = offers.get(name)?.offer[operation];
      const allowance = allowances.get(name);
      if (provider === undefined || allowance === undefined)
        throw new TypeError(`${name} has nothing to offer for ${operation}`);
      return createGate(operation, provider, allowance, options);
    });
    return createChain({
      operation,
      gates,
      deadlineMs: options.deadlineMs,
      cache: options.cache,
      ttlMs,
      onLookup: (found) => options.onLookup(operation, found),
      onCacheFailure: options.onCacheFailure,
    });
  }

  return {
    'web-serp': chainOf('web-serp'),
    'web-autocomplete': chainOf('web-autocomplete'),
    'video-info': chainOf('video-info'),
    'video-serp': chainOf('video-serp'),
  };
}
