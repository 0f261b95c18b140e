import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { foldSite, type PageRecord } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server-process.ts';

const DOMAINS = 400;
const KILLS = 4;
const PADDING = '<p>padding</p>'.repeat(2_000);

interface Answer {
  readonly data: {
    readonly outdated_domains: { readonly count: number; readonly is_exact: boolean };
    readonly run: null | {
      readonly state: string;
      readonly domains: { readonly total: number | null; readonly done: number };
      readonly pages: { readonly analysed: number; readonly failed: number };
    };
  };
}

function nameOf(at: number): string {
  return `s${String(at).padStart(3, '0')}.example`;
}

function sourceOf(at: number): string {
  return `<title>New ${at}</title><a href="mailto:a@${nameOf(at)}">a@${nameOf(at)}</a>${PADDING}`;
}

/** Fills a folder with domains of two pages, as an earlier version has analysed them. */
async function fill(dataDir: string): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const puts = Array.from({ length: DOMAINS }, (_, at) => {
    const pages = ['/', '/a'].map((path): PageRecord => ({
      url: `https://${nameOf(at)}${path}`,
      fetchedAt: 5,
      charset: 'utf-8',
      truncated: false,
      source: sourceOf(at),
      facts: {
        ...NO_PAGE_FACTS,
        version: '0-old',
        title: 'Old',
        certificate: 'valid',
        dns: ['MX 10 mx.example'],
      },
      version: { etag: '"one"', lastModified: null, digest: `of ${at}`, certificate: 'valid' },
    }));
    return wholeSite(foldSite(nameOf(at), pages, { maxSiteBytes: 1_000_000 }));
  });
  await storage.domains.put(puts);
  await storage.close();
}

async function runAt(server: RunningServer): Promise<Answer['data']> {
  return ((await (await server.ask('/admin/reanalyse')).json()) as Answer).data;
}

/** Waits until so many domains are done. @returns the run */
async function doneAt(server: RunningServer, domains: number): Promise<NonNullable<Answer['data']['run']>> {
  for (;;) {
    const { run } = await runAt(server);
    if (run === null) throw new Error('there is no run');
    if (run.domains.done >= domains || run.state !== 'running') return run;
    await delay(50);
  }
}

test(
  'a run that analyses pages again goes on after each kill, and loses nothing',
  { timeout: 900_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-kill-reanalysis-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    await fill(dataDir);
    let server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'warn' });
    await server.ask('/admin/reanalyse', { method: 'POST' });
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = await doneAt(server, kill * 50);
      expect(before.state).toBe('running');
      await server.kill();
      server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'warn' });
      const after = (await runAt(server)).run;
      expect(after?.domains.total).toBe(DOMAINS);
      expect(after?.domains.done).toBeGreaterThanOrEqual(before.domains.done);
    }
    const end = await doneAt(server, Infinity);
    expect(end).toMatchObject({ state: 'finished', domains: { total: DOMAINS } });
    expect(end.pages.failed).toBe(0);
    expect((await runAt(server)).outdated_domains).toEqual({ count: 0, is_exact: true });
    await server.stop();
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    let at = 0;
    for await (const { domain, pages } of storage.domains.scan()) {
      expect(domain).toBe(nameOf(at));
      for (const page of pages) {
        expect(page).toMatchObject({
          fetchedAt: 5,
          source: sourceOf(at),
          facts: {
            title: `New ${at}`,
            emails: [{ email: `a@${domain}` }],
            certificate: 'valid',
            dns: ['MX 10 mx.example'],
          },
          version: { etag: '"one"', lastModified: null, digest: `of ${at}`, certificate: 'valid' },
        });
      }
      expect(pages).toHaveLength(2);
      at++;
    }
    expect(at).toBe(DOMAINS);
    await storage.close();
  },
);
