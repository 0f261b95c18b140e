/** What goes between the pool and the thread that runs PGlite. Values that survive a structured clone only. */

export interface ThreadOptions {
  /** PGlite's own folder. */
  readonly dataDir: string;
}

export type Request =
  | {
      readonly kind: 'query';
      readonly id: number;
      readonly text: string;
      readonly params: readonly unknown[];
    }
  /** Throw dead rows away and cut the log; only between transactions. */
  | { readonly kind: 'tidy'; readonly id: number }
  /** Close the database; the thread then ends by itself. */
  | { readonly kind: 'close'; readonly id: number };

export interface QueryResult {
  readonly rows: unknown[];
  readonly rowCount: number;
}

/** An error of the database, with what BullMQ reads of it: SQLSTATE and DETAIL. */
export interface ThreadError {
  readonly message: string;
  readonly code: string | undefined;
  readonly detail: string | undefined;
}

export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly error: ThreadError }
  | { readonly kind: 'result'; readonly id: number; readonly result: QueryResult }
  | { readonly kind: 'error'; readonly id: number; readonly error: ThreadError }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string };
