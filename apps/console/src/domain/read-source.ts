import { useEffect, useState } from 'react';
import type { ReadSource, SourceWish } from './source.worker.ts';
// oxlint-disable-next-line import/default -- Vite makes it
import workerUrl from './source.worker.ts?worker&url';

/** The part of Trusted Types that is needed here; some browsers lack them. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string };
    }
  | undefined;

/** The only script that the policy of the page lets a thread run. */
const scriptUrl =
  typeof trustedTypes === 'undefined'
    ? workerUrl
    : trustedTypes.createPolicy('source-worker', { createScriptURL: () => workerUrl }).createScriptURL('');

/**
 * Finds the matches of a query in a source, or in its indented form, in a thread.
 *
 * @returns null until it has ended @throws when rendered, if the thread fails
 */
export function useReadSource(source: string, query: string, isPretty: boolean): ReadSource | null {
  const [read, setRead] = useState<{ readonly of: SourceWish; readonly result: ReadSource } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const wish: SourceWish = { source, query, isPretty };
    const worker = new Worker(scriptUrl, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<ReadSource>) => {
      setRead({ of: wish, result: isPretty ? data : { ...data, text: source } });
      worker.terminate();
    });
    worker.addEventListener('error', ({ message }) => setFailure(message));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(wish);
    return () => worker.terminate();
  }, [source, query, isPretty]);
  if (failure !== null) throw new Error(failure);
  if (read === null) return null;
  const { of } = read;
  return of.source === source && of.query === query && of.isPretty === isPretty ? read.result : null;
}
