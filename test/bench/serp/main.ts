// How well and how fast POST /web-serp finds pages by what stands on them: known items, drawn by rule from captured pages, are
// asked of the real server on both storages, of a plain table of FTS5 and of Elasticsearch with its defaults, all over the
// same pages. Prints and stores the figures.
//
//   npm run bench:serp -- [--copies 16] [--systems fts5,elasticsearch,embedded,cluster]
//     [--off NAME=VALUE] [--rounds 4] [--seconds 5] [--clients 16] [--out FILE.json] FILE.warc.gz…
//
// `--off` names a setting without which there is no full text, and adds what the full text costs, over that many imports.
// `elasticsearch` and `cluster` need TEST_ELASTICSEARCH, `cluster` TEST_REDIS too; without them they are left out.
import { measuredElasticsearch } from '../../../infra/dev/elasticsearch.ts';
import { openTemporaryIndex, type TemporaryIndex } from '../../support/temporary-index.ts';
import { rounded } from '../harness/figures.ts';
import { integer, readOptions, settings, someOf } from '../harness/options.ts';
import { seededRandom } from '../harness/random.ts';
import { printRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { collect, type CollectedPage, readPages } from './collection.ts';
import { openElasticsearch } from './elasticsearch-system.ts';
import { type Answered, hasSite, latencyOf, qualityOf, qualityRows, rankOf } from './figures.ts';
import { openFts5 } from './fts5-system.ts';
import { fullTextCost } from './full-text-cost.ts';
import { drawItems, type KnownItem } from './known-items.ts';
import type { SearchSystem } from './search-system.ts';
import { importInto, openSitegrep, redisSettings, type SitegrepSystem } from './sitegrep-system.ts';

const SYSTEMS = ['fts5', 'elasticsearch', 'embedded', 'cluster'] as const;
type Name = (typeof SYSTEMS)[number];
const SEED = 39;
/** Items of another drawing that are asked first, untimed: the first ones compile and fill the page cache. */
const WARM_UP = 100;

const options = readOptions({
  copies: integer(1),
  systems: someOf(SYSTEMS),
  off: settings,
  rounds: integer(4),
  seconds: integer(5),
  clients: integer(16),
});
const { files, copies, seconds, clients } = options;
const { TEST_ELASTICSEARCH: elasticsearch, TEST_REDIS: redis } = process.env;

await using closers = new AsyncDisposableStack();
const folder = temporaryFolder('serp');
const embedded = await newIndex('sqlite');
const importSeconds = await importInto(embedded, files);
const pages = await pagesOf(embedded);
const sourceBytes = pages.reduce((sum, page) => sum + page.sourceBytes, 0);
const collection = collect(pages);
const items = drawItems(collection, seededRandom(SEED));
const keywords = new Set(items.map(({ keyword }) => keyword));
const warmUp = drawItems(collection, seededRandom(SEED + 1))
  .filter(({ keyword }) => !keywords.has(keyword))
  .slice(0, WARM_UP);
const fullText =
  Object.keys(options.off).length === 0
    ? null
    : await fullTextCost({
        files,
        pages: pages.length,
        sourceBytes,
        rounds: options.rounds,
        off: options.off,
      });
const systems: object[] = [];
for (const name of options.systems) {
  const system = await openSystem(name);
  if (system === null) console.error(`${name} is left out: TEST_ELASTICSEARCH or TEST_REDIS is not set`);
  else systems.push(await measure(system));
}
await printRecord(options, {
  pages: pages.length,
  source_bytes: sourceBytes,
  import_pages_per_second: rounded(pages.length / importSeconds, 10),
  full_text: fullText,
  clients,
  systems,
});

async function newIndex(kind: 'sqlite' | 'elasticsearch'): Promise<TemporaryIndex> {
  const index = await openTemporaryIndex(kind, measuredElasticsearch);
  closers.defer(() => index.remove());
  return index;
}

async function pagesOf(index: TemporaryIndex): Promise<readonly CollectedPage[]> {
  const storage = await index.openStorage();
  try {
    return await readPages(storage.domains.scan());
  } finally {
    await storage.close();
  }
}

/** @returns null if the environment names no server that it needs */
async function openSystem(name: Name): Promise<SearchSystem | SitegrepSystem | null> {
  if (name === 'fts5') return openFts5(folder, pages);
  if (name === 'embedded') return openSitegrep('sitegrep, data folder', embedded);
  if (elasticsearch === undefined) return null;
  if (name === 'elasticsearch') return openElasticsearch(elasticsearch, pages);
  if (redis === undefined) return null;
  const index = await newIndex('elasticsearch');
  const settings = redisSettings(redis);
  await importInto(index, files, settings);
  return openSitegrep('sitegrep, Elasticsearch and Redis', index, settings);
}

async function measure(system: SearchSystem | SitegrepSystem): Promise<object> {
  try {
    const scales: object[] = [];
    let quality = {};
    for (const scale of new Set([1, copies])) {
      await system.prepare(scale);
      await askAll(system, warmUp);
      const answered = await askAll(system, items);
      // Among variants of a page, any of them is as good an answer.
      if (scale === 1) {
        quality = qualityOf(answered);
        console.table(qualityRows(system.name, answered));
      }
      const load = 'load' in system ? await system.load(items, clients, seconds) : null;
      scales.push({ copies: scale, ms: latencyOf(answered), load });
      console.error(`${system.name}, ${scale} ×: ${JSON.stringify(scales.at(-1))}`);
    }
    return { system: system.name, called_by: system.calledBy, quality, scales };
  } finally {
    await system.close();
  }
}

async function askAll(system: SearchSystem, queries: readonly KnownItem[]): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  for (const item of queries) {
    const startedAt = performance.now();
    const results = await system.search(item);
    const ms = performance.now() - startedAt;
    answered.push({
      item,
      rank: rankOf(item.url, results),
      hasSite: hasSite(item.domain, results),
      ms,
    });
  }
  return answered;
}
