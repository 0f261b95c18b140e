import {
  createChains,
  createLocalCounts,
  createMemoryCache,
  type ChainsOptions,
  type Offer,
  type Operation,
  type ProviderChains,
} from '@sitegrep/providers';

const OPERATIONS = [
  'web-serp',
  'web-autocomplete',
  'video-info',
  'video-serp',
] as const satisfies readonly Operation[];

/** Chains of the providers in an offer, each called `test`, under generous limits. */
export function chainsOf(offer: Offer, changes: Partial<ChainsOptions> = {}): ProviderChains {
  const providersOf = (operation: Operation): readonly string[] =>
    OPERATIONS.some((known) => known === operation && offer[known] !== undefined) ? ['test'] : [];
  const one = (operation: Operation) => ({ providers: providersOf(operation), ttlMs: 60_000 });
  return createChains({
    offers: new Map([['test', { offer, isLocal: false }]]),
    operations: {
      'web-serp': one('web-serp'),
      'web-autocomplete': one('web-autocomplete'),
      'video-info': one('video-info'),
      'video-serp': one('video-serp'),
    },
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
