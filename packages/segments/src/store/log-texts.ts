import { GRANULE_BYTES } from '../segment/format.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import type { LogReader } from './log-reader.ts';
import type { LoggedPut } from './operation.ts';

/**
 * Texts of a log, as far as they were looked through, in the memory of a cache: each term of each search looks through the
 * newest ones, and what is in the system's page cache takes as long to be read and checked again as to be looked through.
 */
export class LogTexts {
  readonly #log: LogReader;
  readonly #cache: GranuleCache;
  readonly #bytes: Buffer;
  /** By sequence number. */
  readonly #files = new Map<number, GranuleFile>();

  constructor(log: LogReader, cache: GranuleCache) {
    this.#log = log;
    this.#cache = cache;
    this.#bytes = Buffer.from(cache.bytes.buffer);
  }

  /** The bytes of a text from an address on that a granule begins with, up to its end; good until the next call. */
  granule(operation: LoggedPut, from: number): Buffer {
    const address = this.#cache.addressOf(this.#fileOf(operation), from);
    return this.#bytes.subarray(address, address + Math.min(GRANULE_BYTES, operation.text.bytes - from));
  }

  /** Lets go of what was read. */
  close(): void {
    for (const file of this.#files.values()) this.#cache.forget(file);
  }

  #fileOf(operation: LoggedPut): GranuleFile {
    const known = this.#files.get(operation.sequence);
    if (known !== undefined) return known;
    const file = this.#log.granulesOf(operation);
    this.#files.set(operation.sequence, file);
    return file;
  }
}
