/** An index that is open for searches. */
export interface OpenEngine {
  /** @returns ids of documents, as the index has them */
  search(term: string): Float64Array;
  /** Numbers of the documents with these ids, ascending. */
  documentsOf(ids: Float64Array): readonly number[];
  close(): void;
}

export const ENGINES = ['unmerged', 'merged', 'fts5'] as const;

/** The segments as logs were built into them; merged; SQLite's FTS5. */
export type EngineName = (typeof ENGINES)[number];

export type ByEngine<T> = Readonly<Record<EngineName, T>>;

/** Asks for each engine, one after the other; who is first changes from turn to turn. */
export function byEngine<T>(of: (name: EngineName) => T, turn = 0): ByEngine<T> {
  switch (turn % ENGINES.length) {
    case 0:
      return { unmerged: of('unmerged'), merged: of('merged'), fts5: of('fts5') };
    case 1:
      return { merged: of('merged'), fts5: of('fts5'), unmerged: of('unmerged') };
    default:
      return { fts5: of('fts5'), unmerged: of('unmerged'), merged: of('merged') };
  }
}
