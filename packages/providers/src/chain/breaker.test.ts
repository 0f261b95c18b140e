import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure, type FailureKind } from '../failure.ts';
import { createBreaker, type Breaker, type Pass } from './breaker.ts';

let time: number;
let breaker: Breaker;
beforeEach(() => {
  time = 1_000_000;
  breaker = createBreaker(() => time);
});

function entered(): Pass {
  const pass = breaker.enter();
  if (typeof pass === 'number') throw new Error(`It is to wait ${pass} ms.`);
  return pass;
}

const fail = (kind: FailureKind = 'unavailable', retryAfterMs: number | null = null): void =>
  entered().settle(new ProviderFailure(kind, 'it failed', { retryAfterMs }));

function failTimes(times: number): void {
  for (let n = 0; n < times; n++) fail();
}

describe('a breaker', () => {
  test('opens at the fifth failure in a row, and no answer stands between them', () => {
    failTimes(4);
    entered().settle('answered');
    failTimes(4);
    expect(breaker.state()).toBe('closed');
    fail('timeout');
    expect(breaker.state()).toBe('open');
    expect(breaker.enter()).toBe(10_000);
  });

  test('lets one try after its rest, and closes if that is answered', () => {
    failTimes(5);
    time += 10_000;
    expect(breaker.state()).toBe('half_open');
    const trial = entered();
    expect(breaker.enter()).toBe(1_000);
    trial.settle('answered');
    expect(breaker.state()).toBe('closed');
    failTimes(4);
    expect(breaker.state()).toBe('closed');
  });

  test('rests twice as long after each try that fails, five minutes at most', () => {
    failTimes(5);
    const rests: number[] = [];
    for (let n = 0; n < 7; n++) {
      const rest = breaker.enter();
      if (typeof rest !== 'number') throw new Error('It is not open.');
      rests.push(rest);
      time += rest;
      fail('bad_answer');
    }
    expect(rests).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
  });

  test('counts many calls that were under way when it opened as one failure', () => {
    const passes = Array.from({ length: 30 }, entered);
    for (const pass of passes) pass.settle(new ProviderFailure('timeout', 'late'));
    expect(breaker.enter()).toBe(10_000);
    time += 10_000;
    fail();
    expect(breaker.enter()).toBe(20_000);
  });

  test('stays open when a call from before is answered', () => {
    const early = entered();
    failTimes(5);
    early.settle('answered');
    expect(breaker.state()).toBe('open');
  });

  test.each([
    ['rate_limited', 7_000, 7_000],
    ['rate_limited', null, 5_000],
    ['quota', null, 600_000],
    ['credential', null, 60_000],
    ['unavailable', 30_000, 30_000],
  ] as const)('opens at once at %s (Retry-After %s)', (kind, retryAfterMs, rest) => {
    fail(kind, retryAfterMs);
    expect(breaker.enter()).toBe(rest);
  });

  test('takes that there is no such video for an answer, and minds neither who left nor what can’t be done', () => {
    failTimes(4);
    fail('cancelled');
    fail('unsupported');
    expect(breaker.state()).toBe('closed');
    fail('not_found');
    failTimes(4);
    expect(breaker.state()).toBe('closed');
  });

  test('lets another one try if the first has left', () => {
    failTimes(5);
    time += 10_000;
    entered().settle(new ProviderFailure('cancelled', 'left'));
    expect(breaker.state()).toBe('half_open');
    entered().settle('answered');
    expect(breaker.state()).toBe('closed');
  });
});
