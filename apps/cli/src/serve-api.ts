import { createApi, listen, SEARCH_QUEUE_BOUNDS } from '@sitegrep/api';
import type { Config } from '@sitegrep/config';
import type { Logger } from 'pino';
import type { Closers } from './instance.ts';
import { PROBE_TIMEOUT_MS } from './cluster-process.ts';
import { apiAddress, listenAt } from './listening.ts';
import { openProviders } from './providers/open-providers.ts';
import { openShared } from './queues.ts';
import type { Runtime } from './runtime.ts';

const MIB = 2 ** 20;

/** Default concurrency of searches on Elasticsearch, whose nodes each have about as many search threads as processors. */
const ELASTICSEARCH_CONCURRENCY = 32;

/** Serves the API over a storage and its queues. @returns the URL that it listens at @throws CommandFailed if it can't listen there */
export async function serveApi(
  config: Config,
  logger: Logger,
  {
    storage,
    queues,
    metrics,
    onWork,
    waiting,
  }: Pick<Runtime, 'storage' | 'queues' | 'metrics'> & Partial<Pick<Runtime, 'onWork' | 'waiting'>>,
  closers: Closers,
): Promise<string> {
  const counts = await openShared(config, closers, ({ openRequestCounts }, backend) =>
    openRequestCounts(backend, (error) =>
      logger.warn({ err: error }, 'the shared count of requests has a problem and continues'),
    ),
  );
  const providers = await openProviders({ config, logger, metrics, domains: storage.domains }, closers);
  const api = await createApi({
    ...(counts === null ? {} : { counts }),
    ...(onWork === undefined ? {} : { onWork }),
    ...(waiting === undefined ? {} : { waiting }),
    storage,
    queues,
    providers,
    metrics,
    logger,
    settings: {
      rateLimitPerMinute: config.rateLimitPerMinute,
      operationLimits: new Map(Object.entries(config.operationLimits)),
      searchTimeoutMs: config.searchDeadline,
      searches: {
        concurrency: config.searchConcurrency ?? usualConcurrency(config),
        ...SEARCH_QUEUE_BOUNDS,
      },
      shedding: {
        maxLoopDelayMs: config.maxLoopDelay,
        maxUnreadBytes: 256 * MIB,
        maxUnreadBytesOfKey: 64 * MIB,
        answerStallMs: 60_000,
      },
      maxConnections: config.maxConnections,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      services: {
        storage: config.storage === 'elasticsearch' ? 'Elasticsearch' : 'the data folder',
        queue: config.queue === 'redis' ? 'Redis' : 'the data folder',
      },
      probeTimeoutMs: PROBE_TIMEOUT_MS,
      maxUploadBytes: config.uploadMaxBytes,
      requestTimeoutMs: 300_000,
      auditRetentionDays: config.auditRetentionDays,
      drainMs: config.shutdownTimeout,
      crawlDefaults: {
        maxPages: config.maxPages,
        maxDepth: config.maxDepth,
        priority: 5,
        revisitAfterDays: config.revisitAfterDays,
      },
    },
  });
  closers.defer(() => api.close());
  const at = apiAddress(config);
  return await listenAt(at, () => listen(api, at));
}

/** Default concurrency of searches: as many as the index answers at the same time. */
function usualConcurrency({ storage, searchThreads }: Config): number {
  return storage === 'elasticsearch' ? ELASTICSEARCH_CONCURRENCY : searchThreads;
}
