// The import from Common Crawl, as the records have it: a process takes it up, records how far it is, and leaves it to the next one
// when it stops or is killed. First all records are found (find-parts.ts), then they are read (read-parts.ts).
import type { CrawlFiles } from '@sitegrep/commoncrawl';
import type { CommonCrawlImport, CommonCrawlStore } from '@sitegrep/storage';
import { isDown } from '../storage-patience.ts';
import { startStoredWork, type StoredWork, type StoredWorkOptions } from '../stored-work.ts';
import type { Reading } from './read-parts.ts';
import { ImportEnded, RunNotes } from './run-notes.ts';

/** The files of Common Crawl, or of a mirror. */
export interface Archive {
  readonly files: CrawlFiles;
  /** Files with the list of crawls. */
  readonly list: CrawlFiles;
  /** Requests that were sent, and bytes that came. */
  counts(): { readonly requests: number; readonly bytes: number };
  close(): Promise<void>;
}

/** Opens the archive. @param onWait called with the time until which it is waited for, and with null when no longer */
export type OpenArchive = (onWait: (until: number | null) => void) => Archive;

export interface CommonCrawlOptions
  extends StoredWorkOptions, Pick<Reading, 'sites' | 'analysis' | 'concurrency' | 'onPart'> {
  readonly commoncrawl: CommonCrawlStore;
  readonly openArchive: OpenArchive;
  /** Called when an import has come to its end. */
  readonly onEnd: (run: CommonCrawlImport) => void;
}

/** Works on the import whenever one goes on. */
export function startCommonCrawl(options: CommonCrawlOptions): StoredWork {
  return startStoredWork(options.commoncrawl, (signal) => work(options, signal), options);
}

/** Works on the import that goes on until it ends, somebody stops it, or the signal fires. */
async function work(options: CommonCrawlOptions, signal: AbortSignal): Promise<void> {
  const { commoncrawl, onEnd } = options;
  const run = await commoncrawl.get();
  if (run?.state !== 'running') return;
  const end = async (state: 'failed' | 'finished', reason: string | null): Promise<void> => {
    await commoncrawl.end(run.id, { state, endedAt: Date.now(), reason });
    const ended = await commoncrawl.get();
    if (ended?.id === run.id) onEnd(ended);
  };
  try {
    await goOn(options, run, signal);
    await end('finished', null);
  } catch (error) {
    if (error instanceof ImportEnded) return;
    if (signal.aborted || isDown(error)) throw error;
    await end('failed', error instanceof Error ? error.message : String(error));
  }
}

async function goOn(options: CommonCrawlOptions, run: CommonCrawlImport, signal: AbortSignal): Promise<void> {
  // Loaded now: most processes never import from there.
  const [{ findParts }, { readParts }] = await Promise.all([
    import('./find-parts.ts'),
    import('./read-parts.ts'),
  ]);
  let notes: RunNotes | null = null;
  const archive = options.openArchive((until) => notes?.change({ waitsUntil: until }));
  notes = new RunNotes(run, options.commoncrawl, () => archive.counts());
  const ending = AbortSignal.any([signal, notes.ended]);
  const parts = { ...options, ...archive, notes, store: options.commoncrawl, signal: ending };
  try {
    await notes.during(
      (async () => {
        if (run.crawls.length === 0 || run.crawls.some(({ next }) => next !== null)) await findParts(parts);
        if (!run.isDryRun) await readParts(parts);
      })(),
    );
    await notes.write();
  } catch (error) {
    // What was imported last counts, and an end by somebody else is the reason of what broke off.
    if (notes.ended.aborted) throw notes.ended.reason;
    await notes.write();
    throw error;
  } finally {
    await archive.close();
  }
}
