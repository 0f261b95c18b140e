import type { Client } from '@elastic/elasticsearch';
import { selfAndParents } from '@sitegrep/site';
import type { DomainBlock, DomainBlocks, NewBlock } from '../../domains.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { smallIndexes, type RecordOptions } from '../records/mappings.ts';
import { openIndex } from '../versioned-index.ts';
import {
  changeDocument,
  deleteDocument,
  foundOf,
  listDocuments,
  readDocument,
  refreshIndex,
} from '../documents.ts';
import { sharedRefresh } from '../concurrent-calls.ts';

/** Domain blocks of a cluster. Removing the stored documents of a blocked domain is not part of it. */
export interface ClusterBlocks extends Pick<DomainBlocks, 'unblock' | 'get' | 'covering' | 'list'> {
  set(block: NewBlock, takedown: boolean): Promise<DomainBlock>;
  /** The block that covers each domain at present; a domain without one is absent. */
  coveringEach(domains: readonly string[]): Promise<ReadonlyMap<string, DomainBlock>>;
}

/** Maximum number of blocks read by one request. */
const LOOKUPS_AT_A_TIME = 5_000;

const CHANGE = `
  boolean changed = false;
  if (params.reason != null && params.reason != ctx._source.reason) { ctx._source.reason = params.reason; changed = true }
  if (params.takedown && !ctx._source.takedown) { ctx._source.takedown = true; changed = true }
  if (!changed) { ctx.op = 'none' }`;

/**
 * Opens the index of blocks. Each block is one document whose `_id` is the domain. Reading it by its id shows every
 * acknowledged block to every process, whether or not searches see it yet.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openBlocks(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
): Promise<ClusterBlocks> {
  const index = await openIndex(client, smallIndexes(options).blocks);
  const refresh = sharedRefresh(() => refreshIndex(client, index));

  const get = (domain: string): Promise<DomainBlock | null> => readDocument(client, index, domain);

  async function readEach(domains: readonly string[]): Promise<ReadonlyMap<string, DomainBlock>> {
    const found = new Map<string, DomainBlock>();
    for (let start = 0; start < domains.length; start += LOOKUPS_AT_A_TIME) {
      const ids = domains.slice(start, start + LOOKUPS_AT_A_TIME);
      const { docs } = await asStorageErrors(client.mget<DomainBlock>({ index, ids }, IDEMPOTENT));
      for (const doc of docs) {
        const document = foundOf(doc)._source;
        if (document !== undefined) found.set(document.domain, document);
      }
    }
    return found;
  }

  async function coveringEach(domains: readonly string[]): Promise<ReadonlyMap<string, DomainBlock>> {
    const known = await readEach([...new Set(domains.flatMap(selfAndParents))]);
    return new Map(
      domains.flatMap((domain) => {
        const block = selfAndParents(domain)
          .map((one) => known.get(one))
          .find((one) => one !== undefined);
        return block === undefined ? [] : [[domain, block] as const];
      }),
    );
  }

  return {
    get,
    coveringEach,
    covering: async (domain) => (await coveringEach([domain])).get(domain) ?? null,
    async set({ domain, reason, at }, takedown) {
      const upsert: DomainBlock = { domain, reason, createdAt: at, takedown };
      const params = { reason, takedown };
      const change = { index, id: domain, script: CHANGE, params, upsert };
      return (await changeDocument<DomainBlock>(client, change)) ?? upsert;
    },
    async unblock(domain) {
      const standing = await get(domain);
      if (standing === null) return null;
      await deleteDocument(client, index, domain);
      return standing;
    },
    async list(page) {
      await refresh();
      return listDocuments<DomainBlock, DomainBlock>(
        client,
        { index, query: { match_all: {} }, sort: [{ domain: 'asc' }] },
        page,
        ({ domain }) => domain,
        (block) => block,
      );
    },
  };
}
