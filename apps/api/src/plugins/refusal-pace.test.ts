import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paceRefusals, type RefusalPace } from './refusal-pace.ts';

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

/** @returns how many left at once */
function refuse(from: number, to: number, key = 'a'): number {
  const before = left.length;
  for (let n = from; n < to; n++) pace.send(key, 0, () => left.push(n));
  return left.length - before;
}

describe('refusals of a key', () => {
  test('leave at once as long as they are few', () => {
    for (let n = 0; n < 500; n++) {
      refuse(n, n + 1);
      expect(left).toHaveLength(n + 1);
      vi.advanceTimersByTime(50);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test('beyond 20 a second are held, for 0.8 s at most, and do not leave together', () => {
    refuse(0, 800);
    expect(left.length).toBeGreaterThanOrEqual(29);
    expect(left.length).toBeLessThanOrEqual(31);
    vi.advanceTimersByTime(250);
    expect(left.length).toBeLessThanOrEqual(37);
    vi.advanceTimersByTime(300);
    expect(left.length).toBeGreaterThan(200);
    expect(left.length).toBeLessThan(600);
    vi.advanceTimersByTime(251);
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, n) => n));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that have waited in a queue are held for less', () => {
    refuse(0, 100);
    const before = left.length;
    pace.send('a', 790, () => left.push(200));
    vi.advanceTimersByTime(11);
    expect(left).toContain(200);
    pace.send('a', 5_000, () => left.push(201));
    expect(left.at(-1)).toBe(201);
    expect(left.length).toBeLessThanOrEqual(before + 4);
  });

  test('do not wait for those of another', () => {
    refuse(0, 800);
    const before = left.length;
    refuse(1_000, 1_030, 'b');
    expect(left.slice(before)).toEqual(Array.from({ length: 30 }, (_, n) => 1_000 + n));
  });

  test('are held in a bounded number, and so are those of all keys', () => {
    expect(refuse(0, 1_500)).toBeGreaterThanOrEqual(500);
    expect(refuse(0, 800, 'b')).toBeLessThanOrEqual(31);
    for (const key of ['c', 'd', 'e']) refuse(0, 1_000, key);
    expect(refuse(0, 800, 'f')).toBeGreaterThan(300);
    vi.advanceTimersByTime(901);
    expect(refuse(0, 800, 'f')).toBeLessThanOrEqual(31);
  });

  test('do not catch up after a quiet time: so many leave at once, and no more', () => {
    refuse(0, 500);
    vi.advanceTimersByTime(60_000);
    left = [];
    refuse(0, 500);
    expect(left.length).toBeLessThanOrEqual(31);
  });
});
