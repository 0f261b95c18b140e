import type { Client } from '@elastic/elasticsearch';
import { IDEMPOTENT } from './client.ts';
import { asStorageErrors } from './failure.ts';

/** Setting that Elasticsearch puts on each index of a node whose disk has reached the flood-stage watermark. */
const BLOCK = 'index.blocks.read_only_allow_delete';

/**
 * Whether an index takes no writes because a disk of the cluster is nearly full.
 *
 * @throws StorageUnavailable, StorageMisconfigured
 */
export async function isFull(client: Client, indexPrefix: string): Promise<boolean> {
  const settings = await asStorageErrors(
    client.indices.getSettings({ index: `${indexPrefix}-*`, name: BLOCK, flat_settings: true }, IDEMPOTENT),
  );
  // Only the setting that was asked for is in the answer.
  return Object.values(settings).some((index) => Object.values(index.settings ?? {}).includes('true'));
}
