// What was asked and what came back, byte for byte as far as HTTP's framing allows, for who keeps a record of a crawl.

export type Field = readonly [name: string, value: string];

/** Why the end of a body is missing: enough was read, it took too long, the connection broke, or it was not wanted. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** One request and its answer, those for robots.txt, redirects and failures included. */
export interface Exchange {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** As the host sees it: what only a proxy gets is left out. Names as they were sent, values in ISO 8859-1. */
  readonly request: { readonly method: 'GET'; readonly target: string; readonly headers: readonly Field[] };
  readonly status: number;
  /** Reason phrase as received; often empty. */
  readonly statusText: string;
  /** As received: in order, names as they were written, values in ISO 8859-1. */
  readonly headers: readonly Field[];
  /** With its content-encoding, but chunks put together. At most the cap of a page and a MiB. */
  readonly body: readonly Buffer[];
  /** Null if the body is whole. */
  readonly truncation: Truncation | null;
  /** When the head of the answer came, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Of the host; null if it is not known, as through a proxy. */
  readonly address: string | null;
  /** As in `Page`; null if it is not known. */
  readonly certIssuer: string | null;
}

/**
 * Keeps an exchange. Nothing of it is handed over before this resolves, so it may be slow but not fail: a rejection ends
 * the site, and the call of `crawl` rejects with the same error.
 */
export type OnExchange = (exchange: Exchange) => Promise<void>;

/** An exchange could not be kept; `cause` says why. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}
