/** A server for integration tests: how to start it, and how to check it. */
export type Service = {
  readonly name: 'elasticsearch' | 'elasticsearch-measured' | 'redis';
  /** Environment variable with its endpoint: tests read it, and a value that is set already is used as it is. */
  readonly variable: 'TEST_ELASTICSEARCH' | 'TEST_REDIS';
  /** Starts it on 127.0.0.1; all of its files are in `folder`, which it may empty first. It outlives this process. */
  readonly start: (target: { readonly folder: string; readonly port: number }) => Promise<StartedService>;
  /** Version of the running server. Throws if it does not answer properly within `withinMs` milliseconds. */
  readonly probe: (endpoint: string, withinMs: number) => Promise<string>;
  /** Removes what the ended server left outside of `folder`; absent: it leaves nothing there. */
  readonly discard?: (folder: string) => Promise<void>;
};

export type StartedService = { readonly endpoint: string; readonly process: ProcessIdentity };

/** Lasting identity of a process: its number may be reused, but not with the same start time since the same boot. */
export type ProcessIdentity = {
  readonly pid: number;
  /** Clock ticks from boot to start, as in /proc/<pid>/stat. */
  readonly startTicks: string;
  readonly bootId: string;
};
