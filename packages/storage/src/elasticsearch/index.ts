// Storage adapter for Elasticsearch: index and records of any number of processes.
export type { ElasticsearchAuth } from './client.ts';
export { type ClusterMeasurement, type MeasuredCluster, measureCluster } from './measure-cluster.ts';
export { inspectCluster, type InspectedCluster } from './inspect.ts';
export type { MigrationOptions, MigrationProgress } from './migration/copy-rounds.ts';
export type { MigratedIndex } from './migration/migrate-index.ts';
export { dropReplacedIndexes, migrateIndexes, type MigrationStep } from './migration/migrate-indexes.ts';
export { resizeDomains, type ResizedIndex } from './migration/resize-index.ts';
export type { ElasticsearchStorageOptions } from './client.ts';
export { openElasticsearchStorage } from './storage.ts';
