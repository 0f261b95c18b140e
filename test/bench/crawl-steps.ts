// Where the processor time of a crawl goes: each step by itself, over the same pages, all threads of the process counted.
// Detection is measured twice, by wappalyzer-core and by the detector. The pages come through a proxy that replays them.
//
//   node test/bench/crawl-steps.ts --hosts FILE --proxy URL [--sites 500] [--out FILE.json]
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openSiteCrawler } from '@sitegrep/crawl';
import { extractPage } from '@sitegrep/extract';
import { canonicalDomain, foldSite, type Page } from '@sitegrep/site';
import { createDetector } from '../../packages/technologies/src/detector.ts';
import { readFingerprints } from '../../packages/technologies/src/fingerprints.ts';
import { loadFingerprints } from '../../packages/technologies/src/load.ts';
import { createReference } from '../../packages/technologies/test/reference.ts';
import { openPlace } from './place.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string' },
    proxy: { type: 'string' },
    sites: { type: 'string', default: '500' },
    out: { type: 'string' },
  },
});
const { hosts, proxy } = values;
if (hosts === undefined || proxy === undefined) {
  console.error(
    'Usage: node test/bench/crawl-steps.ts --hosts FILE --proxy URL [--sites 500] [--out FILE.json]',
  );
  process.exit(2);
}

/** Sites fetched at a time, and documents written at a time: as many as a crawl has in hand. */
const IN_FLIGHT = 16;
const BATCH = 32;
/** Pages that go by first, so that compiling code counts for no step. */
const WARM_UP = 50;

interface Fetched {
  readonly domain: string;
  readonly page: Page;
}

const domains = (await readFile(hosts, 'utf8'))
  .split('\n')
  .flatMap((line) => canonicalDomain(line.trim()) ?? [])
  .slice(0, Number(values.sites) + WARM_UP);
const steps: { readonly step: string; readonly ms: number }[] = [];

/** Processor time of all threads, in milliseconds a page. */
async function measured(step: string, pages: () => number, run: () => Promise<void> | void): Promise<void> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / pages();
  steps.push({ step, ms });
  console.log(`${step.padEnd(44)}${ms.toFixed(2).padStart(8)} ms a page`);
}

const fetched: Fetched[] = [];

async function fetchAll(some: readonly string[]): Promise<void> {
  const crawler = openSiteCrawler({ version: '0', proxyUrl: proxy ?? null, crawlDelayMs: 0 });
  const left = some.values();
  const work = async (): Promise<void> => {
    for (const domain of left) {
      const found: Page[] = [];
      await crawler.crawl({ domain, urls: [], maxPages: 1, maxDepth: 0 }, (page) => {
        found.push(page);
        return Promise.resolve({ links: [], indexed: true, problem: null });
      });
      fetched.push(...found.map((page) => ({ domain, page })));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  await crawler.close(0);
}

await fetchAll(domains.slice(0, WARM_UP));
const warm = fetched.splice(0).map(({ page }) => extractPage(page).signals);
await measured(
  'fetch',
  () => fetched.length,
  () => fetchAll(domains.slice(WARM_UP)),
);

const extracted = fetched.map(({ page }) => extractPage(page));
await measured(
  'extract',
  () => fetched.length,
  () => {
    for (const { page } of fetched) extractPage(page);
  },
);

const detector = createDetector(loadFingerprints());
const reference = createReference(readFingerprints());
for (const { name, detect } of [
  { name: 'detect, wappalyzer-core', ...reference },
  { name: 'detect', ...detector },
]) {
  for (const signals of warm) detect(signals);
  await measured(
    name,
    () => fetched.length,
    () => {
      for (const { signals } of extracted) detect(signals);
    },
  );
}

const documents = fetched.flatMap(({ domain, page: { url, fetchedAt } }, index) => {
  const page = extracted[index];
  if (page === undefined) return [];
  const { charset, source, truncated, facts, signals } = page;
  const record = {
    url,
    fetchedAt,
    charset,
    truncated,
    source,
    facts: { ...facts, technologies: detector.detect(signals) },
  };
  return [{ document: foldSite(domain, [record], { maxSiteBytes: 16 * 1024 * 1024 }) }];
});
const place = await openPlace('sqlite');
try {
  const storage = await place.openStorage();
  await measured(
    'index (SQLite)',
    () => documents.length,
    async () => {
      for (let at = 0; at < documents.length; at += BATCH)
        await storage.domains.put(documents.slice(at, at + BATCH));
      await storage.close();
    },
  );
} finally {
  await place.remove();
}
if (values.out !== undefined) {
  const characters = extracted.reduce((sum, { source }) => sum + source.length, 0) / extracted.length;
  await writeFile(values.out, `${JSON.stringify({ pages: fetched.length, characters, steps }, null, 2)}\n`);
}
