/*
 * records.sqlite is read and written by two threads, each of which answers some stores: a call is named by its store and
 * its function. Both sides have the table of each store: the functions in it, and what kind of call each is.
 */
import { join } from 'node:path';
import { type Calls, HEAP_MB, type Remote, type Thread, type ThreadOptions } from '../../thread/thread.ts';
import type { CallKind } from '../serve.ts';
import type { RecordThreadData } from './database.ts';

/** A store in a thread. */
export interface RecordStore<C extends Calls> {
  readonly name: string;
  readonly kinds: Readonly<Record<keyof C & string, CallKind>>;
}

/** Maximum number of calls that wait for a thread. */
const MAX_PENDING = 10_000;

/** Options of a thread of records.sqlite. */
export function recordThread(name: string, entry: URL, dataDir: string, isReadOnly = false): ThreadOptions {
  const data: RecordThreadData = { file: join(dataDir, 'records.sqlite'), isReadOnly };
  return { name, entry, workerData: data, maxPending: MAX_PENDING, heapMb: HEAP_MB };
}

/** The functions of a store that a thread answers. */
export function remoteStore<C extends Calls>(
  thread: Thread<Calls>,
  { name: store, kinds }: RecordStore<C>,
): Remote<C> {
  const functions = Object.keys(kinds).map((name) => [
    name,
    (...args: never[]) => thread.call(nameOf(store, name), ...args),
  ]);
  // The thread's side is typed by the same table.
  return Object.fromEntries(functions) as Remote<C>;
}

/** Name of a call. */
export function nameOf(store: string, name: string): string {
  return `${store}.${name}`;
}
