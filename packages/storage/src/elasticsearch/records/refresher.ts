/**
 * A refresh that many ask for at once: what was written before a call is visible when it resolves. Calls that come
 * while one runs share the next, so at most one runs and one waits.
 */
export function sharedRefresh(refresh: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    next = null;
    const started = refresh().finally(() => {
      if (running === started) running = null;
    });
    running = started;
    return started;
  }

  return () => {
    if (running === null) return run();
    // However the running one ends, it may have begun before the call's writes.
    next ??= running.then(run, run);
    return next;
  };
}
