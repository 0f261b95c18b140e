import type { ExtractedPage, RequestedHost, StoredPage } from '@sitegrep/facts';
import type { IconReading } from '@sitegrep/icons';
import type { DetectedTechnology, Page, PageRecord, PageVersion, Source } from '@sitegrep/site';
import type { ExplainedTechnology } from '@sitegrep/technologies';

/**
 * Urgency of a call: those of somebody who waits for them are `urgent`; crawls and imports have other work meanwhile; and what is
 * `idle` can wait for all others.
 */
export type Urgency = 'urgent' | 'queued' | 'idle';

/**
 * Links of a page, empty if they were not requested, what it asks of crawlers, and whether its body is a shell for
 * scripts.
 */
export type PageLinks = Pick<
  ExtractedPage,
  | 'links'
  | 'nofollowLinks'
  | 'ownerLinks'
  | 'firstLinks'
  | 'framesetLinks'
  | 'icon'
  | 'refresh'
  | 'robots'
  | 'shell'
>;

/** Result of one page's analysis. A page that hangs or uses too much memory affects only itself. */
export type Analysis =
  | (PageLinks & {
      readonly kind: 'page';
      readonly record: PageRecord<Source>;
      /** Reason why `record.facts.technologies` may be incomplete; null if they are complete. */
      readonly partial: string | null;
      readonly timing: AnalysisTiming;
    })
  | {
      readonly kind: 'crashed';
      /** A readable sentence, e.g. `page needed more than 512 MB`. */
      readonly reason: string;
    };

/** Durations in the thread in milliseconds, without waiting. */
interface AnalysisTiming {
  /** Duration of extraction: from bytes to source, facts and signals. */
  readonly extractMs: number;
  /** Duration of detection; null if it did not finish. */
  readonly detectMs: number | null;
}

/** Optional parts of a page's analysis. */
export interface PageOptions {
  /** Whether links are returned; true if absent. They are a tenth of the work. */
  readonly links?: boolean;
  /** Encoding as in `ExtractOptions`. */
  readonly linkCharset?: string;
  /** The page after its scripts ran; absent if it was not rendered. */
  readonly rendered?: RenderedPage;
}

/** A page as a browser shows it. */
export interface RenderedPage {
  /** The document as the browser wrote it. */
  readonly html: string;
  /** Whether the renderer truncated it. */
  readonly truncated: boolean;
  /** Values of variables of scripts, and hosts that scripts requested, as in `TechnologySignals`. */
  readonly globals: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  /** Names of the cookies that scripts set. */
  readonly cookies: readonly string[];
  /** Hosts of all requests but for those of the page's own documents, each once for each kind of request. */
  readonly requested: readonly RequestedHost[];
}

/** A stored page whose technologies are explained. */
export interface ExplainedPage {
  readonly url: string;
  /** The decoded source in UTF-8, in memory that threads share. */
  readonly utf8: Uint8Array;
  /** The same of the rendered source; absent if the page was not rendered. */
  readonly rendered?: Uint8Array;
  /** Technologies as they are stored with the page. */
  readonly technologies: readonly DetectedTechnology[];
}

/** Evidence for the technologies of a stored page. */
export type Explanation =
  | {
      readonly kind: 'explained';
      readonly technologies: readonly ExplainedTechnology[];
      /** Reason why evidence may be missing; null if none is. */
      readonly partial: string | null;
    }
  | { readonly kind: 'crashed'; readonly reason: string };

/** Threads that turn pages into records, each page with its own limits of processor time and heap. */
export interface AnalysisPool {
  /**
   * Analyses a page; pages are started in the order of the calls. The memory of `page.body` is moved to the
   * thread if possible, and `page.body` is empty afterwards.
   *
   * @throws if the queue is full, the pool was closed, or no thread can be started
   */
  analyze(page: Page, options?: PageOptions): Promise<Analysis>;
  /**
   * Analyses a stored page as it would be analysed now, when no other page waits. The record has no screenshot. Its facts have what
   * only its host could say as they had it before; if the analysis is partial, also its technologies.
   *
   * @param version that of the stored page, which its record keeps unless the next visit has to read it; null if it has none
   * @throws as `analyze`
   */
  analyzeAgain(page: StoredPage, version: PageVersion | null): Promise<Analysis>;
  /**
   * Finds the evidence for the technologies of a stored page, within the limits of any page. It is started before queued
   * analyses.
   *
   * @throws as `analyze`
   */
  explain(page: ExplainedPage): Promise<Explanation>;
  /**
   * Reads an icon, within the limits of any page. One that hangs or needs too much memory has the hashes of its bytes only.
   *
   * @param urgency `urgent` starts before queued pages
   * @throws as `analyze`
   */
  readIcon(bytes: Uint8Array, urgency: Urgency): Promise<IconReading>;
  /** Version of extraction and fingerprints. Another version may give other facts for the same bytes. */
  readonly factsVersion: string;
  /**
   * Puts the set that this process uses now (`useFingerprints`) in the place of the one before: pages that begin later are judged by it.
   */
  renewFingerprints(): void;
  /** Number of threads, and number of queued pages. */
  load(): { readonly threads: number; readonly queued: number };
  /** Ends all threads. Queued pages and those under analysis are rejected with an error. */
  close(): Promise<void>;
}

export interface AnalysisPoolOptions {
  /** Number of threads, ≥ 1, and so of pages that are analysed at the same time. */
  readonly threads: number;
  /** Maximum processor time of a page, in milliseconds, ≥ 1. By the clock a page has ten times as long. */
  readonly deadlineMs: number;
  /**
   * Old-generation heap of a thread in MiB, ≥ 16. A thread needs about 40 for modules, language models and
   * compiled expressions; the fingerprints are in memory that all threads share.
   */
  readonly heapMb: number;
  /** Bound of a page's decoded source, in bytes of UTF-8. */
  readonly maxSourceBytes: number;
  /** True if the pool makes the words of pages, for an index with full text. */
  readonly fullText: boolean;
  /** Maximum queued pages, ≥ 0. One more is an error: callers must await earlier calls. */
  readonly queueLimit: number;
  /** Script of the threads; the production script if absent. */
  readonly entry?: URL;
}
