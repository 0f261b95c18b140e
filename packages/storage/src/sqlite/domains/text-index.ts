import type { Companion } from '../serve.ts';

/** A document as its texts are indexed. */
interface IndexedDocument {
  /** Of its first page; those of the others follow. */
  readonly firstPageId: number;
  /** The sources of its pages, as they are stored: UTF-8. */
  readonly sources: readonly Buffer[];
}

/** A document that was indexed before. */
export interface IndexedBefore {
  readonly revision: number;
  readonly pageIds: readonly number[];
}

/** What holds the texts of the documents: tables of FTS5 in the database, or segments beside it. */
export type TextIndexKind = 'fts5' | 'segments';

/** Takes the texts of documents; is used inside the transaction that stores their facts and sources. */
export interface TextIndex extends Companion {
  /** Takes a document away, or puts one, or one in another's place. `revision` is that of the change, and rises. */
  change(revision: number, before: IndexedBefore | null, after: IndexedDocument | null): void;
  /** Brings the index into its smallest form. */
  merge(): Promise<void>;
}
