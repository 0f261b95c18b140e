import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { StorageBusy, StorageUnavailable } from '../errors.ts';
import { IDEMPOTENT } from './client.ts';
import { isConflict, isNoDocument } from './documents.ts';
import { asStorageErrors, storageError } from './failure.ts';
import { type LeaseDocument, type RecordOptions, smallIndexes } from './records/mappings.ts';
import { openIndex } from './versioned-index.ts';

/** Gives work that any process can do to one at a time. */
export interface Leases {
  /**
   * Does the work unless another process does, or has begun it since this one last looked.
   *
   * @param work ends early when its signal fires: another process took the lease, because this one gave no sign of life
   * @returns null if it was not done
   */
  alone<R>(name: string, work: (lost: AbortSignal) => Promise<R>): Promise<R | null>;
}

type Guard = Pick<estypes.IndexRequest, 'if_seq_no' | 'if_primary_term' | 'op_type'>;

interface Found {
  readonly lease: LeaseDocument;
  readonly at: Guard;
}

export interface LeaseTiming {
  /** Time between two signs of life of a process that works, in milliseconds. */
  readonly beatMs: number;
  /** Time without one after which it counts as ended. */
  readonly silentMs: number;
}

const TIMING: LeaseTiming = { beatMs: 15_000, silentMs: 120_000 };

const NONE: Found = { lease: { owner: null, beat: 0, round: 0 }, at: { op_type: 'create' } };

/**
 * Opens the leases: one document for each kind of work. It is changed only over the state that was read, so of several
 * processes one gets it; each notices by its own clock alone that another one gives no sign of life.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openLeases(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
  timing = TIMING,
): Promise<Leases> {
  const index = await openIndex(client, smallIndexes(options).leases);
  const owner = randomUUID();
  /** The state of each lease that was seen last, with the time when it was first seen. */
  const seen = new Map<string, { readonly lease: LeaseDocument; readonly since: number }>();

  async function find(name: string): Promise<Found> {
    try {
      const { _source: lease, ...at } = await client.get<LeaseDocument>({ index, id: name }, IDEMPOTENT);
      if (lease === undefined) throw new StorageUnavailable(`Elasticsearch gave no source for ${name}`);
      return { lease, at: guardOf(at) };
    } catch (error) {
      if (isNoDocument(error)) return NONE;
      throw error instanceof errors.ElasticsearchClientError ? storageError(error) : error;
    }
  }

  /** @returns the next state; null if another process changed the lease first */
  async function change(name: string, at: Guard, lease: LeaseDocument): Promise<Guard | null> {
    try {
      const written = await client.index({ index, id: name, document: lease, require_alias: true, ...at });
      return guardOf(written);
    } catch (error) {
      if (isConflict(error)) return null;
      return asStorageErrors(Promise.reject(error));
    }
  }

  /** Whether the lease may be taken as it is. */
  function isFree(name: string, { owner: holder, beat, round }: LeaseDocument): boolean {
    const last = seen.get(name);
    const isKnown = last?.lease.beat === beat && last.lease.round === round && last.lease.owner === holder;
    if (!isKnown) seen.set(name, { lease: { owner: holder, beat, round }, since: performance.now() });
    if (holder !== null) return isKnown && performance.now() >= last.since + timing.silentMs;
    // What was begun since the last look has done the work, or most of it.
    return last === undefined || last.lease.round === round;
  }

  return {
    async alone(name, work) {
      const { lease, at } = await find(name);
      if (!isFree(name, lease)) return null;
      let state: LeaseDocument = { owner, beat: 0, round: lease.round + 1 };
      let guard = await change(name, at, state);
      if (guard === null) return null;
      const ended = new AbortController();
      const lost = new AbortController();
      const beating = (async (): Promise<void> => {
        for (;;) {
          await delay(timing.beatMs, null, { signal: ended.signal }).catch(() => null);
          if (ended.signal.aborted || guard === null) return;
          state = { ...state, beat: state.beat + 1 };
          guard = await change(name, guard, state);
          if (guard === null) lost.abort(new StorageBusy(`another process took the lease ${name}`));
        }
      })().catch((error: unknown) => lost.abort(error));
      try {
        return await work(lost.signal);
      } finally {
        ended.abort();
        await beating;
        const free = { ...state, owner: null };
        if (guard !== null && !lost.signal.aborted) await change(name, guard, free);
        seen.set(name, { lease: free, since: performance.now() });
      }
    },
  };
}

function guardOf({
  _seq_no: seqNo,
  _primary_term: term,
}: {
  readonly _seq_no?: number;
  readonly _primary_term?: number;
}): Guard {
  if (seqNo === undefined || term === undefined) {
    throw new StorageUnavailable('Elasticsearch gave a document without its position');
  }
  return { if_seq_no: seqNo, if_primary_term: term };
}
