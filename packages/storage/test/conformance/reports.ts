import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  noReports,
  type ReportState,
  type SearchReport,
  type SearchReports,
  wantReport,
} from '../../src/search-reports.ts';
import type { EmptyStore } from './empty-store.ts';

interface OpenStore {
  readonly reports: SearchReports;
  close(): Promise<void>;
}

const AT = 1_790_000_000_000;
const BORN = AT - 5;

function reportOf(number: number, changed: Partial<SearchReport> = {}): SearchReport {
  return {
    search: 'shops',
    born: BORN,
    number,
    due: AT,
    by: 'schedule',
    endedAt: AT + number,
    format: 'csv',
    attempt: 'first',
    parts: 2,
    bytes: 5,
    generation: 1,
    position: 2 ** 40,
    failure: null,
    summary: { domains: 3, facets: [{ field: 'tech', values: ['ä "no"\u2028'] }] },
    ...changed,
  };
}

const textOf = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const namesOf = (reports: readonly SearchReport[]): readonly string[] =>
  reports.map(({ search, number }) => `${search} ${number}`);

/** Everything a store of reports must do, whatever keeps it. */
export function describeReports(name: string, emptyStore: EmptyStore<OpenStore>): void {
  describe(`reports: ${name}`, () => {
    let store: OpenStore;
    let reopen: () => Promise<OpenStore>;
    beforeAll(async () => {
      reopen = await emptyStore();
      store = await reopen();
    });
    afterAll(() => store.close());

    it('replace a state only as the caller knows it', async () => {
      const { reports } = store;
      const first = noReports('shops', BORN);
      const second: ReportState = { ...first, number: 1, wanted: { at: AT, by: 'request', begun: 0 } };
      expect(await reports.state('shops')).toBeNull();
      expect(await reports.setState(second, first)).toBe(false);
      expect(await reports.setState(null, first)).toBe(true);
      expect(await reports.setState(null, second)).toBe(false);
      expect(await reports.state('shops')).toEqual(first);
      expect(await reports.waiting(10)).toEqual([]);
      expect(await reports.setState(first, second)).toBe(true);
      expect(await reports.setState(first, { ...second, number: 7 })).toBe(false);
      expect(await reports.waiting(10)).toEqual([second]);
      const last = { number: 1, at: AT, generation: 1, position: 2 ** 40 };
      const third = { ...second, wanted: null, last };
      expect(await reports.setState(second, third)).toBe(true);
      expect(await reports.waiting(10)).toEqual([]);
      expect(await reports.state('shops')).toEqual(third);
      await reports.forget('shops');
      expect(await reports.state('shops')).toBeNull();
    });

    it('are wanted once for each due time, whichever processes want them', async () => {
      const other = await reopen();
      const both = [store.reports, other.reports];
      const subject = { search: 'shops', born: BORN };
      const wantBoth = (at: number, by: 'schedule' | 'request'): Promise<readonly ReportState[]> =>
        Promise.all(both.map((reports) => wantReport(reports, subject, { at, by })));
      const wanted = { at: AT, by: 'schedule', begun: 0 } as const;
      const state: ReportState = { ...noReports('shops', BORN), number: 1, due: AT, wanted };
      expect(await wantBoth(AT, 'schedule')).toEqual([state, state]);
      // One that waits is also that of a later time.
      expect(await wantBoth(AT + 60_000, 'schedule')).toEqual(
        both.map(() => ({ ...state, due: AT + 60_000 })),
      );
      expect((await wantBoth(AT + 70_000, 'request')).map(({ number }) => number)).toEqual([1, 1]);
      const ended = { ...state, due: AT + 60_000, wanted: null };
      expect(await other.reports.setState({ ...state, due: AT + 60_000 }, ended)).toBe(true);
      expect(await wantBoth(AT + 60_000, 'schedule')).toEqual([ended, ended]);
      const [again] = await wantBoth(AT + 80_000, 'request');
      expect(again).toEqual({ ...ended, number: 2, wanted: { at: AT + 80_000, by: 'request', begun: 0 } });
      // Another search of the same name begins anew, with numbers that none had.
      const reborn = await wantReport(other.reports, { search: 'shops', born: AT + 9 }, wanted);
      expect(reborn).toEqual({ ...noReports('shops', AT + 9), number: 3, due: AT, wanted });
      await other.close();
      await store.reports.forget('shops');
    });

    it('are kept once, with the file of the attempt that was first', async () => {
      const { reports } = store;
      const other = await reopen();
      for (const attempt of ['first', 'second']) {
        const part = { search: 'shops', number: 1, attempt };
        await reports.addPart({ ...part, part: 0 }, bytesOf(`${attempt}\0`));
        await reports.addPart({ ...part, part: 1 }, bytesOf('\u00ff'));
        await reports.addPart({ ...part, part: 1 }, bytesOf('\u00fe'));
      }
      await reports.addPart({ search: 'shops', number: 2, attempt: 'second', part: 0 }, bytesOf('two'));
      expect(await reports.get('shops', 1)).toBeNull();
      expect(await reports.add(reportOf(1))).toEqual(reportOf(1));
      expect(await other.reports.add(reportOf(1, { attempt: 'second', bytes: 9 }))).toEqual(reportOf(1));
      expect(await other.reports.get('shops', 1)).toEqual(reportOf(1));
      const read = async (number: number, attempt: string, part: number): Promise<string | null> =>
        textOf(await other.reports.part({ search: 'shops', number, attempt, part }));
      expect(await read(1, 'first', 0)).toBe('first\0');
      expect(await read(1, 'first', 1)).toBe('\u00fe');
      expect(await read(1, 'first', 2)).toBeNull();
      expect(await read(1, 'second', 0)).toBeNull();
      expect(await read(2, 'second', 0)).toBe('two');
      await other.close();
      await reports.forget('shops');
      expect(await reports.get('shops', 1)).toBeNull();
      expect(
        textOf(await reports.part({ search: 'shops', number: 2, attempt: 'second', part: 0 })),
      ).toBeNull();
    });

    it('are listed the newest first, and by their ends', async () => {
      const { reports } = store;
      for (const number of [1, 2, 10, 3]) await reports.add(reportOf(number));
      const old = { search: 'blogs', endedAt: AT - 1, failure: 'the disk is full', parts: 0, bytes: 0 };
      await reports.add(reportOf(4, old));
      const first = await reports.list({ search: 'shops', limit: 3 });
      expect(namesOf(first.items)).toEqual(['shops 10', 'shops 3', 'shops 2']);
      if (first.next === null) throw new Error('no further page');
      const second = await reports.list({ search: 'shops', limit: 3, after: first.next });
      expect([namesOf(second.items), second.next]).toEqual([['shops 1'], null]);
      expect(namesOf(await reports.oldest(3))).toEqual(['blogs 4', 'shops 1', 'shops 2']);
      expect(await reports.bytes()).toBe(20);
      await reports.remove('shops', 1);
      await reports.remove('shops', 99);
      expect(await reports.bytes()).toBe(15);
      expect(await reports.get('shops', 1)).toBeNull();
      await reports.forget('shops');
      expect(await reports.oldest(9)).toEqual([reportOf(4, old)]);
      await reports.forget('blogs');
      expect(await reports.bytes()).toBe(0);
    });

    it('lose their files with themselves', async () => {
      const { reports } = store;
      const part = { search: 'shops', number: 1, attempt: 'first', part: 0 };
      await reports.addPart(part, bytesOf('x'));
      await reports.add(reportOf(1));
      await reports.remove('shops', 1);
      expect(await reports.part(part)).toBeNull();
    });

    it('are there after the store was closed and opened again', async () => {
      const subject = { search: 'shops', born: BORN };
      const state = await wantReport(store.reports, subject, { at: AT, by: 'schedule' });
      await store.reports.add(reportOf(1));
      await store.close();
      store = await reopen();
      expect(await store.reports.waiting(10)).toEqual([state]);
      expect(await store.reports.list({ search: 'shops', limit: 10 })).toEqual({
        items: [reportOf(1)],
        next: null,
      });
    });
  });
}
