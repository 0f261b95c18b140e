import type { Client } from '@elastic/elasticsearch';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, errorOfAnswer } from '../failure.ts';
import { pagesOf, refresh } from './copy.ts';
import type { IndexState } from './index-state.ts';

const COMPARED_AT_A_TIME = 1_000;

/**
 * Removes from a copy of an index what the index has no more. All else of the index must be in the copy: then there is
 * nothing to remove if they hold the same number of documents, and nothing is compared.
 */
export async function removeRemoved(
  client: Client,
  from: Pick<IndexState, 'name'>,
  to: Pick<IndexState, 'name' | 'shards'>,
  signal: AbortSignal,
): Promise<void> {
  await refresh(client, from.name);
  await refresh(client, to.name);
  if ((await documentCount(client, from.name)) === (await documentCount(client, to.name))) return;
  for (let shard = 0; shard < to.shards; shard++) {
    const range = { shard: String(shard), after: -1, upTo: Number.MAX_SAFE_INTEGER };
    for await (const hits of pagesOf(client, to.name, range, { size: COMPARED_AT_A_TIME, _source: false })) {
      signal.throwIfAborted();
      await removeFrom(
        client,
        from.name,
        to.name,
        hits.flatMap(({ _id: id }) => (id === undefined ? [] : [id])),
      );
    }
  }
}

async function removeFrom(client: Client, from: string, to: string, ids: string[]): Promise<void> {
  const { docs } = await asStorageErrors(client.mget({ index: from, ids, _source: false }, IDEMPOTENT));
  const gone = docs.flatMap((doc) => ('found' in doc && !doc.found ? [doc._id] : []));
  if (gone.length === 0) return;
  const { items } = await asStorageErrors(
    client.bulk({ index: to, operations: gone.map((_id) => ({ delete: { _id } })) }, IDEMPOTENT),
  );
  for (const { delete: item } of items) {
    if (item?.error !== undefined) {
      throw errorOfAnswer(item.status, item.error.type, `${item._id}: ${item.error.reason ?? ''}`);
    }
  }
}

/** As searches see it. */
export async function documentCount(client: Client, index: string): Promise<number> {
  return (await asStorageErrors(client.count({ index }, IDEMPOTENT))).count;
}
