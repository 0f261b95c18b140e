// The providers of one operation, in order: an answer that is kept, else that of the first provider that has one. Equal
// requests at the same time are asked once. What stands before each provider is in gate.ts.
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
  /** Milliseconds since it was given; 0 if it was for this request. */
  readonly ageMs: number;
}

export interface ChainOptions<Name extends Operation> {
  readonly operation: Name;
  /** In the order in which they are asked; none: the chain can't be asked. */
  readonly gates: readonly Gate<Name>[];
  /** Milliseconds for everything together. */
  readonly deadlineMs: number;
  readonly cache: AnswerCache;
  /** Milliseconds that an answer is kept; 0: not at all. */
  readonly ttlMs: number;
  /** Whether a request was answered by what is kept; not told of chains that keep nothing. */
  readonly onLookup: (found: 'hit' | 'miss') => void;
  /** The cache can't be used at the moment. */
  readonly onCacheFailure: (error: unknown) => void;
}

export interface Chain<Name extends Operation> {
  /** Whether there is anybody to ask. */
  readonly isConfigured: boolean;
  /**
   * @throws ChainFailed if no provider has an answer, or says that there is none; ProviderFailure cancelled when the
   *   signal fires
   */
  ask(request: RequestOf<Name>, signal: AbortSignal): Promise<Answered<AnswerOf<Name>>>;
  /**
   * Asks every provider for itself, one after the other, whatever is kept: for operators who want to see which work.
   * Each counts as a call.
   *
   * @throws ProviderFailure cancelled when the signal fires
   */
  askEach(request: RequestOf<Name>, signal: AbortSignal): AsyncIterable<Trial<AnswerOf<Name>>>;
  report(): readonly GateReport[];
}

/** What came of asking one provider. */
export interface Trial<Answer> {
  readonly provider: string;
  readonly ms: number;
  readonly outcome: { readonly answer: Answer } | Attempt;
}

interface Kept<Answer> {
  readonly provider: string;
  readonly answer: Answer;
}

export function createChain<Name extends Operation>(options: ChainOptions<Name>): Chain<Name> {
  type Answer = AnswerOf<Name>;
  const { operation, gates, cache, ttlMs } = options;
  const flights = createSingleFlight<Answered<Answer>>();
  // Who is asked, and in which order, is part of what is asked.
  const names = gates.map(({ provider }) => provider.name).join(',');

  async function lookUp(key: string): Promise<Answered<Answer> | null> {
    if (ttlMs === 0) return null;
    try {
      const found = await cache.get(key);
      options.onLookup(found === null ? 'miss' : 'hit');
      if (found === null) return null;
      // Put there by `keep` of this version: the key says so.
      return { ...(found.value as Kept<Answer>), ageMs: found.ageMs };
    } catch (error) {
      options.onCacheFailure(error);
      return null;
    }
  }

  async function keep(key: string, kept: Kept<Answer>): Promise<void> {
    if (ttlMs === 0) return;
    try {
      await cache.set(key, kept, ttlMs);
    } catch (error) {
      options.onCacheFailure(error);
    }
  }

  /** What is kept, or what the first of them says that has an answer. @param stop when nobody waits any more */
  async function askInOrder(
    key: string,
    request: RequestOf<Name>,
    stop: AbortController,
  ): Promise<Answered<Answer>> {
    const kept = await lookUp(key);
    if (kept !== null) return kept;
    const limit = stopAfter(stop, options.deadlineMs);
    try {
      return await askWithin(key, request, stop.signal);
    } finally {
      limit.end();
    }
  }

  /** @param signal fires when nobody waits any more, and when time is up */
  async function askWithin(
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
        const answer = await gate.ask(request, signal);
        if (!gate.isLocal) await keep(key, { provider: name, answer });
        return { answer, provider: name, ageMs: 0 };
      } catch (error) {
        if (!(error instanceof ProviderFailure) || (signal.aborted && !isTimeout(signal.reason))) throw error;
        attempts.push(attemptOf(name, error));
        // That there is no such video is an answer.
        if (error.kind === 'not_found') break;
      }
    }
    throw new ChainFailed(attempts);
  }

  return {
    isConfigured: gates.length > 0,
    ask(request, signal) {
      const key = `${operation}:${hashOf([VERSION, names, request])}`;
      return flights.join(key, signal, (stop) => askInOrder(key, request, stop));
    },
    async *askEach(request, signal) {
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
    return { answer: await gate.ask(request, signal) };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind === 'cancelled') throw error;
    return attemptOf(gate.provider.name, error);
  }
}

/** Of a provider that can't do something in the request; it costs no call. */
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

/** Of what is kept; a new one where the answers of ports change. */
const VERSION = 1;

/** @param value whose members are always put together in the same order */
function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
