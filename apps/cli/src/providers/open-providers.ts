import { chainOf, settingsOf, type Config } from '@sitegrep/config';
import { QueuesUnavailable } from '@sitegrep/jobs';
import type { Metrics } from '@sitegrep/metrics';
import {
  createChains,
  createJsonCache,
  createLocalCounts,
  createMemoryCache,
  openHttpClient,
  openProvider,
  withLocalCounts,
  type OfferOf,
  type ProviderChains,
} from '@sitegrep/providers';
import { byOperation, type ProviderName } from '@sitegrep/providers/catalog';
import type { DomainIndex } from '@sitegrep/storage';
import type { Logger } from 'pino';
import type { Closers } from '../read-config.ts';
import { openShared } from '../queues.ts';
import { VERSION } from '../version.ts';
import { localIndex } from './local-index.ts';
import { readingsOf, watchChains } from './watch.ts';

/** Connecting takes longer only if no host answers. */
const CONNECT_TIMEOUT_MS = 5_000;

interface ProviderParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The crawled sites. */
  readonly domains: Pick<DomainIndex, 'fullText'>;
  /** Left out of all operations, though the settings name it. */
  readonly without?: ProviderName;
}

/** The providers that the settings name, one chain an operation. */
export async function openProviders(parts: ProviderParts, closers: Closers): Promise<ProviderChains> {
  const { config, logger, metrics, domains, without } = parts;
  const now = Date.now;
  const http = openHttpClient({
    userAgent: `sitegrep/${VERSION}`,
    maxBytes: config.providerMaxBytes,
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, config.providerTimeout),
    connections: config.providerConcurrency,
    proxy:
      config.providerProxy === null
        ? null
        : { url: config.providerProxy, except: config.providerProxyExcept },
  });
  closers.defer(() => http.close());
  const operations = byOperation((operation) => {
    const { providers, ttlMs } = chainOf(config, operation);
    return { providers: providers.filter((name) => name !== without), ttlMs };
  });
  const named = new Set(Object.values(operations).flatMap(({ providers }) => providers));
  const adapterParts = {
    http,
    now,
    index: localIndex(domains),
    env: process.env,
    timeoutMs: config.providerTimeout,
    maxBytes: config.providerMaxBytes,
  };
  const open = <Name extends ProviderName>(name: Name): OfferOf<Name> =>
    openProvider(name, { ...settingsOf(config, name), ...adapterParts });
  const shared = await openSharedState(config, logger, closers);
  const chains = createChains({
    offers: new Map(
      // Answers of the local index are not cached: it is as near as the cache.
      Array.from(named, (name) => [name, { offer: open(name), isLocal: name === 'local' }]),
    ),
    operations,
    deadlineMs: config.providerDeadline,
    timeoutMs: config.providerTimeout,
    concurrency: config.providerConcurrency,
    rates: config.providerRates,
    budgets: config.providerBudgets,
    now,
    ...shared,
    ...watchChains({ logger, metrics }),
  });
  metrics.addSource({
    name: 'providers',
    everyMs: 0,
    onFailure: (error) => logger.warn({ err: error }, 'a value for the metrics not read'),
    read: async () => readingsOf(chains),
  });
  return chains;
}

/** Call counts and cached answers: shared by all processes on Redis, or else those of this process. */
async function openSharedState(config: Config, logger: Logger, closers: Closers) {
  const now = Date.now;
  const counted = { config, logger, part: 'the count of calls to providers' };
  const counts = await openShared(counted, closers, ({ openRequestCounts }, backend, events) =>
    openRequestCounts(backend, events),
  );
  const cached = { config, logger, part: 'the cache of answers of providers' };
  const cache = await openShared(cached, closers, ({ openSharedCache }, backend, events) =>
    openSharedCache(backend, events),
  );
  return {
    counts:
      counts === null
        ? createLocalCounts(now)
        : withLocalCounts(counts, now, (error) => {
            // The connection tells of an outage.
            if (error instanceof QueuesUnavailable) return;
            logger.warn({ err: error }, 'calls to providers are counted by each process for itself');
          }),
    cache: cache === null ? createMemoryCache(config.providerCacheBytes, now) : createJsonCache(cache),
  };
}
