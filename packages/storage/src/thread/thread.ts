import { Worker } from 'node:worker_threads';
import * as storageErrors from '../errors.ts';
import { OutOfMemory, StorageBusy, StorageFull, StorageUnavailable } from '../errors.ts';

/** The calls that a thread answers: plain values in and out, since they are copied between threads. */
export type Calls = { readonly [name: string]: (...args: never[]) => unknown };

/** Calls as another thread makes them. */
export type Remote<C extends Calls> = {
  readonly [N in keyof C]: (...args: Parameters<C[N]>) => Promise<ReturnType<C[N]>>;
};

/** The functions of an interface as the thread has them that answers: at once. */
export type InThread<T> = {
  [N in keyof T]: T[N] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer
    : never;
};

/** One call. A thread gets lists of them, those of one tick of the event loop together; null tells it to end. */
export interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** One answer; they go back as lists too. A null `id` answers the start. */
export type Reply =
  | { readonly id: number | null; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number | null; readonly kind: 'failed'; readonly failure: Failure };

export interface ThreadOptions {
  /** Name for messages: what the thread does. */
  readonly name: string;
  /** Module that answers each `Request` with a `Reply`, the start with one of its own, and ends at null. */
  readonly entry: URL;
  readonly workerData: unknown;
  /** Maximum number of calls that wait for an answer at a time. */
  readonly maxPending: number;
  /** Memory for the thread's objects, in MiB. A call that needs more ends the thread. */
  readonly heapMb: number;
  /**
   * Whether calls change nothing and are answered in their order: then the oldest one is to blame if the thread needs too much
   * memory, and the others are asked of the next thread. Absent: all end with the thread.
   */
  readonly isReader?: boolean;
}

/** Memory for the objects of a thread that has no setting of its own, in MiB: several times what any call was seen to need. */
export const HEAP_MB = 1_024;

interface Pending {
  readonly request: Request;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A worker thread and the calls that it answers: it owns a database connection, or does work that would hold up the event
 * loop.
 *
 * If the thread dies, the calls it had are rejected with StorageUnavailable (they may or may not have happened) and the
 * next call starts it again. If it dies of a call that needs too much memory, that is OutOfMemory.
 */
export class Thread<C extends Calls> {
  readonly #options: ThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  /** Calls of this tick: a message costs more than what most calls contain. */
  #unsent: Request[] = [];
  #lastId = 0;
  #closed = false;

  private constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** A thread that starts with the first call. */
  static idle<C extends Calls>(options: ThreadOptions): Thread<C> {
    return new Thread<C>(options);
  }

  /** @throws what opening the database threw */
  static async start<C extends Calls>(options: ThreadOptions): Promise<Thread<C>> {
    const thread = new Thread<C>(options);
    const worker = thread.#start();
    await new Promise<void>((resolve, reject) => {
      worker.once('message', ([reply]: readonly Reply[]) => {
        if (reply?.kind === 'failed') reject(errorOf(reply.failure));
        else resolve();
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        reject(new StorageUnavailable(`the ${options.name} ended before it was ready`));
      });
    });
    return thread;
  }

