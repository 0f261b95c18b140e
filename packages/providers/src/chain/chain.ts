// The providers of one operation, in order: a cached answer, or else that of the first provider that has one. Equal
// requests at the same time share one call. gate.ts has the limits of each provider.
import { hash } from 'node:crypto';
import { ProviderFailure } from '../failure.ts';
import { isTimeout, stopped } from '../http/transport-failure.ts';
import type { Operation } from '../operations.ts';
import type { AnswerOf, RequestOf } from '../ports.ts';
import type { AnswerCache } from './answer-cache.ts';
import { attemptOf, ChainFailed, type Attempt } from './chain-failed.ts';
import type { Gate, GateReport } from './gate.ts';
import { createSingleFlight } from './single-flight.ts';
import { stopAfter } from './time-limit.ts';

/** An answer, and where it comes from. */
export interface Answered<Answer> {
  readonly answer: Answer;
  /** The provider's name. */
  readonly provider: string;
  /** Milliseconds since the provider gave it; 0 if it was called for this request. */
  readonly ageMs: number;
}

export interface ChainOptions<Name extends Operation> {
  readonly operation: Name;
  /** Gates in the order in which they are called; none: the chain can't be called. */
  readonly gates: readonly Gate<Name>[];
  /** Milliseconds for everything together. */
  readonly deadlineMs: number;
  readonly cache: AnswerCache;
  /** Milliseconds for which an answer is cached; 0: not at all. */
  readonly ttlMs: number;
  /** Reports whether a request was answered from the cache; not called by chains without cache. */
  readonly onLookup: (found: 'hit' | 'miss') => void;
  /** The cache can't be used at the moment. */
  readonly onCacheFailure: (error: unknown) => void;
}

export interface Chain<Name extends Operation> {
  /** Whether there is any provider to call. */
  readonly isConfigured: boolean;
  /**
   * @throws ChainFailed if no provider has an answer, or says that there is none; ProviderFailure cancelled when the
   *   signal fires
   */
  call(request: RequestOf<Name>, signal: AbortSignal): Promise<Answered<AnswerOf<Name>>>;
  /**
   * Calls every provider separately, one after the other, without the cache: for operators who want to see which of
   * them work. Each counts as a call.
   *
   * @throws ProviderFailure cancelled when the signal fires
   */
  callEach(request: RequestOf<Name>, signal: AbortSignal): AsyncIterable<Trial<AnswerOf<Name>>>;
  report(): readonly GateReport[];
}

/** Result of calling one provider. */
export interface Trial<Answer> {
  readonly provider: string;
  readonly ms: number;
  readonly outcome: { readonly answer: Answer } | Attempt;
}

interface CachedAnswer<Answer> {
  readonly provider: string;
  readonly answer: Answer;
}

export function createChain<Name extends Operation>(options: ChainOptions<Name>): Chain<Name> {
  type Answer = AnswerOf<Name>;
  const { operation, gates, cache, ttlMs } = options;
  const join = createSingleFlight<Answered<Answer>>();
  // The providers and their order are part of the cache key.
  const names = gates.map(({ provider }) => provider.name).join(',');

  async function lookUp(key: string): Promise<Answered<Answer> | null> {
    if (ttlMs === 0) return null;
    try {
      const found = await cache.get(key);
      options.onLookup(found === null ? 'miss' : 'hit');
      if (found === null) return null;
      // `store` of this version put it there: the key contains the version.
      return { ...(found.value as CachedAnswer<Answer>), ageMs: found.ageMs };
    } catch (error) {
      options.onCacheFailure(error);
      return null;
    }
  }

  async function store(key: string, cached: CachedAnswer<Answer>): Promise<void> {
    if (ttlMs === 0) return;
    try {
      await cache.set(key, cached, ttlMs);
    } catch (error) {
      options.onCacheFailure(error);
    }
  }

  /**
   * The cached answer, or that of the first provider that has one.
   *
   * @param stop aborted when no client waits any more
   */
  async function callInOrder(
    key: string,
    request: RequestOf<Name>,
    stop: AbortController,
  ): Promise<Answered<Answer>> {
    const cached = await lookUp(key);
    if (cached !== null) return cached;
    using _limit = stopAfter(stop, options.deadlineMs);
    return await callWithin(key, request, stop.signal);
  }

  /** @param signal fires when no client waits any more, and when time is up */
  async function callWithin(
    key: string,
    request: RequestOf<Name>,
    signal: AbortSignal,
  ): Promise<Answered<Answer>> {
    const attempts: Attempt[] = [];
    for (const gate of gates) {
      const { name } = gate.provider;
      const inability = inabilityOf(gate, request);
      if (inability !== null) {
        attempts.push(inability);
        continue;
      }
      if (signal.aborted) {
        attempts.push(attemptOf(name, stopped(signal, name)));
        break;
      }
      try {
        const answer = await gate.call(request, signal);
        if (!gate.isLocal) await store(key, { provider: name, answer });
        return { answer, provider: name, ageMs: 0 };
      } catch (error) {
        if (!(error instanceof ProviderFailure) || (signal.aborted && !isTimeout(signal.reason))) throw error;
        attempts.push(attemptOf(name, error));
        // "No such video" is an answer: no other provider is called.
        if (error.kind === 'not_found') break;
      }
    }
    throw new ChainFailed(attempts);
  }

  return {
    isConfigured: gates.length > 0,
    call(request, signal) {
      const key = `${operation}:${hashOf([VERSION, names, request])}`;
      return join(key, signal, (stop) => callInOrder(key, request, stop));
    },
    async *callEach(request, signal) {
      for (const gate of gates) {
        const start = performance.now();
        const outcome = await outcomeOf(gate, request, signal);
        yield { provider: gate.provider.name, ms: performance.now() - start, outcome };
      }
    },
    report: () => gates.map((gate) => gate.report()),
  };
}

/** @throws ProviderFailure cancelled */
async function outcomeOf<Name extends Operation>(
  gate: Gate<Name>,
  request: RequestOf<Name>,
  signal: AbortSignal,
): Promise<{ readonly answer: AnswerOf<Name> } | Attempt> {
  const inability = inabilityOf(gate, request);
  if (inability !== null) return inability;
  try {
    return { answer: await gate.call(request, signal) };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind === 'cancelled') throw error;
    return attemptOf(gate.provider.name, error);
  }
}

/** The attempt at a provider that does not support the request; it costs no call. */
function inabilityOf<Name extends Operation>(
  { provider }: Gate<Name>,
  request: RequestOf<Name>,
): Attempt | null {
  const field = provider.unsupported(request);
  if (field === null) return null;
  return {
    provider: provider.name,
    kind: 'unsupported',
    message: `can't do this ${field}`,
    retryAfterMs: null,
    field,
  };
}

/** Version of cached answers; increase it where the answers of ports change. */
const VERSION = 1;

/** @param value whose members are always put together in the same order */
function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
