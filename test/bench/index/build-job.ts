export interface BuildJob {
  /** Folder of the texts. */
  readonly texts: string;
  readonly copies: number;
  /** Folder to create and write to. */
  readonly folder: string;
}

/** Documents that are committed at once, by every engine. */
export const BATCH = 100;
