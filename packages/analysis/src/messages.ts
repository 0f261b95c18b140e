import type { DetectedTechnology, Page, PageRecord } from '@sitegrep/site';

/** What a thread is started with. */
export interface ThreadSettings {
  readonly maxSourceBytes: number;
  /** Compiled fingerprints, in memory that all threads share. */
  readonly fingerprints: SharedArrayBuffer;
}

/** To a thread: one page at a time. */
export interface Task {
  readonly id: number;
  readonly page: Page;
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
  /** Without technologies. */
  readonly record: PageRecord;
  readonly links: readonly string[];
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean };
  readonly extractMs: number;
}
