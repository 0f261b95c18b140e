import type { FailureKind, ProviderFailure } from '../failure.ts';
import type { Clock } from '../ports.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Leave to ask a provider once. */
export interface Pass {
  /** What came of it. Once. */
  left(outcome: ProviderFailure | 'answered'): void;
}

/** Keeps a provider that fails from being asked, until it had time to recover. */
export interface Breaker {
  state(): BreakerState;
  /** @returns leave to ask; or after how many milliseconds it is worth to try again, > 0 */
  enter(): Pass | number;
}

/** Failures in a row after which a provider is left alone. */
const IN_A_ROW = 5;
/** For how long at first, and at most; each time that it fails right after, twice as long. In milliseconds. */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 5 * 60_000;
/** How long others wait for the one that tries whether it is well again, in milliseconds. */
const TRIAL_MS = 1_000;

/** For how long a provider rests after a single such failure, if it does not say so itself, in milliseconds. */
const RESTS: Readonly<Partial<Record<FailureKind, number>>> = {
  credential: 60_000,
  quota: 10 * 60_000,
  rate_limited: 5_000,
};

/** Failures that say nothing of how the provider does. */
const NEUTRAL: ReadonlySet<FailureKind> = new Set(['cancelled', 'unsupported']);

export function createBreaker(now: Clock): Breaker {
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
      rest = Math.min(LONGEST_REST_MS, 2 * rest);
    }
  }

  function pass(isTrial: boolean): Pass {
    return {
      left(outcome) {
        if (isTrial) onTrial = false;
        if (outcome === 'answered' || outcome.kind === 'not_found') {
          // What was asked before it failed says nothing of how it does now.
          if (isTrial || openUntil === null) close();
        } else if (!NEUTRAL.has(outcome.kind)) failed(outcome, isTrial);
      },
    };
  }

  return {
    state() {
      if (openUntil === null) return 'closed';
      return now() < openUntil ? 'open' : 'half_open';
    },
    enter() {
      if (openUntil === null) return pass(false);
      if (now() < openUntil) return openUntil - now();
      if (onTrial) return TRIAL_MS;
      onTrial = true;
      return pass(true);
    },
  };
}
