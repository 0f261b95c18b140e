/**
 * Asks several sources for the same, one after the other, and takes the first answer: the next source is asked when the one
 * before has failed, or has not answered for a while. An answer that comes late counts as long as there is no other.
 *
 * @param sources at least one, each called at most once, with a signal that aborts when its answer is no longer needed
 * @param delayMs time after which the next source is asked
 * @param isAnswer whether a rejection is an answer, too: then it is final
 * @param limitMs maximum time of all together
 * @returns the first answer. Rejects with the error that is an answer, or with the first error when all have failed
 */
export function firstAnswer<T>(
  sources: readonly ((signal: AbortSignal) => Promise<T>)[],
  delayMs: number,
  isAnswer: (error: unknown) => boolean,
  limitMs: number,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const done = new AbortController();
  const errors: unknown[] = [];
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => end(() => reject(errors[0] ?? new Error('no answer in time'))), limitMs);

  function end(settle: () => void): void {
    clearTimeout(timer);
    clearTimeout(limit);
    next = sources.length;
    settle();
    done.abort();
  }

  function askNext(): void {
    clearTimeout(timer);
    const source = sources[next++];
    if (source === undefined) return;
    if (next < sources.length) timer = setTimeout(askNext, delayMs);
    source(done.signal).then(
      (answer) => end(() => resolve(answer)),
      (error: unknown) => {
        if (done.signal.aborted) return;
        errors.push(error);
        if (isAnswer(error)) end(() => reject(error));
        else if (errors.length === sources.length) end(() => reject(errors[0]));
        else askNext();
      },
    );
  }

  askNext();
  return promise;
}
