/**
 * Waits for several requests that are made at the same time. When one fails, the others are given up.
 *
 * @param start makes the requests, each with the signal that it is given
 * @throws what the first of them fails with
 */
export async function together<Work extends readonly unknown[] | []>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => Work,
): Promise<{ -readonly [Name in keyof Work]: Awaited<Work[Name]> }> {
  const others = new AbortController();
  try {
    return await Promise.all(start(AbortSignal.any([signal, others.signal])));
  } finally {
    others.abort();
  }
}
