import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import type { Calls } from '../../thread/thread.ts';
import { type CallKind, serve } from '../serve.ts';
import { openRecords, type RecordThreadData } from './database.ts';
import { type CountsOfTransaction, recordCommits } from './record-commits.ts';
import { nameOf, type RecordStore } from './record-stores.ts';

interface NamedCall {
  readonly name: string;
  readonly kind: CallKind;
  readonly call: Calls[string];
}

/** The calls of a store as its thread answers them. */
export function callsOf<C extends Calls>(
  { name: store, kinds }: RecordStore<C>,
  calls: C,
): readonly NamedCall[] {
  return Object.entries<CallKind>(kinds).flatMap(([name, kind]) => {
    const call = calls[name];
    return call === undefined ? [] : [{ name: nameOf(store, name), kind, call }];
  });
}

interface OpenedStores {
  readonly calls: readonly NamedCall[];
  /** Counts that are written at the end of a transaction. */
  readonly counts?: CountsOfTransaction;
}

/** Answers the calls of stores. Runs in the thread. */
export function serveStores(open: (db: DatabaseSync) => OpenedStores): void {
  const data = workerData as RecordThreadData;
  serve(data.file, () => {
    const { db, requireUnchanged } = openRecords(data);
    const { calls, counts } = open(db);
    return {
      db,
      ...(data.isReadOnly === true ? {} : { participant: recordCommits(db, data.file, counts) }),
      requireUnchanged,
      calls: Object.fromEntries(calls.map(({ name, call }) => [name, call])),
      kinds: Object.fromEntries(calls.map(({ name, kind }) => [name, kind])),
    };
  });
}
