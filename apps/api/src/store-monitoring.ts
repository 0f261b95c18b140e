// State of queue, crawls and index, as sources of metrics and as probes for readiness. It is read only on request.
import { QueuesUnavailable } from '@sitegrep/jobs';
import { createReadiness, type Dependency, METRICS, type Readiness, type Reading } from '@sitegrep/metrics';
import { allSearches, StorageUnavailable } from '@sitegrep/storage';
import { watchOutages } from './outage-log.ts';
import type { ApiParts, ApiSettings } from './settings.ts';

export { watchOutages, type OutageWatcher } from './outage-log.ts';

/** Minimum interval between reads of the queue, in milliseconds; Prometheus scrapes every 15 to 60 seconds. */
const QUEUE_EVERY_MS = 10_000;
/** Minimum interval between probes of the dependencies, in milliseconds. */
const DEPENDENCIES_EVERY_MS = 10_000;
/** Minimum interval between looks at the disk, in milliseconds. */
const DISK_EVERY_MS = 10_000;
/** Minimum interval between reads of the crawls, in milliseconds; some stores must first count what was written. */
const CRAWLS_EVERY_MS = 60_000;
/** Minimum interval between reads of the index, in milliseconds; a slow source is read more rarely still. */
const INDEX_EVERY_MS = 300_000;

/** Queues of sites. */
const QUEUES = METRICS.sitegrep_queue_jobs.labels.queue;

export function addStoreMetrics({ storage, queues, metrics, logger }: ApiParts): void {
  const { crawls, domains } = storage;
  const onFailure = (error: unknown): void => {
    // Those who watch the service tell of its outage.
    if (error instanceof QueuesUnavailable || error instanceof StorageUnavailable) return;
    logger.warn({ err: error }, 'a value for the metrics could not be read');
  };

  if (queues !== undefined) {
    metrics.addSource({
      name: 'queue',
      everyMs: QUEUE_EVERY_MS,
      isLight: true,
      onFailure,
      read: async () => {
        const readings = QUEUES.map(async (queue): Promise<readonly Reading[]> => {
          const counts = await queues.counts(queue);
          return (['waiting', 'active', 'delayed'] as const).map((state) => ({
            name: 'sitegrep_queue_jobs',
            labels: { queue, state },
            value: counts[state],
          }));
        });
        return (await Promise.all(readings)).flat();
      },
    });
  }
  metrics.addSource({
    name: 'disk',
    everyMs: DISK_EVERY_MS,
    isLight: true,
    onFailure,
    read: async () => [{ name: 'sitegrep_disk_full', labels: {}, value: (await storage.isFull()) ? 1 : 0 }],
  });
  metrics.addSource({
    name: 'crawls',
    everyMs: CRAWLS_EVERY_MS,
    onFailure,
    read: async () => {
      const readings = QUEUES.map(async (queue): Promise<readonly Reading[]> => {
        const { sites, oldestCreatedAt } = await crawls.backlog(queue === 'rendered');
        const ageMs = oldestCreatedAt === null ? 0 : Math.max(0, Date.now() - oldestCreatedAt);
        const labels = { queue };
        return [
          { name: 'sitegrep_unfinished_sites', labels, value: sites },
          { name: 'sitegrep_oldest_unfinished_crawl_age_seconds', labels, value: ageMs / 1_000 },
        ];
      });
      return (await Promise.all(readings)).flat();
    },
  });
  addSearchMetrics({ storage, metrics }, onFailure);
  metrics.addSource({
    name: 'index',
    everyMs: INDEX_EVERY_MS,
    onFailure,
    read: async () => {
      const stats = await domains.stats();
      return [
        { name: 'sitegrep_index_domains', labels: {}, value: stats.domains },
        { name: 'sitegrep_index_pages', labels: {}, value: stats.pages },
        { name: 'sitegrep_index_versions', labels: {}, value: stats.versions },
        { name: 'sitegrep_index_source_bytes', labels: {}, value: stats.sourceBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'substrings' }, value: stats.indexBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'sources' }, value: stats.compressedBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'versions' }, value: stats.versionBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'all' }, value: stats.totalBytes },
      ];
    },
  });
}

/** Minimum interval between reads of the saved searches, in milliseconds. */
const SEARCHES_EVERY_MS = 60_000;

