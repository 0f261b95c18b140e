import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limitTime } from './time-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a time limit', () => {
  test('fires when time is up, and says that it is for that', () => {
    const { signal } = limitTime(new AbortController().signal, 100);
    vi.advanceTimersByTime(99);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  test('fires with the outer signal, for its reason, also one that fired before', () => {
    const outer = new AbortController();
    const { signal } = limitTime(outer.signal, 100);
    const reason = new Error('left');
    outer.abort(reason);
    expect(signal.reason).toBe(reason);
    expect(limitTime(outer.signal, 100).signal.reason).toBe(reason);
  });

  test('leaves nothing behind once the work has ended', () => {
    const outer = new AbortController();
    const limit = limitTime(outer.signal, 100);
    limit[Symbol.dispose]();
    outer.abort();
    vi.advanceTimersByTime(1_000);
    expect([limit.signal.aborted, vi.getTimerCount()]).toEqual([false, 0]);
  });
});
