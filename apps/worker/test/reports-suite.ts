// The tests of reports: real storages and real deliveries, whose expected rows are worked out by hand.
import { setTimeout as delay } from 'node:timers/promises';
import type { NewSearch, SavedSearch, SearchReport, Storage } from '@sitegrep/storage';
import {
  definitionOf,
  reportBytes,
  type ReportSummary,
  type SavedDefinition,
  tellingSearchOf,
} from '@sitegrep/telling';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, put } from '../../../packages/storage/test/conformance/documents.ts';
import { text } from '../../../packages/storage/test/conformance/expressions.ts';
import { newSearch } from '../../../packages/storage/test/conformance/saved-search-reads.ts';
import type { EmptyStore } from '../../../packages/storage/test/conformance/empty-store.ts';
import { type ReportOptions, runReports } from '../src/reports/run-reports.ts';

const HOUR = 3_600_000;
const HOOK = {
  kind: 'webhook',
  name: 'ops',
  on: [],
  count: null,
  since: 0,
  url: 'https://x.example/',
  secrets: [],
  template: 'standard',
} as const;

type ReportStorage = Pick<Storage, 'deliveries' | 'domains' | 'keys' | 'reports' | 'close'>;

/** Everything that making reports must do, whatever keeps them. */
export function describeReportMaking(name: string, emptyStore: EmptyStore<ReportStorage>): void {
  describe(`making reports: ${name}`, () => {
    let storage: ReportStorage;
    /** The present, at which the events of this test occur, in hours that have passed. */
    const begin = Math.floor(Date.now() / HOUR) * HOUR;
    let now = begin;
    const faults: unknown[] = [];
    /** Reports that ended: the search, by what, and whether it was made. */
    const ended: unknown[] = [];
    beforeAll(async () => {
      storage = await (await emptyStore())();
    });
    afterAll(() => storage.close());

    const definition = (report: Partial<NonNullable<SavedDefinition['report']>> | null): SavedDefinition => ({
      q: null,
      label: null,
      owner: null,
      feedKey: 'feed',
      technology: null,
      destinations: [HOOK],
      origin: 'https://me.example',
      report:
        report === null
          ? null
          : {
              timing: { kind: 'every', seconds: 3_600 },
              since: begin,
              format: 'csv',
              limit: 100,
              inputs: [],
              facets: [],
              ...report,
            },
    });

    async function save(
      id: string,
      report: Parameters<typeof definition>[0],
      changed: Partial<NewSearch> = {},
    ): Promise<SavedSearch> {
      const search = newSearch(id, 'domain', text('tea'));
      const saved = await storage.domains.searches.put({
        ...search,
        definition: definition(report),
        ...changed,
      });
      await storage.domains.searches.fill();
      return saved;
    }

    /** Runs until what waits was made. */
    async function run(changed: Partial<ReportOptions> = {}): Promise<void> {
      const stop = new AbortController();
      const { domains, reports, deliveries, keys } = storage;
      const looks = { rounds: 0 };
      const running = runReports(
        {
          domains,
          // The second look at what waits comes after all that the first one found was done.
          reports: {
            ...reports,
            waiting: (limit) => {
              looks.rounds += 1;
              return reports.waiting(limit);
            },
          },
          deliveries,
          find: async (id) => {
            const search = await domains.searches.get(id);
            return search === null ? null : tellingSearchOf(search, await keys.list(), now);
          },
          now: () => now,
          onEnd: ({ search, by, failure }) => ended.push([search, by, failure === null]),
          onError: (error) => faults.push(error),
          pollMs: 1,
          againMs: 1,
          ...changed,
        },
        stop.signal,
      );
      while (looks.rounds < 2) await delay(5);
      stop.abort();
      await running;
    }

    const listed = async (search: string): Promise<readonly SearchReport[]> =>
      (await storage.reports.list({ search, limit: 100 })).items;
    const fileOf = async (report: SearchReport): Promise<Buffer> =>
      Buffer.concat(await Array.fromAsync(reportBytes(storage.reports, report)));
    const summaryIn = ({ summary }: SearchReport): ReportSummary => summary as ReportSummary;
    /** The first two columns of the rows of a file of CSV. */
    const rowsOf = async (report: SearchReport): Promise<readonly string[]> =>
      (await fileOf(report))
        .toString()
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(0, 2).join(' ').replaceAll('"', ''));
    const delivered = async (search: string): Promise<readonly unknown[]> =>
      (await storage.deliveries.list({ search, limit: 100 })).items.map(({ content }) => content);

    it('makes one for each due time, with what is new and gone since the last', async () => {
      await put(storage.domains, documentOf('a.test', ['tea']), documentOf('b.test', ['tea']));
      await put(storage.domains, documentOf('c.test', ['wool']));
      await save('tea', {});
      await run();
      expect(await listed('tea')).toEqual([]);

      now = begin + HOUR + 5;
      await run();
      await run();
      const [first, ...none] = await listed('tea');
      if (first === undefined) throw new Error('no report was made');
      expect(none).toEqual([]);
      expect(ended).toEqual([['tea', 'schedule', true]]);
      expect(first).toMatchObject({
        number: 1,
        due: begin + HOUR,
        by: 'schedule',
        format: 'csv',
        failure: null,
      });
      expect(await rowsOf(first)).toEqual([' a.test', ' b.test']);
      expect(summaryIn(first)).toMatchObject({
        domains: 2,
        since: null,
        new: null,
        gone: null,
        rows: 2,
        cut: false,
      });
      expect(await delivered('tea')).toEqual([{ kind: 'report', number: 1 }]);

      await put(storage.domains, documentOf('c.test', ['tea']), documentOf('d.test', ['tea']));
      await put(storage.domains, documentOf('b.test', ['wool']));
      // It came and went: neither is news.
      await put(storage.domains, documentOf('d.test', ['wool']));
      // Three due times have passed: one report makes up for them.
      now = begin + 4 * HOUR + 5;
      await run();
      const [second] = await listed('tea');
      if (second === undefined) throw new Error('no report was made');
      expect(second).toMatchObject({ number: 2, due: begin + 4 * HOUR });
      expect(await rowsOf(second)).toEqual([' a.test', 'new c.test', 'gone b.test']);
      const at = new Date(begin + HOUR + 5).toISOString();
      expect(summaryIn(second)).toMatchObject({
        domains: 2,
        since: at,
        new: 1,
        gone: 1,
        rows: 3,
        complete: true,
      });
      expect(await delivered('tea')).toEqual([
        { kind: 'report', number: 2 },
        { kind: 'report', number: 1 },
      ]);
      expect(await listed('tea')).toHaveLength(2);
      await storage.domains.searches.delete('tea');
      await storage.reports.forget('tea');
      await storage.deliveries.forget('tea');
    });

    it('writes workbooks with facets, and says what is cut', async () => {
      await put(storage.domains, documentOf('a.test', ['tea']), documentOf('b.test', ['tea']));
      const facets = {
        inputs: [{ field: 'tld', limit: 3 }],
        facets: [{ kind: 'label', label: 'tld', limit: 3, offset: 0, min: 1 }],
      } as const;
      const since = now - HOUR;
      await save('cut', { format: 'xlsx', limit: 1, since, ...facets });
      await save('cut-csv', { limit: 1, since });
      await run();
      const [[workbook], [csv]] = [await listed('cut'), await listed('cut-csv')];
      if (workbook === undefined || csv === undefined) throw new Error('no report was made');
      const { sheets } = await readXlsx(await fileOf(workbook));
      expect(sheets.map((sheet) => sheet.name)).toEqual(['domains', 'facets', 'about']);
      const [rows, counts, about] = sheets.map((sheet) => sheet.rows);
      expect(rows?.map((row) => row.slice(0, 2))).toEqual([
        ['news', 'domain'],
        [null, 'a.test'],
      ]);
      // a.test, b.test and c.test have the text.
      expect(counts).toEqual([
        ['facet', 'value', 'domains'],
        ['tld', 'test', 3],
      ]);
      expect(about).toContainEqual(['domains', '3']);
      expect(about).toContainEqual(['cut', 'true']);
      expect(summaryIn(workbook).facets).toEqual([
        { field: 'tld', values: [{ value: 'test', domains: 3 }], distinct: 1, listed: 1, without: 0 },
      ]);
      expect(summaryIn(csv)).toMatchObject({ domains: 3, rows: 1, cut: true });
      expect(await rowsOf(csv)).toEqual([' a.test', 'cut after 1 rows ']);
      for (const id of ['cut', 'cut-csv']) {
        await storage.domains.searches.delete(id);
        await storage.reports.forget(id);
      }
    });

    it('has rows of pages for a search at level page', async () => {
      await put(storage.domains, documentOf('p.test', ['tea leaf', 'wool', 'tea leaf']));
      await save('leaves', { since: now - HOUR }, { level: 'page', where: text('tea leaf') });
      await run();
      const [report] = await listed('leaves');
      if (report === undefined) throw new Error('no report was made');
      expect(await rowsOf(report)).toEqual([' p.test', ' p.test']);
      expect(summaryIn(report)).toMatchObject({ level: 'page', domains: 1, pages: 2 });
      await storage.domains.searches.delete('leaves');
      await storage.reports.forget('leaves');
    });

    it('is begun thrice, and fails with the reason; a further one may be made', async () => {
      const { domains } = storage;
      await save('sad', { since: now - HOUR });
      const broken = {
        searches: domains.searches,
        lists: domains.lists,
        search: () => Promise.reject(new Error('too much work')),
      };
      // Each round begins it once more.
      for (let round = 0; round < 3; round += 1) await run({ domains: broken });
      expect(faults.map(String)).toContain('Error: too much work');
      expect(ended.filter((one) => String(one).startsWith('sad,'))).toEqual([['sad', 'schedule', false]]);
      expect(await listed('sad')).toMatchObject([
        { number: 1, failure: 'too much work', parts: 0, bytes: 0 },
      ]);
      expect(await delivered('sad')).toEqual([]);
      await run();
      expect(await listed('sad')).toHaveLength(1);
      now += HOUR;
      await run();
      expect((await listed('sad')).map(({ number, failure }) => [number, failure])).toEqual([
        [2, null],
        [1, 'too much work'],
      ]);
      await storage.domains.searches.delete('sad');
      await storage.reports.forget('sad');
      faults.length = 0;
    });

    it('makes the others while one fails', async () => {
      const { domains } = storage;
      await save('ahead', { since: now - HOUR });
      await save('behind', { since: now - HOUR });
      await run({
        domains: {
          searches: domains.searches,
          lists: domains.lists,
          search: (query, options) =>
            JSON.stringify(query.where).includes('ahead')
              ? Promise.reject(new Error('too much work'))
              : domains.search(query, options),
        },
      });
      expect(faults.map(String)).toContain('Error: too much work');
      expect(await listed('behind')).toMatchObject([{ number: 1, failure: null }]);
      for (const id of ['ahead', 'behind']) {
        await domains.searches.delete(id);
        await storage.reports.forget(id);
        await storage.deliveries.forget(id);
      }
      faults.length = 0;
    });

    it('leaves nothing of a search that is deleted meanwhile', async () => {
      const { domains } = storage;
      await save('short', { since: now - HOUR });
      await run({
        domains: {
          searches: domains.searches,
          lists: domains.lists,
          search: async (query, options) => {
            const page = await domains.search(query, options);
            await domains.searches.delete('short');
            await storage.reports.forget('short');
            return page;
          },
        },
      }).catch((error: unknown) => faults.push(error));
      await run();
      expect(await listed('short')).toEqual([]);
      expect(await storage.reports.state('short')).toBeNull();
      expect(await delivered('short')).toEqual([]);
      faults.length = 0;
    });

    it('makes none for a search whose key was revoked, or that has no report any more', async () => {
      const owned = { ...definition({ since: now - HOUR }), owner: 'nobody' };
      const search = { ...newSearch('owned', 'domain', text('tea')), definition: owned };
      await storage.domains.searches.put(search);
      await storage.domains.searches.fill();
      await run();
      expect(await listed('owned')).toEqual([]);
      expect(await storage.reports.waiting(10)).toEqual([]);
      const found = await storage.domains.searches.get('owned');
      expect(found === null ? null : definitionOf(found).report?.limit).toBe(100);
      await storage.domains.searches.put({ ...search, definition: definition(null) });
      now += HOUR;
      await run();
      expect(await listed('owned')).toEqual([]);
      expect(faults).toEqual([]);
      await storage.domains.searches.delete('owned');
      await storage.reports.forget('owned');
    });
  });
}
