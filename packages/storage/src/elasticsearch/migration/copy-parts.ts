// The parts of a copy that processes share: each is a range of the writes to one shard. Their documents are in a
// small index beside the copied one. A process takes a part by changing its document over the state that it has read,
// and changes it again every few seconds. A part whose document stays the same for some time belongs to a process
// that has ended: another one takes it, and continues behind what the last change says. No clock is compared.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { isConflict, refreshIndex, searchAll } from '../documents.ts';
import { asStorageErrors, errorOfAnswer, storageError } from '../failure.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import { SILENT_BEATS } from './build-lock.ts';
import type { SequenceRange } from './copy.ts';
import type { Positions } from './index-state.ts';

/** Document of a part. */
interface PartDocument extends SequenceRange {
  /** Copy that it is a part of, and the round of that copy. */
  readonly round: string;
  /** Everything up to this sequence number is copied. */
  readonly reached: number;
  /** Number of copied documents. */
  readonly documents: number;
  readonly isDone: boolean;
  /** Process that copies it; null: none. */
  readonly owner: string | null;
  /** Number of changes by the owner. */
  readonly beat: number;
}

/** A round of a copy: all writes between two positions. */
export interface Round {
  readonly id: string;
  readonly after: Positions;
  readonly upTo: Positions;
}

/** Width of a part, in sequence numbers: at most so many documents. */
const PART_WRITES = 2_048;

/** Parts whose documents are written, and looked at, together. */
const CREATED_AT_A_TIME = 1_000;
const SEEN_AT_A_TIME = 64;

const partsIndex = (alias: string): string => `${alias}-parts`;

/** Creates the parts of a round, unless they exist. */
export async function createParts(client: Client, wanted: VersionedIndex, round: Round): Promise<void> {
  const index = partsIndex(wanted.alias);
  const created = client.indices.create({
    index,
    mappings: {
      dynamic: 'strict',
      properties: {
        round: { type: 'keyword' },
        isDone: { type: 'boolean' },
        documents: { type: 'long' },
        owner: { type: 'keyword' },
        ...Object.fromEntries(
          ['shard', 'after', 'upTo', 'reached', 'beat'].map((name) => [name, { type: 'long', index: false }]),
        ),
      },
    },
    settings: { number_of_shards: 1, number_of_replicas: wanted.settings.number_of_replicas ?? 0 },
  });
  await created.catch((error: unknown) => {
    if (!String(error).includes('resource_already_exists_exception')) throw storageError(error);
  });
  let operations: (object | PartDocument)[] = [];
  const send = async (): Promise<void> => {
    const { items } = await asStorageErrors(client.bulk({ index, operations }, IDEMPOTENT));
    for (const { create } of items) {
      const error = create?.error;
      if (error === undefined || create?.status === CONFLICT) continue;
      throw errorOfAnswer(create?.status ?? 0, error.type, error.reason ?? 'no reason given');
    }
    operations = [];
  };
  for (const part of partsOf(round)) {
    operations.push({ create: { _id: `${round.id}:${part.shard}:${part.after}` } }, part);
    if (operations.length === 2 * CREATED_AT_A_TIME) await send();
  }
  if (operations.length > 0) await send();
}

const CONFLICT = 409;

function* partsOf({ id, after, upTo }: Round): Generator<PartDocument> {
  const fresh = { round: id, documents: 0, isDone: false, owner: null, beat: 0 };
  for (const [shard, end] of Object.entries(upTo)) {
    for (let start = after[shard] ?? -1; start < end; start += PART_WRITES) {
      const range = { shard, after: start, upTo: Math.min(end, start + PART_WRITES) };
      yield { ...fresh, ...range, reached: start };
    }
  }
}

/** Removes the parts of all rounds. */
export async function removeParts(client: Client, alias: string): Promise<void> {
  await asStorageErrors(client.indices.delete({ index: partsIndex(alias), ignore_unavailable: true }));
}

/** Work on the parts of one round by one process. */
export interface PartWork {
  readonly client: Client;
  readonly alias: string;
  /** Id of the round. */
  readonly round: string;
  /** Parts that are copied at a time, ≥ 1. */
  readonly concurrency: number;
  readonly beatMs: number;
  readonly signal: AbortSignal;
  /** Copies a part. `onReached` is called after each step with the documents in it and the position behind it. */
  readonly copy: (
    range: SequenceRange,
    signal: AbortSignal,
    onReached: (documents: number, reached: number) => void,
  ) => Promise<void>;
  /** Called when others have copied more, with the number of documents that they have copied in this round. */
  readonly onOthers?: (documents: number) => void;
}

interface SeenPart {
  readonly id: string;
  readonly at: Guard;
  readonly part: PartDocument;
}
type Guard = Required<Pick<estypes.IndexRequest, 'if_seq_no' | 'if_primary_term'>>;

