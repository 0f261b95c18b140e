import { describe, expect, test } from 'vitest';
import { isTimed, type Timer, timersOf } from './timers.ts';

/** A page that has text, rests since half a second, and may take ten seconds more. */
const WITH_TEXT = { calmMs: 500, showsNothing: false, leftMs: 10_000 };
const OF_NOTHING = { ...WITH_TEXT, showsNothing: true };

const once = (dueMs: number, ageMs = 400): Timer => ({ dueMs, ageMs, repeats: false });
const interval = (ageMs: number): Timer => ({ dueMs: 50, ageMs, repeats: true });

describe('a page waits for a timer', () => {
  test.each<[what: string, timer: Timer, of: typeof WITH_TEXT, waits: boolean]>([
    ['two seconds after its last request', once(1_500), WITH_TEXT, true],
    ['later than that', once(1_600), WITH_TEXT, false],
    ['later than that, on a page of nothing', once(1_600), OF_NOTHING, true],
    ['after the time of the page', once(10_001), OF_NOTHING, false],
    ['that has just run', once(-100), WITH_TEXT, true],
    ['that has run', once(-300), WITH_TEXT, false],
    ['that was set too late, on a page of nothing', once(5_000, 10), { ...OF_NOTHING, calmMs: 2_500 }, false],
    ['that was set before the last request', once(1_000, 60_000), WITH_TEXT, true],
    ['again and again', interval(400), WITH_TEXT, false],
    ['again and again, on a page of nothing', interval(400), OF_NOTHING, true],
    ['again and again for two seconds, on a page of nothing', interval(2_000), OF_NOTHING, false],
    ['that ran long after the last request', once(-100), { ...WITH_TEXT, calmMs: 2_300 }, false],
  ])('that runs %s → %#', (_, timer, circumstances, waits) => {
    expect(isTimed([once(60_000), timer], circumstances)).toBe(waits);
  });
});

test('a page may tell anything of its timers', () => {
  expect(timersOf([[1, 2, true], [3, 4], [5, 'x', false], 'x', null, {}])).toEqual([
    { dueMs: 1, ageMs: 2, repeats: true },
    { dueMs: 3, ageMs: 4, repeats: false },
  ]);
  expect([undefined, null, 'x', { length: 1 }].map(timersOf)).toEqual([[], [], [], []]);
});
