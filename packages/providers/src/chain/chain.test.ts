import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AUTOCOMPLETE, CITY } from '../../test/conformance/requests.ts';
import { ProviderFailure } from '../failure.ts';
import { stopped } from '../http/transport-failure.ts';
import type { AutocompleteAnswer, AutocompleteProvider } from '../ports.ts';
import { createMemoryCache } from './answer-cache.ts';
import { createBudget, createLocalCounts } from './budget.ts';
import { createChain, type Chain } from './chain.ts';
import { ChainFailed } from './chain-failed.ts';
import { createGate, type Call } from './gate.ts';
import { createPermits } from './permits.ts';

const answerOf = (engine: string, ...texts: readonly string[]): AutocompleteAnswer => ({
  engine,
  engineDomain: null,
  checkUrl: null,
  suggestions: texts.map((text) => ({ text, searchUrl: null, thumbnailUrl: null, highlighted: [] })),
});

type Ask = (signal: AbortSignal) => Promise<AutocompleteAnswer>;

/** A provider that calls `call`, and counts how often. */
function providerOf(name: string, call: Ask): AutocompleteProvider & { readonly calls: () => number } {
  let count = 0;
  return {
    name,
    unsupported: ({ location }) => (location.country === null ? 'location_code' : null),
    call: async (_request, signal) => {
      count++;
      return call(signal);
    },
    calls: () => count,
  };
}

const answering = (name: string) => providerOf(name, async () => answerOf(name, name));
const failing = (name: string, kind: ProviderFailure['kind'], facts = {}) =>
  providerOf(name, async () => {
    throw new ProviderFailure(kind, `${name} fails`, facts);
  });
const silent = (name: string) =>
  providerOf(name, async (signal) => {
    await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
    throw stopped(signal, name);
  });

interface Wishes {
  readonly ttlMs?: number;
  readonly deadlineMs?: number;
  readonly timeoutMs?: number;
  readonly daily?: number | null;
  readonly local?: readonly string[];
}

const NOW = Date.UTC(2026, 10, 22, 12);

function chainOf(providers: readonly AutocompleteProvider[], wishes: Wishes = {}) {
  const { ttlMs = 0, deadlineMs = 10_000, timeoutMs = 5_000, daily = null, local = [] } = wishes;
  const clock = { time: NOW };
  const now = (): number => clock.time;
  const calls: Call[] = [];
  const lookups: string[] = [];
  const gates = providers.map((provider) => {
    const { name } = provider;
    const allowance = {
      permits: createPermits(name, { concurrency: 10, perMinute: null }),
      budget: createBudget(name, daily, { counts: createLocalCounts(now), now }),
      timeoutMs,
      isLocal: local.includes(name),
    };
    return createGate<'web-autocomplete'>('web-autocomplete', provider, allowance, {
      now,
      onCall: (call) => calls.push(call),
    });
  });
  const chain: Chain<'web-autocomplete'> = createChain({
    operation: 'web-autocomplete',
    gates,
    deadlineMs,
    cache: createMemoryCache(1_000_000, now),
    ttlMs,
    onLookup: (found) => lookups.push(found),
    onCacheFailure: (error) => {
      throw error;
    },
  });
  return { chain, calls, lookups, clock };
}

const never = new AbortController().signal;

async function verdictOf(chain: Chain<'web-autocomplete'>, request = AUTOCOMPLETE): Promise<unknown> {
  const outcome = await chain.call(request, never).catch((error: unknown) => error);
  if (!(outcome instanceof ChainFailed)) throw new Error('It did not fail.', { cause: outcome });
  return outcome.verdict;
}

