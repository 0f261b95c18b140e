import { type AnalysisPool, openAnalysisPool } from '@sitegrep/analysis';
import { ALL, type Expression } from '@sitegrep/search';
import { foldSite, type PageRecord, withTexts } from '@sitegrep/site';
import {
  NO_FINGERPRINT_STATE,
  NO_PROGRESS,
  type Reanalysis,
  type Storage,
  wholeSite,
} from '@sitegrep/storage';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ReanalysisOptions, startReanalysis } from '../src/reanalysis/reanalysis.ts';

const MAX_SITE = { maxSiteBytes: 100_000_000 };
const EVERY_MS = 20;

/** Everything that analysing stored pages again must do, whatever keeps them. */
export function describeReanalysing(name: string, openStorage: () => Promise<Opened>): void {
  describe(`analysing stored pages again: ${name}`, () => {
    let analysis: AnalysisPool;
    let opened: Opened;
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
    const working: { stop(): Promise<void> }[] = [];
    afterEach(async () => {
      await Promise.all(working.splice(0).map((work) => work.stop()));
      for await (const { domain } of storage.domains.scan()) await storage.domains.delete(domain);
    });

    /** The pages of a site as an earlier version gave them: each has its own title, and no other fact. */
    async function put(domain: string, sources: readonly string[], rest: Partial<PageRecord> = {}) {
      const pages: PageRecord[] = [];
      for (const [at, html] of sources.entries()) {
        const url = `https://${domain}/${at}`;
        const body = Buffer.from(html);
        const headers = [['content-type', 'text/html; charset=utf-8']] as const;
        const result = await analysis.analyze({
          url,
          status: 200,
          headers,
          body,
          truncated: false,
          fetchedAt: 5,
        });
        if (result.kind === 'crashed') throw new Error(result.reason);
        const { record } = result;
        const facts = { ...record.facts, ...rest.facts, title: `Old ${at}`, emails: [], version: 'old' };
        pages.push({ ...withTexts(record), ...rest, facts });
      }
      const [result] = await storage.domains.put([wholeSite(foldSite(domain, pages, MAX_SITE))]);
      if (result?.stored !== true) throw new Error(`${domain} was not put`);
      return { pages, revision: result.revision };
    }

    function runOf(where: Expression = ALL, query: string | null = null): Reanalysis {
      const id = `run ${Math.random()}`;
      const at = { startedAt: 1, endedAt: null, reason: null };
      return { ...NO_PROGRESS, ...at, id, query, where, state: 'running' };
    }

    function start(parts: Partial<ReanalysisOptions> = {}) {
      const failures: unknown[] = [];
      const { domains, fingerprints, reanalysis } = storage;
      const onError = (error: unknown): void => void failures.push(error);
      const events = { onEnd: () => undefined, onDamaged: onError, onError };
      const work = startReanalysis({
        domains,
        reanalysis,
        fingerprints,
        analysis,
        everyMs: EVERY_MS,
        ...events,
        ...parts,
      });
      working.push(work);
      return { work, failures };
    }

    async function ended(): Promise<Reanalysis> {
      return await vi.waitFor(
        async () => {
          const run = await storage.reanalysis.get();
          if (run === null || run.state === 'running') throw new Error('the run goes on');
          return run;
        },
        { timeout: 60_000, interval: EVERY_MS },
      );
    }

    async function pagesOf(domain: string): Promise<readonly PageRecord[]> {
      return (await storage.domains.get(domain))?.pages ?? [];
    }

    async function outdated(): Promise<readonly string[]> {
      const { hits } = await storage.domains.search({
        level: 'domain',
        where: {
          kind: 'condition',
          condition: { kind: 'any_of', field: 'facts_version', values: ['old'], negated: false },
        },
        order: [{ field: 'domain', direction: 'asc' }],
        limit: 1_000,
        from: { kind: 'offset', offset: 0 },
      });
      return hits.map(({ domain }) => domain);
    }

    test('gives pages the facts of today, and leaves all else as it was', async () => {
      const answers = { headers: 'HTTP 200\nserver: nginx/1.25.3\n', cookies: '\n_ga; path=/\n', file: '' };
      const html = (at: number): string =>
        `<title>New ${at}</title><a href=mailto:a${at}@a.example>a${at}@a.example</a> `;
      const before = await put('a.example', [html(0), html(1), html(2)], { answers });
      // A page that is of today already stays as it is.
      const other = await put('b.example', [html(0)]);
      const [fresh] = other.pages;
      if (fresh === undefined) throw new Error('a page');
      const today = { ...fresh, facts: { ...fresh.facts, version: analysis.factsVersion } };
      await storage.domains.put([wholeSite(foldSite('b.example', [today], MAX_SITE))]);
      await storage.domains.confirm('a.example', { revision: before.revision, at: 1_772_366_400_000 });
      expect(await outdated()).toEqual(['a.example']);
      await storage.reanalysis.begin(runOf());
      start();
      expect(await ended()).toMatchObject({
        state: 'finished',
        total: 1,
        domains: 1,
        pages: 3,
        failed: 0,
        after: 'a.example',
      });
      const pages = await pagesOf('a.example');
      expect(
        pages.map(({ facts: { title, emails, version } }) => [title, emails[0]?.email, version]),
      ).toEqual([0, 1, 2].map((at) => [`New ${at}`, `a${at}@a.example`, analysis.factsVersion]));
      expect(pages.map((page) => ({ ...page, facts: null }))).toEqual(
        before.pages.map((page) => ({ ...page, facts: null })),
      );
      expect((await pagesOf('b.example'))[0]?.facts).toMatchObject({ title: 'Old 0', emails: [] });
      expect((await storage.domains.lastVisit('a.example'))?.at).toBe(1_772_366_400_000);
      expect(await outdated()).toEqual([]);
      const found = await storage.domains.get('a.example');
      expect(found?.facts).toMatchObject({ title: 'New 0', lastVisited: 5 });
    });

    test('leaves pages as they are that new fingerprints cannot judge otherwise', async () => {
      await put('a.example', ['<p>nothing', '<p>NEEDED-mark']);
      await put('b.example', ['<p>nothing']);
      await put('c.example', ['<p>nothing'], {
        answers: { headers: 'HTTP 200\nx-needed: 1\n', cookies: '', file: '' },
      });
      const step = (from: string, to: string, text: string, scope: 'headers' | 'source') => ({
        from,
        to,
        technologies: ['One'],
        texts: [{ text, scope }],
        queries: [],
      });
      const steps = [
        step('between', 'old', 'x-needed:', 'headers'),
        step('between', analysis.factsVersion, 'needed-mark', 'source'),
        step('elsewhere', 'never', 'nothing', 'source'),
      ];
      const fingerprints = { get: () => Promise.resolve({ ...NO_FINGERPRINT_STATE, steps }) };
      await storage.reanalysis.begin(runOf());
      start({ fingerprints });
      expect(await ended()).toMatchObject({ state: 'finished', total: 2, domains: 2, pages: 3 });
      // What no step leads from has to be judged.
      expect(await outdated()).toEqual(['b.example']);
    });

    test('does so for the domains of a query alone', async () => {
      await put('a.example', ['<p>one']);
      await put('b.example', ['<p>two']);
      const where = { kind: 'text', text: 'two', caseSensitive: false, scope: 'body' } as const;
      await storage.reanalysis.begin(runOf(where, 'two'));
      start();
      expect(await ended()).toMatchObject({ state: 'finished', total: 1, domains: 1, pages: 1 });
      expect(await outdated()).toEqual(['a.example']);
    });

    test('goes on after the last domain that was recorded, whoever goes on', async () => {
      const names = Array.from({ length: 60 }, (_, at) => `s${String(at).padStart(2, '0')}.example`);
      for (const domain of names) await put(domain, ['<title>New</title>']);
      await storage.reanalysis.begin(runOf());
      // Cut off as by a kill: once 25 domains are recorded, nothing that this process writes arrives.
      let isKilled = false;
      const killed = new Error('killed');
      const domains: Storage['domains'] = Object.create(storage.domains, {
        put: {
          value: (...args: Parameters<Storage['domains']['put']>) =>
            isKilled ? Promise.reject(killed) : storage.domains.put(...args),
        },
      }) as Storage['domains'];
      const reanalysis: Storage['reanalysis'] = {
        ...storage.reanalysis,
        note: async (id, progress) => {
          const isNoted = !isKilled && (await storage.reanalysis.note(id, progress));
          isKilled ||= progress.domains >= 25;
          return isNoted;
        },
        end: () => Promise.reject(killed),
      };
      const first = start({ domains, reanalysis });
      await vi.waitFor(() => expect(first.failures).toContain(killed), { timeout: 60_000 });
      await first.work.stop();
      expect(await storage.reanalysis.get()).toMatchObject({ state: 'running', domains: 25, pages: 25 });
      const left = await outdated();
      expect(left).toEqual(names.slice(names.length - left.length));
      start();
      expect(await ended()).toMatchObject({ state: 'finished', total: 60, domains: 60, pages: 60 });
      expect(await outdated()).toEqual([]);
    });

    test('leaves what another writer puts meanwhile, and analyses it anew', async () => {
      const { pages } = await put('a.example', ['<title>New</title>', '<title>New 1</title>']);
      let writes = 0;
      const domains: Storage['domains'] = Object.create(storage.domains, {
        put: {
          value: async (...args: Parameters<Storage['domains']['put']>) => {
            if (++writes === 1) {
              const changed = pages.map((page) => ({
                ...page,
                fetchedAt: 6,
                source: '<title>Other</title>',
              }));
              await storage.domains.put([wholeSite(foldSite('a.example', changed.slice(1), MAX_SITE))]);
            }
            return storage.domains.put(...args);
          },
        },
      }) as Storage['domains'];
      await storage.reanalysis.begin(runOf());
      start({ domains });
      expect(await ended()).toMatchObject({ state: 'finished', pages: 1, failed: 0 });
      expect(writes).toBe(2);
      expect(await pagesOf('a.example')).toMatchObject([
        {
          url: 'https://a.example/1',
          fetchedAt: 6,
          source: '<title>Other</title>',
          facts: { title: 'Other' },
        },
      ]);
    });

    test('counts a page whose analysis fails, and comes to its end', async () => {
      await put('a.example', ['<title>New</title>', '<title>New 1</title>']);
      const crashing: Pick<AnalysisPool, 'analyzeAgain' | 'factsVersion'> = {
        factsVersion: analysis.factsVersion,
        analyzeAgain: (page, version) =>
          page.url.endsWith('/1')
            ? Promise.resolve({ kind: 'crashed', reason: 'page needed more than 512 MB' })
            : analysis.analyzeAgain(page, version),
      };
      await storage.reanalysis.begin(runOf());
      start({ analysis: crashing });
      expect(await ended()).toMatchObject({ state: 'finished', domains: 1, pages: 1, failed: 1 });
      expect((await pagesOf('a.example')).map(({ facts: { title } }) => title)).toEqual(['New', 'Old 1']);
    });

    test('writes the pages of a large site in parts', async () => {
      const padding = 'x'.repeat(900_000);
      const sources = Array.from({ length: 9 }, (_, at) => `<title>New ${at}</title>${padding}`);
      await put('a.example', sources);
      const sizes: number[] = [];
      const domains: Storage['domains'] = Object.create(storage.domains, {
        put: {
          value: (...args: Parameters<Storage['domains']['put']>) => {
            sizes.push(...args[0].map(({ pages }) => pages.length));
            return storage.domains.put(...args);
          },
        },
      }) as Storage['domains'];
      await storage.reanalysis.begin(runOf());
      start({ domains });
      expect(await ended()).toMatchObject({ state: 'finished', pages: 9 });
      expect(sizes).toEqual([4, 4, 1]);
      expect((await pagesOf('a.example')).map(({ facts: { title } }) => title)).toEqual(
        sources.map((_, at) => `New ${at}`),
      );
    });

    test('ends when somebody stops it, with what was written', async () => {
      for (const at of [0, 1, 2]) await put(`s${at}.example`, ['<title>New</title>']);
      const run = runOf();
      await storage.reanalysis.begin(run);
      let looks = 0;
      const stopping: Pick<AnalysisPool, 'analyzeAgain' | 'factsVersion'> = {
        factsVersion: analysis.factsVersion,
        analyzeAgain: async (page, version) => {
          if (++looks === 1)
            await storage.reanalysis.end(run.id, { state: 'stopped', endedAt: 7, reason: null });
          return analysis.analyzeAgain(page, version);
        },
      };
      const { work, failures } = start({ analysis: stopping });
      await vi.waitFor(async () => expect(await outdated()).toEqual([]), { timeout: 60_000 });
      await work.stop();
      expect(failures).toEqual([]);
      expect(await storage.reanalysis.get()).toMatchObject({ state: 'stopped', endedAt: 7, domains: 0 });
    });
  });
}

interface Opened {
  readonly storage: Storage;
  readonly remove: () => Promise<void>;
}
