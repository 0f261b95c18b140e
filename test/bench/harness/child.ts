// Processes of a benchmark's own: each has its own memory and time, and they show.
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';

export interface Child extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The next message, in the order of calls. @throws if it ends without one */
  told(): Promise<unknown>;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

/** Starts a module as a process, which ends with the caller at the latest. */
export function startChild(
  module: URL,
  options: ForkOptions & { readonly args?: readonly string[] } = {},
): Child {
  const { args = [], ...others } = options;
  const child = fork(module, args, { serialization: 'advanced', ...others });
  const ended = once(child, 'exit');
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  const failed = ended.then(([code, signal]): never => {
    throw new Error(`${module.pathname} ended with ${String(code ?? signal)}`);
  });
  failed.catch(() => undefined);
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  child.on('message', (message) => {
    const next = waiting.shift();
    if (next === undefined) messages.push(message);
    else next(message);
  });
  return {
    process: child,
    pid: child.pid ?? 0,
    ended,
    told: () =>
      messages.length > 0
        ? Promise.resolve(messages.shift())
        : Promise.race([new Promise((resolve) => waiting.push(resolve)), failed]),
    [Symbol.asyncDispose]: async () => {
      kill();
      await ended;
    },
  };
}

/** Sends a request to a module, and waits for its answer and its end. */
export async function askChild(module: URL, request: object, options: ForkOptions = {}): Promise<unknown> {
  await using child = startChild(module, options);
  child.process.send(request);
  const answer = await child.told();
  await child.ended;
  return answer;
}

/**
 * Answers the one request of a module that `askChild` started. What it fails with ends the process, and stands on its standard
 * error.
 */
export function answerOnce(answer: (request: never) => Promise<unknown>): void {
  process.once('message', (request) => {
    void answer(request as never).then((answered) => process.send?.(answered, () => process.exit(0)));
  });
}
