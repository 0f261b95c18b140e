import type { Client } from '@elastic/elasticsearch';
import { type DomainIndex, MAX_SAMPLES, type NewBlock, type Takedown } from '../../domains.ts';
import { Bulk } from '../bulk.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { type IndexForm, openIndex, openServed } from '../versioned-index.ts';
import { refreshIndex } from '../documents.ts';
import { openLeases } from '../leases.ts';
import { type ClusterBlocks, openBlocks } from './blocks.ts';
import { confirm, confirmationIndex, forget, lastVisit } from './confirmations.ts';
import { domainIndex, type DomainIndexSettings } from './mapping.ts';
import { createFullText } from './full-text.ts';
import { createSourceReader } from './source-reader.ts';
import { createPacker } from './packer.ts';
import { createPageReader } from './page-reader.ts';
import {
  readDomain,
  readHits,
  readNames,
  readPageList,
  readRanks,
  readStats,
  readUnder,
  scan,
} from './reader.ts';
import { search } from './search.ts';
import { updateRanks } from './linked-ranks.ts';
import { createVerifier } from './verifier.ts';
import { createWriter, type Writer } from './writer.ts';

/**
 * Opens the domain index of a cluster, and creates it if it is missing. Closing it leaves the client open.
 * While the index has an older mapping that this program serves, it is read and written in that form.
 *
 * A put is acknowledged when searches see it. With a refresh interval it waits for the next refresh, which serves
 * all puts since the last one; a refresh per put would create a segment per put, to be merged again and again.
 * Searches may then see part of a batch. Without an interval (`-1`) each bulk request is refreshed on its own and,
 * in an index with one shard, becomes visible as a unit.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openDomainIndex(
  client: Client,
  options: DomainIndexSettings & Pick<ElasticsearchStorageOptions, 'bulkBytes' | 'bulkConcurrency'>,
): Promise<DomainIndex> {
  const index = await openServed(client, domainIndex(options));
  const confirmations = await openIndex(client, confirmationIndex(options));
  const parts = {
    client,
    confirmations,
    get domains() {
      return index.alias;
    },
  };
  const blocks = await openBlocks(client, options);
  const leases = await openLeases(client, options);
  const bulks = new Map<string, Bulk>();
  function bulkOf({ alias }: IndexForm): Bulk {
    const bulk =
      bulks.get(alias) ??
      new Bulk(client, {
        alias,
        refresh: options.refreshInterval === '-1' ? true : 'wait_for',
        maxBytes: options.bulkBytes,
        concurrency: options.bulkConcurrency,
      });
    bulks.set(alias, bulk);
    return bulk;
  }
  const packer = createPacker();
  const sources = createSourceReader(client);
  const verifier = createVerifier(client);
  const pageReader = createPageReader(client, index);
  const fullText = createFullText(client, index);
  const searches = {
    client,
    sources,
    verifier,
    get alias() {
      return index.alias;
    },
  };
  const writer = createWriter({ client, index, bulkOf, packer, blocks, sliceBytes: options.bulkBytes });
  const under = async function* (domain: string): AsyncGenerator<string> {
    await refreshIndex(client, index.alias);
    yield* readUnder(client, index.alias, domain);
  };
  /** Writes that are reading, packing or queued: `bulk` knows only the last step of a write. */
  const inFlight = new Set<Promise<unknown>>();
  function tracked<T>(write: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = Promise.allSettled([write]).then(() => inFlight.delete(settled));
    inFlight.add(settled);
    return write;
  }
  function update(signal: AbortSignal | undefined): Promise<number> {
    return updateRanks(client, index.alias, (ranks) => writer.setLinkedRanks(ranks), signal);
  }
  return {
    // A cluster has a queue of its own.
    shortAtOnce: 1,
    blocks: {
      block: (block) => blocks.set(block, false),
      takeDown: (block) =>
        tracked(takeDown({ blocks, writer, under, forget: (domain) => forget(parts, domain) }, block)),
      unblock: (domain) => blocks.unblock(domain),
      get: (domain) => blocks.get(domain),
      covering: (domain) => blocks.covering(domain),
      list: (page) => blocks.list(page),
    },
    fullText,
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
    updateRanks: ({ signal } = {}) => tracked(update(signal)),
    updateRanksAlone: ({ signal } = {}) =>
      tracked(
        leases.alone('ranks', (lost) =>
          update(signal === undefined ? lost : AbortSignal.any([lost, signal])),
        ),
      ),
    ranks: () => readRanks(client, index.alias),
    names: () => readNames(client, index.alias),
    search: (query, options = {}) => search(searches, query, options),
    get: (domain) => readDomain(client, index.alias, domain),
    lookup: (domains) => readHits(client, index.alias, domains),
    pages: (domain) => readPageList(client, index.alias, domain),
    technologies: (domain) => pageReader.technologies(domain),
    links: (domain) => pageReader.links(domain),
    sources: (domain, urls, part = 'body') => pageReader.sources(domain, urls, part),
    screenshots: (domain, urls, size) => pageReader.screenshots(domain, urls, size),
    scan: ({ after = '' } = {}) => scan(client, index.alias, after),
    stats: () => readStats(client, index.alias),
    close: async () => {
      await Promise.all(inFlight);
      await Promise.all([
        ...[...bulks.values()].map((bulk) => bulk.close()),
        packer.close(),
        sources.close(),
        verifier.close(),
        pageReader.close(),
        fullText.close(),
      ]);
    },
  };
}

/** Documents removed together; each batch takes until the next refresh. */
const REMOVED_AT_A_TIME = 500;

interface TakedownParts {
  readonly blocks: ClusterBlocks;
  readonly writer: Writer;
  /** Stored domains under another one: at least those that were put before the call. */
  readonly under: (domain: string) => AsyncIterable<string>;
  /** Removes everything that is stored about a domain besides its document. */
  readonly forget: (domain: string) => Promise<void>;
}

/**
 * Records the block, then removes what is stored. No concurrent put, in any process, survives, although index and
 * blocks share no transaction:
 *
 * - A put of the domain itself reads the version of its document, then the blocks, and writes over that version.
 *   The fence below raises the version after the block was recorded. So a put that did not see the block read a
 *   version older than the block. Either it was written before the fence, which then removes it, or it finds a
 *   higher version, reads again and sees the block.
 * - A put of a domain under it may have no document to fence. It reads the blocks again when its document is
 *   visible to searches. If it does not see the block then, its document was visible before the takedown searched
 *   for such domains. A process killed in between leaves its site unfinished; the process that takes up that site
 *   sees the block and removes the document.
 */
async function takeDown(
  { blocks, writer, under, forget }: TakedownParts,
  wanted: NewBlock,
): Promise<Takedown> {
  const block = await blocks.set(wanted, true);
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
