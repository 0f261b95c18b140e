/** Work of the load generator: phases one after the other without a pause. */
export interface Plan {
  readonly url: string;
  readonly key: string;
  readonly terms: readonly string[];
  /** Upper bound. */
  readonly connections: number;
  readonly phases: readonly {
    readonly seconds: number;
    /** Requests a second, however fast they are answered. Left out: `clients` that each wait for their answer. */
    readonly rate?: number;
    readonly clients?: number;
  }[];
  /** How long answers are waited for at the end. */
  readonly lastAnswersMs: number;
}

export interface PhaseFigures {
  readonly sent: number;
  /** Due while all connections were in use. */
  readonly unsent: number;
  /** Answered 200. */
  readonly accepted: number;
  /** Others, by status. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly withoutRetryAfter: number;
  /** Connections that ended under a request. */
  readonly broken: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Accepted requests: when each was due, in milliseconds from the start of the phase, and how long it took. */
  readonly timeline: readonly (readonly [dueMs: number, ms: number])[];
  /** When those were due that were refused. */
  readonly refusedAt: readonly number[];
}

export type Figures = readonly PhaseFigures[];
