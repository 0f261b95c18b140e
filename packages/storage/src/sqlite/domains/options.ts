import { dirname, join } from 'node:path';
import type { KeepVersions } from '../../past/retention.ts';

/** Options for building segments. */
export interface TextIndexOptions {
  /** Memory for the positions that are sorted at a time while a segment is built, in bytes. */
  readonly buildBytes: number;
  /** Size of a log's text at which it is sealed, in bytes. */
  readonly logBytes: number;
  /** See `searchLoad`. */
  readonly load: Int32Array<SharedArrayBuffer>;
}

/** Indexes into a `searchLoad`. */
export const UNDER_WAY = 0;
export const BEGUN = 1;

/** Counts of searches that threads share: how many are running, and how many have begun (wraps around). */
export function searchLoad(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Default of `logBytes`. */
export const LOG_BYTES = 16 << 20;

/** Default of `buildBytes`: a log and the batch that exceeded its size are sorted in one go. */
export const BUILD_BYTES = 40 << 20;

/** Default memory of a reader for what it read of the index, in bytes. */
export const INDEX_CACHE_BYTES = 64 << 20;

/** Data that the writer thread is started with. */
export interface DomainThreadData {
  readonly file: string;
  readonly texts: TextIndexOptions;
  /** Whether there shall be full text. */
  readonly fullText: boolean;
  readonly keepVersions: KeepVersions;
}

export interface ReaderThreadData {
  readonly file: string;
  /** Whether this process may not write the file, so that no writer has opened it before. Absent: it may. */
  readonly isReadOnly?: boolean;
  /** Memory for what was read of the index, in bytes. */
  readonly cacheBytes: number;
  /** A shared cell: the ticket of the search that was aborted. */
  readonly abortedTicket: Int32Array<SharedArrayBuffer>;
}

/** The folder of a database's segments. */
export function segmentsFolder(file: string): string {
  return join(dirname(file), 'segments');
}

/** The folder of the segments of the versions that pages had before. */
export function pastSegmentsFolder(file: string): string {
  return join(dirname(file), PAST_SEGMENTS);
}

/** Name of that folder. */
export const PAST_SEGMENTS = 'segments-past';
