import { describe, expect, test } from 'vitest';
import { SitegrepError } from './error.ts';
import { delayBeforeRetry, isTemporary, pause, retryAfterOf } from './retry.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const of = (retryAfter: string, more: Record<string, string> = {}): number | null =>
  retryAfterOf(new Headers({ 'retry-after': retryAfter, ...more }), NOW);

describe('Retry-After', () => {
  test('is seconds', () => {
    expect([of('0'), of('17'), of(' 3 ')]).toEqual([0, 17_000, 3_000]);
  });

  test('is a date, by the clock of the server that sends it', () => {
    expect(of('Fri, 02 Jan 2026 03:04:35 GMT')).toBe(30_000);
    expect(of('Fri, 02 Jan 2026 03:04:35 GMT', { date: 'Fri, 02 Jan 2026 03:04:25 GMT' })).toBe(10_000);
    expect(of('Fri, 02 Jan 2026 03:04:00 GMT')).toBe(0);
  });

  test.each(['', '-1', '1.5', 'soon', '99999999999'])('"%s" says nothing', (value) => {
    expect(of(value)).toBeNull();
  });

  test('may be missing', () => {
    expect(retryAfterOf(new Headers())).toBeNull();
  });
});

describe('the wait before another try', () => {
  const error = (retryAfterMs: number | null): SitegrepError =>
    new SitegrepError({ operation: 'x', code: 'unavailable', details: 'x', status: 503, retryAfterMs });
  const policy = { retries: 3, maxDelay: 60_000 };

  test('is what the server says, exactly', () => {
    expect(delayBeforeRetry(error(17_000), 0, policy)).toBe(17_000);
    expect(delayBeforeRetry(error(0), 2, policy)).toBe(0);
  });

  test('is none where the server wants more than the client waits', () => {
    expect(delayBeforeRetry(error(60_001), 0, policy)).toBeNull();
  });

  test('is drawn from a range that doubles, up to a bound', () => {
    const most = [0, 1, 2, 3, 4, 5, 20].map((failures) =>
      delayBeforeRetry(error(null), failures, { ...policy, retries: 99 }, () => 1),
    );
    expect(most).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(delayBeforeRetry(error(null), 3, { ...policy, retries: 99 }, () => 0)).toBe(0);
    expect(delayBeforeRetry(error(null), 4, { retries: 99, maxDelay: 100 }, () => 1)).toBe(100);
  });

  test('is none once all tries are made', () => {
    expect(delayBeforeRetry(error(0), 3, policy)).toBeNull();
    expect(delayBeforeRetry(error(0), 0, { ...policy, retries: 0 })).toBeNull();
  });
});

test('errors of the network, 429 and 503 pass; others, and those of others, do not', () => {
  const is = (code: SitegrepError['code'], status: number | null): boolean =>
    isTemporary(new SitegrepError({ operation: 'x', code, details: 'x', status }));
  expect([is('network', null), is('timeout', null), is('rate_limited', 429), is('unavailable', 503)]).toEqual(
    [true, true, true, true],
  );
  expect([is('unexpected_answer', 503), is('unexpected_answer', 502)]).toEqual([true, false]);
  expect([is('bad_request', 400), is('internal', 500), is('redirected', 302)]).toEqual([false, false, false]);
  expect(isTemporary(new TypeError('x'))).toBe(false);
});

test('a pause ends with the reason of the signal', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort(reason);
  await expect(paused).rejects.toBe(reason);
  await expect(pause(0, controller.signal)).rejects.toBe(reason);
});
