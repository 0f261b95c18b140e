import { createMetrics, type Metrics } from '@sitegrep/metrics';
import {
  type MeasuredHour,
  type MeasurementLog,
  StorageCorrupt,
  StorageUnavailable,
} from '@sitegrep/storage';
import { expect, test, vi } from 'vitest';
import { lastingStorage } from '../../test/served-api.ts';
import { LastDurations } from './last-durations.ts';
import { MetricsHistory } from './history.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Half past an hour, so that some minutes are in it and some in the next. */
const START = Date.UTC(2026, 10, 29, 22, 30);

const storage = lastingStorage();

/** Two clocks that go together unless one of them is told to jump. */
function clocks() {
  const at = { wall: START, steady: 5 };
  return {
    at,
    now: () => at.wall,
    steady: () => at.steady,
    pass: (ms: number) => {
      at.wall += ms;
      at.steady += ms;
    },
  };
}

function opened(
  process: string,
  {
    clock = clocks(),
    metrics = createMetrics({ version: '1' }),
    measurements = storage().measurements,
  }: { clock?: ReturnType<typeof clocks>; metrics?: Metrics; measurements?: MeasurementLog } = {},
) {
  const warn = vi.fn<(...told: unknown[]) => void>();
  const { now, steady } = clock;
  const history = new MetricsHistory({
    metrics,
    measurements,
    process,
    now,
    steady,
    logger: { warn },
  });
  const minutes = async (count: number, act: (index: number) => void = () => undefined): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      act(index);
      clock.pass(MINUTE);
      await history.minuteEnded();
      await history.settle();
    }
  };
  return { history, clock, metrics, minutes, warn };
}

function searched(metrics: Metrics, ...seconds: readonly number[]): void {
  for (const one of seconds)
    metrics.observe('sitegrep_search_duration_seconds', { outcome: 'answered' }, one);
}

test('each whole minute has what rose in it, and what is', async () => {
  const { history, metrics, minutes, clock } = opened('counts');
  const answered = (status: string) =>
    metrics.count('sitegrep_http_requests_total', { method: 'GET', route: '/x', status });
  // The minute in which a process begins is not a whole one.
  searched(metrics, 9);
  await history.minuteEnded();
  await minutes(2, (index) => {
    if (index === 0) {
      searched(metrics, ...Array.from({ length: 100 }, (_, number) => (number + 1) / 1_000));
      for (const status of ['200', '500', '503', '499']) answered(status);
    } else metrics.count('sitegrep_pages_total', { outcome: 'indexed' }, 7);
  });
  const { from, series } = history.lastDay();
  expect(from).toBe(START);
  expect(series).toMatchObject({
    searches: [100, 0],
    // Of 1 ms, 2 ms … 100 ms, 95 are not longer than 95 ms.
    search_p95_seconds: [0.095, null],
    http_errors: [2, 0],
    pages: [null, 7],
    unfinished_sites: [null, null],
  });
  expect(series.memory_bytes.every((bytes) => bytes !== null && bytes > 2 ** 20)).toBe(true);
  expect(clock.at.wall).toBe(START + 2 * MINUTE);
});

test('the 95th of a hundred is one that was observed, of the last ones if there were many', () => {
  const durations = new LastDurations();
  expect(durations.take(0.95)).toEqual({ count: 0, seconds: null });
  durations.add(3);
  expect(durations.take(0.95)).toEqual({ count: 1, seconds: 3 });
  for (let index = 0; index < 4_096; index += 1) durations.add(100);
  for (let index = 0; index < 4_096; index += 1) durations.add(1);
  expect(durations.take(0.95)).toEqual({ count: 8_192, seconds: 1 });
  expect(durations.take(0.95)).toEqual({ count: 0, seconds: null });
});

test('a process of the same name has the history, with a gap where none ran for a whole minute', async () => {
  const first = opened('restarted');
  await first.history.minuteEnded();
  await first.minutes(3, (index) => searched(first.metrics, index + 1));
  const { clock } = first;
  clock.pass(90_000);
  const second = opened('restarted', { clock });
  await second.history.settle();
  clock.pass(30_000);
  await second.history.minuteEnded();
  await second.minutes(2);
  expect(second.history.lastDay()).toMatchObject({
    from: START,
    series: { searches: [1, 1, 1, null, null, 0, 0], search_p95_seconds: [1, 2, 3, null, null, null, null] },
  });
  expect(opened('another', { clock }).history.lastDay().from).toBeNull();
});

