import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalysisPool } from '@sitegrep/analysis';
import { factsVersionOf } from '@sitegrep/analysis/facts-version';
import { foldSite, withTexts } from '@sitegrep/site';
import { countOutdatedDomains, outdatedDomains, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { builtInFingerprints, loadFingerprints } from '@sitegrep/technologies/data';
import { technologyNames } from '@sitegrep/technologies/names';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { openFingerprints } from './in-use.ts';

const closing: AsyncDisposableStack[] = [];
afterEach(async () => {
  for (const closers of closing.splice(0)) await closers.disposeAsync();
});

const MAX_SITE = { maxSiteBytes: 100_000_000 };

/** A folder with three stored domains, of which one has `acme-mark` in its source. */
async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'fingerprints-'));
  const closers = new AsyncDisposableStack();
  closing.push(closers);
  closers.defer(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  closers.defer(() => storage.close());
  const analysis = openAnalysisPool({
    threads: 1,
    deadlineMs: 60_000,
    heapMb: 512,
    maxSourceBytes: 1_000_000,
    fullText: false,
    queueLimit: 10,
  });
  closers.defer(() => analysis.close());
  const pageOf = (domain: string, html: string) => ({
    url: `https://${domain}/`,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']] as const,
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 5,
  });
  const technologiesOf = async (html: string): Promise<readonly string[]> => {
    const result = await analysis.analyze(pageOf('other.example', html));
    return result.kind === 'page' ? result.record.facts.technologies.map(({ name }) => name) : [];
  };
  for (const [domain, html] of [
    ['a.example', '<p>acme-mark'],
    ['b.example', '<p>nothing'],
    ['c.example', '<meta name="generator" content="WordPress 6.1">'],
  ] as const) {
    const result = await analysis.analyze(pageOf(domain, html));
    if (result.kind === 'crashed') throw new Error(result.reason);
    await storage.domains.put([wholeSite(foldSite(domain, [withTexts(result.record)], MAX_SITE))]);
  }
  const path = join(folder, 'own.yaml');
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  return {
    closers,
    config: { dataDir, technologies: path },
    storage,
    analysis,
    path,
    lines,
    logger,
    technologiesOf,
  };
}

const ACME = 'Acme: {cats: [1], html: acme-mark}\n';

test('a file that is written, changed and removed is in use at once, and only pages that it can concern are outdated', async () => {
  const { closers, config, storage, analysis, path, lines, logger, technologiesOf } = await opened();
  const fingerprints = await openFingerprints({ config, storage, logger }, closers);
  let begun = 0;
  await fingerprints.follow({ analysis: () => analysis, onWork: () => void begun++ });
  const builtIn = factsVersionOf(builtInFingerprints(), []);
  expect(await storage.fingerprints.get()).toMatchObject({ version: builtIn, steps: [] });
  expect(await storage.reanalysis.get()).toBeNull();
  expect(await technologiesOf('acme-mark')).toEqual([]);

  writeFileSync(path, `${ACME}Broken: {cats: [1], html: ['(', broken-mark]}\n`);
  await vi.waitFor(async () => expect(begun).toBe(1), { timeout: 60_000 });
  expect(technologyNames()).toContain('Acme');
  expect(await technologiesOf('acme-mark')).toEqual(['Acme']);
  expect(lines.some((line) => line.includes('own.yaml: Broken: html: (: Invalid regular expression'))).toBe(
    true,
  );
  const own = analysis.factsVersion;
  expect(own).not.toBe(builtIn);
  expect(await outdated(storage, own)).toEqual(['a.example']);
  expect((await storage.reanalysis.get())?.state).toBe('running');

  rmSync(path);
  await vi.waitFor(() => expect(analysis.factsVersion).toBe(builtIn), { timeout: 60_000 });
  expect(loadFingerprints()).toBe(builtInFingerprints());
  expect(technologyNames()).not.toContain('Acme');
  expect(await technologiesOf('acme-mark')).toEqual([]);
  expect(await countOutdatedDomains(storage, builtIn)).toEqual({ count: 0, isExact: true });
  await vi.waitFor(async () => expect((await storage.fingerprints.get()).version).toBe(builtIn), {
    timeout: 60_000,
  });
});

test('what could not be recorded is recorded by the next look', async () => {
  const { closers, config, storage, analysis, path, logger } = await opened();
  const fingerprints = await openFingerprints({ config, storage, logger }, closers);
  let begun = 0;
  await fingerprints.follow({ analysis: () => analysis, onWork: () => void begun++ });
  const unlucky = vi
    .spyOn(storage.fingerprints, 'replace')
    .mockRejectedValueOnce(new Error('the storage is away'));
  closers.defer(() => {
    unlucky.mockRestore();
  });
  writeFileSync(path, ACME);
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 60_000 });
  expect(unlucky.mock.calls.length).toBeGreaterThan(1);
  expect((await storage.fingerprints.get()).version).toBe(analysis.factsVersion);
});

test('a start with the same file compiles nothing, and one with another file knows what differs', async () => {
  const { closers, config, storage, analysis, path, logger } = await opened();
  writeFileSync(path, ACME);
  const follow = async (): Promise<void> => {
    await using some = new AsyncDisposableStack();
    const fingerprints = await openFingerprints({ config, storage, logger }, some);
    await fingerprints.follow({ analysis: () => analysis, onWork: () => undefined });
  };
  await follow();
  const first = (await storage.fingerprints.get()).version;
  await follow();
  expect((await storage.fingerprints.get()).version).toBe(first);
  writeFileSync(path, ACME.replace('acme-mark', 'wordpress-or-other'));
  await follow();
  const { steps } = await storage.fingerprints.get();
  expect(steps).toEqual([
    {
      from: first,
      to: analysis.factsVersion,
      queries: [],
      technologies: ['Acme'],
      texts: [
        { text: 'acme-mark', scope: 'source' },
        { text: 'wordpress-or-other', scope: 'source' },
      ],
    },
  ]);
  expect(closers.disposed).toBe(false);
});

async function outdated(
  storage: Parameters<typeof outdatedDomains>[0],
  version: string,
): Promise<readonly string[]> {
  const criteria = await outdatedDomains(storage, version);
  if (criteria === null) return [];
  const { hits } = await storage.domains.search({
    ...criteria,
    limit: 10,
    from: { kind: 'offset', offset: 0 },
  });
  return hits.map(({ domain }) => domain);
}
