import type { Client } from '@elastic/elasticsearch';
import type { DomainIndex } from '../../domains.ts';
import { Bulk } from '../bulk.ts';
import type { ElasticsearchStorageOptions } from '../options.ts';
import { openIndex } from '../records/open-index.ts';
import { domainIndex, type DomainIndexSettings } from './mapping.ts';
import { createPacker } from './packer.ts';
import { readDomain, readRanks, readStats, scan, search } from './reader.ts';
import { createWriter } from './writer.ts';

/**
 * The index of domains in a cluster, made if there is none. Closing it leaves the client open.
 *
 * A put is acknowledged when searches see it. With a refresh interval it waits for the next refresh, which serves all
 * that came since the last one: forcing a refresh for each put would make a segment for each, to be merged again and
 * again. A batch may then be seen in parts; without an interval (`-1`) each bulk is refreshed by itself and, in an index
 * of one shard, seen as a whole.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openDomainIndex(
  client: Client,
  options: DomainIndexSettings & Pick<ElasticsearchStorageOptions, 'bulkBytes' | 'bulkConcurrency'>,
): Promise<DomainIndex> {
  const alias = await openIndex(client, domainIndex(options));
  const bulk = new Bulk(client, {
    alias,
    refresh: options.refreshInterval === '-1' ? true : 'wait_for',
    maxBytes: options.bulkBytes,
    concurrency: options.bulkConcurrency,
  });
  const packer = createPacker();
  const writer = createWriter(client, alias, bulk, packer, options.bulkBytes);
  /** Writes that read, pack or wait: the cluster sees only the last step of one. */
  const underWay = new Set<Promise<unknown>>();
  function tracked<T>(write: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = Promise.allSettled([write]).then(() => underWay.delete(settled));
    underWay.add(settled);
    return write;
  }
  return {
    put: (documents) => tracked(writer.put(documents)),
    delete: (domain) => tracked(writer.delete(domain)),
    setRanks: (ranks) => tracked(writer.setRanks(ranks)),
    ranks: () => readRanks(client, alias),
    search: (query, { signal } = {}) => search(client, alias, query, signal),
    get: (domain) => readDomain(client, alias, domain),
    scan: ({ after = '' } = {}) => scan(client, alias, after),
    stats: () => readStats(client, alias),
    close: async () => {
      await Promise.all(underWay);
      await Promise.all([bulk.close(), packer.close()]);
    },
  };
}
