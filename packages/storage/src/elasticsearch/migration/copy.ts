// Copies the documents whose last writes are within ranges of sequence numbers, in any order and by any number of
// processes. A document that changes during the copy is copied again with its later write. Documents keep their
// versions, so a write that is guarded by a version read from the old index is still guarded in the new one, and an
// older state never replaces a newer one.
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageBusy, StorageUnavailable } from '../../errors.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import { IDEMPOTENT } from '../client.ts';
import { foundOf, isConflict } from '../documents.ts';
import { asStorageErrors, errorOfAnswer, storageError } from '../failure.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import { underWay } from './build-lock.ts';
import { checkpoints, type IndexState, type Positions } from './index-state.ts';

export interface Copy<S> {
  readonly client: Client;
  readonly alias: string;
  readonly from: Pick<IndexState, 'name' | 'shards'>;
  /** Name that the new index has for its builders alone. */
  readonly to: string;
  /** Bulk writer of the new index, through that name. */
  readonly bulk: Bulk;
  readonly rewrite: Rewrite<S>;
  /** Waits until so many more documents may be copied. */
  readonly pace: (documents: number, signal: AbortSignal) => Promise<void>;
}

/** Writes to a shard whose sequence numbers are greater than `after` and at most `upTo`. */
export interface SequenceRange {
  readonly shard: string;
  readonly after: number;
  readonly upTo: number;
}

/**
 * Copies the rest of an index that no longer takes writes.
 *
 * @returns number of copied documents
 */
export async function copyRest<S>(copy: Copy<S>, after: Positions, signal: AbortSignal): Promise<number> {
  await refresh(copy.client, copy.from.name);
  let documents = 0;
  for (const shard of Object.keys(await checkpoints(copy.client, copy.from))) {
    const range = { shard, after: after[shard] ?? -1, upTo: Number.MAX_SAFE_INTEGER };
    await copyRange(copy, range, signal, (copied) => (documents += copied));
  }
  return documents;
}

/**
 * Copies the documents whose last writes are within a range, as far as searches see them.
 *
 * @param onReached called after each step with the number of documents in it and the position behind it
 */
export async function copyRange<S>(
  copy: Copy<S>,
  range: SequenceRange,
  signal: AbortSignal,
  onReached: (documents: number, reached: number) => void,
): Promise<void> {
  const { client, from, rewrite } = copy;
  let size = rewrite.readFirst;
  const request = { _source: true, stored_fields: [...rewrite.storedFields] };
  for await (const hits of pagesOf<S>(client, from.name, range, request, () => size)) {
    const documents = hits.map(documentOf<S>);
    const bytes = documents.reduce((sum, document) => sum + rewrite.bytesOf(document), 0);
    await copy.pace(documents.length, signal);
    for (const slice of slicesOf(documents, rewrite)) await copySlice(copy, slice, signal);
    onReached(hits.length, hits.at(-1)?._seq_no ?? range.after);
    size = Math.max(1, Math.min(MAX_READ, Math.floor((PAGE_BYTES * hits.length) / Math.max(1, bytes))));
  }
}

/** Size of the new documents that are read, and built and sent, at a time, in bytes. */
const PAGE_BYTES = 4 << 20;
const MAX_READ = 1_000;

interface VersionedDocument<S> extends OldDocument<S> {
  readonly version: number;
}

function documentOf<S>({
  _id: id,
  _routing: routing,
  _version: version,
  _source: source,
  fields = {},
}: Pick<estypes.SearchHit<S>, '_id' | '_routing' | '_version' | '_source' | 'fields'>): VersionedDocument<S> {
  if (id === undefined || version === undefined || source === undefined) {
    throw new StorageUnavailable('Elasticsearch gave a document without its version or source');
  }
  return { id, ...routed(routing), source, fields, version };
}

/** The routing of a document that has one; its id decides the shard of others. */
function routed(routing: string | undefined): { readonly routing?: string } {
  return routing === undefined ? {} : { routing };
}

function* slicesOf<S>(
  documents: readonly VersionedDocument<S>[],
  { bytesOf }: Rewrite<S>,
): Generator<readonly VersionedDocument<S>[]> {
  let slice: VersionedDocument<S>[] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = bytesOf(document);
    if (slice.length > 0 && bytes + size > PAGE_BYTES) {
      yield slice;
      [slice, bytes] = [[], 0];
    }
    slice.push(document);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}

