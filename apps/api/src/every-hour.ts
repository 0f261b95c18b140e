const HOUR = 3_600_000;

/**
 * Does something now and every hour, never twice at once. It has to report its errors itself.
 *
 * @param act its signal fires when it should end soon
 * @returns a function that stops this and waits for what is running
 */
export function everyHour(act: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const begin = (): void => {
    running = running.then(() => act(closing.signal));
  };
  begin();
  const timer = setInterval(begin, HOUR);
  timer.unref();
  return async () => {
    closing.abort();
    clearInterval(timer);
    await running;
  };
}
