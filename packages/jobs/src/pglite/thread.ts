import { Worker } from 'node:worker_threads';
import { QueuesUnavailable } from '../unavailable.ts';
import type { QueryResult, Reply, Request, ThreadError } from './messages.ts';

/** Requests that may wait for the thread at once; past it something adds faster than a database can ever take. */
const MAX_PENDING = 10_000;

/** After this the thread is ended without its goodbye, in milliseconds. */
const CLOSE_DEADLINE_MS = 30_000;

/** An error of the database, in the shape pg gives it. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;
  readonly detail: string | undefined;

  constructor(error: ThreadError) {
    super(error.message);
    this.code = error.code;
    this.detail = error.detail;
  }
}

/** The connection is closed or the thread is gone. */
export class DatabaseClosed extends QueuesUnavailable {
  override readonly name = 'DatabaseClosed';
}

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

interface Pending {
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: Error) => void;
}

/** The calling side of thread-main.ts: one promise a request. */
export interface DatabaseThread {
  /** @throws DatabaseError if the database refused; DatabaseClosed if it never answers; Error past 10,000 waiting */
  ask(request: Ask): Promise<QueryResult>;
  /** Lets what was asked finish, closes the database and ends the thread. */
  close(): Promise<void>;
}

export interface ThreadListeners {
  readonly onNotification: (channel: string, payload: string) => void;
  /** The thread ended by itself: nothing will be answered any more. */
  readonly onDeath: (error: Error) => void;
}

/** Starts the thread and waits until the database is open. */
export async function startDatabaseThread(
  dataDir: string,
  listeners: ThreadListeners,
): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./thread-main.ts', import.meta.url), {
    name: 'queue',
    workerData: { dataDir },
    execArgv: [],
  });
  const pending = new Map<number, Pending>();
  const opened = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let lastId = 0;
  let dead: Error | null = null;
  let closing: Promise<void> | null = null;

  const die = (error: Error): void => {
    dead ??= error;
    for (const { reject } of pending.values()) reject(dead);
    pending.clear();
  };
  const settle = (id: number): Pending | undefined => {
    const waiting = pending.get(id);
    pending.delete(id);
    return waiting;
  };

  worker.on('message', (reply: Reply) => {
    switch (reply.kind) {
      case 'ready':
        return opened.resolve();
      case 'unusable':
        return opened.reject(new DatabaseError(reply.error));
      case 'result':
        return settle(reply.id)?.resolve(reply.result);
      case 'error':
        return settle(reply.id)?.reject(new DatabaseError(reply.error));
      case 'notification':
        return listeners.onNotification(reply.channel, reply.payload);
    }
  });
  worker.on('error', (error: Error) => {
    opened.reject(error);
    die(new DatabaseClosed(`the queue's database thread failed: ${error.message}`, { cause: error }));
  });
  worker.on('exit', () => {
    const unexpected = closing === null;
    const error = new DatabaseClosed(
      unexpected ? "the queue's database thread ended" : 'the queue is closed',
    );
    opened.reject(error);
    die(error);
    exited.resolve();
    if (unexpected) listeners.onDeath(dead ?? error);
  });

  const ask = (request: Ask): Promise<QueryResult> => {
    if (dead !== null) return Promise.reject(dead);
    if (pending.size >= MAX_PENDING) {
      return Promise.reject(new Error(`the queue is overloaded: ${MAX_PENDING} requests are waiting`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    lastId += 1;
    pending.set(lastId, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    worker.postMessage({ ...request, id: lastId } satisfies Request);
    return promise;
  };

  const shutDown = async (): Promise<void> => {
    const timer = setTimeout(() => void worker.terminate(), CLOSE_DEADLINE_MS);
    try {
      await ask({ kind: 'close' });
      await exited.promise;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  };

  try {
    await opened.promise;
  } catch (error) {
    closing = Promise.resolve();
    await worker.terminate();
    throw error;
  }
  return { ask, close: () => (closing ??= shutDown()) };
}
