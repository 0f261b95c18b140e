// How long a server is waited for that is busy or out of reach: longer each time, and not for ever.
import { RemoteError } from './remote-error.ts';

/** The server is waited for. */
export interface RemoteWait {
  /** Time of the next request, in milliseconds since the epoch. */
  readonly until: number;
  /** Host of the file. */
  readonly server: string;
  /** A plain sentence without a full stop. */
  readonly reason: string;
}

/** An attempt that gave nothing, or not all; another one may. */
export class Passing extends Error {
  override readonly name = 'Passing';
  readonly fault: 'busy' | 'unreachable';
  /** Time that the server asks to be left alone for, in milliseconds; null: it does not. */
  readonly retryAfterMs: number | null;

  /** @param reason a plain sentence without a full stop */
  constructor(fault: 'busy' | 'unreachable', reason: string, retryAfterMs: number | null = null) {
    super(reason);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Longest times without a further byte, in milliseconds. */
export interface PatienceLimits {
  /** While the server answers that it is busy. */
  readonly busyMs: number;
  /** While it can't be reached, or its answers break off. */
  readonly unreachableMs: number;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = { busy: 300_000, unreachable: 60_000 } as const;
const REMEDY = {
  busy: 'Try later, or read from a mirror',
  unreachable: 'Check that the server can be reached from here, and try later',
} as const;

/** The failed attempts since something was read. */
export class Patience {
  readonly #limits: PatienceLimits;
  readonly #random: () => number;
  #tries = 0;
  #since = 0;

  constructor(limits: PatienceLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Notes that something was read. */
  restore(): void {
    this.#tries = 0;
  }

  /** Time to wait after a failed attempt, in milliseconds. @throws RemoteError if it was waited for long enough */
  after({ fault, message, retryAfterMs }: Passing, now: number, url: string): number {
    if (this.#tries === 0) this.#since = now;
    const grown = Math.min(MAX_WAIT_MS[fault], FIRST_WAIT_MS * 2 ** Math.min(this.#tries, 20));
    this.#tries++;
    // Readers that were sent away together do not come back together.
    const wait = Math.max(retryAfterMs ?? 0, grown * (0.75 + this.#random() / 2));
    const limit = fault === 'busy' ? this.#limits.busyMs : this.#limits.unreachableMs;
    const waited = now - this.#since;
    if (waited + wait <= limit) return wait;
    const tries = this.#tries === 1 ? '' : ` (${this.#tries} tries in ${durationText(waited)})`;
    const asks = retryAfterMs === null ? '' : `, and asks to stay away for ${durationText(retryAfterMs)}`;
    throw new RemoteError(fault, `${url}: ${message}${asks}${tries}. ${REMEDY[fault]}`);
  }
}

/** Text of a duration: `12 s`, `90 min`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 2 * 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
