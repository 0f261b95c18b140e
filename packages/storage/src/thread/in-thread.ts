import { parentPort, type Transferable } from 'node:worker_threads';
import { type Calls, failureOf, type Reply, type Request } from './thread.ts';

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
  const answer = ({ id, name, args }: Request): void => {
    try {
      const call = calls[name];
      if (call === undefined) throw new Error(`no such call: ${name}`);
      // The calling side is typed by the same calls.
      const value = call(...(args as never[]));
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
