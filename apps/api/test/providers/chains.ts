import {
  createChains,
  createLocalCounts,
  createMemoryCache,
  type ChainsOptions,
  type Offer,
  type Operation,
  type ProviderChains,
} from '@sitegrep/providers';
import { byOperation } from '@sitegrep/providers/catalog';

/** Chains of the providers in an offer, each called `test`, under generous limits. */
export function chainsOf(offer: Offer, changes: Partial<ChainsOptions> = {}): ProviderChains {
  const one = (operation: Operation) => ({
    providers: offer[operation] === undefined ? [] : ['test'],
    ttlMs: 60_000,
  });
  return createChains({
    offers: new Map([['test', { offer, isLocal: false }]]),
    operations: byOperation(one),
    deadlineMs: 5_000,
    timeoutMs: 5_000,
    concurrency: 100,
    rates: {},
    budgets: {},
    counts: createLocalCounts(Date.now),
    cache: createMemoryCache(1_000_000, Date.now),
    now: Date.now,
    onCall: () => undefined,
    onLookup: () => undefined,
    onCacheFailure: (error) => {
      throw error;
    },
    ...changes,
  });
}