describe('a chain', () => {
  test('asks the first, and the others not at all', async () => {
    const [a, b] = [answering('a'), answering('b')];
    const { chain } = chainOf([a, b]);
    expect(await chain.call(AUTOCOMPLETE, never)).toEqual({
      answer: answerOf('a', 'a'),
      provider: 'a',
      ageMs: 0,
    });
    expect(b.calls()).toBe(0);
  });

  test.each([
    'credential',
    'quota',
    'rate_limited',
    'timeout',
    'unavailable',
    'bad_answer',
    'unsupported',
  ] as const)('falls over if the first fails: %s', async (kind) => {
    const { chain, calls } = chainOf([failing('a', kind), answering('b')]);
    expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('b');
    expect(calls.map(({ provider, outcome }) => [provider, outcome])).toEqual([
      ['a', kind],
      ['b', 'answered'],
    ]);
  });

  test('never falls over on an honest empty answer', async () => {
    const b = answering('b');
    const { chain } = chainOf([providerOf('a', async () => answerOf('a')), b]);
    expect((await chain.call(AUTOCOMPLETE, never)).answer.suggestions).toEqual([]);
    expect(b.calls()).toBe(0);
  });

  test('nor when there is no such video', async () => {
    const b = answering('b');
    const { chain } = chainOf([failing('a', 'not_found'), b]);
    expect(await verdictOf(chain)).toEqual({ kind: 'not_found' });
    expect(b.calls()).toBe(0);
  });

  test('falls over in time if the first is slow', async () => {
    const { chain } = chainOf([silent('a'), answering('b')], { timeoutMs: 30 });
    expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('b');
  });

  test('shares one deadline', async () => {
    const c = answering('c');
    const { chain } = chainOf([silent('a'), silent('b'), c], { timeoutMs: 5_000, deadlineMs: 50 });
    expect(await verdictOf(chain)).toEqual({ kind: 'timeout' });
    expect(c.calls()).toBe(0);
  });

  test('spends nothing on who can’t do it', async () => {
    const a = { ...answering('a'), unsupported: () => 'client' };
    const { chain, calls } = chainOf([a, answering('b')], { daily: 1 });
    expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('b');
    expect(calls.map(({ provider }) => provider)).toEqual(['b']);
    expect(chain.report().map(({ budget }) => budget)).toEqual([
      { daily: 1, left: 1 },
      { daily: 1, left: 0 },
    ]);
  });

  test('an adapter that throws something else is a failure of its own, with the cause for the log', async () => {
    const fault = new TypeError('x is undefined');
    const { chain, calls } = chainOf([
      providerOf('a', async () => {
        throw fault;
      }),
      answering('b'),
    ]);
    expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('b');
    expect(calls[0]).toMatchObject({ outcome: 'unavailable', failure: { cause: fault } });
  });
});

test('each can be asked for itself, whatever is kept', async () => {
  const a = answering('a');
  const { chain } = chainOf(
    [a, failing('b', 'credential'), { ...answering('c'), unsupported: () => 'client' }],
    {
      ttlMs: 60_000,
    },
  );
  await chain.call(AUTOCOMPLETE, never);
  const trials = await Array.fromAsync(chain.callEach(AUTOCOMPLETE, never));
  expect(trials).toEqual([
    { provider: 'a', ms: expect.any(Number), outcome: { answer: answerOf('a', 'a') } },
    { provider: 'b', ms: expect.any(Number), outcome: expect.objectContaining({ kind: 'credential' }) },
    {
      provider: 'c',
      ms: expect.any(Number),
      outcome: expect.objectContaining({ kind: 'unsupported', field: 'client' }),
    },
  ]);
  expect(a.calls()).toBe(2);
  await expect(Array.fromAsync(chain.callEach(AUTOCOMPLETE, AbortSignal.abort()))).rejects.toMatchObject({
    kind: 'cancelled',
  });
});

describe('what a chain that fails comes to', () => {
  test('nobody can do it', async () => {
    const { chain } = chainOf([answering('a'), answering('b')]);
    expect(await verdictOf(chain, { ...AUTOCOMPLETE, location: CITY })).toEqual({
      kind: 'unsupported',
      field: 'location_code',
    });
  });

  test('limits everywhere: the shortest wait', async () => {
    const { chain } = chainOf([
      failing('a', 'quota', { retryAfterMs: 60_000 }),
      failing('b', 'rate_limited', { retryAfterMs: 7_000 }),
      failing('c', 'quota'),
    ]);
    expect(await verdictOf(chain)).toEqual({ kind: 'limited', retryAfterMs: 7_000 });
  });

  test('a limit and a failure: the failure', async () => {
    const { chain } = chainOf([failing('a', 'quota', { retryAfterMs: 60_000 }), failing('b', 'credential')]);
    expect(await verdictOf(chain)).toEqual({ kind: 'failed' });
  });

  test('a failure and a timeout: the timeout', async () => {
    const { chain } = chainOf([failing('a', 'bad_answer'), failing('b', 'timeout')]);
    expect(await verdictOf(chain)).toEqual({ kind: 'timeout' });
  });
});

