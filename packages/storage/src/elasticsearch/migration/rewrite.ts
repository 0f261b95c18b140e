import type { VersionedIndex } from '../versioned-index.ts';

/** A document as it is read from the old index. */
export interface OldDocument<S> {
  readonly id: string;
  readonly source: S;
  /** Stored fields that aren't in `source`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How the documents of an index are made anew for a mapping, out of what an older index keeps of them. */
export interface Rewrite<S> {
  /** What to read besides `_source`. */
  readonly storedFields: readonly string[];
  /** Documents that are read at a time. */
  readonly readAtATime: number;
  /** About how many bytes the new body will have. */
  readonly bytesOf: (document: OldDocument<S>) => number;
  /** The new body: JSON on one line. */
  readonly bodyOf: (document: OldDocument<S>) => Promise<Uint8Array>;
}

export interface MigratableIndex<S> extends VersionedIndex {
  readonly rewrite: Rewrite<S>;
}

/** Of an index that keeps whole documents in `_source`: each stays as it is. */
export const AS_IT_IS: Rewrite<unknown> = {
  storedFields: [],
  readAtATime: 1_000,
  bytesOf: () => 1_000,
  bodyOf: ({ source }) => Promise.resolve(Buffer.from(JSON.stringify(source))),
};
