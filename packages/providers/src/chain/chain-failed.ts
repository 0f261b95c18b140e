import type { FailureKind, ProviderFailure } from '../failure.ts';

/** Outcome of one provider of a chain. */
export interface Attempt {
  readonly provider: string;
  readonly kind: FailureKind;
  /** Text for operators, without credentials and queries. */
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** unsupported: the request's field. */
  readonly field: string | null;
}

/** The outcome of a whole chain, for the client. */
export type ChainVerdict =
  /** There is no such video. */
  | { readonly kind: 'not_found' }
  /** No provider can do this field of the request. */
  | { readonly kind: 'unsupported'; readonly field: string }
  /** All providers that support the request have reached their limits. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null }
  /** The only provider that supports the request is our own index, which has no full text. */
  | { readonly kind: 'no_full_text' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed' };

/** No provider of a chain has an answer. */
export class ChainFailed extends Error {
  override readonly name = 'ChainFailed';
  readonly attempts: readonly Attempt[];
  readonly verdict: ChainVerdict;

  /** @param attempts in order, at least one */
  constructor(attempts: readonly Attempt[]) {
    super(attempts.map(({ provider, kind, message }) => `${provider}: ${kind}: ${message}`).join('; '));
    this.attempts = attempts;
    this.verdict = verdictOn(attempts);
  }
}

const LIMITS: ReadonlySet<FailureKind> = new Set(['quota', 'rate_limited']);

/**
 * Providers that do not support the request do not count. Waiting helps only if all others have reached a limit.
 */
function verdictOn(attempts: readonly Attempt[]): ChainVerdict {
  if (attempts.some(({ kind }) => kind === 'not_found')) return { kind: 'not_found' };
  const able = attempts.filter(({ kind }) => kind !== 'unsupported');
  const field = attempts.find(({ kind }) => kind === 'unsupported')?.field ?? null;
  if (able.length === 0 && field !== null) return { kind: 'unsupported', field };
  if (able.length > 0 && able.every(({ kind }) => kind === 'no_full_text')) return { kind: 'no_full_text' };
  if (able.length > 0 && able.every(({ kind }) => LIMITS.has(kind))) {
    const waits = able.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
    return { kind: 'limited', retryAfterMs: waits.length === 0 ? null : Math.min(...waits) };
  }
  return able.some(({ kind }) => kind === 'timeout') ? { kind: 'timeout' } : { kind: 'failed' };
}

export function attemptOf(provider: string, failure: ProviderFailure): Attempt {
  const { kind, message, retryAfterMs, field } = failure;
  return { provider, kind, message, retryAfterMs, field };
}
