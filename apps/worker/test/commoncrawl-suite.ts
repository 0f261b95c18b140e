import { type AnalysisPool, openAnalysisPool } from '@sitegrep/analysis';
import { SiteWriter } from '@sitegrep/intake';
import { type CommonCrawlImport, NO_COMMONCRAWL_PROGRESS, type Storage } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { zstdCompressSync } from 'node:zlib';
import { madeArchive } from '../../../packages/commoncrawl/test/made-crawl.ts';
import { MemoryFiles } from '../../../packages/commoncrawl/test/memory-files.ts';
import { CRAWL_IDS, crawledSite, threeCrawls } from '../../../test/common-crawl/three-crawls.ts';
import { type Archive, startCommonCrawl } from '../src/commoncrawl/commoncrawl.ts';

const SITES = 30;
const PAGES = 3;
const ARCHIVE = madeArchive(threeCrawls({ sites: SITES, pages: PAGES }));
const NONE = 'nowhere.example';

/** An archive in memory. @param onRead called before each read; what it throws is the fault of the read */
function archiveOf(
  files: ReadonlyMap<string, Buffer>,
  onRead: (path: string) => void = () => undefined,
): Archive {
  const memory = new MemoryFiles(files);
  const read: Archive['files'] = {
    read: (path, range) => {
      onRead(path);
      return memory.read(path, range);
    },
    stream: (path, range) => {
      onRead(path);
      return memory.stream(path, range);
    },
    size: (path) => memory.size(path),
  };
  return {
    files: read,
    list: read,
    counts: () => ({
      requests: memory.reads.length,
      bytes: memory.reads.reduce((sum, { bytes }) => sum + bytes, 0),
    }),
    close: () => Promise.resolve(),
  };
}

function sites(): readonly string[] {
  return Array.from({ length: SITES }, (_, number) => crawledSite(number));
}

