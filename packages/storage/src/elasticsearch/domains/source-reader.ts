import type { Client } from '@elastic/elasticsearch';
import type { SearchOptions } from '../../domains.ts';
import type { CapturesOfSearch } from '../../facets/kept-captures.ts';
import { HitsTooMany } from '../../query-too-broad.ts';
import { hasAll, type HitWish, type ReadOfHit } from '@sitegrep/texts';
import type { Candidate } from './candidates.ts';
import { revisionOf } from './kept-decisions.ts';
import { pagesThread } from './start-pages-thread.ts';
import { StopSign } from './stop-sign.ts';
import { batches, incomplete, type PointInTime, readTexts } from './stored-pages.ts';
import { NO_TEXTS, type StoredTexts } from './versions/stored-texts.ts';

/** A hit whose pages are read. */
interface FoundDomain {
  readonly domain: string;
  readonly compressed_bytes: number;
  /** True if versions of pages are read as well; absent: they are not. */
  readonly withVersions?: boolean;
}

/** Pages of one document that are hits. */
interface FoundPages extends FoundDomain {
  readonly numbers: readonly number[];
}

/** Pages of one document in which captures are collected. */
export interface CapturedPages extends FoundDomain {
  readonly revision: number;
  /** Null: all. */
  readonly numbers: readonly number[] | null;
}

/** Reads what a query shows of the sources of its hits, as they are at a point in time. */
export interface SourceReader {
  /**
   * Reads what is shown of each domain.
   *
   * @throws SearchAborted, HitsTooMany, StorageBusy, StorageUnavailable; StorageCorrupt if the pages of a domain lack a match
   */
  ofDomains(
    point: PointInTime,
    domains: readonly FoundDomain[],
    wish: HitWish,
    options: SearchOptions,
  ): Promise<readonly ReadOfHit[]>;
  /** Reads what is shown of each page of each document. */
  ofPages(
    point: PointInTime,
    documents: readonly FoundPages[],
    wish: HitWish,
    options: SearchOptions,
  ): Promise<readonly (readonly ReadOfHit[])[]>;
  /**
   * Collects the texts that a group of a pattern has in the pages of each document, and keeps those of all groups.
   *
   * @param at index of the group
   * @param add gets the texts of a document; false ends the work
   * @returns number of documents that were looked at: fewer if the time of the search was over, or `add` ended it
   */
  captured(
    point: PointInTime,
    documents: readonly CapturedPages[],
    sought: { readonly kept: CapturesOfSearch; readonly at: number },
    options: SearchOptions,
    add: (texts: readonly string[]) => boolean,
  ): Promise<number>;
  close(): Promise<void>;
}

/** @param numbers numbers of the pages that match; none: all do */
export function capturedPages(document: Candidate, numbers: readonly number[]): CapturedPages {
  const { domain, revision, compressedBytes, standing } = document;
  const counted = numbers.length === 0 ? null : numbers;
  const withVersions = (numbers.at(-1) ?? 0) >= standing;
  return { domain, revision, compressed_bytes: compressedBytes, numbers: counted, withVersions };
}

/** Name of pages in which captures are collected: they never change. */
export function capturedItem({ numbers, ...document }: CapturedPages): string {
  return numbers === null ? revisionOf(document) : `${revisionOf(document)} ${numbers.join()}`;
}

function readOf({ domain, withVersions = false }: FoundDomain): {
  readonly domain: string;
  readonly withVersions: boolean;
} {
  return { domain, withVersions };
}

/** Maximum size of the pages that are read together, compressed. */
const BYTES_AT_A_TIME = 4 << 20;

/** Maximum number of documents queued for the thread; each search has one there at a time. */
const MAX_QUEUED = 1_000;

/** Creates a reader. Its thread starts with the first search that needs it. */
export function createSourceReader(client: Client): SourceReader {
  const thread = pagesThread('source reader', MAX_QUEUED);

  /** Results of `work` for each document, one after the other. @param hitsOf gives the number of hits in a document */
  async function forEach<Document extends FoundDomain, Result>(
    point: PointInTime,
    documents: readonly Document[],
    hitsOf: (document: Document) => number,
    work: (
      document: Document,
      call: { readonly stored: StoredTexts; readonly stop: StopSign['shared'] },
    ) => Promise<Result | null>,
    { signal, budgetMs }: SearchOptions,
  ): Promise<readonly Result[]> {
    const stop = new StopSign(signal, budgetMs);
    const results: Result[] = [];
    stop.begin();
    try {
      for (const batch of batches(documents, (one) => one.compressed_bytes, BYTES_AT_A_TIME)) {
        const stored = await readTexts(client, point, batch.map(readOf), signal);
        for (const [index, document] of batch.entries()) {
          const call = { stored: stored[index] ?? NO_TEXTS, stop: stop.shared };
          const result = await stop.orAborted(work(document, call));
          if (result === null) {
            const count = (some: readonly Document[]) => some.reduce((sum, one) => sum + hitsOf(one), 0);
            throw new HitsTooMany(count(documents), count(documents.slice(0, results.length)));
          }
          results.push(result);
        }
      }
      return results;
    } finally {
      stop.release();
    }
  }

  return {
    ofDomains: (point, domains, wish, options) =>
      forEach(
        point,
        domains,
        () => 1,
        async ({ domain }, call) => {
          const read = await thread.call('shownOfDomain', { ...call, domain, wish });
          const { snippets } = wish;
          const isDamaged =
            read !== null && snippets?.isComplete === true && !hasAll(read.matches ?? [], snippets.sought);
          if (isDamaged) throw incomplete(domain);
          return read;
        },
        options,
      ),
    ofPages: (point, documents, wish, options) =>
      forEach(
        point,
        documents,
        ({ numbers }) => numbers.length,
        ({ numbers }, call) => thread.call('shownOfPages', { ...call, numbers, wish }),
        options,
      ),
    async captured(point, documents, { kept, at }, { signal, budgetMs }, add) {
      const stop = new StopSign(signal, budgetMs);
      let done = 0;
      try {
        const unread: CapturedPages[] = [];
        for (const document of documents) {
          const known = kept.get(at, capturedItem(document));
          if (known === null) unread.push(document);
          else if (add(known)) done++;
          else return done;
        }
        for (const batch of batches(unread, (one) => one.compressed_bytes, BYTES_AT_A_TIME)) {
          stop.begin();
          const stored = await readTexts(client, point, batch.map(readOf), signal);
          for (const [index, document] of batch.entries()) {
            const { captures } = kept;
            const { numbers } = document;
            const call = { stored: stored[index] ?? NO_TEXTS, numbers, captures, stop: stop.shared };
            const texts = await stop.orAborted(thread.call('capturedIn', call));
            if (texts === null) return done;
            kept.set(capturedItem(document), texts);
            if (!add(texts[at] ?? [])) return done;
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
