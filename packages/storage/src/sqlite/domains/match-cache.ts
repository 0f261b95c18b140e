/** Ids of what matches, ascending. */
export type MatchIds = Float64Array<ArrayBuffer>;

/** Answers of earlier searches that are kept, in bytes. */
const CACHE_BYTES = 32 << 20;
/** What an entry costs besides its ids, about. */
const ENTRY_BYTES = 1_000;

/**
 * Answers of earlier searches, kept as long as nothing is written: the pages of a walk, and searches that are alike, are
 * looked up once. The least recently used ones are dropped.
 */
export class MatchCache {
  #version: unknown = null;
  #bytes = 0;
  readonly #kept = new Map<string, MatchIds>();

  /** Forgets all if the version is another than before. @returns true if so */
  forgetUnless(version: unknown): boolean {
    if (version === this.#version) return false;
    this.#version = version;
    this.#kept.clear();
    this.#bytes = 0;
    return true;
  }

  get(key: string): MatchIds | null {
    const known = this.#kept.get(key);
    if (known === undefined) return null;
    // A map is ordered by insertion: what is used moves away from the end that is dropped.
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  keep(key: string, ids: MatchIds): void {
    const bytes = bytesOf(key, ids);
    if (bytes > CACHE_BYTES) return;
    this.#kept.set(key, ids);
    this.#bytes += bytes;
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= CACHE_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytesOf(oldest, old);
    }
  }
}

function bytesOf(key: string, ids: MatchIds): number {
  return ids.byteLength + 2 * key.length + ENTRY_BYTES;
}
