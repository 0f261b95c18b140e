import { RecentlyUsed } from '../recently-used.ts';

/** What is known of a term in a document. */
export const UNKNOWN = 0;
export const HELD = 1;
export const NOT_HELD = 2;

/** What an entry costs besides its documents, about. */
const ENTRY_BYTES = 200;

/**
 * In which documents of a log a term was found, and in which not, by their places in the log: a text is looked through once
 * for each term, in whatever company it is asked for. The terms that were not used for longest make room.
 */
export class KnownTerms {
  readonly #known: RecentlyUsed<Uint8Array>;

  /** @param most bytes */
  constructor(most: number) {
    this.#known = new RecentlyUsed(most, (key, known) => key.length + known.length + ENTRY_BYTES);
  }

  /** What is known of a term in so many documents, to be added to until the next call for the same term. */
  of(term: Uint8Array, documents: number): Uint8Array {
    const key = Buffer.from(term.buffer, term.byteOffset, term.byteLength).toString('latin1');
    const before = this.#known.get(key);
    if (before !== undefined && before.length >= documents) return before;
    const known = grown(before, documents);
    this.#known.keep(key, known);
    return known;
  }
}

function grown(before: Uint8Array | undefined, documents: number): Uint8Array {
  const known = new Uint8Array(2 * documents);
  if (before !== undefined) known.set(before);
  return known;
}
