import type { ElasticsearchStorageOptions } from '../options.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import { AUDIT, BLOCKS, CRAWLS, KEYS, SITE_ORDER, SITES, VERSIONS } from './mappings.ts';

export type RecordOptions = Pick<ElasticsearchStorageOptions, 'indexPrefix' | 'shards' | 'replicas'>;

/** A write is on disk before it is acknowledged, whatever a template of the cluster says. */
const DURABLE = { translog: { durability: 'request' } } as const;

/** The indexes of the records. All but sites are few or small: one shard each. */
export function recordIndexes({
  indexPrefix,
  shards,
  replicas,
}: RecordOptions): Readonly<Record<'crawls' | 'sites' | 'keys' | 'blocks' | 'audit', VersionedIndex>> {
  const common = { ...DURABLE, number_of_replicas: replicas };
  return {
    crawls: {
      alias: `${indexPrefix}-crawls`,
      version: VERSIONS.crawls,
      mappings: CRAWLS,
      settings: { ...common, number_of_shards: 1 },
    },
    sites: {
      alias: `${indexPrefix}-sites`,
      version: VERSIONS.sites,
      mappings: SITES,
      settings: {
        ...common,
        number_of_shards: shards,
        sort: { field: [...SITE_ORDER], order: SITE_ORDER.map(() => 'asc' as const) },
      },
    },
    keys: {
      alias: `${indexPrefix}-keys`,
      version: VERSIONS.keys,
      mappings: KEYS,
      settings: { ...common, number_of_shards: 1 },
    },
    blocks: {
      alias: `${indexPrefix}-blocks`,
      version: VERSIONS.blocks,
      mappings: BLOCKS,
      settings: { ...common, number_of_shards: 1 },
    },
    audit: {
      alias: `${indexPrefix}-audit`,
      version: VERSIONS.audit,
      mappings: AUDIT,
      settings: { ...common, number_of_shards: 1 },
    },
  };
}
