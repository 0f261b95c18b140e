import type { FetchedHeaders } from './fetched.ts';
import { SitegrepError } from './error.ts';

export interface RetryPolicy {
  /** Maximum further tries after the first one. */
  readonly retries: number;
  /** Maximum wait before a try, in milliseconds; if the server asks for more, there is no further try. */
  readonly maxDelay: number;
}

/** Maximum first wait of the backoff, which has full jitter and doubles with each try; in milliseconds. */
const FIRST_DELAY_MS = 500;
/** Maximum wait of the backoff, in milliseconds; only the server can ask for more. */
const MAX_BACKOFF_MS = 8_000;

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): error is SitegrepError {
  if (!(error instanceof SitegrepError)) return false;
  return ['network', 'timeout'].includes(error.code) || error.status === 429 || error.status === 503;
}

/**
 * Computes the wait before another try.
 *
 * @param failures number of tries that failed before this one
 * @returns milliseconds; null if there is to be no further try
 */
export function delayBeforeRetry(
  error: SitegrepError,
  failures: number,
  { retries, maxDelay }: RetryPolicy,
  random: () => number = Math.random,
): number | null {
  if (failures >= retries) return null;
  const requested = error.retryAfterMs;
  if (requested !== null) return requested <= maxDelay ? requested : null;
  return random() * Math.min(MAX_BACKOFF_MS, maxDelay, FIRST_DELAY_MS * 2 ** failures);
}

/** Waits. @throws the signal's reason when it fires */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      // The reason of the caller's signal may be anything.
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3): seconds, or a date, which is compared with the server's clock if the answer has
 * its time.
 *
 * @returns milliseconds from now; null if there is no valid one
 */
export function retryAfterOf(headers: FetchedHeaders, now: number = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  if (!/[a-z]/i.test(value) || Number.isNaN(date)) return null;
  const theirs = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(theirs) ? now : theirs));
}

/**
 * One try of a request, which ends when its time limit is exceeded or the caller's signal fires, and knows which of the two
 * happened. Unlike with AbortSignal.any and AbortSignal.timeout, the time limit can be restarted when data arrives.
 */
export class Attempt {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;

  /** @param timeoutMs maximum time in milliseconds; 0 for no limit */
  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    outer?.throwIfAborted();
    this.#outer = outer;
    this.#timeoutMs = timeoutMs;
    outer?.addEventListener('abort', this.#leave, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time limit was exceeded. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Restarts the time limit. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#timeoutMs === 0 || this.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#controller.abort();
    }, this.#timeoutMs);
  }

  /** Suspends the time limit until `restart`. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Releases timer and signal, and closes the connection if `stop` is set. */
  end(how: { readonly stop: boolean }): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#leave);
    if (how.stop) this.#controller.abort();
  }

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    this.#controller.abort(this.#outer?.reason);
  };
}
