import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LISTED_HOURS, type MeasuredHour, type MeasurementLog } from '../../src/measurements.ts';
import type { EmptyStore } from './empty-store.ts';

interface OpenLog {
  readonly measurements: MeasurementLog;
  close(): Promise<void>;
}

const HOUR = 3_600_000;
const FIRST = 1_790_000_000_000 - (1_790_000_000_000 % HOUR);
const API = 'api at host-1:8080';

/** An hour whose values are whole and broken numbers, and none. */
function hourOf(process: string, number: number, value: number): MeasuredHour {
  const values = Array.from({ length: 60 }, (_, minute) => (minute % 7 === 0 ? null : value + minute));
  return {
    process,
    from: FIRST + number * HOUR,
    series: { searches: values, seconds: values.map((one) => (one === null ? null : one / 8)) },
  };
}

/** Everything a log of measurements must do, whatever keeps it. */
export function describeMeasurements(name: string, emptyStore: EmptyStore<OpenLog>): void {
  describe(`measurements: ${name}`, () => {
    let log: OpenLog;
    let reopen: () => Promise<OpenLog>;
    beforeAll(async () => {
      reopen = await emptyStore();
      log = await reopen();
    });
    afterAll(() => log.close());

    it('has the last that was noted of each hour of a process, in the order of time', async () => {
      const { measurements } = log;
      expect(await measurements.list('up')).toEqual([]);
      await measurements.note(hourOf('up', 2, 1));
      await measurements.note(hourOf('up', 1, 2 ** 45));
      await measurements.note(hourOf(API, 1, 3));
      await measurements.note(hourOf('up', 2, 4));
      expect(await measurements.list('up')).toEqual([hourOf('up', 1, 2 ** 45), hourOf('up', 2, 4)]);
      expect(await measurements.list(API)).toEqual([hourOf(API, 1, 3)]);
      expect(await measurements.list('api')).toEqual([]);
    });

    it('is there after it was closed and opened again', async () => {
      await log.close();
      log = await reopen();
      expect(await log.measurements.list('up')).toEqual([hourOf('up', 1, 2 ** 45), hourOf('up', 2, 4)]);
    });

    it('removes the hours of all processes that began before a time, and nothing else', async () => {
      const { measurements } = log;
      await measurements.prune(FIRST + 2 * HOUR);
      expect(await measurements.list('up')).toEqual([hourOf('up', 2, 4)]);
      expect(await measurements.list(API)).toEqual([]);
    });

    it('forgets one process', async () => {
      const { measurements } = log;
      await measurements.note(hourOf(API, 2, 5));
      await measurements.forget('up');
      expect(await measurements.list('up')).toEqual([]);
      expect(await measurements.list(API)).toEqual([hourOf(API, 2, 5)]);
    });

    it('lists so many hours at most, the latest ones', async () => {
      const { measurements } = log;
      const hours = Array.from({ length: MAX_LISTED_HOURS + 2 }, (_, number) =>
        hourOf('long', number, number),
      );
      for (const hour of hours) await measurements.note(hour);
      expect(await measurements.list('long')).toEqual(hours.slice(2));
    });
  });
}
