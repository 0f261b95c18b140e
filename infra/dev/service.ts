/** A server that integration tests need: how it is started, and how to ask whether it is well. */
export type Service = {
  readonly name: 'elasticsearch' | 'redis';
  /** The environment variable that holds its endpoint: tests read it, and one that is set already is used as it is. */
  readonly variable: 'TEST_ELASTICSEARCH' | 'TEST_REDIS';
  /** Starts it on 127.0.0.1 with everything it writes in `folder`, which it may empty first. It outlives this process. */
  readonly start: (place: { readonly folder: string; readonly port: number }) => Promise<StartedService>;
  /** Its version. Throws if it does not answer as it should within `withinMs` milliseconds. */
  readonly probe: (endpoint: string, withinMs: number) => Promise<string>;
};

export type StartedService = { readonly endpoint: string; readonly process: ProcessIdentity };

/** A process for good: its number may come back after its end, but not at the same tick of the same boot. */
export type ProcessIdentity = {
  readonly pid: number;
  /** Clock ticks from boot to start, as in /proc/<pid>/stat. */
  readonly startTicks: string;
  readonly bootId: string;
};
