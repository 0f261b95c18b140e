import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paceRefusals, type RefusalPace } from './errors.ts';

let pace: RefusalPace;
let left: number[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  pace = paceRefusals();
  left = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function refuse(from: number, to: number): void {
  for (let n = from; n < to; n++) pace.send(() => left.push(n));
}

describe('refusals', () => {
  test('leave at once as long as they are few', () => {
    for (let n = 0; n < 500; n++) {
      refuse(2 * n, 2 * n + 2);
      expect(left).toHaveLength(2 * n + 2);
      vi.advanceTimersByTime(5);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leave in their order, 500 a second, however many there are', () => {
    refuse(0, 5_000);
    expect(left).toHaveLength(30);
    vi.advanceTimersByTime(1_000);
    expect(left.length).toBeGreaterThanOrEqual(500);
    expect(left.length).toBeLessThanOrEqual(530);
    // One that comes now waits for those before it.
    refuse(5_000, 5_001);
    vi.advanceTimersByTime(9_000);
    expect(left).toEqual(Array.from({ length: 5_001 }, (_, n) => n));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('do not catch up for an event loop that was late', () => {
    let now = performance.now();
    const late = paceRefusals(() => now);
    let count = 0;
    for (let n = 0; n < 1_000; n++) late.send(() => count++);
    expect(count).toBe(30);
    now += 60_000;
    vi.advanceTimersByTime(10);
    expect(count).toBe(60);
  });

  test('wait in a bounded number: past it the first one leaves early', () => {
    refuse(0, 10_035);
    expect(left).toEqual(Array.from({ length: 35 }, (_, n) => n));
  });

  test('that come while others are sent are sent after them', () => {
    refuse(0, 40);
    pace.send(() => {
      left.push(40);
      refuse(41, 42);
    });
    vi.advanceTimersByTime(50);
    expect(left).toEqual(Array.from({ length: 42 }, (_, n) => n));
  });
});
