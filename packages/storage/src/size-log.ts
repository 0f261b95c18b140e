/** How much was stored on a day. */
export interface SizeOfDay {
  /** Day in UTC, as `2026-11-26`. */
  readonly day: string;
  /** Time at which it was measured, in milliseconds since the epoch. */
  readonly at: number;
  readonly domains: number;
  readonly pages: number;
  /** UTF-8 bytes of all stored sources, before compression. */
  readonly sourceBytes: number;
  /** Bytes on disk of everything. */
  readonly totalBytes: number;
}

/** The size of the index on each day, which shows its growth. Days on which nobody measured it are absent. */
export interface SizeLog {
  /** Notes the size of a day, in place of the one that the day has; days before `from` are removed. */
  note(size: SizeOfDay, from: string): Promise<void>;
  /** @returns the latest days first, at most `limit` (1–1,000) */
  list(limit: number): Promise<readonly SizeOfDay[]>;
}
