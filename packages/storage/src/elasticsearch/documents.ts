import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { StorageBusy, StorageUnavailable } from '../errors.ts';
import { listed } from '../listed.ts';
import type { Listed } from '../records.ts';
import { IDEMPOTENT } from './client.ts';
import { asStorageErrors, errorOfAnswer, storageError } from './failure.ts';
import { InOrder } from './concurrent-calls.ts';

/** Number of retries when another change of the same document came first. */
const MAX_CONFLICTS = 30;

/** Page sizes when all hits are read: the first page is small, because the caller may stop early. */
const FIRST_PAGE = 100;
const LATER_PAGES = 5_000;

/** The document as last acknowledged, visible to searches or not; null if there is none. */
export async function readDocument<D>(
  client: Client,
  index: string,
  id: string,
  routing?: string,
): Promise<D | null> {
  try {
    const at = { index, id, ...(routing === undefined ? {} : { routing }) };
    return (await client.get<D>(at, IDEMPOTENT))._source ?? null;
  } catch (error) {
    if (isNoDocument(error)) return null;
    throw storageError(error);
  }
}

/** @returns false if a document with this id exists, which then stays as it is */
export async function createDocument(
  client: Client,
  index: string,
  id: string,
  document: object,
): Promise<boolean> {
  try {
    await client.create({ index, id, document, require_alias: true });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw storageError(error);
  }
}

/** Deletes a document, if it exists. @returns whether it did, to this call */
export async function deleteDocument(client: Client, index: string, id: string): Promise<boolean> {
  const options = { ...IDEMPOTENT, ignore: [404] };
  return (await asStorageErrors(client.delete({ index, id }, options))).result === 'deleted';
}

export interface Change<D> {
  readonly index: string;
  readonly id: string;
  /** Painless script over `ctx._source` and `params`. It runs again after a conflict and after a lost answer. */
  readonly script: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Document to create if there is none. */
  readonly upsert?: D;
}

/**
 * Changes a document in one atomic step.
 *
 * @returns the changed document, null if there is none
 * @throws StorageBusy if other changes of the same document came first each time
 */
export async function changeDocument<D>(client: Client, change: Change<D>): Promise<D | null> {
  return (await tryChange(client, change))?.document ?? null;
}

/**
 * Changes a document like `changeDocument`, and also states whether the script changed anything. That is false too if the first answer
 * was lost and the script ran a second time.
 */
export async function tryChange<D>(
  client: Client,
  change: Change<D>,
): Promise<{ readonly document: D; readonly changed: boolean } | null> {
  const { index, id, script, params, upsert } = change;
  try {
    const { get, result } = await client.update<D, D, D>(
      {
        index,
        id,
        require_alias: true,
        retry_on_conflict: MAX_CONFLICTS,
        _source: true,
        script: { source: script, params: { ...params } },
        ...(upsert === undefined ? {} : { upsert }),
      },
      IDEMPOTENT,
    );
    const document = get?._source;
    return document === undefined ? null : { document, changed: result !== 'noop' };
  } catch (error) {
    if (isNoDocument(error)) return null;
    if (isConflict(error)) {
      throw new StorageBusy(`too many concurrent changes of ${index}/${id}`, { cause: error });
    }
    throw storageError(error);
  }
}

/**
 * Makes all acknowledged writes visible to searches on every copy of the index.
 *
 * @throws StorageUnavailable if one copy could not be refreshed, because a search might read that copy
 */
export async function refreshIndex(client: Client, index: string): Promise<void> {
  const { _shards: shards } = await asStorageErrors(client.indices.refresh({ index }, IDEMPOTENT));
  if (shards !== undefined && shards.failed > 0) {
    throw new StorageUnavailable(
      `${shards.failed} of ${shards.total} shards of ${index} could not be refreshed`,
    );
  }
}

