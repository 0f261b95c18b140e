// State of queue, crawls and index, as sources of metrics and as probes for readiness. It is read only on request.
import type { Probe, Reading } from '@sitegrep/metrics';
import type { ApiParts } from './settings.ts';

/** Minimum interval between reads of the queue, in milliseconds; Prometheus scrapes every 15 to 60 seconds. */
const QUEUE_EVERY_MS = 10_000;
/** Minimum interval between looks at the disk, in milliseconds. */
const DISK_EVERY_MS = 10_000;
/** Minimum interval between reads of the crawls, in milliseconds; some stores must first count what was written. */
const CRAWLS_EVERY_MS = 60_000;
/** Minimum interval between reads of the index, in milliseconds; a slow source is read more rarely still. */
const INDEX_EVERY_MS = 300_000;

export function addStoreMetrics({ storage, queues, metrics, logger }: ApiParts): void {
  const { crawls, domains } = storage;
  const onFailure = (error: unknown): void =>
    logger.warn({ err: error }, 'a value for the metrics could not be read');

  if (queues !== undefined) {
    metrics.addSource({
      name: 'queue',
      everyMs: QUEUE_EVERY_MS,
      onFailure,
      read: async () => {
        const counts = await queues.counts('site');
        return (['waiting', 'active', 'delayed'] as const).map((state): Reading => ({
          name: 'sitegrep_queue_jobs',
          labels: { queue: 'site', state },
          value: counts[state],
        }));
      },
    });
  }
  metrics.addSource({
    name: 'disk',
    everyMs: DISK_EVERY_MS,
    onFailure,
    read: async () => [{ name: 'sitegrep_disk_full', labels: {}, value: (await storage.isFull()) ? 1 : 0 }],
  });
  metrics.addSource({
    name: 'crawls',
    everyMs: CRAWLS_EVERY_MS,
    onFailure,
    read: async () => {
      const { sites, oldestCreatedAt } = await crawls.backlog();
      const ageMs = oldestCreatedAt === null ? 0 : Math.max(0, Date.now() - oldestCreatedAt);
      return [
        { name: 'sitegrep_unfinished_sites', labels: {}, value: sites },
        { name: 'sitegrep_oldest_unfinished_crawl_age_seconds', labels: {}, value: ageMs / 1_000 },
      ];
    },
  });
  metrics.addSource({
    name: 'index',
    everyMs: INDEX_EVERY_MS,
    onFailure,
    read: async () => {
      const stats = await domains.stats();
      return [
        { name: 'sitegrep_index_domains', labels: {}, value: stats.domains },
        { name: 'sitegrep_index_pages', labels: {}, value: stats.pages },
        { name: 'sitegrep_index_source_bytes', labels: {}, value: stats.sourceBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'substrings' }, value: stats.indexBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'sources' }, value: stats.compressedBytes },
        { name: 'sitegrep_index_stored_bytes', labels: { part: 'all' }, value: stats.totalBytes },
      ];
    },
  });
}

/** Probes of everything that a process depends on, by the names in /readyz. Each is cheap however much is stored. */
export function probesOf({ storage, queues }: Pick<ApiParts, 'storage' | 'queues'>): Map<string, Probe> {
  return new Map<string, Probe>([
    ['index', () => up(storage.domains.get('readiness.invalid'))],
    // The value has the form of an id, so that the store is queried.
    ['crawls', () => up(storage.crawls.spec('00000000-0000-0000-0000-000000000000'))],
    ['keys', () => up(storage.keys.findByHash(''))],
    ['disk', async () => ((await storage.isFull()) ? 'full' : 'up')],
    ...(queues === undefined ? [] : [['queue', () => up(queues.probe())] as const]),
  ]);
}

async function up(answer: Promise<unknown>): Promise<'up'> {
  await answer;
  return 'up';
}
