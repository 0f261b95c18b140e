import type { KnownItem } from './known-items.ts';

/** Results that are looked at. */
export const DEPTH = 10;

/** A search over the pages of the index, as the benchmark asks it. */
export interface SearchSystem {
  readonly name: string;
  readonly calledBy: 'call in the process' | 'HTTP';
  /** Adds variants of all pages, until there are `copies` of each; further calls have more. */
  prepare(copies: number): Promise<void>;
  /** URLs of pages, the best first, `DEPTH` at most. */
  search(item: KnownItem): Promise<readonly string[]>;
  close(): Promise<void>;
}
