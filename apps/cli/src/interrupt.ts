/** Turns the first Ctrl-C or SIGTERM into an orderly stop; a second one ends the process at once. */
export interface Interrupt {
  readonly signal: AbortSignal;
}

export function openInterrupt(closers: AsyncDisposableStack): Interrupt {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(name === 'SIGINT' ? 130 : 143);
    process.stderr.write('\nstopping; nothing acknowledged is lost. Press Ctrl-C again to end at once.\n');
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  closers.defer(() => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  });
  return { signal: controller.signal };
}

/** Resolves when one of the signals fires. */
export async function untilAborted(signals: readonly AbortSignal[]): Promise<void> {
  const ended = AbortSignal.any([...signals]);
  if (ended.aborted) return;
  await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
}