/** Everything that an import from Common Crawl must do, whatever keeps it. */
export function describeCommonCrawlWork(
  name: string,
  openStorage: () => Promise<{ readonly storage: Storage; readonly remove: () => Promise<void> }>,
): void {
  describe(`imports from Common Crawl: ${name}`, { timeout: 300_000 }, () => {
    let analysis: AnalysisPool;
    let opened: Awaited<ReturnType<typeof openStorage>>;
    let storage: Storage;
    beforeAll(async () => {
      opened = await openStorage();
      storage = opened.storage;
      analysis = openAnalysisPool({
        threads: 1,
        deadlineMs: 60_000,
        heapMb: 512,
        maxSourceBytes: 1_000_000,
        fullText: true,
        queueLimit: 10,
      });
    });
    afterAll(() => Promise.all([analysis.close(), opened.remove()]));

    async function begin(changed: Partial<CommonCrawlImport> = {}, hosts = sites()): Promise<void> {
      for await (const { domain } of storage.domains.scan()) await storage.domains.delete(domain);
      const last = await storage.commoncrawl.get();
      if (last !== null)
        await storage.commoncrawl.end(last.id, { state: 'stopped', endedAt: 1, reason: null });
      const run: CommonCrawlImport = {
        ...NO_COMMONCRAWL_PROGRESS,
        id: `import ${Math.random()}`,
        selection: {
          crawls: CRAWL_IDS.toReversed(),
          hosts: { from: 'given', list: null, count: hosts.length, rejected: { count: 0, first: [] } },
          tld: null,
          path: null,
          languages: [],
          withRobots: false,
        },
        isDryRun: false,
        startedAt: 1,
        state: 'running',
        endedAt: null,
        reason: null,
        ...changed,
      };
      await storage.commoncrawl.begin(run, zstdCompressSync(hosts.join('\n')));
    }

    function start(archive: Archive) {
      const errors: unknown[] = [];
      const { domains, commoncrawl } = storage;
      const work = startCommonCrawl({
        commoncrawl,
        openArchive: () => archive,
        analysis,
        sites: new SiteWriter({ domains, maxSiteBytes: 100_000_000 }),
        concurrency: 2,
        onPart: () => undefined,
        onEnd: () => undefined,
        onError: (error) => void errors.push(error),
        everyMs: 20,
      });
      return { work, errors };
    }

    async function ended(): Promise<CommonCrawlImport> {
      return vi.waitFor(
        async () => {
          const run = await storage.commoncrawl.get();
          if (run === null || run.state === 'running') throw new Error('it goes on');
          return run;
        },
        { timeout: 240_000, interval: 20 },
      );
    }

    /** Source of each stored page by its URL. */
    async function storedPages(): Promise<ReadonlyMap<string, string>> {
      const pages = new Map<string, string>();
      for await (const site of storage.domains.scan())
        for (const { url, source } of site.pages) {
          expect(pages.has(url)).toBe(false);
          pages.set(url, source);
        }
      return pages;
    }

    /** The last capture of each page, which the crawls leave. */
    function expectedPages(): ReadonlyMap<string, string> {
      const pages = new Map<string, string>();
      for (const { records } of threeCrawls({ sites: SITES, pages: PAGES }))
        for (const { url, body } of records) pages.set(url, body);
      return new Map([...pages].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    }

    const allRecords = threeCrawls({ sites: SITES, pages: PAGES }).flatMap(({ records }) => records).length;

    function sumOf(outcomes: CommonCrawlImport['outcomes']): number {
      return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    }

    test('leave the last capture of each page, with the sums of all', async () => {
      await begin({}, [...sites(), NONE]);
      const { work, errors } = start(archiveOf(ARCHIVE.files));
      const run = await ended();
      await work.stop();
      expect(errors).toEqual([]);
      expect(run).toMatchObject({ state: 'finished', reason: null, missing: { count: 1, first: [NONE] } });
      expect(run.crawls.map(({ name: crawl }) => crawl)).toEqual(CRAWL_IDS);
      expect(run.crawls.reduce((sum, { records }) => sum + records, 0)).toBe(allRecords);
      expect(sumOf(run.outcomes)).toBe(allRecords);
      expect(run.outcomes['stored']).toBeGreaterThan(0);
      expect(run.requests).toBeGreaterThan(0);
      const pages = await storedPages();
      expect(new Map([...pages].toSorted(([a], [b]) => (a < b ? -1 : 1)))).toEqual(expectedPages());
    });

    test(
      'are worked on from where they were interrupted, each record once',
      { timeout: 120_000 },
      async () => {
        await begin();
        let interruptions = 0;
        let limit = 5;
        for (;;) {
          let reads = 0;
          const broken = Promise.withResolvers<void>();
          const { work } = start(
            archiveOf(ARCHIVE.files, () => {
              if (++reads >= limit) broken.resolve();
            }),
          );
          const over = await Promise.race([broken.promise.then(() => null), ended()]);
          await work.stop();
          if (over !== null) break;
          interruptions++;
          limit += 2;
          if ((await storage.commoncrawl.get())?.state !== 'running') break;
        }
        expect(interruptions).toBeGreaterThan(3);
        const run = await ended();
        expect(run).toMatchObject({ state: 'finished', reason: null });
        expect(sumOf(run.outcomes)).toBe(allRecords);
        const pages = await storedPages();
        expect(new Map([...pages].toSorted(([a], [b]) => (a < b ? -1 : 1)))).toEqual(expectedPages());
      },
    );

    test.each([true, false])(
      'have what robots.txt said of a site besides its home page, if that is wanted: %s',
      async (withRobots) => {
        const [crawl] = threeCrawls({ sites: 4, pages: 2 });
        if (crawl === undefined) throw new Error('no crawl');
        const [robot, plain] = [crawledSite(0), crawledSite(1)];
        const time = crawl.records[0]?.time ?? 0;
        const rules = {
          url: `https://${robot}/robots.txt`,
          time,
          body: 'User-agent: GPTBot\nDisallow: /\n',
          mime: 'text/plain',
        };
        const { files } = madeArchive([{ ...crawl, records: [...crawl.records, rules] }]);
        const hosts = [robot, plain];
        const given = { from: 'given', list: null, count: 2, rejected: { count: 0, first: [] } } as const;
        await begin(
          {
            selection: {
              crawls: [crawl.id],
              hosts: given,
              tld: null,
              path: null,
              languages: [],
              withRobots,
            },
          },
          hosts,
        );
        const { work, errors } = start(archiveOf(files));
        const run = await ended();
        await work.stop();
        expect(errors).toEqual([]);
        expect(run.outcomes).toEqual({ stored: 4, ...(withRobots && { robots: 1 }) });
        const named = new Map<string, readonly string[]>();
        for await (const { domain, pages } of storage.domains.scan())
          named.set(
            domain,
            pages.flatMap(({ facts }) => facts.site?.files.map(({ name: file }) => file) ?? []),
          );
        expect(named).toEqual(
          new Map([
            [robot, withRobots ? ['robots.txt'] : []],
            [plain, []],
          ]),
        );
      },
    );

    test('only count what they found on a dry run', async () => {
      await begin({ isDryRun: true });
      const { work } = start(archiveOf(ARCHIVE.files));
      const run = await ended();
      await work.stop();
      expect(run).toMatchObject({ state: 'finished', outcomes: {} });
      expect(run.crawls.reduce((sum, { records }) => sum + records, 0)).toBe(allRecords);
      expect((await storedPages()).size).toBe(0);
    });

    test('go on without a file that is missing, and name it', async () => {
      const files = new Map(ARCHIVE.files);
      const gone = [...files.keys()].find((path) => path.includes('/warc/'));
      files.delete(gone ?? '');
      await begin();
      const { work } = start(archiveOf(files));
      const run = await ended();
      await work.stop();
      expect(run.state).toBe('finished');
      const lost = [...ARCHIVE.records.values()].flat().filter(({ file }) => file === gone).length;
      expect(lost).toBeGreaterThan(0);
      expect(run.outcomes['unreadable']).toBe(lost);
      expect(sumOf(run.outcomes)).toBe(allRecords);
      expect(run.damaged).toHaveLength(Math.min(20, lost));
      expect(run.damaged[0]).toMatch(/^crawl-data\/.*is not there$/);
    });

    test('fail with the nearest names for a crawl that does not exist', async () => {
      await begin({
        selection: {
          crawls: ['CC-MAIN-2026-07'],
          hosts: null,
          tld: 'example',
          path: null,
          languages: [],
          withRobots: false,
        },
      });
      const { work } = start(archiveOf(ARCHIVE.files));
      const run = await ended();
      await work.stop();
      expect(run.state).toBe('failed');
      expect(run.reason).toContain('CC-MAIN-2026-08');
    });

    test('end when somebody stops them, though the archive gives no answer', async () => {
      await begin();
      const archive = archiveOf(ARCHIVE.files);
      const read = (_path: string, _range: unknown, signal: AbortSignal): Promise<never> =>
        signal.aborted
          ? Promise.reject(signal.reason as Error)
          : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const { work, errors } = start({ ...archive, list: { ...archive.list, read } });
      const { id = '' } = (await storage.commoncrawl.get()) ?? {};
      await storage.commoncrawl.end(id, { state: 'stopped', endedAt: 2, reason: null });
      await begin({ isDryRun: true });
      await work.stop();
      expect(errors).toEqual([]);
    });
  });
}
