import type {
  DetectedTechnology,
  EncodedSource,
  OwnerLink,
  Page,
  PageRecord,
  PageVersion,
} from '@sitegrep/site';
import type { PageOptions } from './analysis.ts';

/** What a thread is started with. */
export interface ThreadSettings {
  readonly maxSourceBytes: number;
  /** As in `AnalysisPool`. */
  readonly factsVersion: string;
  /** Compiled fingerprints, in memory that all threads share. */
  readonly fingerprints: SharedArrayBuffer;
  /** Countries by address, in memory that all threads share. */
  readonly addressCountries: SharedArrayBuffer;
  /** Compiled model of languages, in memory that all threads share. */
  readonly languages: SharedArrayBuffer;
}

/** To a thread: one page at a time. */
export interface Task {
  readonly id: number;
  readonly page: Page;
  readonly options: PageOptions;
}

/** From a thread. What was extracted is sent before detection begins, so that it outlives a detection that never ends. */
export type Report =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'extracted'; readonly id: number } & Extracted)
  | {
      readonly kind: 'detected';
      readonly id: number;
      readonly technologies: readonly DetectedTechnology[];
      /** When detection was broken off, `after 2 s`; null if it came to its end. */
      readonly cut: string | null;
      readonly detectMs: number;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

export interface Extracted {
  /** Without technologies and version. */
  readonly record: PageRecord<EncodedSource>;
  /** What its version is once its technologies are known. */
  readonly version: PageVersion;
  readonly links: readonly string[];
  readonly nofollowLinks: readonly string[];
  readonly ownerLinks: readonly OwnerLink[];
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean };
  readonly extractMs: number;
}
