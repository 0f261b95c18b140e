import type { Client } from '@elastic/elasticsearch';
import { repeatedVisit, withRank } from '@sitegrep/site';
import type { DomainIndex } from '../../domains.ts';
import { Bulk, type BulkOptions } from '../bulk.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { refreshIndex } from '../documents.ts';
import { openLeases } from '../leases.ts';
import { smallIndexes } from '../records/mappings.ts';
import { type IndexForm, openIndex, type ServedIndex } from '../versioned-index.ts';
import { openBlocks } from './blocks.ts';
import { createHistories, type Histories, type VisitsFor } from './histories.ts';
import { updateRanks } from './linked-ranks.ts';
import type { ClusterLists } from './lists.ts';
import type { DomainIndexSettings } from './mapping.ts';
import { createPacker, type Packer } from './packer.ts';
import { readUnder } from './reader.ts';
import { takeDown } from './take-down.ts';
import { createRecorded, EVENTS, type NumberRecords, type RecordedParts, RECORDS } from './recorded.ts';
import { createDefinitionStore, type DefinitionStore, LAST_CHANGE } from './searches/definition-store.ts';
import { FilledSearches } from './searches/filled-searches.ts';
import { ListedSites } from './searches/listed-sites.ts';
import { createSiteDecisions, type SiteDecisions } from './searches/site-decisions.ts';
import { createWriter } from './writer.ts';

export type DomainWriteOptions = DomainIndexSettings &
  Pick<ElasticsearchStorageOptions, 'bulkBytes' | 'bulkConcurrency' | 'keepVersions'>;

type DomainWrites = Pick<
  DomainIndex,
  | 'blocks'
  | 'put'
  | 'confirm'
  | 'recordVisit'
  | 'delete'
  | 'setRanks'
  | 'updateRanks'
  | 'updateRanksAlone'
  | 'close'
> & {
  readonly numberRecords: NumberRecords;
  /** The parts that saved searches need of it. */
  readonly saved: SavedParts;
};

interface SavedParts {
  readonly store: DefinitionStore;
  readonly histories: Histories;
  readonly decisions: SiteDecisions;
  readonly packer: Packer;
  readonly filled: FilledSearches;
  readonly numberEvents: NumberRecords;
}

/** Opens what changes the domain index. */
export async function openDomainWrites(
  client: Client,
  index: ServedIndex,
  lists: ClusterLists,
  options: DomainWriteOptions,
): Promise<DomainWrites> {
  const blocks = await openBlocks(client, options);
  const alias = await openIndex(client, smallIndexes(options).searches);
  const leases = await openLeases(client, options);
  const bulks = new Map<string, Bulk>();
  function bulkOf(
    { alias }: IndexForm,
    how: Partial<Pick<BulkOptions, 'refresh' | 'overwriteSame'>> = {},
  ): Bulk {
    const own = { refresh: options.refreshInterval === '-1' ? true : ('wait_for' as const), ...how };
    const key = `${alias} ${JSON.stringify(own)}`;
    const bulk =
      bulks.get(key) ??
      new Bulk(client, {
        alias,
        ...own,
        maxBytes: options.bulkBytes,
        concurrency: options.bulkConcurrency,
      });
    bulks.set(key, bulk);
    return bulk;
  }
  const packer = createPacker();
  const store = createDefinitionStore(client, alias, bulkOf({ alias, version: 0 }, { refresh: true }));
  const searches = { index: alias, id: LAST_CHANGE };
  const filled = new FilledSearches(store);
  const listed = new ListedSites(lists);
  const decisions = createSiteDecisions({ client, index, store, lists: listed, filled, packer });
  const histories = createHistories({
    client,
    index,
    bulkOf: (form, waits) => bulkOf(form, waits ? {} : { refresh: false }),
    decisions,
    searches,
  });
  const writer = createWriter({
    client,
    index,
    bulkOf,
    packer,
    blocks,
    histories,
    decisions,
    searches,
    sliceBytes: options.bulkBytes,
    keepVersions: options.keepVersions ?? 0,
  });
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
  async function update(signal: AbortSignal | undefined): Promise<number> {
    // Whatever keeps the index up runs it now and then.
    await histories.finish();
    return await updateRanks(client, index.alias, (ranks) => writer.setLinkedRanks(ranks), signal);
  }
  const numbering: RecordedParts = {
    client,
    index,
    bulkOf: (form, overwriteSame) => bulkOf(form, { refresh: true, overwriteSame }),
  };
  return {
    numberRecords: createRecorded(numbering, RECORDS),
    saved: { store, histories, decisions, packer, filled, numberEvents: createRecorded(numbering, EVENTS) },
    blocks: {
      block: (block) => blocks.set(block, false),
      takeDown: (block) => tracked(takeDown({ blocks, writer, under }, block)),
      unblock: (domain) => blocks.unblock(domain),
      get: (domain) => blocks.get(domain),
      covering: (domain) => blocks.covering(domain),
      list: (page) => blocks.list(page),
    },
    put: (puts) => tracked(writer.put(puts)),
    confirm: (domain, visit, isKnown = false) =>
      tracked(histories.add(domain, isKnown ? () => [] : againAt(visit.at), visit)),
    recordVisit: (domain, visit) =>
      tracked(histories.add(domain, (_, rank) => [withRank(visit, rank)], null)),
    delete: (domain) => tracked(writer.delete(domain)),
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

/** A visit that found all as the one before it. */
function againAt(at: number): VisitsFor {
  return (history, rank) => {
    const visit = repeatedVisit(history, at);
    return visit === null ? [] : [withRank(visit, rank)];
  };
}
