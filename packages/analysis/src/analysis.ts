import type { OwnerLink, Page, PageRecord, Source } from '@sitegrep/site';

/** What became of one page. A page that hangs or eats memory costs itself and nothing else. */
export type Analysis =
  | {
      readonly kind: 'page';
      readonly record: PageRecord<Source>;
      /** Absolute http(s) URLs the page links to, in document order; empty if they were not options for, as the others. */
      readonly links: readonly string[];
      /** Those that it links to, but asks not to follow. */
      readonly nofollowLinks: readonly string[];
      /** Those of either whose text names a page that tells who runs the site. */
      readonly ownerLinks: readonly OwnerLink[];
      /** What the page asks of robots. */
      readonly robots: { readonly noindex: boolean; readonly nofollow: boolean };
      /** Why `record.facts.technologies` may lack some that the page has; null: nothing is missing. */
      readonly partial: string | null;
      readonly timing: AnalysisTiming;
    }
  | {
      readonly kind: 'crashed';
      /** A sentence a person understands, e.g. `page needed more than 512 MB`. */
      readonly reason: string;
    };

/** Milliseconds in the thread, without the wait for it. */
interface AnalysisTiming {
  /** From bytes to source, facts and what fingerprints read. */
  readonly extractMs: number;
  /** null if detection did not end. */
  readonly detectMs: number | null;
}

/** What is wanted of a page besides its record. */
export interface PageOptions {
  /** Absent: yes. Where nobody follows them, reading them is a tenth of the work. */
  readonly links?: boolean;
}

/** Threads that turn pages into records, each page within a deadline and a heap of its own. */
export interface AnalysisPool {
  /**
   * Resolves once the page has been through a thread; pages are taken up in the order of the calls. `page.body` is
   * handed over: where its memory can be moved to the thread it is, and is empty afterwards.
   *
   * @throws if as many pages wait as the queue holds, if the pool was closed, or if no thread can be started
   */
  analyze(page: Page, options?: PageOptions): Promise<Analysis>;
  /** Of extraction and fingerprints: facts of another version may be others, of the same bytes. */
  readonly factsVersion: string;
  /** How many threads there are to be, and how many pages wait for one. */
  load(): { readonly threads: number; readonly queued: number };
  /** Ends all threads. Pages that wait or are being analysed are refused with an error. */
  close(): Promise<void>;
}

export interface AnalysisPoolOptions {
  /** Threads, ≥ 1; also the number of pages analysed at a time. */
  readonly threads: number;
  /** Milliseconds a page may take in a thread, ≥ 1. */
  readonly deadlineMs: number;
  /**
   * Old-generation heap of a thread in MiB, ≥ 16. A thread by itself needs some 40: modules, the models of languages, and
   * the expressions that pages have made it compile; the fingerprints lie in memory that all threads share.
   */
  readonly heapMb: number;
  /** Bound of a page's decoded source, in bytes of UTF-8. */
  readonly maxSourceBytes: number;
  /** Pages that may wait for a thread, ≥ 0. One more is an error: callers must await what they options for. */
  readonly queueLimit: number;
  /** Script of the threads; what runs in production if absent. */
  readonly entry?: URL;
}
