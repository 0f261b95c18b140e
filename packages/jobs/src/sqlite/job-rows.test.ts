import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Verdict } from '../attempt.ts';
import type { Timing } from '../timing.ts';
import { openDatabase } from './database.ts';
import { JobRows, type ActiveJob } from './job-rows.ts';
import { RepeatRows } from './repeat-rows.ts';

const MINUTELY: Timing = { kind: 'every', seconds: 60 };
const HOURLY: Timing = { kind: 'cron', pattern: '0 * * * *', timeZone: 'UTC' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let db: DatabaseSync;
let repeats: RepeatRows;
let rows: JobRows;
beforeEach(() => {
  db = openDatabase(':memory:');
  repeats = new RepeatRows(db, 'site');
  rows = new JobRows(db, 'site', 3, repeats);
});
afterEach(() => db.close());

function add(level: number | null, ...ids: readonly string[]): void {
  rows.add(ids.map((id) => ({ id, payload: { id }, level })));
}

/** Takes jobs, up to a limit. */
const take = (limit: number, now = 0): readonly ActiveJob[] => rows.exchange([], limit, now);
const idsOf = (jobs: readonly ActiveJob[]): readonly string[] => jobs.map(({ id }) => id);

function end(jobs: readonly ActiveJob[], verdict: Verdict, now: number): void {
  rows.exchange(
    jobs.map((job) => ({ job, verdict })),
    0,
    now,
  );
}

describe('jobs', () => {
  test('without a level come first, then by level, then by age', () => {
    add(2, 'b1', 'b2');
    add(null, 'x1');
    add(1, 'a1');
    add(2, 'b3');
    add(null, 'x2');
    expect(idsOf(take(4))).toEqual(['x1', 'x2', 'a1', 'b1']);
    expect(idsOf(take(4))).toEqual(['b2', 'b3']);
  });

  test('that are handed back are next; delayed ones come after the others', () => {
    add(5, 'a', 'b', 'c', 'd');
    const [a, b] = take(2);
    if (a === undefined || b === undefined) throw new Error('two were taken');
    end([a], { kind: 'retry', afterMs: 100, failed: false }, 1_000);
    end([b], { kind: 'handBack' }, 1_000);
    expect(rows.counts()).toEqual({ waiting: 3, active: 0, delayed: 1 });
    expect(rows.nextDue()).toBe(1_100);
    expect(idsOf(take(2, 1_099))).toEqual(['b', 'c']);
    expect(idsOf(take(2, 1_100))).toEqual(['d', 'a']);
    expect(rows.counts()).toEqual({ waiting: 0, active: 4, delayed: 0 });
  });

  test('know their failed attempts and the number of times they were begun', () => {
    add(null, 'a');
    const again = (failed: boolean): Verdict => ({ kind: 'retry', afterMs: 0, failed });
    for (const verdict of [again(true), again(false), again(true)]) end(take(1), verdict, 0);
    expect(take(1)).toMatchObject([{ failed: 2, attempts: 3, begun: 4, stalled: 0, scheduledAt: null }]);
  });

  test('of other queues are not touched', () => {
    const other = new JobRows(db, 'other', 3, new RepeatRows(db, 'other'));
    other.add([{ id: 'a', payload: {}, level: null }]);
    add(null, 'a');
    expect(idsOf(take(9))).toEqual(['a']);
    expect(other.counts()).toEqual({ waiting: 1, active: 0, delayed: 0 });
  });

  test('are counted only when the transaction is committed, and equally after reopening', () => {
    add(3, 'a', 'b', 'a');
    expect(() => add(21, 'c')).toThrow('CHECK constraint failed');
    expect(() =>
      rows.add([
        { id: 'd', payload: {}, level: 3 },
        { id: 'e', payload: {}, level: 21 },
      ]),
    ).toThrow('CHECK constraint failed');
    add(null, 'f');
    end(take(1), { kind: 'retry', afterMs: 1, failed: false }, 0);
    take(1);
    for (const counted of [rows, new JobRows(db, 'site', 3, repeats)]) {
      expect(counted.counts()).toEqual({ waiting: 1, active: 1, delayed: 1 });
      expect(counted.waitingByLevel()).toEqual(Array.from({ length: 20 }, (_, n) => (n === 2 ? 1 : 0)));
    }
  });
});

describe('a repeated job', () => {
  const begun = Date.UTC(2026, 0, 1, 12, 30);

  test('comes when it is due, and states that time', () => {
    repeats.set('r', HOURLY, { of: 'r' }, begun);
    expect(rows.nextDue()).toBe(begun + HOUR / 2);
    expect(take(9, begun + HOUR / 2 - 1)).toEqual([]);
    expect(take(9, begun + HOUR / 2 + 5)).toMatchObject([
      { payload: { of: 'r' }, scheduledAt: begun + HOUR / 2, begun: 1 },
    ]);
    expect(rows.nextDue()).toBe(begun + (3 * HOUR) / 2);
  });

  test('comes once for all times before it began, and once for those while it was running', () => {
    repeats.set('r', MINUTELY, {}, begun);
    // No slot is free for it.
    for (let minute = 1; minute <= 3; minute++) {
      expect(take(0, begun + minute * MINUTE)).toEqual([]);
      expect(rows.counts().waiting).toBe(1);
      expect(rows.nextDue()).toBeNull();
    }
    expect(take(1, begun + 3.5 * MINUTE)).toMatchObject([{ scheduledAt: begun + MINUTE }]);
    expect(rows.nextDue()).toBe(begun + 4 * MINUTE);
    for (let minute = 4; minute <= 7; minute++) take(0, begun + minute * MINUTE);
    expect(rows.counts()).toEqual({ waiting: 1, active: 1, delayed: 0 });
  });

  test('that is set again unchanged keeps its time, even in the past', () => {
    repeats.set('r', MINUTELY, {}, begun);
    repeats.set('r', MINUTELY, {}, begun + 5 * MINUTE);
    expect(rows.nextDue()).toBe(begun + MINUTE);
    repeats.set('r', HOURLY, {}, begun + 5 * MINUTE);
    expect(rows.nextDue()).toBe(begun + HOUR / 2);
    repeats.set('r', { ...HOURLY, timeZone: 'Asia/Kolkata' }, {}, begun + 5 * MINUTE);
    // Five and a half hours ahead.
    expect(rows.nextDue()).toBe(begun + HOUR);
  });

  test('follows a clock that was set back', () => {
    repeats.set('r', MINUTELY, {}, begun + 365 * 24 * HOUR);
    repeats.set('r', MINUTELY, {}, begun);
    expect(take(1, begun + MINUTE)).toMatchObject([{ scheduledAt: begun + MINUTE }]);
    // Its job exists already, so it makes no other one, and moves on.
    repeats.set('r', MINUTELY, {}, begun);
    expect(take(1, begun + MINUTE)).toEqual([]);
    expect(rows.nextDue()).toBe(begun + 2 * MINUTE);
  });

  test('without a future time is known, and never due', () => {
    repeats.set('r', { kind: 'cron', pattern: '0 0 30 2 *', timeZone: 'UTC' }, {}, begun);
    expect(repeats.keys()).toEqual(['r']);
    expect(rows.nextDue()).toBeNull();
    expect(take(1, begun + 365 * 24 * HOUR)).toEqual([]);
  });
});
