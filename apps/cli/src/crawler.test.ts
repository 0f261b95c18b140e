import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_CRAWL, serveSampleWeb, type SampleWeb } from '@sitegrep/sample-web';
import type { StoredDomain } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { run, type Ended } from '../test/command.ts';

let folder: string;
let web: SampleWeb;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-crawler-'));
  web = await serveSampleWeb();
});
afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sites that are left out: an import decodes what a crawl gives up for its compression; the others are large or slow. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'garbled-gzip.example',
  'zip-bomb.example',
  'endless-scroll.example',
  'rush-hour.example',
]);

/** A document as its captures tell of it: they say nothing of a robots.txt that is not there. */
function asCaptured(document: StoredDomain): StoredDomain {
  const pages = document.pages.map((page) => {
    const { site } = page.facts;
    const hasNone = site?.files.every(({ isReal }) => !isReal) === true;
    return hasNone ? { ...page, facts: { ...page.facts, site: null } } : page;
  });
  return { ...document, pages };
}

async function documentsIn(dataDir: string) {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    return await Array.fromAsync(storage.domains.scan(), (found) => ({ ...found, revision: 0 }));
  } finally {
    await storage.close();
  }
}

function crawl(dataDir: string, sites: readonly string[], more: readonly string[] = []): Promise<Ended> {
  const { maxPages, maxDepth } = SAMPLE_CRAWL;
  const bounds = ['--max-pages', String(maxPages), '--max-depth', String(maxDepth)];
  return run(['crawl', ...sites, ...bounds, '--json', ...more], {
    SITEGREP_DATA_DIR: join(folder, dataDir),
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_REQUEST_TIMEOUT: '1500ms',
    SITEGREP_RETRIES: '0',
    SITEGREP_WARC_FILE_BYTES: '1MiB',
  });
}

describe('crawl --warc', () => {
  test('writes files from which an import makes the same index', async () => {
    const list = join(folder, 'sites.txt');
    const domains = web.sites.map(({ domain }) => domain).filter((domain) => !LEFT_OUT.has(domain));
    await writeFile(list, domains.map((domain) => `${domain}\n`).join(''));
    const warc = join(folder, 'warc');
    const crawled = await crawl('crawled', [list], ['--warc', warc]);
    expect(crawled).toMatchObject({ code: 0, stderr: '' });
    const files = (await readdir(warc)).toSorted().map((name) => join(warc, name));
    expect(files.every((file) => file.endsWith('.warc.gz'))).toBe(true);
    const imported = await run(['import', ...files], { SITEGREP_DATA_DIR: join(folder, 'imported') });
    expect(imported).toMatchObject({ code: 0 });
    const documents = await documentsIn(join(folder, 'crawled'));
    expect(documents.length).toBeGreaterThan(20);
    const again = await documentsIn(join(folder, 'imported'));
    expect(again.map(({ domain }) => domain)).toEqual(documents.map(({ domain }) => domain));
    expect(again).toEqual(documents.map(asCaptured));
  });

  test('to a folder that can’t be written ends before anything is fetched', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const refused = await crawl('refused', ['bakery-lyon.example'], ['--warc', join(file, 'warc')]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error: WARC files can't be written to .* \(ENOTDIR\): .*SITEGREP_WARC_DIR\n$/,
    );
  });
});
