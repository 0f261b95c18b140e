/** Share of a process in the searches that a store runs at the same time, as it is told. */
export interface SearchShareEvents {
  /** Called with the number of searches that this process may run at the same time, ≥ 1, when it is known and when it changes. */
  readonly onShare: (searches: number) => void;
  /** Called when the share could not be renewed after it could; the last one holds on, and while that lasts this is not repeated. */
  readonly onFailure: (error: unknown) => void;
}

/** Gives its share back. */
export type LeaveSearches = () => Promise<void>;
