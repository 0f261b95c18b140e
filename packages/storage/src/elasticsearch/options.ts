import type { ElasticsearchConnection } from './client.ts';

export interface ElasticsearchStorageOptions extends ElasticsearchConnection {
  /** First part of the names of all indexes: small letters, digits, `-` and `_`. */
  readonly indexPrefix: string;
  /** Of a new index of domains, ≥ 1. */
  readonly shards: number;
  /** Of every new index, ≥ 0. */
  readonly replicas: number;
  /**
   * How often a new index shows what was written, e.g. `1s`; a write is acknowledged when it is shown. `-1`: each bulk is
   * shown at once, as a whole, which costs more for each. It must be well below `requestTimeoutMs`.
   */
  readonly refreshInterval: string;
  /** Bytes of one bulk request, ≥ 1, below the cluster's `http.max_content_length`; a document beyond it goes alone. */
  readonly bulkBytes: number;
  /** Bulk requests under way at a time, ≥ 1. */
  readonly bulkConcurrency: number;
}
