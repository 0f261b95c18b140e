import * as storageErrors from '../errors.ts';
import { parentPort, type Transferable } from 'node:worker_threads';
import type { Calls, Reply, Request } from './thread.ts';

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
export function errorOf(failure: Failure): Error {
  const known = STORAGE_ERRORS.find(({ name }) => name === failure.name);
  const error = known === undefined ? new Error(failure.message) : new known(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}

/**
 * Answers the calls of a `Thread`, one after the other, until it is closed. Runs in the thread.
 *
 * @param moved gives the parts of an answer that are handed over instead of copied
 */
export function answerCalls(
  calls: Calls,
  moved: (value: unknown) => readonly Transferable[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread only');
  const answer = ({ id, name, argument }: Request): void => {
    try {
      const call = calls[name];
      if (call === undefined) throw new Error(`no such call: ${name}`);
      // The calling side is typed by the same calls.
      const value = call(argument as never);
      port.postMessage([{ id, kind: 'done', value }] satisfies Reply[], [...moved(value)]);
    } catch (error) {
      const failure = failureOf(error instanceof Error ? error : new Error(String(error)));
      port.postMessage([{ id, kind: 'failed', failure }] satisfies Reply[]);
    }
  };
  port.on('message', (requests: readonly Request[] | null) => {
    if (requests === null) port.close();
    else for (const request of requests) answer(request);
  });
}
