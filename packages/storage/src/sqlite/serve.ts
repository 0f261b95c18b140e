import type { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { inSnapshot, inTransaction } from './connection.ts';
import { concernsOneCall, storageError } from './failure.ts';
import { type Calls, type Failure, failureOf, type Reply, type Request } from '../thread/thread.ts';

/** Maximum number of calls that share a transaction: each waits for all, and one sync of the disk serves all. */
const GROUP = 1_000;

/** How long patient calls wait for others, in milliseconds. */
const PATIENCE_MS = 20;

/** Time after which a batch of calls ends that share a snapshot, in milliseconds. */
const BATCH_MS = 2;

/** Takes part in the transactions of a database: what it stores beside the database counts if and only if they commit. */
export interface Participant {
  /** Called when the transaction is about to commit: after this, nothing of it may be lost. */
  prepare(): void;
  committed(): void;
  /** Called when the transaction was rolled back: nothing of it happened. */
  rolledBack(): void;
  /** Resolves when more can be taken. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * - `read`: changes nothing. A group of such calls takes no write lock, and so never waits for another connection's: a
 *   connection that commits without a pause would starve it, since SQLite's lock has no queue.
 * - `patient`: writes, and waits a little for others to share its transaction: such calls are many, and their callers have
 *   other work meanwhile. Calls that read overtake them; any other write takes them along.
 */
export type CallKind = 'read' | 'write' | 'patient';

export interface Service {
  readonly db: DatabaseSync;
  readonly calls: Calls;
  /**
   * Ends the snapshot that calls have begun, if they write nothing and begin what they need: those that are queued when the
   * thread is free share one. Absent: such calls run in one write transaction and are answered after its commit; one that
   * fails by itself must do so before it writes.
   */
  readonly endSnapshot?: () => void;
  /** Kind of each call, by name. Absent: all of them write. */
  readonly kinds?: Readonly<Record<string, CallKind>>;
  readonly participant?: Participant;
  /** Called after each group of calls that only read: throws if their answers may be wrong. Absent: they never are. */
  readonly requireUnchanged?: () => void;
  /** Called when the thread ends, before the database is closed. */
  readonly close?: () => void;
}

/**
 * Answers the calls of a `Thread` in their order, except for patient ones, until it is closed. Runs in the thread.
 *
 * @param file of the database, for messages
 */
export function serve(file: string, open: () => Service): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread only');
  const reply = (replies: readonly Reply[]): void => port.postMessage(replies);

  let service: Service;
  try {
    service = open();
  } catch (error) {
    reply([{ id: null, kind: 'failed', failure: failureOf(storageError(error, file)) }]);
    port.close();
    return;
  }
  const { db, participant } = service;
  let queue: (Request | null)[] = [];

  const drain = async (): Promise<void> => {
    const open = queue.slice(0, GROUP).filter((request) => request !== null);
    if (open.length > 0) {
      const problem = participant === undefined ? null : await readiness(participant, file);
      const replies = problem === null ? answers(service, file, open) : refusals(open, problem);
      reply(replies);
      queue = queue.slice(replies.length);
    }
    if (queue[0] === null) {
      await participant?.close();
      service.close?.();
      db.close();
      port.close();
    } else if (queue.length > 0) setImmediate(() => void drain());
  };
  const take = (request: Request | null): void => {
    if (queue.push(request) === 1) setImmediate(() => void drain());
  };
  let patient: Request[] = [];
  let timer: NodeJS.Timeout | null = null;
  const takePatient = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const taken = patient;
    patient = [];
    for (const request of taken) take(request);
  };
  const receive = (request: Request): void => {
    const kind = service.kinds?.[request.name] ?? 'write';
    if (kind === 'patient') {
      patient.push(request);
      timer ??= setTimeout(takePatient, PATIENCE_MS);
      return;
    }
    if (kind === 'write') takePatient();
    take(request);
  };
  port.on('message', (requests: readonly Request[] | null) => {
    if (requests !== null) return requests.forEach(receive);
    takePatient();
    take(null);
  });
  reply([{ id: null, kind: 'done', value: null }]);
}

/** Waits until the participant is ready. @returns the failure if it never will be */
async function readiness(participant: Participant, file: string): Promise<Failure | null> {
  try {
    await participant.ready();
    return null;
  } catch (error) {
    return failureOf(storageError(error, file));
  }
}

/** Answers the first of these requests, at least one. */
function answers(service: Service, file: string, requests: readonly Request[]): readonly Reply[] {
  const { db, calls, kinds, participant, endSnapshot, requireUnchanged } = service;
  if (endSnapshot !== undefined) return answersOfSnapshot(service, file, requests, endSnapshot);
  const answerAll = (): Reply[] => {
    const replies = requests.map((request) => answer(calls, file, request));
    participant?.prepare();
    return replies;
  };
  const isRead = ({ name }: Request): boolean => kinds?.[name] === 'read';
  const readsOnly = requests.every(isRead);
  let replies: readonly Reply[];
  try {
    replies = readsOnly ? inSnapshot(db, answerAll) : inTransaction(db, answerAll);
    if (readsOnly) requireUnchanged?.();
  } catch (error) {
    participant?.rolledBack();
    const failure = failureOf(storageError(error, file));
    if (readsOnly) return refusals(requests, failure);
    // A full disk keeps no call from reading that only shared the transaction.
    return requests.flatMap((request) =>
      isRead(request) ? answers(service, file, [request]) : refusals([request], failure),
    );
  }
  // Outside: once the database has committed, nothing may be rolled back.
  participant?.committed();
  return replies;
}

/** Answers requests until a batch has taken long enough, and ends their snapshot. */
function answersOfSnapshot(
  { calls, requireUnchanged }: Service,
  file: string,
  requests: readonly Request[],
  endSnapshot: () => void,
): readonly Reply[] {
  const replies: Reply[] = [];
  const startedAt = performance.now();
  for (const request of requests) {
    try {
      replies.push(answer(calls, file, request));
    } catch (error) {
      const failure = failureOf(error instanceof Error ? error : new Error(String(error)));
      replies.push({ id: request.id, kind: 'failed', failure });
    }
    if (performance.now() - startedAt > BATCH_MS) break;
  }
  try {
    endSnapshot();
    requireUnchanged?.();
  } catch (error) {
    return refusals(requests.slice(0, replies.length), failureOf(storageError(error, file)));
  }
  return replies;
}

function refusals(requests: readonly Request[], failure: Failure): readonly Reply[] {
  return requests.map(({ id }) => ({ id, kind: 'failed', failure }));
}

/** @throws an error that is not about this call alone */
function answer(calls: Calls, file: string, { id, name, args }: Request): Reply {
  const call = calls[name];
  if (call === undefined) throw new Error(`no such call: ${name}`);
  try {
    // The calling side is typed by the same calls.
    return { id, kind: 'done', value: call(...(args as never[])) };
  } catch (error) {
    if (!concernsOneCall(error)) throw storageError(error, file);
    return { id, kind: 'failed', failure: failureOf(storageError(error, file)) };
  }
}