/** Copies parts until all parts of the round are done, by this process or by others. */
export async function workOnParts(work: PartWork): Promise<void> {
  const { client, alias, beatMs, concurrency } = work;
  const index = partsIndex(alias);
  const owner = randomUUID();
  const failed = new AbortController();
  const signal = AbortSignal.any([work.signal, failed.signal]);
  /** The last states of parts that others own, each with the time when it was first seen. */
  const known = new Map<string, { readonly mark: string; readonly since: number }>();
  let seen: SeenPart[] = [];
  let looking: Promise<boolean> | null = null;

  /** @returns false if no part is left */
  async function look(): Promise<boolean> {
    await refreshIndex(client, index);
    const { hits } = await searchAll<PartDocument>(client, {
      index,
      query: { bool: { filter: [{ term: { round: work.round } }, { term: { isDone: false } }] } },
      size: SEEN_AT_A_TIME,
      seq_no_primary_term: true,
      track_total_hits: false,
    });
    work.onOthers?.(await copiedByOthers());
    seen = shuffled(
      hits.hits.flatMap(({ _id: id, _seq_no: seqNo, _primary_term: term, _source: part }) =>
        id === undefined || seqNo === undefined || term === undefined || part === undefined
          ? []
          : [{ id, at: { if_seq_no: seqNo, if_primary_term: term }, part }],
      ),
    ).filter(isFree);
    return hits.hits.length > 0;
  }

  async function copiedByOthers(): Promise<number> {
    const { aggregations } = await searchAll<never, { readonly sum: estypes.AggregationsSumAggregate }>(
      client,
      {
        index,
        query: { bool: { filter: { term: { round: work.round } }, must_not: { term: { owner } } } },
        size: 0,
        aggs: { sum: { sum: { field: 'documents' } } },
      },
    );
    return aggregations?.sum.value ?? 0;
  }

  function isFree({ id, part }: SeenPart): boolean {
    if (part.owner === null) return true;
    if (part.owner === owner) return false;
    const mark = `${part.owner} ${part.beat}`;
    const last = known.get(id);
    if (last?.mark !== mark) known.set(id, { mark, since: performance.now() });
    return last?.mark === mark && performance.now() >= last.since + SILENT_BEATS * beatMs;
  }

  /** @returns the next state; null if another process changed the part first */
  async function change(id: string, at: Guard, document: PartDocument): Promise<Guard | null> {
    try {
      const { _seq_no: seqNo, _primary_term: term } = await client.index({ index, id, document, ...at });
      if (seqNo === undefined || term === undefined) {
        throw new StorageUnavailable('Elasticsearch wrote a document without telling its position');
      }
      return { if_seq_no: seqNo, if_primary_term: term };
    } catch (error) {
      if (isConflict(error)) return null;
      throw storageError(error);
    }
  }

  async function copyPart({ id, at, part }: SeenPart): Promise<void> {
    let state: PartDocument = { ...part, owner, beat: part.beat + 1 };
    let guard = await change(id, at, state);
    if (guard === null) return;
    const ended = new AbortController();
    const lost = new AbortController();
    const beating = (async (): Promise<void> => {
      for (;;) {
        await delay(beatMs, null, { signal: ended.signal }).catch(() => null);
        if (ended.signal.aborted || guard === null) return;
        state = { ...state, beat: state.beat + 1 };
        guard = await change(id, guard, state);
        if (guard === null) lost.abort(new StorageUnavailable('another process took a part of the copy'));
      }
    })().catch((error: unknown) => lost.abort(error));
    let isDone = false;
    try {
      const range = { shard: part.shard, after: part.reached, upTo: part.upTo };
      await work.copy(range, AbortSignal.any([signal, lost.signal]), (documents, reached) => {
        state = { ...state, documents: state.documents + documents, reached };
      });
      isDone = true;
    } catch (error) {
      // A part that another process has taken is its work now.
      if (guard !== null || signal.aborted) throw error;
    } finally {
      ended.abort();
      await beating;
      const last = isDone ? { isDone, reached: part.upTo } : { isDone, owner: null };
      if (guard !== null) await change(id, guard, { ...state, ...last, beat: state.beat + 1 });
    }
  }

  async function loop(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const next = seen.pop();
      if (next !== undefined) {
        await copyPart(next);
        continue;
      }
      looking ??= look().finally(() => (looking = null));
      if (!(await looking)) return;
      if (seen.length === 0) await delay(Math.min(beatMs, LOOK_MS), null, { signal });
    }
  }

  const loops = Array.from({ length: concurrency }, () =>
    loop().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(loops);
  // The first failure ended the others.
  if (failed.signal.aborted) throw failed.signal.reason;
}

/** Wait until the parts of others are looked at again, in milliseconds. */
const LOOK_MS = 500;

/** Processes that look at the same time shall try different parts. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
