import { dirname, join } from 'node:path';

/** How segments are built. */
export interface TextIndexOptions {
  /** Memory for the positions that are sorted at a time while a segment is built, in bytes. */
  readonly buildBytes: number;
  /** Text of a log when it is sealed, in bytes. */
  readonly logBytes: number;
  /** See `searchLoad`. */
  readonly load: Int32Array<SharedArrayBuffer>;
}

/** Places in a `searchLoad`. */
export const UNDER_WAY = 0;
export const BEGUN = 1;

/** What threads share of searches: how many are under way, and how many were begun, round and round. */
export function searchLoad(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Text of a log, if nothing else is said. */
export const LOG_BYTES = 16 << 20;

/** Memory for building: a log and the batch that made it too long are sorted in one go. */
export const BUILD_BYTES = 40 << 20;

/** What a reader keeps in memory of the index that it read. */
export const INDEX_CACHE_BYTES = 64 << 20;

/** What the thread that writes is started with. */
export interface DomainThreadData {
  readonly file: string;
  readonly texts: TextIndexOptions;
}

export interface ReaderThreadData {
  readonly file: string;
  /** Memory for what was read of the index, in bytes. */
  readonly cacheBytes: number;
  /** A reader's shared cell: the ticket of the search that is not wanted any more. */
  readonly abortedTicket: Int32Array<SharedArrayBuffer>;
}

/** Large pages make the overflow chains of sources cheaper. */
export const DOMAIN_PAGE_BYTES = 16_384;

/** The folder of segments of a database. */
export function segmentsFolder(file: string): string {
  return join(dirname(file), 'segments');
}
