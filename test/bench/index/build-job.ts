export interface BuildJob {
  /** Folder of the texts. */
  readonly texts: string;
  readonly copies: number;
  /** To write to, not there yet. */
  readonly folder: string;
}

/** Documents that are committed at once, by every engine. */
export const BATCH = 100;
