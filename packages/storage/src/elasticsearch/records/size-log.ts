import type { Client } from '@elastic/elasticsearch';
import type { SizeLog, SizeOfDay } from '../../size-log.ts';
import { IDEMPOTENT } from '../client.ts';
import { refreshIndex, searchAll, sourceOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { openIndex } from '../versioned-index.ts';
import { smallIndexes, type RecordOptions } from './mappings.ts';

/**
 * Opens the sizes of days: one document for each, whose id is the day. Measurements of processes are beside them.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openSizeLog(client: Client, options: RecordOptions): Promise<SizeLog> {
  const index = await openIndex(client, smallIndexes(options).sizes);
  return {
    async note(document, from) {
      const { day } = document;
      await asStorageErrors(client.index({ index, id: day, document, require_alias: true }, IDEMPOTENT));
      await asStorageErrors(
        client.deleteByQuery({
          index,
          query: { range: { day: { lt: from } } },
          // Another process may note the same day.
          conflicts: 'proceed',
        }),
      );
    },
    async list(limit) {
      await refreshIndex(client, index);
      const { hits } = await searchAll<SizeOfDay>(client, {
        index,
        query: { exists: { field: 'day' } },
        sort: [{ day: 'desc' }],
        size: limit,
        track_total_hits: false,
      });
      return hits.hits.map(sourceOf);
    },
  };
}
