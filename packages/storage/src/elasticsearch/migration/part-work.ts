import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { refreshIndex, searchAll } from '../documents.ts';
import { SILENT_BEATS } from './build-lock.ts';
import { type PartDocument, partsIndex } from './copy-parts.ts';
import { type CopyRange, PartCopy, type SeenPart } from './part-copy.ts';

/** Parts that are looked at together. */
const SEEN_AT_A_TIME = 64;

/** Wait until the parts of others are looked at again, in milliseconds. */
const LOOK_MS = 500;

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
  readonly copy: CopyRange;
  /** Called when others have copied more, with the number of documents that they have copied in this round. */
  readonly onOthers?: (documents: number) => void;
}

/** Copies parts until all parts of the round are done, by this process or by others. */
export async function workOnParts(work: PartWork): Promise<void> {
  const { client, beatMs, concurrency } = work;
  const index = partsIndex(work.alias);
  const owner = randomUUID();
  const failed = new AbortController();
  const signal = AbortSignal.any([work.signal, failed.signal]);
  const parts = new FreeParts(work, owner);

  async function loop(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const next = parts.next();
      if (next !== undefined) {
        await new PartCopy(client, index, owner, next).run(work.copy, beatMs, signal);
        continue;
      }
      if (!(await parts.look())) return;
      if (parts.isEmpty) await delay(Math.min(beatMs, LOOK_MS), null, { signal });
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

/** The parts of a round that no living process has. */
class FreeParts {
  readonly #work: PartWork;
  readonly #index: string;
  readonly #owner: string;
  /** The last states of parts that others own, each with the time when it was first seen. */
  readonly #known = new Map<string, { readonly mark: string; readonly since: number }>();
  #seen: SeenPart[] = [];
  #looking: Promise<boolean> | null = null;

  constructor(work: PartWork, owner: string) {
    this.#work = work;
    this.#index = partsIndex(work.alias);
    this.#owner = owner;
  }

  get isEmpty(): boolean {
    return this.#seen.length === 0;
  }

  next(): SeenPart | undefined {
    return this.#seen.pop();
  }

  /** Looks for parts, once for all that ask meanwhile. @returns false if no part is left */
  look(): Promise<boolean> {
    this.#looking ??= this.#lookOnce().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookOnce(): Promise<boolean> {
    const { client, round, onOthers } = this.#work;
    await refreshIndex(client, this.#index);
    const { hits } = await searchAll<PartDocument>(client, {
      index: this.#index,
      query: { bool: { filter: [{ term: { round } }, { term: { isDone: false } }] } },
      size: SEEN_AT_A_TIME,
      seq_no_primary_term: true,
      track_total_hits: false,
    });
    onOthers?.(await this.#copiedByOthers());
    this.#seen = shuffled(
      hits.hits.flatMap(({ _id: id, _seq_no: seqNo, _primary_term: term, _source: part }) =>
        id === undefined || seqNo === undefined || term === undefined || part === undefined
          ? []
          : [{ id, at: { if_seq_no: seqNo, if_primary_term: term }, part }],
      ),
    ).filter((part) => this.#isFree(part));
    return hits.hits.length > 0;
  }

  async #copiedByOthers(): Promise<number> {
    const { client, round } = this.#work;
    const { aggregations } = await searchAll<never, { readonly sum: estypes.AggregationsSumAggregate }>(
      client,
      {
        index: this.#index,
        query: { bool: { filter: { term: { round } }, must_not: { term: { owner: this.#owner } } } },
        size: 0,
        aggs: { sum: { sum: { field: 'documents' } } },
      },
    );
    return aggregations?.sum.value ?? 0;
  }

  #isFree({ id, part }: SeenPart): boolean {
    if (part.owner === null) return true;
    if (part.owner === this.#owner) return false;
    const mark = `${part.owner} ${part.beat}`;
    const last = this.#known.get(id);
    if (last?.mark !== mark) this.#known.set(id, { mark, since: performance.now() });
    return last?.mark === mark && performance.now() >= last.since + SILENT_BEATS * this.#work.beatMs;
  }
}

/** Processes that look at the same time shall try different parts. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
