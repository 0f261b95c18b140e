import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SizeLog, SizeOfDay } from '../../src/size-log.ts';
import type { EmptyStore } from './empty-store.ts';

interface OpenLog {
  readonly sizes: SizeLog;
  close(): Promise<void>;
}

const EVER = '0000-00-00';

function sizeOf(day: string, domains: number): SizeOfDay {
  return {
    day,
    at: Date.parse(day) + 1,
    domains,
    pages: 2 * domains,
    sourceBytes: 2 ** 45 + domains,
    totalBytes: 7,
  };
}

/** Everything a log of sizes must do, whatever keeps it. */
export function describeSizeLog(name: string, emptyStore: EmptyStore<OpenLog>): void {
  describe(`sizes of days: ${name}`, () => {
    let log: OpenLog;
    let reopen: () => Promise<OpenLog>;
    beforeAll(async () => {
      reopen = await emptyStore();
      log = await reopen();
    });
    afterAll(() => log.close());

    it('has the last size of each day, the latest day first, whatever the order in which they came', async () => {
      expect(await log.sizes.list(1_000)).toEqual([]);
      await log.sizes.note(sizeOf('2026-12-31', 3), EVER);
      await log.sizes.note(sizeOf('2027-01-01', 4), EVER);
      await log.sizes.note(sizeOf('2026-02-28', 1), EVER);
      await log.sizes.note(sizeOf('2026-12-31', 5), EVER);
      const all = [sizeOf('2027-01-01', 4), sizeOf('2026-12-31', 5), sizeOf('2026-02-28', 1)];
      expect(await log.sizes.list(1_000)).toEqual(all);
      expect(await log.sizes.list(2)).toEqual(all.slice(0, 2));
    });

    it('forgets the days before one', async () => {
      await log.sizes.note(sizeOf('2027-01-02', 6), '2026-12-31');
      expect((await log.sizes.list(1_000)).map(({ day }) => day)).toEqual([
        '2027-01-02',
        '2027-01-01',
        '2026-12-31',
      ]);
    });

    it('is the same to all who share the storage, and after it was closed and opened again', async () => {
      const other = await reopen();
      await Promise.all(
        [log, other, log, other].map(({ sizes }) => sizes.note(sizeOf('2027-01-03', 8), EVER)),
      );
      const seen = await other.sizes.list(1_000);
      expect(seen[0]).toEqual(sizeOf('2027-01-03', 8));
      await other.close();
      await log.close();
      log = await reopen();
      expect(await log.sizes.list(1_000)).toEqual(seen);
    });
  });
}
