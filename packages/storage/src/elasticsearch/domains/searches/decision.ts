/** The saved searches that a site fulfils, as its journal has them: decided when it was put, or for a document as it is stored. */
export interface Decision {
  /** Number of the last change of searches that the decider knew. */
  readonly number: number;
  /** Revision of the document. */
  readonly revision: number;
  /** Time of the put in milliseconds since the epoch. */
  readonly at: number;
  readonly fulfilled: readonly Fulfilled[];
  /** Numbers of the searches that would have been too much work. */
  readonly undecided: readonly number[];
}

export interface Fulfilled {
  readonly born: number;
  /** URLs, at most `MAX_EVENT_PAGES`. */
  readonly pages: readonly string[];
  readonly total: number;
  /** Says at level `page` which pages fulfil it, and what their sources are; null at others. */
  readonly digest: string | null;
}
