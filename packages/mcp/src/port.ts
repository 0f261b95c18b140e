import type { CallOptions, Caller, SitegrepClient } from '@sitegrep/client';

/** Calls the API of an instance. @throws SitegrepError, or the reason of the call's signal */
export type Ask = <Value>(
  work: (client: SitegrepClient, options: CallOptions) => Promise<Value>,
) => Promise<Value>;

/** Scope of a key that a tool needs. */
export type Scope = Caller['key']['scopes'][number];

/** The API that tools speak to. The server over standard input and that over HTTP each bring their own. */
export interface ToolApi {
  /** Calls the API; the call ends when the signal fires. */
  readonly ask: <Value>(
    work: (client: SitegrepClient, options: CallOptions) => Promise<Value>,
    signal: AbortSignal,
  ) => Promise<Value>;
  /** Scopes that tools may need, as far as they are known: those without one of them are not offered. */
  readonly scopes: (signal: AbortSignal) => Promise<ReadonlySet<Scope>>;
}
