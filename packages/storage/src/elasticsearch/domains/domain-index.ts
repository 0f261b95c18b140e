import type { Client } from '@elastic/elasticsearch';
import type { DomainIndex } from '../../domains.ts';
import { Bulk } from '../bulk.ts';
import type { ElasticsearchStorageOptions } from '../options.ts';
import { openIndex } from '../records/open-index.ts';
import { refreshIndex } from '../records/record-documents.ts';
import { openBlocks } from './blocks.ts';
import { confirm, confirmationIndex, forget, lastVisit } from './confirmations.ts';
import { domainIndex, type DomainIndexSettings } from './mapping.ts';
import { createMatchFinder } from './match-finder.ts';
import { createPacker } from './packer.ts';
import { readDomain, readNames, readRanks, readStats, readUnder, scan, search } from './reader.ts';
import { takeDown } from './take-down.ts';
import { updateRanks } from './update-ranks.ts';
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
  const confirmations = await openIndex(client, confirmationIndex(options));
  const parts = { client, domains: alias, confirmations };
  const blocks = await openBlocks(client, options);
  const bulk = new Bulk(client, {
    alias,
    refresh: options.refreshInterval === '-1' ? true : 'wait_for',
    maxBytes: options.bulkBytes,
    concurrency: options.bulkConcurrency,
  });
  const packer = createPacker();
  const finder = createMatchFinder(client);
  const writer = createWriter({ client, alias, bulk, packer, blocks, sliceBytes: options.bulkBytes });
  const under = async function* (domain: string): AsyncGenerator<string> {
    await refreshIndex(client, alias);
    yield* readUnder(client, alias, domain);
  };
  /** Writes that read, pack or wait: the cluster sees only the last step of one. */
  const underWay = new Set<Promise<unknown>>();
  function tracked<T>(write: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = Promise.allSettled([write]).then(() => underWay.delete(settled));
    underWay.add(settled);
    return write;
  }
  return {
    blocks: {
      block: (block) => blocks.set(block, false),
      takeDown: (block) =>
        tracked(takeDown({ blocks, writer, under, forget: (domain) => forget(parts, domain) }, block)),
      unblock: (domain) => blocks.unblock(domain),
      get: (domain) => blocks.get(domain),
      covering: (domain) => blocks.covering(domain),
      list: (page) => blocks.list(page),
    },
    put: (documents) => tracked(writer.put(documents)),
    lastVisit: (domain) => lastVisit(parts, domain),
    confirm: (domain, visit) => tracked(confirm(parts, domain, visit)),
    delete: (domain) =>
      tracked(
        writer.delete(domain).then(async (deleted) => {
          await forget(parts, domain);
          return deleted;
        }),
      ),
    setRanks: (ranks) => tracked(writer.setRanks(ranks)),
    updateRanks: ({ signal } = {}) => tracked(updateRanks(client, alias, writer, signal)),
    ranks: () => readRanks(client, alias),
    names: () => readNames(client, alias),
    search: (query, { signal } = {}) => search({ client, alias, finder }, query, signal),
    get: (domain) => readDomain(client, alias, domain),
    scan: ({ after = '' } = {}) => scan(client, alias, after),
    stats: () => readStats(client, alias),
    close: async () => {
      await Promise.all(underWay);
      await Promise.all([bulk.close(), packer.close(), finder.close()]);
    },
  };
}
