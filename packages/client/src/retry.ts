import { SitegrepError } from './error.ts';

export interface RetryPolicy {
  /** Further tries, after the first one. */
  readonly retries: number;
  /** Milliseconds that are waited at most; a server that asks for more is not waited for. */
  readonly maxDelay: number;
}

/** Of backoff with full jitter: the first wait is up to this, each further one up to twice as long. */
const FIRST_DELAY_MS = 500;
/** Milliseconds of backoff at most; more only if the server says so. */
const MAX_BACKOFF_MS = 8_000;

/** Errors behind which the same request can succeed. */
export function isPassing(error: unknown): error is SitegrepError {
  if (!(error instanceof SitegrepError)) return false;
  return ['network', 'timeout'].includes(error.code) || error.status === 429 || error.status === 503;
}

/**
 * Milliseconds to wait before another try; null if there is to be none.
 *
 * @param failures tries that failed before this one
 */
export function delayBeforeRetry(
  error: SitegrepError,
  failures: number,
  { retries, maxDelay }: RetryPolicy,
  random: () => number = Math.random,
): number | null {
  if (failures >= retries) return null;
  const asked = error.retryAfterMs;
  if (asked !== null) return asked <= maxDelay ? asked : null;
  return random() * Math.min(MAX_BACKOFF_MS, maxDelay, FIRST_DELAY_MS * 2 ** failures);
}

/** Waits. @throws the signal's reason when it fires */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      // The caller's own reason, whatever it is.
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
 * `Retry-After` in milliseconds from now (RFC 9110, 10.2.3): seconds, or a date, which is compared with the server's own
 * clock if its answer has the time.
 *
 * @returns null if there is none that can be read
 */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  if (!/[a-z]/i.test(value) || Number.isNaN(date)) return null;
  const theirs = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(theirs) ? now : theirs));
}
