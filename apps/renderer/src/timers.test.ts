import { describe, expect, test } from 'vitest';
import { isTimed, type Timer, timersOf } from './timers.ts';

/** A page that has text, rests since half a second, and may take ten seconds more. */
const WITH_TEXT = { calmMs: 500, showsNothing: false, leftMs: 10_000 };
const OF_NOTHING = { ...WITH_TEXT, showsNothing: true };

const once = (dueMs: number): Timer => ({ dueMs, repeats: false });
const INTERVAL: Timer = { dueMs: 50, repeats: true };

describe('a page waits for a timer', () => {
  test.each<[what: string, waits: boolean, timer: Timer, of: typeof WITH_TEXT]>([
    ['two and a half seconds after its last request', true, once(2_000), WITH_TEXT],
    ['later than that', false, once(2_001), WITH_TEXT],
    ['later than that, on a page of nothing', true, once(2_001), OF_NOTHING],
    ['after the time of the page', false, once(10_001), OF_NOTHING],
    ['a moment ago', true, once(-100), WITH_TEXT],
    ['before that', false, once(-300), WITH_TEXT],
    ['before that, on a page of nothing', false, once(-300), OF_NOTHING],
    ['a moment ago, long after the last request', false, once(-100), { ...WITH_TEXT, calmMs: 2_700 }],
    ['again and again', false, INTERVAL, WITH_TEXT],
    ['again and again, on a page of nothing', true, INTERVAL, OF_NOTHING],
  ])('that runs %s: %s', (_, waits, timer, circumstances) => {
    expect(isTimed([once(60_000), timer], circumstances)).toBe(waits);
  });
});

test('a page may tell anything of its timers', () => {
  expect(timersOf([[1, true], [3], [5, 'x'], ['x', false], 'x', null, {}])).toEqual([
    { dueMs: 1, repeats: true },
    { dueMs: 3, repeats: false },
    { dueMs: 5, repeats: false },
  ]);
  expect([undefined, null, 'x', { length: 1 }].map(timersOf)).toEqual([[], [], [], []]);
});
