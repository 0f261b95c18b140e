import { useEffect, useState } from 'react';
import { TEXT } from '../text.ts';
import type { ReadSource, SourceForm, SourceWish } from './source-forms.ts';
// oxlint-disable-next-line import/default -- Vite makes it
import codeUrl from './code.worker.ts?worker&url';
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

const urlOf = (form: string): string => (form === 'code' ? codeUrl : workerUrl);

/** The only scripts that the policy of the page lets threads run. */
const scripts =
  typeof trustedTypes === 'undefined'
    ? { createScriptURL: urlOf }
    : trustedTypes.createPolicy('source-worker', { createScriptURL: urlOf });

/** Time after which scripts and styles are not waited for any more, in milliseconds: some are made to take long. */
const MAX_MS = 10_000;

/**
 * Finds the matches of a query in a source, and the form of it that is wanted, in a thread. If its scripts and styles take too long,
 * it is indented by its tags alone.
 *
 * @returns null until it has ended @throws when rendered, if the thread fails
 */
export function useReadSource(source: string, query: string, wanted: SourceForm): ReadSource | null {
  const [read, setRead] = useState<{ readonly of: SourceWish; readonly result: ReadSource } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [slow, setSlow] = useState<string | null>(null);
  const form = wanted === 'code' && slow === source ? 'tags' : wanted;
  useEffect(() => {
    const wish: SourceWish = { source, query, form };
    const worker = new Worker(scripts.createScriptURL(form), { type: 'module' });
    const timer = form === 'code' ? setTimeout(() => setSlow(source), MAX_MS) : undefined;
    const end = (): void => {
      clearTimeout(timer);
      worker.terminate();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<ReadSource>) => {
      setRead({ of: wish, result: form === 'source' ? { ...data, text: source } : data });
      end();
    });
    // A thread whose script did not load says nothing.
    worker.addEventListener('error', ({ message }: Partial<ErrorEvent>) =>
      setFailure(message ?? TEXT.failed.script),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(wish);
    return end;
  }, [source, query, form]);
  if (failure !== null) throw new Error(failure);
  if (read === null) return null;
  const { of } = read;
  return of.source === source && of.query === query && of.form === form ? read.result : null;
}
