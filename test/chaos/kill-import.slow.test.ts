import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainsWith } from '@sitegrep/search';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyTextIndex } from '@sitegrep/storage/maintenance';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { runAndKill } from './killed-process.ts';
import { ownWord, siteName, writeSampleWarc } from '../support/sample-sites.ts';

const SITES = 1_500;
const KILLS = 5;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-kill-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test(
  'an import killed several times loses no acknowledged document and completes',
  { timeout: 900_000 },
  async () => {
    const warc = join(folder, 'sites.warc.gz');
    const dataDir = join(folder, 'data');
    const importing = ['import', warc, '--json'];
    // The first kill may come before the import creates it.
    await mkdir(dataDir);
    await writeSampleWarc(warc, SITES);
    const acknowledged = new Set<string>();

    for (let kill = 0; kill < KILLS; kill++) {
      // Any moment between the opening of the folder and the middle of a later batch.
      const moment = { afterLines: kill * 100, thenMs: Math.random() * 400 };
      const run = await runAndKill(importing, dataDir, moment);
      const stored = run.lines.flatMap(storedIn);
      // What is acknowledged is stored once.
      expect(stored.filter((domain) => acknowledged.has(domain))).toEqual([]);
      for (const domain of stored) acknowledged.add(domain);
      // So few pages are not built into a segment automatically.
      if (acknowledged.size > 0) {
        const merging = { afterLines: 0, thenMs: 300 + Math.random() * 700 };
        await runAndKill(['index', 'merge'], dataDir, merging);
      }
      await expectFound(dataDir, acknowledged);
    }
    const last = await runAndKill(importing, dataDir, null);
    const { stored = 0, unchanged = 0, ...others } = outcomesIn(last.lines.at(-1));
    expect([stored + unchanged, others]).toEqual([SITES, {}]);
    expect(unchanged).toBeGreaterThanOrEqual(acknowledged.size);

    await runAndKill(['index', 'merge'], dataDir, null);

    const all = new Set(Array.from({ length: SITES }, (_, n) => siteName(n)));
    await expectFound(dataDir, all);
    expect(await storedDomains(dataDir)).toEqual([...all].sort());
    await verifyTextIndex(dataDir, () => {});
  },
);

function storedIn({ outcome, domain }: Readonly<Record<string, unknown>>): string[] {
  return outcome === 'stored' && typeof domain === 'string' ? [domain] : [];
}

function outcomesIn(summary: Readonly<Record<string, unknown>> | undefined): Record<string, number> {
  return (summary?.['outcomes'] ?? {}) as Record<string, number>;
}

async function expectFound(dataDir: string, domains: ReadonlySet<string>): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    for (const domain of domains) {
      const page = await storage.domains.search({
        ...domainsWith(ownWord(domain)),
        limit: 10,
        from: { kind: 'offset', offset: 0 },
      });
      expect(page.hits.map((hit) => hit.domain)).toEqual([domain]);
    }
  } finally {
    await storage.close();
  }
}

async function storedDomains(dataDir: string): Promise<string[]> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    return await Array.fromAsync(storage.domains.scan(), (stored) => stored.domain);
  } finally {
    await storage.close();
  }
}
