import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { isConflict } from '../documents.ts';
import { storageError } from '../failure.ts';
import type { SequenceRange } from './copy.ts';
import type { PartDocument } from './copy-parts.ts';

/** State of the document of a part, which a change must find. */
type Guard = Required<Pick<estypes.IndexRequest, 'if_seq_no' | 'if_primary_term'>>;

/** A part as it was last read. */
export interface SeenPart {
  readonly id: string;
  readonly at: Guard;
  readonly part: PartDocument;
}

/** Copies a range. @param onReached is called after each step with the documents in it and the position behind it */
export type CopyRange = (
  range: SequenceRange,
  signal: AbortSignal,
  onReached: (documents: number, reached: number) => void,
) => Promise<void>;

/** The copy of one part by this process: taken, kept with a sign of life every `beatMs`, then done or given back. */
export class PartCopy {
  readonly #client: Client;
  readonly #index: string;
  readonly #id: string;
  readonly #lost = new AbortController();
  #state: PartDocument;
  /** Null: another process has taken the part. */
  #guard: Guard | null;

  constructor(client: Client, index: string, owner: string, { id, at, part }: SeenPart) {
    this.#client = client;
    this.#index = index;
    this.#id = id;
    this.#guard = at;
    this.#state = { ...part, owner };
  }

  /** Copies the part, unless another process took it first. */
  async run(copy: CopyRange, beatMs: number, signal: AbortSignal): Promise<void> {
    if (!(await this.#change({}))) return;
    const ended = new AbortController();
    const beating = this.#beat(beatMs, ended.signal).catch((error: unknown) => this.#lost.abort(error));
    const { shard, reached: after, upTo } = this.#state;
    let last: Partial<PartDocument> = { owner: null };
    try {
      const either = AbortSignal.any([signal, this.#lost.signal]);
      await copy({ shard, after, upTo }, either, (documents, reached) => {
        this.#state = { ...this.#state, documents: this.#state.documents + documents, reached };
      });
      last = { isDone: true, reached: upTo };
    } catch (error) {
      // A part that another process has taken is its work now.
      if (this.#guard !== null || signal.aborted) throw error;
    } finally {
      ended.abort();
      await beating;
      await this.#change(last);
    }
  }

  async #beat(beatMs: number, ended: AbortSignal): Promise<void> {
    for (;;) {
      await delay(beatMs, null, { signal: ended }).catch(() => null);
      if (ended.aborted || this.#guard === null) return;
      if (!(await this.#change({})))
        this.#lost.abort(new StorageUnavailable('another process took a part of the copy'));
    }
  }

  /** Writes the state with one more sign of life. @returns false if the part belongs to another process */
  async #change(change: Partial<PartDocument>): Promise<boolean> {
    if (this.#guard === null) return false;
    this.#state = { ...this.#state, ...change, beat: this.#state.beat + 1 };
    this.#guard = await this.#write(this.#state, this.#guard);
    return this.#guard !== null;
  }

  /** @returns the next state; null if another process changed the part first */
  async #write(document: PartDocument, at: Guard): Promise<Guard | null> {
    try {
      const written = await this.#client.index({ index: this.#index, id: this.#id, document, ...at });
      const { _seq_no: seqNo, _primary_term: term } = written;
      if (seqNo === undefined || term === undefined) {
        throw new StorageUnavailable('Elasticsearch wrote a document without telling its position');
      }
      return { if_seq_no: seqNo, if_primary_term: term };
    } catch (error) {
      if (isConflict(error)) return null;
      throw storageError(error);
    }
  }
}
