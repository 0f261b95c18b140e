import type { Config } from '@sitegrep/config';
import { writeAbove } from './progress.ts';
import { wrapped } from './wrapped.ts';

/** Turns the first Ctrl-C or SIGTERM into an orderly stop; a second one ends the process at once. */
export interface Interrupt {
  readonly signal: AbortSignal;
}

/**
 * Time in which a further signal is the same one, in milliseconds: of a Ctrl-C, npx and the restart under an old Node.js
 * pass on what the terminal sent to the process itself, and so does systemd at a stop.
 */
const SAME_SIGNAL_MS = 1_000;

/** @param message tells what is waited for, and what comes after it */
export function openInterrupt(
  closers: AsyncDisposableStack,
  message: () => string = () => 'stopping; nothing acknowledged is lost.',
): Interrupt {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (performance.now() - stoppedAt < SAME_SIGNAL_MS) return;
      process.stderr.write('\n');
      // Not by process.exit, which aborts with a stack if it meets a thread that is about to decompress something.
      process.off('SIGINT', stop).off('SIGTERM', stop);
      process.kill(process.pid, name);
      return;
    }
    stoppedAt = performance.now();
    const text = `${message()} Press Ctrl-C again to end at once.`;
    writeAbove(`\n${wrapped(text, process.stderr)}\n`);
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  closers.defer(() => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  });
  return { signal: controller.signal };
}

/** The message of a process that gives what runs its time to end. */
export function stoppingWithin({ shutdownTimeout }: Pick<Config, 'shutdownTimeout'>): () => string {
  const seconds = shutdownTimeout / 1_000;
  return () =>
    `stopping; what runs has ${seconds} s to end (SITEGREP_SHUTDOWN_TIMEOUT), and nothing acknowledged is lost.`;
}

/** Resolves when one of the signals fires. */
export async function untilAborted(signals: readonly AbortSignal[]): Promise<void> {
  const ended = AbortSignal.any([...signals]);
  if (ended.aborted) return;
  await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
}
