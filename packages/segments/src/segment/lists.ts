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

/** Where the quads of a triple lie: `readQuads`. */
export interface QuadsPlace {
  readonly at: number;
  readonly bytes: number;
  /** How many documents of the triple are unlisted. */
  readonly unlisted: number;
}

/** What a segment has of three bytes. Either list may be empty. */
export interface Triple {
  readonly third: number;
  readonly documents: DocumentList;
  /** Null: they are not listed. */
  readonly quads: QuadsPlace | null;
  readonly positions: PositionList;
}