async function copySlice<S>(
  copy: Copy<S>,
  slice: readonly VersionedDocument<S>[],
  signal: AbortSignal,
): Promise<void> {
  const { bulk, rewrite, alias } = copy;
  signal.throwIfAborted();
  const writes = await Promise.all(
    slice.map(async (document): Promise<GuardedWrite> => {
      const { id, routing, version } = document;
      return { id, ...routed(routing), version, body: await rewrite.bodyOf(document) };
    }),
  );
  signal.throwIfAborted();
  const outcomes = await bulk.write(writes);
  if (outcomes.includes('replaced')) throw underWay(alias);
  const conflicts = writes.filter((_, index) => outcomes[index] === 'conflict');
  for (const { id, routing } of conflicts) await copyRecreated(copy, { _id: id, ...routed(routing) });
}

/** Number of tries when others change the same document. */
const MAX_ATTEMPTS = 30;

/**
 * Copies a document whose copy has a higher version. Either the copy is newer than what was read, and there is nothing
 * to do, or the document was removed and created again since it was copied: its versions started anew.
 */
async function copyRecreated<S>(
  { client, from, to, rewrite, alias }: Copy<S>,
  at: { readonly _id: string; readonly routing?: string },
): Promise<void> {
  const { _id: id, routing } = at;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { docs } = await asStorageErrors(
      client.mget<S>(
        {
          docs: [
            { ...at, _index: from.name, _source: true, stored_fields: [...rewrite.storedFields] },
            { ...at, _index: to, _source: false },
          ],
        },
        IDEMPOTENT,
      ),
    );
    const [now, copied] = docs.map(foundOf);
    if (now?._source === undefined || now._version === undefined || copied?._version === undefined) return;
    if (now._version >= copied._version) return;
    const guard =
      copied._seq_no === undefined || copied._primary_term === undefined
        ? {}
        : { if_seq_no: copied._seq_no, if_primary_term: copied._primary_term };
    const body = await rewrite.bodyOf(documentOf(now));
    const document: unknown = JSON.parse(Buffer.from(body).toString());
    try {
      await client.index({ index: to, require_alias: true, id, ...routed(routing), document, ...guard });
      return;
    } catch (error) {
      if (!isConflict(error)) throw storageError(error);
    }
  }
  throw new StorageBusy(`${alias}/${id} is being changed by too many writers`);
}

/** Documents of a shard whose last write is within a range, in the order of those writes; pages are read on demand. */
async function* pagesOf<S>(
  client: Client,
  index: string,
  { shard, after, upTo }: SequenceRange,
  request: Pick<estypes.SearchRequest, '_source' | 'stored_fields'>,
  sizeOf: () => number,
): AsyncGenerator<readonly estypes.SearchHit<S>[]> {
  for (let last = after; ;) {
    const { hits } = await asStorageErrors(
      client.search<S>(
        {
          ...request,
          size: sizeOf(),
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
  /** Text that decides the shard; by default the id. */
  readonly routing?: string;
  readonly source: S;
  /** Stored fields that are not part of `source`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Conversion of the documents of an index to another mapping. */
export interface Rewrite<S> {
  /** Fields to read in addition to `_source`. */
  readonly storedFields: readonly string[];
  /** Number of documents of the first read; later ones follow from the sizes of those. */
  readonly readFirst: number;
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
  readFirst: 1_000,
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
    for await (const hits of pagesOf(client, to.name, range, { _source: false }, () => COMPARED_AT_A_TIME)) {
      signal.throwIfAborted();
      await removeFrom(
        client,
        from.name,
        to.name,
        hits.flatMap(({ _id, _routing }) => (_id === undefined ? [] : [{ _id, ...routed(_routing) }])),
      );
    }
  }
}

async function removeFrom(
  client: Client,
  from: string,
  to: string,
  copied: { readonly _id: string; readonly routing?: string }[],
): Promise<void> {
  const { docs } = await asStorageErrors(
    client.mget({ index: from, docs: copied.map((at) => ({ ...at, _source: false })) }, IDEMPOTENT),
  );
  const gone = copied.filter((_, number) => {
    const doc = docs[number];
    return doc !== undefined && 'found' in doc && !doc.found;
  });
  if (gone.length === 0) return;
  const { items } = await asStorageErrors(
    client.bulk({ index: to, operations: gone.map((at) => ({ delete: at })) }, IDEMPOTENT),
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
