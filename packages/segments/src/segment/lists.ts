// What a segment has of some bytes, and where it lies in the file.

/** A list of documents: how many, and where it lies in the file. */
export interface DocumentList {
  readonly count: number;
  readonly at: number;
  readonly bytes: number;
}

/** A list that holds nothing. */
export const NO_DOCUMENTS: DocumentList = { count: 0, at: 0, bytes: 0 };

/** A list of half positions; without blocks it is gaps alone. */
export interface PositionList extends DocumentList {
  readonly blocks: number;
  /** Where the skip table is, if there are blocks. */
  readonly skipsAt: number;
}

/** Where the 4-grams of a trigram lie: `readFourgrams`. */
export interface FourgramsLocation {
  readonly at: number;
  readonly bytes: number;
  /** How many documents of the trigram are unlisted. */
  readonly unlisted: number;
}

/** What a segment has of three bytes. Either list may be empty. */
export interface Trigram {
  readonly third: number;
  readonly documents: DocumentList;
  /** Null: they are not listed. */
  readonly fourgrams: FourgramsLocation | null;
  readonly positions: PositionList;
}
