// What searches, an export of all and an import of ranks cost an Elasticsearch: processor time of its process, time, and bytes.
// The documents are those of captures; for the searches Elasticsearch copies their index by links to its files. Prints and
// stores the figures.
//
//   TEST_ELASTICSEARCH=URL npm run bench:cluster -- [--sites N] [--copies 8] [--ranks 800] [--out FILE.json] FILE.warc.gz…
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deriveTokenKey, type Query } from '@sitegrep/search';
import { type Storage, Walk, wholeSite } from '@sitegrep/storage';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { elasticsearchCaller } from '../harness/elasticsearch-caller.ts';
import { median, rounded } from '../harness/figures.ts';
import { integer, readOptions, refuse } from '../harness/options.ts';
import { printRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { importCaptures, queryOf } from '../query/corpus.ts';

const options = readOptions({ sites: integer(1_000_000), copies: integer(8), ranks: integer(800) });
const { files, sites, copies } = options;
const node =
  process.env['TEST_ELASTICSEARCH'] ??
  refuse('TEST_ELASTICSEARCH is not set: npm run services -- start --measured prints it');

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
const TERMS = [
  'intercom',
  'hreflang="de"',
  'wp-content/plugins/woocommerce',
  'google-analytics.com/analytics.js',
  'class="',
];
const NOWHERE = 'zzqqxxjjvv';
/** Documents of one put. */
const BATCH = 50;
/** Searches of a round; the figure is the median of the rounds after the first one, in which code is compiled. */
const SEARCHES = 15;
const ROUNDS = 5;
/** Items of an export that are read together. */
const EXPORTED_AT_A_TIME = 250;
/** Elasticsearch reads the processor time of its process once a second. */
const READING_MS = 1_100;

const indexPrefix = `bench-${randomBytes(4).toString('hex')}`;
const alias = `${indexPrefix}-domains`;
const call = elasticsearchCaller(node);
const storage = await openElasticsearchStorage({
  nodes: [node],
  auth: { kind: 'none' },
  ca: null,
  requestTimeoutMs: 120_000,
  indexPrefix,
  shards: 1,
  recordShards: 1,
  replicas: 0,
  refreshInterval: '1s',
  bulkBytes: 8 << 20,
  bulkConcurrency: 2,
});
try {
  const domains = await fill(storage);
  const importing = await measureRanks(storage, domains);
  const one = await measureSearches(storage);
  const exporting = await measureExport(storage);
  await copy();
  const all = await measureSearches(storage);
  await printRecord(options, {
    domains: domains.length,
    copies,
    ranks: importing,
    processor_ms_a_search: one,
    export_of_all: { ...exporting, searches: tenths(exporting.processor_ms / (one['class="']?.ms ?? 1)) },
    processor_ms_a_search_of_copies: all,
  });
} finally {
  await storage.close();
  const made = (await call('GET', `/${indexPrefix}-*`)) as object;
  for (const name of Object.keys(made)) await call('DELETE', `/${name}`);
}

/** Puts the sites of the captures. @returns their domains */
async function fill({ domains: index }: Storage): Promise<readonly string[]> {
  const dataDir = join(temporaryFolder('cluster'), 'data');
  await importCaptures(dataDir, files);
  const captures = await openSqliteStorage({ dataDir, readers: 1 });
  const names: string[] = [];
  let some = [];
  for await (const document of captures.domains.scan()) {
    names.push(document.domain);
    some.push(wholeSite(document));
    if (some.length === BATCH || names.length === sites) {
      await index.put(some);
      some = [];
    }
    if (names.length === sites) break;
  }
  if (some.length > 0) await index.put(some);
  await captures.close();
  await call('POST', `/${alias}/_forcemerge?max_num_segments=1`);
  return names;
}

/** Imports as many ranks as are wanted, of domains that are spread over all. */
async function measureRanks({ domains: index }: Storage, domains: readonly string[]): Promise<object> {
  const step = Math.max(1, Math.floor(domains.length / options.ranks));
  const ranks = domains
    .filter((_, number) => number % step === 0)
    .slice(0, options.ranks)
    .map((domain, number) => ({ domain, rank: 1 + (number % 1_000) }));
  const before = await indexBytes();
  const used = await processorMs();
  const from = performance.now();
  await index.setRanks(ranks);
  const ms = performance.now() - from;
  const processor = (await processorMs()) - used;
  const links = await processorMs();
  await index.updateRanks();
  const counting = (await processorMs()) - links;
  return {
    ranks: ranks.length,
    ms: tenths(ms),
    processor_ms: processor,
    bytes_before: before,
    bytes_after: await indexBytes(),
    processor_ms_of_counting_links: counting,
  };
}

async function indexBytes(): Promise<number> {
  await call('POST', `/${alias}/_flush?force=true`);
  const stats = (await call('GET', `/${alias}/_stats/store`)) as {
    readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } };
  };
  return stats._all.primaries.store.size_in_bytes;
}