  /**
   * @throws StorageBusy if too many calls are pending
   * @throws StorageUnavailable if the thread died meanwhile, or was closed; OutOfMemory
   */
  call<N extends keyof C & string>(name: N, ...args: Parameters<C[N]>): Promise<ReturnType<C[N]>> {
    if (this.#closed) return Promise.reject(new StorageUnavailable(`the ${this.#options.name} is closed`));
    if (this.#pending.size >= this.#options.maxPending) {
      return Promise.reject(
        new StorageBusy(`${this.#pending.size} calls wait for the ${this.#options.name}`),
      );
    }
    const worker = this.#worker ?? this.#start();
    const request: Request = { id: ++this.#lastId, name, args };
    return new Promise<ReturnType<C[N]>>((resolve, reject) => {
      // The thread's side is typed by the same `C`: what comes back under this id is this call's answer.
      this.#pending.set(request.id, {
        request,
        resolve: (value) => resolve(value as ReturnType<C[N]>),
        reject,
      });
      if (this.#unsent.push(request) === 1) queueMicrotask(() => this.#send(worker));
    });
  }

  /** Ends the thread after it has answered its pending calls. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === null) return;
    this.#send(worker);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(null);
    // One that needs too much memory has a successor.
    for (let last: Worker | null = worker; last !== null; last = this.#worker) await exitOf(last);
  }

  #start(): Worker {
    const { entry, workerData, name, heapMb } = this.#options;
    const worker = new Worker(entry, {
      workerData,
      name,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker = worker;
    let cause: Error | null = null;
    worker.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) {
        if (reply.id !== null) this.#settle(reply.id, reply);
        else if (reply.kind === 'failed') cause = errorOf(reply.failure);
      }
    });
    worker.on('error', (error) => {
      cause = error instanceof Error ? error : new Error(String(error));
    });
    worker.once('exit', () => {
      this.#worker = null;
      // What was not sent yet is pending, too.
      this.#unsent = [];
      const ended = this.#endOf(cause);
      const { isReader = false } = this.#options;
      const calls = [...this.#pending.values()];
      const blamed = ended instanceof OutOfMemory && isReader ? calls.slice(0, 1) : calls;
      for (const { request, reject } of blamed) {
        this.#pending.delete(request.id);
        reject(ended);
      }
      if (blamed.length < calls.length) this.#askAgain(calls.slice(blamed.length));
    });
    return worker;
  }

  /** The error of the calls that end with the thread. */
  #endOf(cause: Error | null): StorageUnavailable {
    const { name, heapMb } = this.#options;
    if (cause !== null && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return new OutOfMemory(`the ${name} needed more than ${heapMb} MiB`, { cause });
    const reason = cause === null ? 'it ended' : cause.message;
    const kind = cause instanceof StorageFull ? StorageFull : StorageUnavailable;
    return new kind(`the ${name} failed: ${reason}`, { cause });
  }

  /** Sends calls to a new thread that the last one did not get to; one that is closed meanwhile ends after them. */
  #askAgain(calls: readonly Pending[]): void {
    const worker = this.#start();
    this.#unsent = calls.map(({ request }) => request);
    this.#send(worker);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (this.#closed) worker.postMessage(null);
  }

  #send(worker: Worker): void {
    const requests = this.#unsent;
    this.#unsent = [];
    if (requests.length === 0) return;
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(requests);
    } catch (error) {
      // A value that can't be copied is its own call's fault.
      if (requests.length > 1) {
        for (const request of requests) {
          this.#unsent = [request];
          this.#send(worker);
        }
        return;
      }
      const problem = error instanceof Error ? error : new Error(String(error));
      for (const { id } of requests) this.#refuse(id, problem);
    }
  }

  #refuse(id: number, error: Error): void {
    this.#pending.get(id)?.reject(error);
    this.#pending.delete(id);
  }

  #settle(id: number, reply: Reply): void {
    if (reply.kind === 'failed') return this.#refuse(id, errorOf(reply.failure));
    this.#pending.get(id)?.resolve(reply.value);
    this.#pending.delete(id);
  }
}

/** Resolves when a thread has ended, also by an error. */
function exitOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => worker.once('exit', resolve));
}

/** An error as it crosses threads: its class would be lost, so its name travels. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

const STORAGE_ERRORS = Object.values(storageErrors);

export function failureOf({ name, message, stack }: Error): Failure {
  return { name, message, stack };
}

/** The error that a failure from another thread was. */
function errorOf(failure: Failure): Error {
  const known = STORAGE_ERRORS.find(({ name }) => name === failure.name);
  const error = known === undefined ? new Error(failure.message) : new known(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}
