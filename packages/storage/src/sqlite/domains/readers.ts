import { SearchAborted, StorageBusy, StorageUnavailable } from '../../errors.ts';
import { Thread, type ThreadOptions } from '../../thread/thread.ts';
import { BEGUN, UNDER_WAY, type ReaderThreadData } from './options.ts';
import type { ReaderCalls } from './reader.ts';

/** Maximum number of queued calls: about 30 seconds of work for one reader at 30 ms each. */
const MAX_QUEUED = 1_000;

type Work<T> = (reader: Reader) => Promise<T>;

interface Reader {
  readonly thread: Thread<ReaderCalls>;
  readonly abortedTicket: Int32Array<SharedArrayBuffer>;
}

/** A call in the queue. */
interface QueuedCall {
  readonly start: (reader: Reader) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Reader threads, each with one call at a time: a long search occupies its own reader only. Further calls wait in a queue,
 * in their order. (Searches of the API wait before that in its search queue, which is fair between keys and lets as many
 * run as there are readers; calls of crawls and commands have this one only.)
 */
export class Readers {
  readonly #readers: readonly Reader[];
  readonly #idle: Reader[];
  readonly #queue: QueuedCall[] = [];
  readonly #load: Int32Array<SharedArrayBuffer>;
  #lastTicket = 0;
  #closed = false;

  private constructor(readers: readonly Reader[], load: Int32Array<SharedArrayBuffer>) {
    this.#load = load;
    this.#readers = readers;
    // The reader that became idle last is used next, so that no more threads start than are needed.
    this.#idle = readers.toReversed();
  }

  /**
   * Starts one thread, which finds out whether the database can be read; the others start when they are needed, since each
   * takes tens of megabytes.
   *
   * @param data data that each thread is started with
   * @param count number of threads, ≥ 1
   * @param load see `searchLoad`; is updated with each search
   */
  static async open(
    data: Omit<ReaderThreadData, 'abortedTicket'>,
    count: number,
    load: Int32Array<SharedArrayBuffer>,
  ): Promise<Readers> {
    const opened = Array.from({ length: count }, async (_, index): Promise<Reader> => {
      const abortedTicket = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const workerData: ReaderThreadData = { ...data, abortedTicket };
      const options: ThreadOptions = {
        name: 'index reader',
        entry: new URL('./reader-thread.ts', import.meta.url),
        workerData,
        maxPending: 1,
      };
      const thread =
        index === 0 ? await Thread.start<ReaderCalls>(options) : Thread.idle<ReaderCalls>(options);
      return { thread, abortedTicket };
    });
    return new Readers(await Promise.all(opened), load);
  }

  async search(
    query: Parameters<ReaderCalls['search']>[0]['query'],
    signal: AbortSignal | undefined,
  ): Promise<ReturnType<ReaderCalls['search']>> {
    this.#lastTicket = (this.#lastTicket % 0x7fff_ffff) + 1;
    const ticket = this.#lastTicket;
    return this.#use(({ thread, abortedTicket }) => {
      const abort = (): void => void Atomics.store(abortedTicket, 0, ticket);
      signal?.addEventListener('abort', abort, { once: true });
      Atomics.add(this.#load, BEGUN, 1);
      Atomics.add(this.#load, UNDER_WAY, 1);
      return thread.call('search', { query, ticket }).finally(() => {
        Atomics.sub(this.#load, UNDER_WAY, 1);
        signal?.removeEventListener('abort', abort);
      });
    }, signal);
  }

  call<N extends Exclude<keyof ReaderCalls, 'search'>>(
    name: N,
    argument: Parameters<ReaderCalls[N]>[0],
  ): Promise<ReturnType<ReaderCalls[N]>> {
    return this.#use(({ thread }) => thread.call(name, argument));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#queue.splice(0)) refuse(new StorageUnavailable('the index is closed'));
    await Promise.all(this.#readers.map(({ thread }) => thread.close()));
  }

  /** Runs `work` on the next free reader; leaves the queue, or stops waiting for the answer, when `signal` fires. */
  #use<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closed) return Promise.reject(new StorageUnavailable('the index is closed'));
    if (signal?.aborted === true) return Promise.reject(aborted());
    if (this.#idle.length === 0 && this.#queue.length >= MAX_QUEUED) {
      return Promise.reject(new StorageBusy(`${this.#queue.length} calls wait for a reader`));
    }
    return new Promise<T>((resolve, reject) => {
      const abort = (): void => {
        const index = this.#queue.indexOf(entry);
        if (index >= 0) this.#queue.splice(index, 1);
        reject(aborted());
      };
      const entry: QueuedCall = {
        start: (reader) => {
          work(reader)
            .then(resolve, reject)
            .finally(() => {
              signal?.removeEventListener('abort', abort);
              this.#release(reader);
            });
        },
        refuse: reject,
      };
      signal?.addEventListener('abort', abort, { once: true });
      const reader = this.#idle.pop();
      if (reader === undefined) this.#queue.push(entry);
      else entry.start(reader);
    });
  }

  #release(reader: Reader): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#idle.push(reader);
    else next.start(reader);
  }
}

function aborted(): SearchAborted {
  return new SearchAborted('the search was aborted');
}