test('time in which the machine slept is a gap, and so is what its clock left out', async () => {
  const { history, minutes, clock } = opened('sleeping');
  await history.minuteEnded();
  await minutes(1);
  // Asleep for half an hour; the timer fires within a minute of another.
  clock.pass(30 * MINUTE + 25_000);
  await history.minuteEnded();
  clock.pass(35_000);
  await history.minuteEnded();
  await minutes(1);
  // Ahead by ten minutes: what is measured for a minute then belongs to the one that the clock has.
  clock.at.wall += 10 * MINUTE;
  await minutes(2);
  const { from, series } = history.lastDay();
  expect(from).toBe(START);
  expect(series.searches.flatMap((value, index) => (value === null ? [] : [index]))).toEqual([0, 32, 43, 44]);
});

test('a day is kept, in memory and in the storage', async () => {
  const { history, minutes, clock } = opened('long');
  await history.minuteEnded();
  await minutes(1_445);
  const { from, series } = history.lastDay();
  expect(from).toBe(START + 5 * MINUTE);
  expect(series.searches).toEqual(Array.from({ length: 1_440 }, () => 0));
  const stored = await storage().measurements.list('long');
  expect(stored[0]?.from).toBe(START - 30 * MINUTE);
  expect(stored).toHaveLength(25);
  await minutes(60);
  expect((await storage().measurements.list('long'))[0]?.from).toBe(START + 30 * MINUTE);
  const after = opened('long', { clock });
  await after.history.settle();
  expect(after.history.lastDay()).toEqual(history.lastDay());
});

test('what is damaged is told, and the history begins anew', async () => {
  const kept: MeasuredHour[] = [];
  const forget = vi.fn<(process: string) => Promise<void>>(async () => undefined);
  const { history, minutes, warn } = opened('damaged', {
    measurements: {
      list: () => Promise.reject(new StorageCorrupt('a row is damaged')),
      note: async (hour) => void kept.push(hour),
      prune: async () => undefined,
      forget,
    },
  });
  await history.minuteEnded();
  await minutes(1);
  expect(forget.mock.calls).toEqual([['damaged']]);
  expect(warn.mock.calls.map(([, told]) => told)).toEqual([
    'what the process measured before is damaged; its history begins anew',
  ]);
  expect(kept.at(-1)).toMatchObject({ process: 'damaged', from: START - 30 * MINUTE });
  expect(kept.at(-1)?.series['searches']?.[30]).toBe(0);
});

test('while the storage is away, minutes are kept, and stored when it is back', async () => {
  const { measurements } = storage();
  let isAway = true;
  const away = (): Promise<never> => Promise.reject(new StorageUnavailable('away'));
  const { history, minutes, warn } = opened('away', {
    measurements: {
      ...measurements,
      list: (process) => (isAway ? away() : measurements.list(process)),
      note: (hour) => (isAway ? away() : measurements.note(hour)),
    },
  });
  await measurements.note({ process: 'away', from: START - HOUR / 2, series: { searches: [4] } });
  await history.minuteEnded();
  // Beyond the end of the hour: two hours wait.
  await minutes(40);
  isAway = false;
  await minutes(1);
  const stored = await measurements.list('away');
  expect(stored.map(({ from }) => from)).toEqual([START - HOUR / 2, START + HOUR / 2]);
  expect(stored[0]?.series['searches']?.slice(0, 32)).toEqual([
    4,
    ...Array.from({ length: 29 }, () => null),
    0,
    0,
  ]);
  expect(stored[1]?.series['searches']?.slice(0, 12)).toEqual([...Array.from({ length: 11 }, () => 0), null]);
  expect(warn).not.toHaveBeenCalled();
});

test('another failure is told once', async () => {
  const { history, minutes, warn } = opened('failing', {
    measurements: {
      list: async () => [],
      note: () => Promise.reject(new Error('odd')),
      prune: async () => undefined,
      forget: async () => undefined,
    },
  });
  await history.minuteEnded();
  await minutes(3);
  expect(warn).toHaveBeenCalledTimes(1);
});
