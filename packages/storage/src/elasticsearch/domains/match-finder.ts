import type { Client } from '@elastic/elasticsearch';
import type { PatternNeedle, Snippets } from '@sitegrep/search';
import type { SearchOptions, SourceMatch } from '../../domains.ts';
import { hasAll } from '../../texts/snippets.ts';
import { Thread } from '../../thread/thread.ts';
import type { capturedIn, matchesIn, matchesOfPages } from './find-matches.ts';
import { StopSign } from './stop-sign.ts';
import { batches, incomplete, type PointInTime, readPages } from './stored-pages.ts';

/** A hit whose pages are searched for matches. */
interface FoundDomain {
  readonly domain: string;
  readonly compressed_bytes: number;
}

/** Pages of one document that are hits. */
interface FoundPages extends FoundDomain {
  readonly numbers: readonly number[];
}

/** Pages of one document in which captures are collected. */
export interface CapturedPages extends FoundDomain {
  /** Null: all. */
  readonly numbers: readonly number[] | null;
}

/** Finds matches in pages as they are at a point in time. */
export interface MatchFinder {
  /**
   * Matches of each domain.
   *
   * @throws SearchAborted, StorageBusy, StorageUnavailable; StorageCorrupt if the pages of a domain lack a match
   */
  find(
    point: PointInTime,
    domains: readonly FoundDomain[],
    snippets: Snippets,
    signal: AbortSignal | undefined,
  ): Promise<readonly (readonly SourceMatch[])[]>;
  /** Matches of each page of each document. */
  findInPages(
    point: PointInTime,
    documents: readonly FoundPages[],
    snippets: Snippets,
    signal: AbortSignal | undefined,
  ): Promise<readonly (readonly (readonly SourceMatch[])[])[]>;
  /**
   * Collects the texts that a group of a pattern has in the pages of each document.
   *
   * @param add gets the texts of a document; false ends the work
   * @returns number of documents that were looked at: fewer if the time of the search was over, or `add` ended it
   */
  captured(
    point: PointInTime,
    documents: readonly CapturedPages[],
    sought: { readonly needle: PatternNeedle; readonly group: number },
    options: SearchOptions,
    add: (texts: readonly string[]) => boolean,
  ): Promise<number>;
  close(): Promise<void>;
}

/** Maximum size of the pages that are read together, compressed. */
const BYTES_AT_A_TIME = 4 << 20;

/** Maximum number of documents queued for the thread; each search has one there at a time. */
const MAX_QUEUED = 1_000;

type Calls = {
  readonly matchesIn: typeof matchesIn;
  readonly matchesOfPages: typeof matchesOfPages;
  readonly capturedIn: typeof capturedIn;
};

/** Creates a match finder. Its thread starts with the first search that needs it. */
export function createMatchFinder(client: Client): MatchFinder {
  const thread = Thread.idle<Calls>({
    name: 'match finder',
    entry: new URL('./pages-thread.ts', import.meta.url),
    workerData: null,
    maxPending: MAX_QUEUED,
  });

  /** Results of `work` for each document, one after the other. */
  async function forEach<Document extends FoundDomain, Found>(
    point: PointInTime,
    documents: readonly Document[],
    work: (
      document: Document,
      call: { readonly pages: string; readonly stop: StopSign['shared'] },
    ) => Promise<Found>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Found[]> {
    const stop = new StopSign(signal);
    const found: Found[] = [];
    try {
      for (const batch of batches(documents, (one) => one.compressed_bytes, BYTES_AT_A_TIME)) {
        const domains = batch.map(({ domain }) => domain);
        const stored = await readPages(client, point, domains, signal);
        for (const [index, document] of batch.entries()) {
          found.push(await stop.orAborted(work(document, { pages: stored[index] ?? '', stop: stop.shared })));
        }
      }
      return found;
    } finally {
      stop.release();
    }
  }

  return {
    find: (point, domains, snippets, signal) =>
      forEach(
        point,
        domains,
        async ({ domain }, call) => {
          const matches = await thread.call('matchesIn', { ...call, domain, snippets });
          if (snippets.isComplete && !hasAll(matches, snippets.sought)) throw incomplete(domain);
          return matches;
        },
        signal,
      ),
    findInPages: (point, documents, snippets, signal) =>
      forEach(
        point,
        documents,
        ({ numbers }, call) => thread.call('matchesOfPages', { ...call, numbers, snippets }),
        signal,
      ),
    async captured(point, documents, { needle, group }, { signal, budgetMs }, add) {
      const stop = new StopSign(signal, budgetMs);
      let done = 0;
      try {
        for (const batch of batches(documents, (one) => one.compressed_bytes, BYTES_AT_A_TIME)) {
          stop.begin();
          const domains = batch.map(({ domain }) => domain);
          const stored = await readPages(client, point, domains, signal);
          for (const [index, { numbers }] of batch.entries()) {
            const call = { pages: stored[index] ?? '', numbers, needle, group, stop: stop.shared };
            const texts = await stop.orAborted(thread.call('capturedIn', call));
            if (texts === null || !add(texts)) return done;
            done++;
          }
          stop.end();
        }
        return done;
      } finally {
        stop.release();
      }
    },
    close: () => thread.close(),
  };
}
