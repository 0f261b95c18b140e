/**
 * Runs work with a signal that fires when the given one does or the time is over.
 *
 * @returns what the work gave, and whether the time was over when it did
 */
export async function withDeadline<T>(
  deadlineMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T; readonly late: boolean }> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error(`took longer than ${deadlineMs} ms`)), deadlineMs);
  try {
    const value = await work(AbortSignal.any([signal, deadline.signal]));
    return { value, late: deadline.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}
