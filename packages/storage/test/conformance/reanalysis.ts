import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_PROGRESS, type Reanalysis, type ReanalysisStore } from '../../src/reanalysis.ts';
import type { EmptyStore } from './empty-store.ts';
import { itRunsOneAtATime } from './single-runs.ts';

interface OpenStore {
  readonly reanalysis: ReanalysisStore;
  close(): Promise<void>;
}

function runOf(id: string): Reanalysis {
  return {
    ...NO_PROGRESS,
    id,
    query: 'tech:WordPress "ä\u2028"',
    where: { kind: 'text', text: 'ä\u2028', caseSensitive: false, scope: 'body' },
    startedAt: 1_772_366_400_000,
    state: 'running',
    endedAt: null,
    reason: null,
  };
}

const SOME = { after: 'ü.example', total: 2 ** 40, domains: 3, pages: 4, failed: 1 };

/** Everything a store of runs must do, whatever keeps it. */
export function describeReanalysis(name: string, emptyStore: EmptyStore<OpenStore>): void {
  describe(`runs that analyse pages again: ${name}`, () => {
    let store: OpenStore;
    let reopen: () => Promise<OpenStore>;
    beforeAll(async () => {
      reopen = await emptyStore();
      store = await reopen();
    });
    afterAll(() => store.close());

    it('go on one at a time, and end once', async () => {
      const { reanalysis } = store;
      expect(await reanalysis.get()).toBeNull();
      expect(await reanalysis.note('one', SOME)).toBe(false);
      expect(await reanalysis.begin(runOf('one'))).toEqual(runOf('one'));
      expect(await reanalysis.begin(runOf('two'))).toEqual(runOf('one'));
      expect(await reanalysis.note('two', SOME)).toBe(false);
      expect(await reanalysis.get()).toEqual(runOf('one'));
      expect(await reanalysis.note('one', SOME)).toBe(true);
      expect(await reanalysis.get()).toEqual({ ...runOf('one'), ...SOME });
      const end = { state: 'failed', endedAt: 5, reason: 'Elasticsearch "is" away' } as const;
      expect(await reanalysis.end('two', end)).toBe(false);
      expect(await reanalysis.end('one', end)).toBe(true);
      const ended = { ...runOf('one'), ...SOME, ...end };
      expect(await reanalysis.note('one', NO_PROGRESS)).toBe(false);
      expect(await reanalysis.end('one', { state: 'stopped', endedAt: 6, reason: null })).toBe(false);
      expect(await reanalysis.get()).toEqual(ended);
      expect(await reanalysis.begin(runOf('two'))).toEqual(runOf('two'));
      expect(await reanalysis.note('one', SOME)).toBe(false);
      expect(await reanalysis.get()).toEqual(runOf('two'));
      expect(await reanalysis.end('two', { state: 'finished', endedAt: 6, reason: null })).toBe(true);
    });

    itRunsOneAtATime(
      () => ({ store, reopen }),
      ({ reanalysis }) => ({
        begin: (id) => reanalysis.begin(runOf(id)),
        get: () => reanalysis.get(),
        alone: (work) => reanalysis.alone(work),
      }),
    );
  });
}
