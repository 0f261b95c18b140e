// Copies everything that was written to an index since the last copy, shard by shard, in the order of the writes. A
// document that changes during the copy is copied again with its later write. Documents keep their versions, so a
// write that is guarded by a version read from the old index is still guarded in the new one.
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, errorOfAnswer } from '../failure.ts';
import { checkpoints, type IndexState, type Positions } from './index-state.ts';
import type { VersionedIndex } from '../versioned-index.ts';

export interface Copy<S> {
  readonly client: Client;
  readonly from: Pick<IndexState, 'name' | 'shards'>;
  /** Bulk writer of the new index. */
  readonly bulk: Bulk;
  readonly rewrite: Rewrite<S>;
  /** Maximum size of the new bodies that are built at a time, in bytes. */
  readonly sliceBytes: number;
  readonly signal: AbortSignal;
  /** Called after each step with the number of documents in that step and the positions reached so far. */
  readonly onCopied: (documents: number, upTo: Positions) => Promise<void>;
}

/**
 * Copies the writes that all copies of each shard have by now.
 *
 * @param after positions reached by the previous copy
 * @returns the positions reached now, and the number of copied documents
 */
export async function copyChanges<S>(
  copy: Copy<S>,
  after: Positions,
): Promise<{ readonly upTo: Positions; readonly documents: number }> {
  const upTo = await checkpoints(copy.client, copy.from);
  return copyBetween(copy, after, upTo);
}

/**
 * Copies the rest of an index that no longer takes writes.
 *
 * @returns number of copied documents
 */
export async function copyRest<S>(copy: Copy<S>, after: Positions): Promise<number> {
  const ends = Object.keys(await checkpoints(copy.client, copy.from)).map((shard) => [
    shard,
    Number.MAX_SAFE_INTEGER,
  ]);
  return (await copyBetween(copy, after, Object.fromEntries(ends))).documents;
}

async function copyBetween<S>(
  copy: Copy<S>,
  after: Positions,
  upTo: Positions,
): Promise<{ readonly upTo: Positions; readonly documents: number }> {
  await refresh(copy.client, copy.from.name);
  let documents = 0;
  let position = after;
  for (const [shard, end] of Object.entries(upTo)) {
    const range = { shard, after: position[shard] ?? -1, upTo: end };
    for await (const hits of pagesOf<S>(copy.client, copy.from.name, range, {
      size: copy.rewrite.readAtATime,
      _source: true,
      stored_fields: [...copy.rewrite.storedFields],
    })) {
      copy.signal.throwIfAborted();
      await copyPage(copy, hits);
      documents += hits.length;
      const last = hits.at(-1)?._seq_no;
      if (last !== undefined) position = { ...position, [shard]: last };
      await copy.onCopied(hits.length, position);
    }
    position = { ...position, [shard]: Math.max(end, position[shard] ?? -1) };
  }
  return { upTo: position, documents };
}

async function copyPage<S>(
  { bulk, rewrite, sliceBytes, signal }: Copy<S>,
  hits: readonly estypes.SearchHit<S>[],
): Promise<void> {
  let slice: { readonly document: OldDocument<S>; readonly version: number }[] = [];
  let bytes = 0;
  const writeSlice = async (): Promise<void> => {
    signal.throwIfAborted();
    const writes = await Promise.all(
      slice.map(async ({ document, version }): Promise<GuardedWrite> => {
        return { id: document.id, version, body: await rewrite.bodyOf(document) };
      }),
    );
    const outcomes = await bulk.write(writes);
    // A document read later is newer, whatever its version: it was removed and created again.
    const recreated = writes.filter((_, index) => outcomes[index] === 'conflict');
    if (recreated.length > 0) await bulk.write(recreated.map((write) => ({ ...write, version: null })));
    [slice, bytes] = [[], 0];
  };
  for (const hit of hits) {
    const { _id: id, _version: version, _source: source, fields = {} } = hit;
    if (id === undefined || version === undefined || source === undefined) {
      throw new StorageUnavailable('Elasticsearch gave a document without its version or source');
    }
    const document = { id, source, fields };
    const size = rewrite.bytesOf(document);
    if (slice.length > 0 && bytes + size > sliceBytes) await writeSlice();
    slice.push({ document, version });
    bytes += size;
  }
  if (slice.length > 0) await writeSlice();
}

/** Documents of a shard whose last write is within a range, in the order of those writes; pages are read on demand. */
async function* pagesOf<S>(
  client: Client,
  index: string,
  { shard, after, upTo }: { readonly shard: string; readonly after: number; readonly upTo: number },
  request: Pick<estypes.SearchRequest, '_source' | 'stored_fields'> & { readonly size: number },
): AsyncGenerator<readonly estypes.SearchHit<S>[]> {
  for (let last = after; ;) {
    const { hits } = await asStorageErrors(
      client.search<S>(
        {
          ...request,
          index,
          preference: `_shards:${shard}`,
          query: { range: { _seq_no: { gt: last, lte: upTo } } },
          sort: [{ _seq_no: 'asc' }],
          version: true,
          seq_no_primary_term: true,
          track_total_hits: false,
          allow_partial_search_results: false,
        },
        IDEMPOTENT,
      ),
    );
    const end = hits.hits.at(-1)?._seq_no;
    if (end === undefined) return;
    yield hits.hits;
    last = end;
  }
}

/** Makes all earlier writes visible on every copy of every shard. */
export async function refresh(client: Client, index: string): Promise<void> {
  const { _shards: shards } = await asStorageErrors(client.indices.refresh({ index }, IDEMPOTENT));
  if (shards !== undefined && shards.failed > 0) {
    throw new StorageUnavailable(
      `${shards.failed} of ${shards.total} shards of ${index} could not be refreshed`,
    );
  }
}

/** A document read from the old index. */
interface OldDocument<S> {
  readonly id: string;
  readonly source: S;
  /** Stored fields that are not part of `source`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Conversion of the documents of an index to another mapping. */
export interface Rewrite<S> {
  /** Fields to read in addition to `_source`. */
  readonly storedFields: readonly string[];
  /** Number of documents read at a time. */
  readonly readAtATime: number;
  /** Approximate size of the new body, in bytes. */
  readonly bytesOf: (document: OldDocument<S>) => number;
  /** Builds the new body: JSON on a single line. */
  readonly bodyOf: (document: OldDocument<S>) => Promise<Uint8Array>;
}

export interface MigratableIndex<S> extends VersionedIndex {
  readonly rewrite: Rewrite<S>;
}

/** Conversion for an index whose `_source` is complete: documents stay as they are. */
export const UNCHANGED: Rewrite<unknown> = {
  storedFields: [],
  readAtATime: 1_000,
  bytesOf: () => 1_000,
  bodyOf: ({ source }) => Promise.resolve(Buffer.from(JSON.stringify(source))),
};

const COMPARED_AT_A_TIME = 1_000;

/**
 * Removes documents from the copy of an index that the index itself no longer has. The copy must have all other
 * documents: then equal numbers of documents mean that there is nothing to remove, and nothing is compared.
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

/** Number of documents that searches see. */
export async function documentCount(client: Client, index: string): Promise<number> {
  return (await asStorageErrors(client.count({ index }, IDEMPOTENT))).count;
}
