/** Ids of what matches, ascending. */
export type MatchIds = Float64Array<ArrayBuffer>;

/** What a search found, and the state of the index that it is of. */
interface Kept {
  readonly ids: MatchIds;
  readonly sequence: number;
}

/** Answers of earlier searches that are kept, in bytes. */
const CACHE_BYTES = 32 << 20;
/** What an entry costs besides its ids, about. */
const ENTRY_BYTES = 1_000;

/**
 * Answers of earlier searches: the pages of a walk, and searches that are alike, are looked up once as long as nothing is
 * written. The least recently used ones are dropped.
 */
export class MatchCache {
  #bytes = 0;
  readonly #kept = new Map<string, Kept>();

  get(key: string): Kept | null {
    const known = this.#kept.get(key);
    if (known === undefined) return null;
    // A map is ordered by insertion: what is used moves away from the end that is dropped.
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  /** Takes the place of what was kept for the key. */
  keep(key: string, kept: Kept): void {
    this.#drop(key);
    const bytes = bytesOf(key, kept);
    if (bytes > CACHE_BYTES) return;
    this.#kept.set(key, kept);
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= CACHE_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const dropped = this.#kept.get(key);
    if (dropped === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= bytesOf(key, dropped);
  }
}

function bytesOf(key: string, { ids }: Kept): number {
  return ids.byteLength + 2 * key.length + ENTRY_BYTES;
}
