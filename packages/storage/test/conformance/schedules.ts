import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlRecords, ScheduleDefinition, ScheduleRuns, ScheduleStore } from '../../src/records.ts';
import type { EmptyStore } from './empty-store.ts';

const NEVER: ScheduleRuns = {
  lastRunAt: null,
  lastCrawlId: null,
  lastRunComplete: false,
  lastSkippedAt: null,
};

const definition = (id: string, rest: Partial<ScheduleDefinition> = {}): ScheduleDefinition => ({
  id,
  timing: { kind: 'cron', pattern: '30 4 * * 1', timeZone: 'Europe/Berlin' },
  spec: { maxPages: 3, maxDepth: 1, priority: 5 },
  source: { kind: 'domains', entries: ['a.test', 'b "c".test'] },
  enabled: true,
  ...rest,
});

/** Everything a store of schedules must do, whatever keeps it. */
export function describeScheduleStore(name: string, emptyStore: EmptyStore<CrawlRecords>): void {
  describe(`schedules: ${name}`, () => {
    let records: CrawlRecords;
    let schedules: ScheduleStore;
    let reopen: () => Promise<CrawlRecords>;
    beforeAll(async () => {
      reopen = await emptyStore();
      records = await reopen();
      schedules = records.schedules;
    });
    afterAll(() => records.close());

    it('returns a schedule as it was put, and changes its definition', async () => {
      const made = await schedules.put(definition('weekly'));
      expect(made).toEqual({
        ...definition('weekly'),
        createdAt: expect.any(Number),
        updatedAt: made.createdAt,
        runs: NEVER,
      });
      expect(await schedules.get('weekly')).toEqual(made);
      expect(await schedules.get('weekl')).toBeNull();
      const ran = { ...NEVER, lastRunAt: 1_700_000_000_000, lastCrawlId: 'c1' };
      expect(await schedules.setRuns('weekly', NEVER, ran)).toBe(true);
      const other = definition('weekly', {
        timing: { kind: 'every', seconds: 60 },
        source: { kind: 'index' },
        enabled: false,
      });
      const changed = await schedules.put(other);
      expect(changed).toEqual({
        ...other,
        createdAt: made.createdAt,
        updatedAt: expect.any(Number),
        runs: ran,
      });
      expect(changed.updatedAt).toBeGreaterThanOrEqual(made.createdAt);
      expect(await schedules.get('weekly')).toEqual(changed);
    });

    it('lets exactly one of many callers record a run', async () => {
      await schedules.put(definition('raced'));
      const wishes = Array.from({ length: 10 }, (_, n) => ({
        ...NEVER,
        lastRunAt: 60_000,
        lastCrawlId: `c${n}`,
      }));
      const won = await Promise.all(wishes.map((runs) => schedules.setRuns('raced', NEVER, runs)));
      expect(won.filter(Boolean)).toHaveLength(1);
      const winner = wishes[won.indexOf(true)];
      expect((await schedules.get('raced'))?.runs).toEqual(winner);
      expect(await schedules.setRuns('raced', NEVER, { ...NEVER, lastSkippedAt: 1 })).toBe(false);
      expect(await schedules.setRuns('none', NEVER, { ...NEVER, lastSkippedAt: 1 })).toBe(false);
    });

    it('lists schedules by id, page by page, without their sources', async () => {
      await records.create({ maxPages: 1, maxDepth: 0, priority: 5 });
      const ids = ['-list', '0-list', '_list', 'list-1', 'list-10', 'list-2'];
      for (const id of ids.toReversed()) await schedules.put(definition(id));
      for (const limit of [1, 4, 1_000]) {
        const seen: string[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page = await schedules.list({ limit, ...(after === '' ? {} : { after }) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
        }
        expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
        expect(new Set(seen).size).toBe(seen.length);
      }
      const [first] = (await schedules.list({ limit: 1 })).items;
      const { source: _, ...rest } = definition('-list');
      expect(first).toMatchObject({ ...rest, runs: NEVER });
      expect(first).not.toHaveProperty('source');
      expect((await records.list({ limit: 100 })).items).toHaveLength(1);
    });

    it('removes one for good', async () => {
      await schedules.put(definition('gone'));
      expect(await schedules.remove('gone')).toBe(true);
      expect(await schedules.remove('gone')).toBe(false);
      expect(await schedules.get('gone')).toBeNull();
      expect((await schedules.list({ limit: 1_000 })).items.map(({ id }) => id)).not.toContain('gone');
      expect((await schedules.put(definition('gone'))).runs).toEqual(NEVER);
    });

    it('holds the same after it was closed and opened again', async () => {
      const before = await schedules.list({ limit: 1_000 });
      await records.close();
      records = await reopen();
      schedules = records.schedules;
      expect(await schedules.list({ limit: 1_000 })).toEqual(before);
    });
  });
}
