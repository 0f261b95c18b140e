/** Work of the load generator: phases one after the other without a pause. */
export interface Plan {
  readonly url: string;
  /** Requests with all their bytes, sent in turn. */
  readonly requests: readonly string[];
  /** Upper bound. */
  readonly connections: number;
  readonly phases: readonly PlannedPhase[];
  /** How long answers are waited for at the end. */
  readonly lastAnswersMs: number;
}

export interface PlannedPhase {
  readonly seconds: number;
  /** Requests a second, however fast they are answered. Left out: `clients` that each wait for their answer. */
  readonly rate?: number;
  readonly clients?: number;
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
  /** Longest time of a refusal. */
  readonly refusalMaxMs: number;
  /** Accepted requests: when each was due, in milliseconds from the start of the phase, and how long it took. */
  readonly timeline: readonly (readonly [dueMs: number, ms: number])[];
  /** When those were due that were refused. */
  readonly refusedAt: readonly number[];
}

export interface Figures {
  readonly phases: readonly PhaseFigures[];
  /** Processor time of the generator, in milliseconds. */
  readonly processorMs: number;
}

/** All bytes of a search. @param path of the operation */
export function searchRequest(
  url: string,
  key: string,
  search: object,
  path = '/html-source-code-search',
): string {
  const body = JSON.stringify(search);
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-API-Key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

export function refusedOf({ refusals }: PhaseFigures): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0);
}

/** The figures of a plan with one phase. */
export function only({ phases }: Figures): PhaseFigures {
  const [phase] = phases;
  if (phase === undefined) throw new Error('a phase is missing');
  return phase;
}
