import { crc32 } from 'node:zlib';

/** Answer of an engine: the number of documents, and a checksum of which they are. */
export interface Answer {
  readonly documents: number;
  readonly checksum: number;
}

/** @param documents their numbers, ascending */
export function answerOf(documents: readonly number[]): Answer {
  return { documents: documents.length, checksum: crc32(Buffer.from(Float64Array.from(documents).buffer)) };
}

export function isSameAnswer(a: Answer, b: Answer): boolean {
  return a.documents === b.documents && a.checksum === b.checksum;
}

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
  const at = firstEngine % ENGINES.length;
  const order = [...ENGINES.slice(at), ...ENGINES.slice(0, at)];
  return Object.fromEntries(order.map((name) => [name, of(name)])) as Record<EngineName, T>;
}
