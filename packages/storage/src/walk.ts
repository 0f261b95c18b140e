/**
 * A walk through all that a query finds: each of its searches gets the same walk, and starts where the one before it ended. An
 * adapter may then find many hits in one go and keep their places for the next searches, so a walk sees one state of the
 * index for a while. A search that starts elsewhere is answered like any other.
 */
export class Walk {
  #kept: Kept | null = null;

  /** Hits further on, or the like, that an adapter keeps; null: nothing. */
  get kept(): Kept | null {
    return this.#kept;
  }

  /** Keeps something else, and lets go of what was kept. */
  async keep(kept: Kept | null): Promise<void> {
    const before = this.#kept;
    this.#kept = kept;
    if (before !== kept) await before?.release();
  }

  /** Ends the walk. */
  close(): Promise<void> {
    return this.keep(null);
  }
}

/** Something that an adapter keeps during a walk. */
export interface Kept {
  release(): Promise<void>;
}
