// Between the benchmark and the process that serves and writes.

/** Puts the documents of some domains as they are in a round. */
export interface ReplaceRequest {
  readonly round: number;
  readonly domains: readonly { readonly domain: string; readonly number: number }[];
}

/** Messages in the order of the requests: it listens; the documents of one more request are durable; it failed. */
export type ServerMessage =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'failed'; readonly message: string };
