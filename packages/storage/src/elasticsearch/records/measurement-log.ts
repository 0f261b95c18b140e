import type { Client, estypes } from '@elastic/elasticsearch';
import { MAX_LISTED_HOURS, type MeasuredHour, type MeasurementLog } from '../../measurements.ts';
import { IDEMPOTENT } from '../client.ts';
import { refreshIndex, searchAll, sourceOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { openIndex } from '../versioned-index.ts';
import { type MeasuredDocument, type RecordOptions, smallIndexes } from './mappings.ts';

/**
 * Opens the measurements of processes: one document for each hour of a process, beside the sizes of days.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openMeasurementLog(client: Client, options: RecordOptions): Promise<MeasurementLog> {
  const index = await openIndex(client, smallIndexes(options).sizes);

  async function remove(query: NonNullable<estypes.DeleteByQueryRequest['query']>): Promise<void> {
    // What was written lately is to be found, too.
    await refreshIndex(client, index);
    await asStorageErrors(client.deleteByQuery({ index, query, conflicts: 'proceed' }));
  }

  return {
    async note({ process, from, series }) {
      const document: MeasuredDocument = { process, hour: from, measured: JSON.stringify(series) };
      const id = `measured:${process}:${from}`;
      await asStorageErrors(client.index({ index, id, document, require_alias: true }, IDEMPOTENT));
    },
    async list(process) {
      await refreshIndex(client, index);
      const { hits } = await searchAll<MeasuredDocument>(client, {
        index,
        query: { term: { process } },
        sort: [{ hour: 'desc' }],
        size: MAX_LISTED_HOURS,
        track_total_hits: false,
      });
      return hits.hits.map((hit) => hourOf(sourceOf(hit))).toReversed();
    },
    prune: (from) => remove({ range: { hour: { lt: from } } }),
    forget: (process) => remove({ term: { process } }),
  };
}

/** The hour of a document, as this program stored it. */
function hourOf({ process, hour, measured }: MeasuredDocument): MeasuredHour {
  return { process, from: hour, series: JSON.parse(measured) as MeasuredHour['series'] };
}
