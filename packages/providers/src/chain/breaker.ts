import type { FailureKind, ProviderFailure } from '../failure.ts';
import type { Clock } from '../ports.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Permission for one call to a provider. */
export interface Pass {
  /** Reports the outcome of the call; once. */
  settle(outcome: ProviderFailure | 'answered'): void;
}

export type Breaker = ReturnType<typeof createBreaker>;

/** Failures in a row after which a provider is left alone. */
const IN_A_ROW = 5;
/** First and longest rest, in milliseconds; the rest doubles each time that the trial after it fails. */
const FIRST_REST_MS = 10_000;
const MAX_REST_MS = 5 * 60_000;
/** Time that other calls wait for the trial call, in milliseconds. */
const TRIAL_MS = 1_000;

/** Rest after a single such failure, in milliseconds, if the provider does not state it. */
const RESTS: Readonly<Partial<Record<FailureKind, number>>> = {
  credential: 60_000,
  quota: 10 * 60_000,
  rate_limited: 5_000,
};

/** Failures that say nothing about the state of the provider. */
const NEUTRAL: ReadonlySet<FailureKind> = new Set(['cancelled', 'unsupported', 'no_full_text']);

/** Circuit breaker: stops calls to a provider that keeps failing, until it has had time to recover. */
export function createBreaker(now: Clock) {
  let failures = 0;
  let openUntil: number | null = null;
  let rest = FIRST_REST_MS;
  let onTrial = false;

  function close(): void {
    failures = 0;
    openUntil = null;
    rest = FIRST_REST_MS;
  }

  function failed({ kind, retryAfterMs }: ProviderFailure, isTrial: boolean): void {
    failures++;
    const own = retryAfterMs ?? RESTS[kind];
    if (own !== undefined) {
      openUntil = Math.max(openUntil ?? 0, now() + Math.max(1, own));
    } else if (isTrial || (openUntil === null && failures >= IN_A_ROW)) {
      openUntil = now() + rest;
      rest = Math.min(MAX_REST_MS, 2 * rest);
    }
  }

  function pass(isTrial: boolean): Pass {
    return {
      settle(outcome) {
        if (isTrial) onTrial = false;
        if (outcome === 'answered' || outcome.kind === 'not_found') {
          // An answer to a call from before the failure says nothing about the present state.
          if (isTrial || openUntil === null) close();
        } else if (!NEUTRAL.has(outcome.kind)) failed(outcome, isTrial);
      },
    };
  }

  return {
    state(): BreakerState {
      if (openUntil === null) return 'closed';
      return now() < openUntil ? 'open' : 'half_open';
    },
    /** End of the rest in milliseconds since the epoch; null unless the breaker is open. */
    openUntil: (): number | null => (openUntil !== null && now() < openUntil ? openUntil : null),
    /** @returns permission for a call; or the milliseconds after which it is worth trying again, > 0 */
    enter(): Pass | number {
      if (openUntil === null) return pass(false);
      if (now() < openUntil) return openUntil - now();
      if (onTrial) return TRIAL_MS;
      onTrial = true;
      return pass(true);
    },
  };
}
