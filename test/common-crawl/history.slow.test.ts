// Three crawls, imported one after the other: versions and changes are those of a plain model.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  crawlsNamed,
  findRecords,
  type FoundRecord,
  listCrawls,
  readPlanned,
  ReadPlan,
  selectionOf,
  sitesBelow,
} from '@sitegrep/commoncrawl';
import { loadConfig } from '@sitegrep/config';
import { importPages, SiteWriter } from '@sitegrep/intake';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import type { WarcPage } from '@sitegrep/warc';
import { expect, test } from 'vitest';
import { openAnalysis } from '../../apps/cli/src/instance.ts';
import { madeArchive } from '../../packages/commoncrawl/test/made-crawl.ts';
import type { PlacedRecord } from '../../packages/commoncrawl/test/made-warcs.ts';
import { MemoryFiles } from '../../packages/commoncrawl/test/memory-files.ts';
import { CRAWL_IDS, crawledSite, SCRIPT, threeCrawls } from './three-crawls.ts';

const signal = new AbortController().signal;
const SITES = 24;
const PAGES = 4;
const { files, records } = madeArchive(threeCrawls({ sites: SITES, pages: PAGES }));

/** Pages of a crawl, as its index and its files have them. */
async function* pagesOf(name: string): AsyncGenerator<WarcPage> {
  const archive = new MemoryFiles(files);
  const [crawl] = crawlsNamed(await listCrawls(archive, signal), [name]);
  if (crawl === undefined) throw new Error('there is no crawl');
  const selection = selectionOf(sitesBelow('example'), {});
  const found: FoundRecord[] = [];
  for await (const batch of findRecords('table', { files: archive, crawl, selection, signal }))
    found.push(...batch.records);
  for await (const { page } of readPlanned(archive, ReadPlan.of(found), { signal }))
    if (page !== null) yield page;
}

test('versions and changes over three crawls', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'crawls-history-'));
  await using closers = new AsyncDisposableStack();
  closers.defer(() => rm(dataDir, { recursive: true }));
  const config = loadConfig({ SITEGREP_KEEP_VERSIONS: 'all' });
  const analysis = openAnalysis(config, closers);
  const storage = await openSqliteStorage({ dataDir, readers: 1, keepVersions: config.keepVersions });
  closers.defer(() => storage.close());
  for (const name of CRAWL_IDS) {
    const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes: config.maxSiteBytes });
    await importPages(pagesOf(name), { sites, analysis, concurrency: 4 });
  }
  for (let site = 0; site < SITES; site++) {
    const domain = crawledSite(site);
    for (let page = 0; page < PAGES; page++) {
      const url = page === 0 ? `https://${domain}/` : `https://${domain}/page/${page}`;
      const list = await storage.domains.versions(domain, url);
      const versions = list?.versions.map(({ firstSeen, lastSeen, sourceBytes }) => ({
        firstSeen,
        lastSeen,
        sourceBytes,
      }));
      expect({ url, versions }).toEqual({ url, versions: versionsOf(url) });
    }
    const history = (await storage.domains.history(domain))?.history;
    expect(history?.visits.map(({ at }) => at * 1000)).toEqual(
      capturesOf(`https://${domain}/`).map(({ time }) => time),
    );
    const stays = [...(history?.labels ?? [])].filter(([label]) => label.startsWith('host\0'));
    expect(stays.map(([label, [stay]]) => [label, stay?.from, stay?.to])).toEqual(scriptStays(domain));
  }
}, 300_000);

/** Captures of a URL in the order of their times. */
function capturesOf(url: string): readonly PlacedRecord[] {
  return CRAWL_IDS.flatMap((id) => (records.get(id) ?? []).filter((record) => record.url === url));
}

/** The versions of a page, the newest first: each capture that differs from the one before begins one. */
function versionsOf(url: string): readonly object[] {
  const versions: { firstSeen: number; lastSeen: number; body: string }[] = [];
  for (const { time, body } of capturesOf(url)) {
    const last = versions.at(-1);
    if (last?.body === body) last.lastSeen = time;
    else versions.push({ firstSeen: time, lastSeen: time, body });
  }
  return versions.toReversed().map(({ firstSeen, lastSeen, body }, number) => ({
    firstSeen,
    lastSeen: number === 0 ? null : lastSeen,
    sourceBytes: Buffer.byteLength(body),
  }));
}

/** Visits, by number, in which a site loads the script, if it does: from the first crawl that has a page with it. */
function scriptStays(domain: string): readonly (readonly [label: string, from: number, to: number])[] {
  const has = capturesOf(`https://${domain}/`).map((_, visit) =>
    Array.from({ length: PAGES }, (__, page) => capturesOf(`https://${domain}/page/${page}`)[visit]).some(
      (record) => record?.body.includes(SCRIPT),
    ),
  );
  const from = has.indexOf(true);
  return from === -1 ? [] : [['host\0example.checkout.cdn\0st', from, has.length - 1]];
}
