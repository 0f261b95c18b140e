/** An index that is open for searches. */
export interface OpenEngine {
  /** @returns ids of documents, as the index has them */
  search(term: string): Float64Array;
  /** Numbers of the documents with these ids, ascending. */
  documentsOf(ids: Float64Array): readonly number[];
  /** Lets go of all that was read, and opens the files again. */
  reopen(): void;
  close(): void;
}

/** Bytes that each engine may cache of what it read. */
export const CACHE_BYTES = 64 << 20;

export const ENGINES = ['settled', 'merged', 'fts5'] as const;

/** The segments as a store leaves them, merged by levels; merged into one; SQLite's FTS5. */
export type EngineName = (typeof ENGINES)[number];

export type ByEngine<T> = Readonly<Record<EngineName, T>>;

/** Asks for each engine, one after the other; `firstEngine` says which comes first. */
export function byEngine<T>(of: (name: EngineName) => T, firstEngine = 0): ByEngine<T> {
  switch (firstEngine % ENGINES.length) {
    case 0:
      return { settled: of('settled'), merged: of('merged'), fts5: of('fts5') };
    case 1:
      return { merged: of('merged'), fts5: of('fts5'), settled: of('settled') };
    default:
      return { fts5: of('fts5'), settled: of('settled'), merged: of('merged') };
  }
}
