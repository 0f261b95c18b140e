/** A header field: its name and value as received or sent. */
export type Field = readonly [name: string, value: string];

/** Why the end of a body is missing: the size limit, the time limit, a broken connection, or no need for it. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** One request and its answer, including those of robots.txt, redirects and failures. */
export interface Exchange {
  /** Absolute URL without a fragment. */
  readonly url: string;
  /** The request as the host got it, without fields for a proxy. Names as they were sent, values in ISO 8859-1. */
  readonly request: { readonly method: 'GET'; readonly target: string; readonly headers: readonly Field[] };
  readonly status: number;
  /** Reason phrase as received; often empty. */
  readonly statusText: string;
  /** Header fields as received: in order, names as they were written, values in ISO 8859-1. */
  readonly headers: readonly Field[];
  /** Body with its content-encoding, chunks joined. At most the cap of a page and a MiB. */
  readonly body: readonly Buffer[];
  /** Why the body is not complete; null if it is. */
  readonly truncation: Truncation | null;
  /** Time when the head of the answer came, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** IP address of the host; null if it is not known, as through a proxy. */
  readonly address: string | null;
  /** Issuer as in `Page`; null if it is not known. */
  readonly certIssuer: string | null;
  /** Verdict as in `Page`; null over http, or if it is not known. */
  readonly certificate: string | null;
}

/**
 * Stores an exchange. The crawl uses its page only after this resolves. It may be slow but must not fail: a rejection ends
 * the site, and the call of `crawl` rejects with the same error.
 */
export type OnExchange = (exchange: Exchange) => Promise<void>;
