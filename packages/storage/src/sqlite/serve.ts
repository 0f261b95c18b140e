import type { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { inTransaction } from './connection.ts';
import { failureOf } from '../thread/failure.ts';
import { concernsOneCall, storageError } from './failure.ts';
import type { Calls, Reply, Request } from '../thread/thread.ts';

/** Calls that share a transaction at most: each waits for all, and one sync of the disk serves all. */
const GROUP = 1_000;

export interface Service {
  readonly db: DatabaseSync;
  readonly calls: Calls;
  /**
   * `grouped`: the calls that wait when the thread is free run in one write transaction and are answered after its
   * commit. A call that fails by itself must do so before it writes. `alone`: each call minds its own transaction.
   */
  readonly transactions: 'grouped' | 'alone';
}

/** Answers the calls of a `Thread`, in the order they were made, until it is closed. Runs in the thread. */
export function serve(open: () => Service): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread only');
  const reply = (message: Reply): void => port.postMessage(message);

  let service: Service;
  try {
    service = open();
  } catch (error) {
    reply({ id: null, kind: 'failed', failure: failureOf(storageError(error)) });
    port.close();
    return;
  }
  const { db, calls, transactions } = service;
  const group = transactions === 'grouped' ? GROUP : 1;
  let waiting: (Request | null)[] = [];

  const drain = (): void => {
    const requests = waiting.slice(0, group);
    waiting = waiting.slice(group);
    const open = requests.filter((request) => request !== null);
    for (const message of answers(db, calls, open, transactions)) reply(message);
    if (requests.includes(null)) {
      db.close();
      port.close();
    } else if (waiting.length > 0) {
      setImmediate(drain);
    }
  };
  port.on('message', (request: Request | null) => {
    if (waiting.push(request) === 1) setImmediate(drain);
  });
  reply({ id: null, kind: 'done', value: null });
}

function answers(
  db: DatabaseSync,
  calls: Calls,
  requests: readonly Request[],
  transactions: Service['transactions'],
): readonly Reply[] {
  const answerAll = (): Reply[] => requests.map((request) => answer(calls, request));
  try {
    return transactions === 'grouped' ? inTransaction(db, answerAll) : answerAll();
  } catch (error) {
    const failure = failureOf(storageError(error));
    return requests.map(({ id }) => ({ id, kind: 'failed', failure }));
  }
}

/** @throws an error that is not about this call alone */
function answer(calls: Calls, { id, name, argument }: Request): Reply {
  const call = calls[name];
  if (call === undefined) throw new Error(`no such call: ${name}`);
  try {
    // The asking side is typed by the same calls.
    return { id, kind: 'done', value: call(argument as never) };
  } catch (error) {
    if (!concernsOneCall(error)) throw storageError(error);
    return { id, kind: 'failed', failure: failureOf(storageError(error)) };
  }
}
