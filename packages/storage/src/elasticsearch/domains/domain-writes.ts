import type { Client } from '@elastic/elasticsearch';
import type { DomainIndex } from '../../domains.ts';
import { Bulk } from '../bulk.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { refreshIndex } from '../documents.ts';
import { openLeases } from '../leases.ts';
import type { IndexForm, ServedIndex } from '../versioned-index.ts';
import { openBlocks } from './blocks.ts';
import { confirm, type ConfirmationParts, forget } from './confirmations.ts';
import { updateRanks } from './linked-ranks.ts';
import type { DomainIndexSettings } from './mapping.ts';
import { createPacker } from './packer.ts';
import { readUnder } from './reader.ts';
import { takeDown } from './take-down.ts';
import { createWriter } from './writer.ts';

export type DomainWriteOptions = DomainIndexSettings &
  Pick<ElasticsearchStorageOptions, 'bulkBytes' | 'bulkConcurrency'>;

type DomainWrites = Pick<
  DomainIndex,
  'blocks' | 'put' | 'confirm' | 'delete' | 'setRanks' | 'updateRanks' | 'updateRanksAlone' | 'close'
>;

/** Opens what changes the domain index. */
export async function openDomainWrites(
  client: Client,
  index: ServedIndex,
  parts: ConfirmationParts,
  options: DomainWriteOptions,
): Promise<DomainWrites> {
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
    blocks: {
      block: (block) => blocks.set(block, false),
      takeDown: (block) =>
        tracked(takeDown({ blocks, writer, under, forget: (domain) => forget(parts, domain) }, block)),
      unblock: (domain) => blocks.unblock(domain),
      get: (domain) => blocks.get(domain),
      covering: (domain) => blocks.covering(domain),
      list: (page) => blocks.list(page),
    },
    put: (puts) => tracked(writer.put(puts)),
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
    async close() {
      await Promise.all(inFlight);
      await Promise.all([...Array.from(bulks.values(), (bulk) => bulk.close()), packer.close()]);
    },
  };
}