/** Copies the index by links to its files, and lets searches see all copies. */
async function copy(): Promise<void> {
  const [name = ''] = Object.keys((await call('GET', `/${alias}`)) as object);
  const aliases = Object.keys(
    ((await call('GET', `/${name}/_alias`)) as Record<string, { readonly aliases: object }>)[name]?.aliases ??
      {},
  );
  await call('PUT', `/${name}/_settings`, { 'index.blocks.write': true });
  for (let number = 2; number <= copies; number++) {
    const settings = { 'index.blocks.write': null };
    await call('POST', `/${name}/_clone/${alias}-copy-${number}?wait_for_active_shards=1`, { settings });
    for (const one of aliases)
      await call('POST', '/_aliases', {
        actions: [{ add: { index: `${alias}-copy-${number}`, alias: one, is_write_index: false } }],
      });
  }
}

interface Measured {
  readonly total: number;
  readonly ms: number;
}

async function measureSearches({ domains: index }: Storage): Promise<Readonly<Record<string, Measured>>> {
  const measured = [NOWHERE, ...TERMS].map((term) => ({ term, total: 0, times: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const one of measured) {
      const before = await processorMs();
      for (let time = 0; time < SEARCHES; time++) {
        one.total = (await index.search(queryFor(one.term, 10))).total;
      }
      const taken = (await processorMs()) - before;
      if (round > 0) one.times.push(taken / SEARCHES);
    }
  }
  return Object.fromEntries(
    measured.map(({ term, total, times }) => [term, { total, ms: tenths(median(times)) }]),
  );
}

/** Walks through all matches of a frequent term, as an export does. */
async function measureExport({ domains: index }: Storage) {
  const query = queryFor('class="', EXPORTED_AT_A_TIME);
  const before = await processorMs();
  const started = performance.now();
  let items = 0;
  const walk = new Walk();
  for (let from: Query['from'] | null = query.from; from !== null;) {
    const { hits, next }: Awaited<ReturnType<typeof index.search>> = await index.search(
      { ...query, from },
      { walk },
    );
    items += hits.length;
    from = next === null ? null : { kind: 'after', cursor: next };
  }
  await walk.close();
  const ms = tenths(performance.now() - started);
  return { items, ms, processor_ms: (await processorMs()) - before };
}

function queryFor(term: string, limit: number): Query<'domain'> {
  return queryOf({ q: JSON.stringify(term), limit }, KEY);
}

async function processorMs(): Promise<number> {
  await delay(READING_MS);
  const { nodes } = (await call('GET', '/_nodes/stats/process')) as {
    readonly nodes: Readonly<
      Record<string, { readonly process: { readonly cpu: { readonly total_in_millis: number } } }>
    >;
  };
  return Object.values(nodes).reduce((sum, { process: { cpu } }) => sum + cpu.total_in_millis, 0);
}

function tenths(ms: number): number {
  return rounded(ms, 10);
}
