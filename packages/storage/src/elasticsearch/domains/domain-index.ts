import type { Client } from '@elastic/elasticsearch';
import type { DomainIndex } from '../../domains.ts';
import { Bulk } from '../bulk.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { openIndex } from '../versioned-index.ts';
import { refreshIndex } from '../documents.ts';
import { type ClusterBlocks, openBlocks } from './blocks.ts';
import { confirm, confirmationIndex, forget, lastVisit } from './confirmations.ts';
import { domainIndex, type DomainIndexSettings } from './mapping.ts';
import { createMatchFinder } from './match-finder.ts';
import { createPacker } from './packer.ts';
import { readDomain, readNames, readRanks, readStats, readUnder, scan } from './reader.ts';
import { search } from './search.ts';
import { updateRanks } from './linked-ranks.ts';
import { createWriter, type Writer } from './writer.ts';
import { MAX_SAMPLES, type NewBlock, type Takedown } from '../../blocks.ts';

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
    updateRanks: ({ signal } = {}) =>
      tracked(updateRanks(client, alias, (domains) => writer.countAnew(domains), signal)),
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

/** Documents that are removed together: each time, it takes until the next refresh. */
const REMOVED_AT_A_TIME = 500;

interface TakedownParts {
  readonly blocks: ClusterBlocks;
  readonly writer: Writer;
  /** Stored domains under one, all that were put before it was asked. */
  readonly under: (domain: string) => AsyncIterable<string>;
  /** Removes what is kept of a domain besides its document. */
  readonly forget: (domain: string) => Promise<void>;
}

/**
 * First the block is recorded, then what is stored is removed. No put that goes on at the same time, in whatever process,
 * is there at the end, though index and blocks have no transaction in common:
 *
 * - A put of the domain itself reads the document's version, then the blocks, and writes over that version. The fence
 *   below raises the version behind the block. So a put that did not see the block read a version from before it: either it
 *   was written before the fence, which then removes it, or it finds a higher version, reads again, and sees the block.
 * - A put of a domain under it, which may have no document to be fenced, looks at the blocks again once it is written and
 *   can be found. If it doesn't see the block then, it was there to be found before the search for such domains began.
 *   A process that is killed in between leaves its site unfinished; whoever takes that up sees the block, and removes it.
 */
async function takeDown(
  { blocks, writer, under, forget }: TakedownParts,
  asked: NewBlock,
): Promise<Takedown> {
  const block = await blocks.set(asked, true);
  const samples = (await writer.fence(block.domain)) ? [block.domain] : [];
  await forget(block.domain);
  let removed = samples.length;
  let some: string[] = [];
  const removeSome = async (): Promise<void> => {
    const gone = await writer.remove(some);
    for (const domain of gone) await forget(domain);
    removed += gone.length;
    samples.push(...gone.slice(0, MAX_SAMPLES - samples.length));
    some = [];
  };
  for await (const domain of under(block.domain)) {
    if (some.push(domain) === REMOVED_AT_A_TIME) await removeSome();
  }
  await removeSome();
  return { block, removed, samples };
}
