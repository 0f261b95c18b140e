import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMMONCRAWL_STATES,
  type CommonCrawlImport,
  type CommonCrawlProgress,
  type CommonCrawlStore,
  HOSTS_PART,
  NO_COMMONCRAWL_PROGRESS,
} from '../../src/commoncrawl.ts';
import type { EmptyStore } from './empty-store.ts';
import { itRunsOneAtATime } from './single-runs.ts';

interface OpenStore {
  readonly commoncrawl: CommonCrawlStore;
  close(): Promise<void>;
}

function importOf(id: string): CommonCrawlImport {
  return {
    ...NO_COMMONCRAWL_PROGRESS,
    id,
    selection: {
      crawls: ['CC-MAIN-2024-10', 'CC-MAIN-2023-50'],
      hosts: { from: 'list', list: 'shops "ä\u2028"', count: 2 ** 40, rejected: { count: 1, first: ['"ä'] } },
      tld: null,
      path: '/',
      languages: ['deu'],
      withRobots: true,
    },
    isDryRun: false,
    startedAt: 1_772_366_400_000,
    state: 'running',
    endedAt: null,
    reason: null,
  };
}

const SOME: CommonCrawlProgress = {
  crawls: [
    {
      name: 'CC-MAIN-2023-50',
      index: 'table',
      next: null,
      parts: 2,
      records: 7,
      requests: 3,
      bytes: 2 ** 41,
    },
    { name: 'CC-MAIN-2024-10', index: 'urls', next: [3, 0], parts: 0, records: 0, requests: 0, bytes: 0 },
    { name: 'CC-MAIN-2024-18', index: null, next: [], parts: 0, records: 0, requests: 0, bytes: 0 },
  ],
  position: { crawl: 0, part: 1, record: 5 },
  missing: { count: 3, first: ['b.example'] },
  outcomes: { indexed: 3, damaged: 2 },
  damaged: ['a.warc.gz at 7: "\u2028"'],
  requests: 9,
  bytes: 2 ** 40,
  waitsUntil: 1_772_366_500_000,
};

const BYTES = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31) % 256);

/** Everything a store of imports from Common Crawl must do, whatever keeps it. */
export function describeCommonCrawl(name: string, emptyStore: EmptyStore<OpenStore>): void {
  describe(`imports from Common Crawl: ${name}`, () => {
    let store: OpenStore;
    let reopen: () => Promise<OpenStore>;
    beforeAll(async () => {
      reopen = await emptyStore();
      store = await reopen();
    });
    afterAll(() => store.close());

    it('go on one at a time, and end once', async () => {
      const { commoncrawl } = store;
      expect(await commoncrawl.get()).toBeNull();
      expect(await commoncrawl.note('one', SOME)).toBe(false);
      expect(await commoncrawl.begin(importOf('one'), null)).toEqual(importOf('one'));
      expect(await commoncrawl.begin(importOf('two'), null)).toEqual(importOf('one'));
      expect(await commoncrawl.note('two', SOME)).toBe(false);
      expect(await commoncrawl.get()).toEqual(importOf('one'));
      expect(await commoncrawl.note('one', SOME)).toBe(true);
      expect(await commoncrawl.get()).toEqual({ ...importOf('one'), ...SOME });
      expect(await commoncrawl.note('one', { ...SOME, outcomes: { older: 1 }, waitsUntil: null })).toBe(true);
      const last = { ...importOf('one'), ...SOME, outcomes: { older: 1 }, waitsUntil: null };
      expect(await commoncrawl.get()).toEqual(last);
      const end = { state: 'failed', endedAt: 5, reason: 'Elasticsearch "is" away' } as const;
      expect(await commoncrawl.end('two', end)).toBe(false);
      expect(await commoncrawl.end('one', end)).toBe(true);
      expect(await commoncrawl.note('one', NO_COMMONCRAWL_PROGRESS)).toBe(false);
      expect(await commoncrawl.end('one', { state: 'stopped', endedAt: 6, reason: null })).toBe(false);
      expect(await commoncrawl.get()).toEqual({ ...last, ...end });
      for (const state of COMMONCRAWL_STATES.filter((one) => one !== 'running')) {
        expect(await commoncrawl.begin(importOf(state), null)).toEqual(importOf(state));
        expect(await commoncrawl.end(state, { state, endedAt: 6, reason: null })).toBe(true);
        expect(await commoncrawl.get()).toEqual({ ...importOf(state), state, endedAt: 6 });
      }
    });

    it('have parts until they end', async () => {
      const { commoncrawl } = store;
      expect(await commoncrawl.setPart('three', HOSTS_PART, BYTES)).toBe(false);
      await commoncrawl.begin(importOf('three'), BYTES.subarray(3, 5));
      expect([...((await commoncrawl.part('three', HOSTS_PART)) ?? [])]).toEqual([...BYTES.subarray(3, 5)]);
      // Another one that is refused leaves nothing behind.
      expect(await commoncrawl.begin(importOf('four'), BYTES)).toEqual(importOf('three'));
      expect(await commoncrawl.setPart('four', HOSTS_PART, BYTES)).toBe(false);
      expect(await commoncrawl.part('four', HOSTS_PART)).toBeNull();
      expect(await commoncrawl.setPart('three', HOSTS_PART, BYTES)).toBe(true);
      expect(await commoncrawl.setPart('three', '0 1', BYTES.subarray(0, 3))).toBe(true);
      expect(await commoncrawl.setPart('three', '0 1', BYTES.subarray(7, 9))).toBe(true);
      expect(await commoncrawl.setPart('three', 'empty', new Uint8Array())).toBe(true);
      const other = await reopen();
      for (const { commoncrawl: read } of [store, other]) {
        expect([...((await read.part('three', HOSTS_PART)) ?? [])]).toEqual([...BYTES]);
        expect([...((await read.part('three', '0 1')) ?? [])]).toEqual([...BYTES.subarray(7, 9)]);
        expect([...((await read.part('three', 'empty')) ?? [1])]).toEqual([]);
      }
      await other.close();
      expect(await commoncrawl.end('three', { state: 'finished', endedAt: 6, reason: null })).toBe(true);
      expect(await commoncrawl.part('three', HOSTS_PART)).toBeNull();
      expect(await commoncrawl.setPart('three', HOSTS_PART, BYTES)).toBe(false);
      await commoncrawl.begin(importOf('four'), null);
      expect(await commoncrawl.part('four', HOSTS_PART)).toBeNull();
      expect(await commoncrawl.end('four', { state: 'stopped', endedAt: 6, reason: null })).toBe(true);
    });

    itRunsOneAtATime(
      () => ({ store, reopen }),
      ({ commoncrawl }) => ({
        begin: (id) => commoncrawl.begin(importOf(id), null),
        get: () => commoncrawl.get(),
        alone: (work) => commoncrawl.alone(work),
      }),
    );
  });
}
