// Limits of one provider for one operation: circuit breaker, permit, budget; and the second attempt.
import { setTimeout } from 'node:timers/promises';
import { ProviderFailure, type FailureKind } from '../failure.ts';
import { stopped } from '../http/transport-failure.ts';
import type { Operation } from '../operations.ts';
import type { AnswerOf, Clock, ProviderOf, RequestOf } from '../ports.ts';
import { createBreaker, type BreakerState } from './breaker.ts';
import type { Budget, BudgetState } from './budget.ts';
import { limitTime } from './time-limit.ts';
import type { Permits } from './permits.ts';

/** Shared by all operations of a provider. */
export interface Allowance {
  readonly permits: Permits;
  readonly budget: Budget;
  /** Milliseconds for one answer, including the wait for a permit. */
  readonly timeoutMs: number;
  /** Whether the provider answers from this machine: then its answers are neither cached nor counted. */
  readonly isLocal: boolean;
}

/** A call that ended. */
export interface Call {
  readonly operation: Operation;
  readonly provider: string;
  readonly outcome: 'answered' | FailureKind;
  readonly ms: number;
  /** Null if it was answered. */
  readonly failure: ProviderFailure | null;
}

export interface GateReport {
  readonly provider: string;
  readonly breaker: BreakerState;
  /** Time until which it is left alone, in milliseconds since the epoch; null unless the breaker is open. */
  readonly restsUntil: number | null;
  readonly inFlight: number;
  /** Null: without bound. */
  readonly budget: BudgetState | null;
  readonly lastFailure: { readonly kind: FailureKind; readonly message: string; readonly at: number } | null;
  /** Milliseconds since the epoch; null if it never did. */
  readonly lastAnswerAt: number | null;
}

export interface Gate<Name extends Operation> {
  readonly provider: ProviderOf<Name>;
  readonly isLocal: boolean;
  /** @throws ProviderFailure */
  call(request: RequestOf<Name>, signal: AbortSignal): Promise<AnswerOf<Name>>;
  report(): GateReport;
}

/** Milliseconds between a broken connection or a 502 and the second attempt. */
const PAUSE_MS = 100;

export function createGate<Name extends Operation>(
  operation: Name,
  provider: ProviderOf<Name>,
  allowance: Allowance,
  { now, onCall }: { readonly now: Clock; readonly onCall: (call: Call) => void },
): Gate<Name> {
  const breaker = createBreaker(now);
  let lastFailure: GateReport['lastFailure'] = null;
  let lastAnswerAt: number | null = null;

  /** Makes one call, with a permit and on the budget. */
  async function call(request: RequestOf<Name>, signal: AbortSignal): Promise<AnswerOf<Name>> {
    const end = await allowance.permits.take(signal);
    try {
      await allowance.budget.take();
      return await timed(request, signal);
    } finally {
      end();
    }
  }

  async function timed(request: RequestOf<Name>, signal: AbortSignal): Promise<AnswerOf<Name>> {
    const start = performance.now();
    const ended = (failure: ProviderFailure | null): void =>
      onCall({
        operation,
        provider: provider.name,
        outcome: failure?.kind ?? 'answered',
        ms: performance.now() - start,
        failure,
      });
    try {
      const answer = await provider.call(request, signal);
      ended(null);
      return answer;
    } catch (error) {
      const failure = failureOf(error, provider.name);
      ended(failure);
      throw failure;
    }
  }

  async function callTwice(request: RequestOf<Name>, signal: AbortSignal): Promise<AnswerOf<Name>> {
    try {
      return await call(request, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.isPassing) || signal.aborted) throw error;
      await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {
        // It rejects only when the signal fires.
        throw stopped(signal, provider.name);
      });
      return await call(request, signal);
    }
  }

  return {
    provider,
    isLocal: allowance.isLocal,
    async call(request, signal) {
      const pass = breaker.enter();
      if (typeof pass === 'number') {
        throw new ProviderFailure(
          lastFailure?.kind ?? 'unavailable',
          `${provider.name} rests: ${lastFailure?.message ?? 'it failed'}`,
          { retryAfterMs: pass },
        );
      }
      using limit = limitTime(signal, allowance.timeoutMs);
      try {
        const answer = await callTwice(request, limit.signal);
        pass.settle('answered');
        lastAnswerAt = now();
        return answer;
      } catch (error) {
        const failure = failureOf(error, provider.name);
        pass.settle(failure);
        if (failure.kind !== 'cancelled' && failure.kind !== 'not_found')
          lastFailure = { kind: failure.kind, message: failure.message, at: now() };
        throw failure;
      }
    },
    report: () => ({
      provider: provider.name,
      breaker: breaker.state(),
      restsUntil: breaker.openUntil(),
      inFlight: allowance.permits.inFlight(),
      budget: allowance.budget.state(),
      lastFailure,
      lastAnswerAt,
    }),
  };
}

/** Any error of an adapter besides a ProviderFailure is a fault of the adapter, which the log shows as `cause`. */
function failureOf(error: unknown, provider: string): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  return new ProviderFailure('unavailable', `the adapter for ${provider} has a fault`, { cause: error });
}