/** A search that fails unless all shards answer, so that results can be counted on. */
export function searchAll<D, A = unknown>(
  client: Client,
  request: estypes.SearchRequest,
): Promise<estypes.SearchResponse<D, A>> {
  return asStorageErrors(
    client.search<D, A>({ ...request, allow_partial_search_results: false }, IDEMPOTENT),
  );
}

/** A page of the documents of a search with one sort value, by which `after` is the last one of the page before. */
export async function listDocuments<D, Item>(
  client: Client,
  request: estypes.SearchRequest,
  { limit, after }: { readonly limit: number; readonly after?: string | number | undefined },
  nameOf: (document: D) => string | number,
  itemOf: (document: D) => Item,
): Promise<Listed<Item>> {
  const { hits } = await searchAll<D>(client, {
    ...request,
    size: limit + 1,
    track_total_hits: false,
    ...(after === undefined ? {} : { search_after: [after] }),
  });
  return listed(hits.hits.map(sourceOf), limit, nameOf, itemOf);
}

/** All hits in order, read page by page. No two documents may have equal sort values. */
export async function* everyHit<D>(
  client: Client,
  request: estypes.SearchRequest & { readonly sort: estypes.Sort },
): AsyncGenerator<estypes.SearchHit<D>> {
  let after: estypes.SortResults | null = null;
  for (let size = FIRST_PAGE; ; size = LATER_PAGES) {
    const { hits }: estypes.SearchResponse<D, unknown> = await searchAll<D>(client, {
      ...request,
      size,
      track_total_hits: false,
      ...(after === null ? {} : { search_after: after }),
    });
    yield* hits.hits;
    after = hits.hits.at(-1)?.sort ?? null;
    if (after === null || hits.hits.length < size) return;
  }
}

/** @throws StorageUnavailable and others, if the document could not be read */
export function foundOf<T>(doc: estypes.MgetResponseItem<T>): estypes.GetGetResult<T> {
  if ('error' in doc) {
    throw errorOfAnswer(500, doc.error.type, `${doc._id}: ${doc.error.reason ?? 'no reason given'}`);
  }
  return doc;
}

/**
 * Number of documents that a search found.
 *
 * @throws StorageUnavailable if the search did not look at all documents
 */
export function totalOf({
  hits,
  timed_out: timedOut,
}: Pick<estypes.SearchResponse, 'hits' | 'timed_out'>): number {
  const { total } = hits;
  if (timedOut || total === undefined)
    throw new StorageUnavailable('Elasticsearch did not complete a search');
  return typeof total === 'number' ? total : total.value;
}

export function sourceOf<Source>({ _id: id, _source: source }: estypes.SearchHit<Source>): Source {
  if (source === undefined) throw new Error(`Elasticsearch gave no source for ${id}`);
  return source;
}

/** Whether a document is missing; a 404 may also mean that the index is missing. */
export function isNoDocument(error: unknown): boolean {
  return (
    error instanceof errors.ResponseError &&
    error.statusCode === 404 &&
    !error.message.includes('index_not_found_exception')
  );
}

export function isConflict(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 409;
}

/** Last number that was given out in an index. */
interface SequenceDocument {
  readonly last_number: number;
}

/** Maximum number of callers that wait for a number. */
const MAX_PENDING = 1_000;

/**
 * Gives out the numbers of an index, starting with 1. No two callers get the same number, in any process, and a
 * later caller gets a higher one, which the clocks of several machines could not guarantee. A number may be lost,
 * e.g. when a process is killed.
 */
export function createSequence(client: Client, index: string): () => Promise<number> {
  const change = {
    index,
    id: 'sequence',
    script: 'ctx._source.last_number += 1',
    params: {},
    upsert: { last_number: 1 },
  };
  // One call at a time, so that conflicts come only from other processes.
  const calls = new InOrder(MAX_PENDING);
  return async () => {
    const document = await calls.run('', () => changeDocument<SequenceDocument>(client, change));
    if (document === null) throw new StorageUnavailable(`the sequence of ${index} was removed meanwhile`);
    return document.last_number;
  };
}