/** Adds what is known of saved searches. */
function addSearchMetrics(
  { storage, metrics }: Pick<ApiParts, 'storage' | 'metrics'>,
  onFailure: (error: unknown) => void,
): void {
  const { searches } = storage.domains;
  metrics.addSource({
    name: 'searches',
    everyMs: SEARCHES_EVERY_MS,
    onFailure,
    read: async () => {
      const counts = { filled: 0, filling: 0 };
      for await (const one of allSearches(searches)) counts[one.filled ? 'filled' : 'filling'] += 1;
      const [newest] = await searches.events({ after: 0, limit: 1, newestFirst: true });
      const { all } = await storage.deliveries.waiting('');
      return [
        { name: 'sitegrep_saved_searches', labels: { state: 'filled' }, value: counts.filled },
        { name: 'sitegrep_saved_searches', labels: { state: 'filling' }, value: counts.filling },
        { name: 'sitegrep_search_events', labels: {}, value: newest?.number ?? 0 },
        { name: 'sitegrep_search_deliveries_waiting', labels: {}, value: all },
      ];
    },
  });
}

interface ReadinessOptions extends Pick<ApiParts, 'queues' | 'metrics' | 'logger'> {
  readonly storage: Pick<ApiParts['storage'], 'domains' | 'crawls' | 'keys' | 'isFull'>;
  readonly services: ApiSettings['services'];
  readonly timeoutMs: number;
  /** Whether the process is of no use without the queue: a worker is not, while an API answers searches. */
  readonly needsQueue: boolean;
}

/**
 * Watches everything that a process depends on, by the names in /readyz: for the answer, the metrics, and the log of
 * outages. Each probe is cheap however much is stored.
 */
export function openReadiness(options: ReadinessOptions): Readiness {
  const { storage, queues, metrics, logger, services, timeoutMs, needsQueue } = options;
  const stored = (probe: Dependency['probe']): Dependency => ({
    probe,
    service: services.storage,
    isEssential: true,
  });
  const dependencies = new Map<string, Dependency>([
    ['index', stored(() => up(storage.domains.get('readiness.invalid')))],
    // The value has the form of an id, so that the store is queried.
    ['crawls', stored(() => up(storage.crawls.spec('00000000-0000-7000-8000-000000000000')))],
    ['keys', stored(() => up(storage.keys.findByHash('')))],
    ['disk', stored(async () => ((await storage.isFull()) ? 'full' : 'up'))],
  ]);
  if (queues !== undefined) {
    const probe = (): Promise<'up'> => up(queues.probe());
    dependencies.set('queue', { probe, service: services.queue, isEssential: needsQueue });
  }
  const watchers = new Map(
    Object.values(services).map((service) => [service, watchOutages(logger, service)] as const),
  );
  const readiness = createReadiness({
    dependencies,
    timeoutMs,
    onAway: (service, error) => watchers.get(service)?.away(error),
    onBack: (service) => watchers.get(service)?.back(),
  });
  metrics.addSource({
    name: 'dependencies',
    everyMs: DEPENDENCIES_EVERY_MS,
    isLight: true,
    onFailure: (error) => logger.warn({ err: error }, 'the dependencies could not be probed'),
    read: async () => {
      const states = (await readiness()).dependencies;
      return DEPENDENCIES.filter((dependency) => states[dependency] !== undefined).map(
        (dependency): Reading => ({
          name: 'sitegrep_dependency_up',
          labels: { dependency },
          value: states[dependency] === 'down' ? 0 : 1,
        }),
      );
    },
  });
  return readiness;
}

interface StorageWatch extends Pick<ApiParts, 'logger'> {
  readonly storage: { readonly domains: Pick<ApiParts['storage']['domains'], 'get'> };
  /** Name of the service behind the storage. */
  readonly service: string;
  readonly timeoutMs: number;
}

/**
 * Watches a storage for parts that meet a fault of it. The function that it gives says whether the storage is away; while it is, the
 * log has one line for the begin and one for the end, whoever else notices it.
 */
export function watchStorage({ storage, logger, service, timeoutMs }: StorageWatch): () => Promise<boolean> {
  const watcher = watchOutages(logger, service);
  const probe = (): Promise<'up'> => up(storage.domains.get('readiness.invalid'));
  const readiness = createReadiness({
    dependencies: new Map([['index', { probe, service, isEssential: true }]]),
    timeoutMs,
    onAway: (_, error) => watcher.away(error),
    onBack: () => watcher.back(),
  });
  return async () => (await readiness()).down.length > 0;
}

const DEPENDENCIES = ['index', 'crawls', 'keys', 'disk', 'queue'] as const;

async function up(answer: Promise<unknown>): Promise<'up'> {
  await answer;
  return 'up';
}
