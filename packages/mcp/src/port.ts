import type { CallOptions, SitegrepClient } from '@sitegrep/client';

/** Calls the API of an instance. @throws SitegrepError, or the reason of the call's signal */
export type Ask = <Value>(
  work: (client: SitegrepClient, options: CallOptions) => Promise<Value>,
) => Promise<Value>;

/** The API that tools speak to. The server over standard input and that over HTTP each bring their own. */
export interface ToolApi {
  /** Calls the API; the call ends when the signal fires. */
  readonly ask: <Value>(
    work: (client: SitegrepClient, options: CallOptions) => Promise<Value>,
    signal: AbortSignal,
  ) => Promise<Value>;
  /** Whether the key may start crawls. */
  readonly mayCrawl: (signal: AbortSignal) => Promise<boolean>;
}
