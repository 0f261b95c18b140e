import { isShort, type Level, type Query } from '@sitegrep/search';
import type { ItemPage, ItemShape, SearchOptions } from '../../domains.ts';
import { SearchAborted, StorageBusy, StorageUnavailable } from '../../errors.ts';
import { UnknownList } from '../../lists/domain-lists.ts';
import { UnfitSavedSearch, UnknownSavedSearch } from '../../searches/saved-searches.ts';
import { HitsTooMany, QueryTooBroad } from '../../query-too-broad.ts';
import { WorkTooLarge } from '@sitegrep/texts';
import { Thread, type ThreadOptions } from '../../thread/thread.ts';
import type { Trend } from '../../trends.ts';
import { BEGUN, UNDER_WAY, type ReaderThreadData } from './options.ts';
import type { PackedSearchPage } from './packed.ts';
import type { ReaderCalls, TooBroad } from './reader.ts';
import type { Limits } from './search.ts';
import type { FillPart } from './searches/fill-parts.ts';
import type { SearchRow } from './searches/search-rows.ts';

/** Maximum number of queued calls: about 30 seconds of work for one reader at 30 ms each. */
const MAX_QUEUED = 1_000;

/**
 * Number of short searches that a reader has at a time: waking a thread costs as much as many of them, and those that it has
 * when it wakes share a snapshot.
 */
export const SHORT_AT_ONCE = 8;

/** Names of the calls for full text. */
type TextCalls = 'textSearch' | 'textCompletions' | 'textVideos' | 'textVideo';

type Work<T> = (reader: Reader) => Promise<T>;

interface Reader {
  readonly thread: Thread<ReaderCalls>;
  /** Ticket of the search that was aborted last. Of several short ones only that one is stopped; the others end by themselves. */
  readonly abortedTicket: Int32Array<SharedArrayBuffer>;
  /** Calls that it has. */
  pending: number;
  /** Whether all of these are short searches. */
  isShared: boolean;
}

/** A call in the queue. */
interface QueuedCall {
  readonly isShort: boolean;
  readonly start: (reader: Reader) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Reader threads, each with one call at a time, or with several short searches: a long search occupies its own reader only.
 * Further calls wait in a queue, in their order. (Searches of the API wait before that in its search queue, which is fair between keys and lets as many
 * run as there are readers; calls of crawls and commands have this one only.)
 */
export class Readers {
  readonly #readers: readonly Reader[];
  readonly #queue: QueuedCall[] = [];
  readonly #load: Int32Array<SharedArrayBuffer>;
  #lastTicket = 0;
  #closed = false;

  private constructor(readers: readonly Reader[], load: Int32Array<SharedArrayBuffer>) {
    this.#load = load;
    this.#readers = readers;
  }

  /**
   * Threads start when they are needed, since each takes tens of megabytes. Where the database is only read, one starts at
   * once, which finds out whether it can be: otherwise the writer has.
   *
   * @param data data that each thread is started with
   * @param threads their number, ≥ 1, and memory for the objects of each, in MiB
   * @param load see `searchLoad`; is updated with each search
   */
  static async open(
    data: Omit<ReaderThreadData, 'abortedTicket'>,
    { count, heapMb }: { readonly count: number; readonly heapMb: number },
    load: Int32Array<SharedArrayBuffer>,
  ): Promise<Readers> {
    const opened = Array.from({ length: count }, async (_, index): Promise<Reader> => {
      const abortedTicket = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const workerData: ReaderThreadData = { ...data, abortedTicket };
      const options: ThreadOptions = {
        name: 'index reader',
        entry: new URL('./reader-thread.ts', import.meta.url),
        workerData,
        maxPending: SHORT_AT_ONCE,
        heapMb,
        isReader: true,
      };
      const thread =
        data.isReadOnly && index === 0
          ? await Thread.start<ReaderCalls>(options)
          : Thread.idle<ReaderCalls>(options);
      return { thread, abortedTicket, pending: 0, isShared: false };
    });
    return new Readers(await Promise.all(opened), load);
  }

  /** @throws SearchAborted, QueryTooBroad, HitsTooMany, WorkTooLarge, OutOfMemory */
  async search<L extends Level>(query: Query<L>, options: SearchOptions = {}): Promise<PackedSearchPage<L>> {
    const answer = await this.#ticketed(isShort(query), options.signal, (thread, ticket) =>
      thread.call('search', { query, ticket, ...limitsOf(options) }),
    );
    // A thread answers at the level of the query.
    return whole(answer) as PackedSearchPage<L>;
  }

