import { HEAP_MB, Thread } from '../../thread/thread.ts';
import type { PagesCalls } from './pages-thread.ts';

export type PagesThread = Thread<PagesCalls>;

/**
 * A thread for the pages of documents, which starts with the first call: a process that needs none starts none.
 *
 * @param maxPending maximum number of calls that wait for it
 */
export function pagesThread(name: string, maxPending: number): PagesThread {
  const entry = new URL('./pages-thread.ts', import.meta.url);
  return Thread.idle({ name, entry, workerData: null, maxPending, heapMb: HEAP_MB, isReader: true });
}
