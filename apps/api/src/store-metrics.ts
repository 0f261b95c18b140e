/* What queue, crawls and index say of themselves, as sources of metrics. Each is asked only when metrics are read. */
import type { Reading } from '@sitegrep/metrics';
import type { ApiParts } from './settings.ts';

/* The shortest times between two questions, in milliseconds; Prometheus asks every 15 to 60 seconds. */
const QUEUE_EVERY_MS = 10_000;
/** Some records have to catch up with their writers before they can tell what is unfinished. */
const CRAWLS_EVERY_MS = 60_000;
/** Counting the index' bytes reads all of it on SQLite, so this is rarer; where it takes long it becomes rarer still. */
const INDEX_EVERY_MS = 300_000;

export function addStoreMetrics({ storage, queues, metrics, logger }: ApiParts): void {
  const { crawls, domains } = storage;
  const onFailure = (error: unknown): void => logger.warn({ err: error }, 'a value for the metrics not read');

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