describe('one provider in a chain', () => {
  test('is tried once more when the connection broke, not more often, and not otherwise', async () => {
    const passing = failing('a', 'unavailable', { isPassing: true });
    const broken = failing('b', 'unavailable');
    const { chain } = chainOf([passing, broken]);
    expect(await verdictOf(chain)).toEqual({ kind: 'failed' });
    expect([passing.calls(), broken.calls()]).toEqual([2, 1]);
  });

  test('is left alone once its breaker is open, and asked again after its rest', async () => {
    let isWell = false;
    const a = providerOf('a', async () => {
      if (isWell) return answerOf('a', 'a');
      throw new ProviderFailure('unavailable', 'down');
    });
    const { chain, clock } = chainOf([a, answering('b')]);
    for (let n = 0; n < 8; n++) expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('b');
    expect(a.calls()).toBe(5);
    expect(chain.report()[0]).toMatchObject({
      breaker: 'open',
      lastFailure: { kind: 'unavailable', message: 'down', at: NOW },
    });
    isWell = true;
    clock.time += 10_000;
    expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('a');
    expect(chain.report()[0]).toMatchObject({ breaker: 'closed', lastAnswerAt: NOW + 10_000 });
  });

  test('that is out of quota is not asked before its time, and the wait is told', async () => {
    const a = failing('a', 'quota', { retryAfterMs: 60_000 });
    const { chain, clock } = chainOf([a]);
    await verdictOf(chain);
    clock.time += 20_000;
    expect(await verdictOf(chain)).toEqual({ kind: 'limited', retryAfterMs: 40_000 });
    expect(a.calls()).toBe(1);
  });

  test('gets no more calls a day than its budget', async () => {
    const a = answering('a');
    const { chain, clock } = chainOf([a, answering('b')], { daily: 2 });
    const who = async (): Promise<string> => (await chain.call(AUTOCOMPLETE, never)).provider;
    expect([await who(), await who(), await who()]).toEqual(['a', 'a', 'b']);
    clock.time += 12 * 3_600_000;
    expect(await who()).toBe('a');
    expect(a.calls()).toBe(3);
  });
});

describe('equal requests', () => {
  test('two hundred at once make one call', async () => {
    const a = providerOf('a', async () => {
      await setTimeout(20);
      return answerOf('a', 'a');
    });
    const { chain } = chainOf([a]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => chain.call({ ...AUTOCOMPLETE }, never)),
    );
    expect(a.calls()).toBe(1);
    expect(new Set(answers.map(({ provider }) => provider))).toEqual(new Set(['a']));
    await Promise.all([
      chain.call(AUTOCOMPLETE, never),
      chain.call({ ...AUTOCOMPLETE, keyword: 'another' }, never),
    ]);
    expect(a.calls()).toBe(3);
  });

  test('who leaves takes nobody along; when all have left, the call is stopped', async () => {
    let told: AbortSignal | null = null;
    const a = providerOf('a', async (signal) => {
      told = signal;
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
      throw stopped(signal, 'a');
    });
    const { chain } = chainOf([a]);
    const leavers = [new AbortController(), new AbortController()];
    const calls = leavers.map(({ signal }) => chain.call(AUTOCOMPLETE, signal));
    await setTimeout(1);
    leavers[0]?.abort();
    await expect(calls[0]).rejects.toMatchObject({ kind: 'cancelled' });
    expect(told).toMatchObject({ aborted: false });
    leavers[1]?.abort();
    await expect(calls[1]).rejects.toMatchObject({ kind: 'cancelled' });
    expect(told).toMatchObject({ aborted: true });
    expect(chain.report()[0]).toMatchObject({ breaker: 'closed', lastFailure: null });
  });

  test('are answered by what is kept, which tells its age, until it is too old', async () => {
    const a = answering('a');
    const { chain, clock, lookups } = chainOf([a], { ttlMs: 60_000 });
    await chain.call(AUTOCOMPLETE, never);
    clock.time += 59_999;
    expect(await chain.call({ ...AUTOCOMPLETE }, never)).toEqual({
      answer: answerOf('a', 'a'),
      provider: 'a',
      ageMs: 59_999,
    });
    clock.time += 1;
    expect((await chain.call(AUTOCOMPLETE, never)).ageMs).toBe(0);
    expect([a.calls(), lookups]).toEqual([2, ['miss', 'hit', 'miss']]);
  });

  test('are asked anew where the answer comes from this machine, or failed', async () => {
    const local = answering('local');
    const { chain } = chainOf([failing('a', 'bad_answer'), local], { ttlMs: 60_000, local: ['local'] });
    await chain.call(AUTOCOMPLETE, never);
    expect((await chain.call(AUTOCOMPLETE, never)).ageMs).toBe(0);
    expect(local.calls()).toBe(2);
  });

  test('a cache that is away is as good as none', async () => {
    const failures: unknown[] = [];
    const a = answering('a');
    const now = (): number => NOW;
    const gate = createGate<'web-autocomplete'>(
      'web-autocomplete',
      a,
      {
        permits: createPermits('a', { concurrency: 1, perMinute: null }),
        budget: createBudget('a', null, { counts: createLocalCounts(now), now }),
        timeoutMs: 1_000,
        isLocal: false,
      },
      { now, onCall: () => undefined },
    );
    const away = async (): Promise<never> => {
      throw new Error('away');
    };
    const chain = createChain({
      operation: 'web-autocomplete',
      gates: [gate],
      deadlineMs: 1_000,
      cache: { get: away, set: away },
      ttlMs: 1_000,
      onLookup: () => undefined,
      onCacheFailure: (error) => failures.push(error),
    });
    expect((await chain.call(AUTOCOMPLETE, never)).provider).toBe('a');
    expect(failures).toHaveLength(2);
  });
});
