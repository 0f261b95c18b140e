import type { Trigram } from '../segment/lists.ts';
import type { Segment } from '../segment/segment.ts';
import type { CursorPool } from './cursor-pool.ts';

/** What a segment has of a trigram, null if nothing. */
export type Lookup = (trigram: number) => Trigram | null;

/** Candidate positions between two calls of `checkpoint`. */
export const STRIDE = 1_024;

/** Where is looked. */
export interface SearchContext {
  readonly segment: Segment;
  readonly lookUp: Lookup;
  readonly pool: CursorPool;
  /** Is called now and then, may throw. */
  readonly checkpoint: () => void;
}