  /** @throws SearchAborted, QueryTooBroad, HitsTooMany, WorkTooLarge, OutOfMemory */
  async items<L extends Level>(
    query: Query<L>,
    shape: ItemShape,
    options: SearchOptions = {},
  ): Promise<ItemPage<L>> {
    const answer = await this.#ticketed(isShort(query), options.signal, (thread, ticket) =>
      thread.call('items', { query, shape, ticket, ...limitsOf(options) }),
    );
    return whole(answer);
  }

  /** @throws SearchAborted, QueryTooBroad, WorkTooLarge, OutOfMemory */
  async trend(query: Query<'domain'>, ends: readonly number[], options: SearchOptions = {}): Promise<Trend> {
    const answer = await this.#ticketed(false, options.signal, (thread, ticket) =>
      thread.call('trend', { query, ends, ticket, ...limitsOf(options) }),
    );
    return whole(answer);
  }

  /** A part of what a saved search finds. @throws SearchAborted, OutOfMemory */
  fillPart(search: SearchRow, signal?: AbortSignal): Promise<FillPart> {
    return this.#ticketed(false, signal, (thread, ticket) =>
      thread.call('fillPart', { argument: search, ticket }),
    );
  }

  /** Runs a search that `signal` stops in its thread, too. */
  #ticketed<Answer>(
    isShortOne: boolean,
    signal: AbortSignal | undefined,
    start: (thread: Thread<ReaderCalls>, ticket: number) => Promise<Answer>,
  ): Promise<Answer> {
    this.#lastTicket = (this.#lastTicket % 0x7fff_ffff) + 1;
    const ticket = this.#lastTicket;
    return this.#use(
      ({ thread, abortedTicket }) => {
        const abort = (): void => void Atomics.store(abortedTicket, 0, ticket);
        signal?.addEventListener('abort', abort, { once: true });
        Atomics.add(this.#load, BEGUN, 1);
        Atomics.add(this.#load, UNDER_WAY, 1);
        return start(thread, ticket).finally(() => {
          Atomics.sub(this.#load, UNDER_WAY, 1);
          signal?.removeEventListener('abort', abort);
        });
      },
      isShortOne,
      signal,
    );
  }

  /** Calls for full text, on any reader that has nothing else to do. @throws SearchAborted */
  textCall<N extends TextCalls>(
    name: N,
    argument: Parameters<ReaderCalls[N]>[0]['argument'],
    signal?: AbortSignal,
  ): Promise<ReturnType<ReaderCalls[N]>> {
    return this.#ticketed(false, signal, (thread, ticket) =>
      thread.call(name, ...([{ argument, ticket }] as Parameters<ReaderCalls[N]>)),
    );
  }

  call<N extends Exclude<keyof ReaderCalls, 'fillPart' | 'items' | 'search' | 'trend' | TextCalls>>(
    name: N,
    ...args: Parameters<ReaderCalls[N]>
  ): Promise<ReturnType<ReaderCalls[N]>> {
    return this.#use(({ thread }) => thread.call(name, ...args), false);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#queue.splice(0)) refuse(new StorageUnavailable('the index is closed'));
    await Promise.all(this.#readers.map(({ thread }) => thread.close()));
  }

  /** Runs `work` on the next free reader; leaves the queue, or stops waiting for the answer, when `signal` fires. */
  #use<T>(work: Work<T>, isShort: boolean, signal?: AbortSignal): Promise<T> {
    if (this.#closed) return Promise.reject(new StorageUnavailable('the index is closed'));
    if (signal?.aborted === true) return Promise.reject(aborted());
    const free = this.#queue.length === 0 ? this.#freeReader(isShort) : null;
    if (free === null && this.#queue.length >= MAX_QUEUED) {
      return Promise.reject(new StorageBusy(`${this.#queue.length} calls wait for a reader`));
    }
    return new Promise<T>((resolve, reject) => {
      const abort = (): void => {
        const index = this.#queue.indexOf(entry);
        if (index >= 0) this.#queue.splice(index, 1);
        reject(aborted());
      };
      const entry: QueuedCall = {
        isShort,
        start: (reader) => {
          reader.isShared = isShort;
          reader.pending += 1;
          work(reader)
            .then(resolve, reject)
            .finally(() => {
              signal?.removeEventListener('abort', abort);
              reader.pending -= 1;
              this.#startNext();
            });
        },
        refuse: reject,
      };
      signal?.addEventListener('abort', abort, { once: true });
      if (free === null) this.#queue.push(entry);
      else entry.start(free);
    });
  }

  /** Starts what is first in the queue, as far as readers are free. */
  #startNext(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const reader = this.#freeReader(next.isShort);
      if (reader === null) return;
      this.#queue.shift();
      next.start(reader);
    }
  }

  /** An idle reader, the first one, so that no more threads start than are needed; for a short search also a shared one. */
  #freeReader(isShort: boolean): Reader | null {
    let free: Reader | null = null;
    for (const reader of this.#readers) {
      if (reader.pending === 0) return reader;
      if (!isShort || !reader.isShared || reader.pending >= SHORT_AT_ONCE) continue;
      if (free === null || reader.pending < free.pending) free = reader;
    }
    return free;
  }
}

/** Limits of a search as a thread gets them. */
function limitsOf({ budgetMs, sliceMs, maxWork, progress }: SearchOptions): Limits {
  return {
    budgetMs: budgetMs ?? Infinity,
    sliceMs: sliceMs ?? Infinity,
    maxWork: maxWork ?? Infinity,
    progress: progress?.shared ?? null,
  };
}

/** The answer to a search. @throws QueryTooBroad, HitsTooMany, WorkTooLarge, UnknownList, UnknownSavedSearch, UnfitSavedSearch if it was given up */
function whole<Answer extends object>(answer: Answer | TooBroad): Answer {
  if (!('givenUp' in answer)) return answer;
  const { givenUp } = answer;
  if ('search' in givenUp)
    throw 'known' in givenUp
      ? new UnknownSavedSearch(givenUp.search, givenUp.known)
      : new UnfitSavedSearch(givenUp.search, givenUp.problem, givenUp.remedy);
  if ('list' in givenUp) throw new UnknownList(givenUp.list, givenUp.known);
  if ('parts' in givenUp) throw new WorkTooLarge(givenUp.parts, givenUp.maxWork);
  throw 'read' in givenUp
    ? new HitsTooMany(givenUp.hits, givenUp.read)
    : new QueryTooBroad(givenUp.candidates, givenUp.decided);
}

function aborted(): SearchAborted {
  return new SearchAborted('the search was aborted');
}
