import type { FoundRecord } from './found-record.ts';

/** Position up to which an index was read. Its numbers have a meaning for the index alone. */
export type FindPosition = readonly number[];

/** Records that were found next. */
export interface FoundBatch {
  readonly records: readonly FoundRecord[];
  /** Position from which on a later call finds what follows. */
  readonly next: FindPosition;
  /** Part of the index that was read, from 0 to 1. */
  readonly progress: number;
}

/** Maximum records of a batch. */
export const MAX_BATCH_RECORDS = 65_536;
