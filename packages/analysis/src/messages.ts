import type { StoredPage } from '@sitegrep/facts';
import type { IconReading } from '@sitegrep/icons';
import type { DetectedFacts, EncodedSource, Page, PageRecord, PageVersion } from '@sitegrep/site';
import type { ExplainedTechnology } from '@sitegrep/technologies';
import type { QueryTechnology } from '@sitegrep/technologies/queries';
import type { ExplainedPage, PageLinks, PageOptions } from './analysis.ts';

/** Settings of a thread, passed when it starts. */
export interface ThreadSettings {
  readonly maxSourceBytes: number;
  /** True if the thread makes the words of pages, for an index with full text. */
  readonly fullText: boolean;
  /** Version as in `AnalysisPool`. */
  readonly factsVersion: string;
  /** Compiled fingerprints, in memory that all threads share. */
  readonly fingerprints: SharedArrayBuffer;
  /** Technologies by query beside them. */
  readonly queries: readonly QueryTechnology[];
  /** Countries by address, in memory that all threads share. */
  readonly addressCountries: SharedArrayBuffer;
  /** Compiled model of languages, in memory that all threads share. */
  readonly languages: SharedArrayBuffer;
}

/** Message to a thread: one page at a time. */
export type Task = { readonly id: number } & (
  | { readonly kind: 'analyze'; readonly page: Page; readonly options: PageOptions }
  /** `version` is that of the stored page; null if it has none. */
  | { readonly kind: 'again'; readonly page: StoredPage; readonly version: PageVersion | null }
  | { readonly kind: 'explain'; readonly page: ExplainedPage }
  | { readonly kind: 'icon'; readonly bytes: Uint8Array }
);

/** Message to a thread: the fingerprints for the pages that follow. It gives no report. */
export type SetInUse = { readonly kind: 'set' } & FingerprintSettings;

export type FingerprintSettings = Pick<ThreadSettings, 'factsVersion' | 'fingerprints' | 'queries'>;

/**
 * Message from a thread. The extracted data is sent before detection begins, so that it survives a detection
 * that never ends. `usedMs` is the processor time that the thread has used in all, before the next page.
 */
export type Report =
  | { readonly kind: 'ready'; readonly usedMs: number }
  | ({ readonly kind: 'extracted'; readonly id: number } & Extracted)
  | {
      readonly kind: 'detected';
      readonly id: number;
      readonly facts: DetectedFacts;
      /** Time at which detection was interrupted, `after 2 s`; null if it finished. */
      readonly cut: string | null;
      readonly detectMs: number;
      readonly usedMs: number;
    }
  | {
      readonly kind: 'explained';
      readonly id: number;
      readonly technologies: readonly ExplainedTechnology[];
      /** Time at which detection was interrupted; null if it finished. */
      readonly cut: string | null;
      readonly usedMs: number;
    }
  | { readonly kind: 'icon'; readonly id: number; readonly reading: IconReading; readonly usedMs: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string; readonly usedMs: number };

export interface Extracted {
  /** Record without version, and without what detection finds. */
  readonly record: PageRecord<EncodedSource>;
  /** Version of the record after its technologies are known; null: it has none in any case. */
  readonly version: PageVersion | null;
  readonly links: PageLinks;
  readonly extractMs: number;
}
