import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { openQueues, type QueueBackend, type Queues } from '../../src/open-queues.ts';
import type { ScheduledRun } from '../../src/queues.ts';
import type { Timing } from '../../src/timing.ts';

const EACH_SECOND: Timing = { kind: 'every', seconds: 1 };
/** Far in the future, whenever the test runs. */
const YEARLY: Timing = { kind: 'cron', pattern: '0 0 29 2 *', timeZone: 'Asia/Tokyo' };

interface Run extends ScheduledRun {
  readonly scheduledAt: number | null;
  readonly at: number;
}

/**
 * Requirements of all queue storages for schedules.
 *
 * @param emptyBackend gives a new storage without jobs at each call
 * @param shared whether several processes may use the storage at once
 */
export function describeSchedules(
  name: string,
  emptyBackend: () => Promise<QueueBackend>,
  { shared }: { readonly shared: boolean },
): void {
  describe(`schedules: ${name}`, () => {
    const opened: Queues[] = [];
    const errors: string[] = [];
    afterEach(async () => {
      for (const queues of opened.splice(0)) await queues.close({ deadlineMs: 0 });
      expect(errors.splice(0)).toEqual([]);
    });

    async function open(backend: QueueBackend): Promise<Queues> {
      const note = (error: Error): void => void errors.push(error.message);
      const queues = await openQueues({ backend, onError: note, onFatal: note });
      opened.push(queues);
      return queues;
    }

    /** Takes runs as they come. */
    function work(queues: Queues, runs: Run[] = []): { next(count: number): Promise<readonly Run[]> } {
      let wake = (): void => undefined;
      const nothing = { process: async () => {}, gaveUp: async () => {} };
      queues.work({
        site: nothing,
        schedule: {
          process: async (run, { scheduledAt }) => {
            runs.push({ ...run, scheduledAt, at: Date.now() });
            wake();
          },
          gaveUp: async () => {},
        },
      });
      return {
        next: async (count) => {
          while (runs.length < count) await new Promise<void>((resolve) => (wake = resolve));
          return runs;
        },
      };
    }

    test('give a run at each time of the timing, with that time', async () => {
      const queues = await open(await emptyBackend());
      await queues.schedules.set('often', EACH_SECOND);
      await queues.schedules.set('rare', YEARLY);
      const runs = await work(queues).next(3);
      expect(runs.map(({ scheduleId }) => scheduleId)).toEqual(['often', 'often', 'often']);
      let earlier = { at: Infinity, time: -Infinity };
      for (const { at, scheduledAt } of runs) {
        const time = scheduledAt ?? NaN;
        expect(time % 1_000).toBe(0);
        expect(at).toBeGreaterThanOrEqual(time);
        // The next time, or, if the earlier run was late, the next one after it.
        expect(time).toBeGreaterThan(earlier.time);
        expect(time - 1_000).toBeLessThanOrEqual(earlier.at);
        earlier = { at, time };
      }
      expect([...(await queues.schedules.ids())].sort()).toEqual(['often', 'rare']);
    });

    test('stay the same if set again unchanged, follow a new timing, and end when they are removed', async () => {
      const backend = await emptyBackend();
      const queues = await open(backend);
      await queues.schedules.set('one', YEARLY);
      await queues.schedules.set('two', YEARLY);
      await queues.schedules.set('one', YEARLY);
      await queues.schedules.set('one', EACH_SECOND);
      await queues.schedules.set('one', EACH_SECOND);
      await queues.schedules.set('gone', EACH_SECOND);
      await queues.schedules.remove('gone');
      await queues.schedules.remove('never');
      const worker = work(queues);
      const runs = await worker.next(2);
      expect(new Set(runs.map(({ scheduleId }) => scheduleId))).toEqual(new Set(['one']));
      await queues.schedules.remove('one');
      const before = runs.length;
      expect(await queues.schedules.ids()).toEqual(['two']);
      await queues.schedules.set('other', EACH_SECOND);
      const ofOther = (): number => runs.filter(({ scheduleId }) => scheduleId === 'other').length;
      while (ofOther() < 2) await worker.next(runs.length + 1);
      // One run may have been due already.
      expect(runs.length - ofOther()).toBeLessThanOrEqual(before + 1);
    });

    test('give one run for all times without a worker, then the next as usual', async () => {
      const backend = await emptyBackend();
      const queues = await open(backend);
      await queues.schedules.set('missed', EACH_SECOND);
      await queues.close({ deadlineMs: 0 });
      const due = Math.floor(Date.now() / 1_000) * 1_000 + 1_000;
      while (Date.now() < due + 2_500) await delay(100);
      const again = await open(backend);
      await again.schedules.set('missed', EACH_SECOND);
      const from = Date.now();
      const [late, next] = await work(again).next(2);
      expect(late?.scheduledAt).toBeLessThan(from - 1_000);
      expect(next?.scheduledAt).toBeGreaterThan(from - 1_000);
    });

    test('make up for a run once, however often that is requested', async () => {
      const queues = await open(await emptyBackend());
      await queues.schedules.makeUp('a', 60_000);
      await queues.schedules.makeUp('a', 60_000);
      await queues.schedules.makeUp('a', 120_000);
      const runs = await work(queues).next(2);
      expect(runs.map(({ scheduleId, dueAt, scheduledAt }) => [scheduleId, dueAt, scheduledAt])).toEqual([
        ['a', 60_000, null],
        ['a', 120_000, null],
      ]);
    });

    test.runIf(shared)('are taken by one of two processes at each time', async () => {
      const backend = await emptyBackend();
      const runs: Run[] = [];
      const [one, other] = [await open(backend), await open(backend)];
      await one.schedules.set('shared', EACH_SECOND);
      await other.schedules.set('shared', EACH_SECOND);
      work(one, runs);
      await work(other, runs).next(0);
      while (runs.length < 4) await delay(50);
      const times = runs.map(({ scheduledAt }) => scheduledAt);
      expect(new Set(times).size).toBe(times.length);
    });
  });
}
