import type { Triple } from '../segment/lists.ts';
import type { Segment } from '../segment/segment.ts';
import type { CursorPool } from './cursor-pool.ts';

/** What a segment has of a triple, null if nothing. */
export type Lookup = (triple: number) => Triple | null;

/** Candidate positions between two calls of `checkpoint`. */
export const STRIDE = 1_024;

/** Where is looked. */
export interface Place {
  readonly segment: Segment;
  readonly lookUp: Lookup;
  readonly pool: CursorPool;
  /** Is called now and then, may throw. */
  readonly checkpoint: () => void;
}
