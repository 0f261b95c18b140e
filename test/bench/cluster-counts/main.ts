// What searches and facets over many small made documents cost an Elasticsearch, before and after each domain has a rank:
// processor time of its process. The documents are written as they are, without pages. Prints and stores the figures.
//
//   TEST_ELASTICSEARCH=URL npm run bench:cluster-counts -- [--domains 300000] [--shards 1] [--out FILE.json]
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { deriveTokenKey, type Query, type QueryInput } from '@sitegrep/search';
import { type DomainIndex, Walk } from '@sitegrep/storage';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { elasticsearchCaller } from '../harness/elasticsearch-caller.ts';
import { median, rounded } from '../harness/figures.ts';
import { integer, readOptions, refuse } from '../harness/options.ts';
import { printRecord } from '../harness/record.ts';
import { queryOf } from '../query/corpus.ts';

const options = readOptions({ domains: integer(300_000), shards: integer(1) }, 'no files');
const node =
  process.env['TEST_ELASTICSEARCH'] ??
  refuse('TEST_ELASTICSEARCH is not set: npm run services -- start --measured prints it');

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
/** Documents of one bulk request. */
const BATCH = 5_000;
/** Searches of a round; the figure is the median of the rounds after the first one, in which code is compiled. */
const SEARCHES = 10;
const ROUNDS = 3;
/** Elasticsearch reads the processor time of its process once a second. */
const READING_MS = 1_100;
/** One domain in so many is under a domain of another one. */
const UNDER = 30;

/** Domains that are listed at once, and in parts of a walk. */
const LISTED = 10_000;
const EXPORTED_AT_A_TIME = 250;

const QUERIES: Readonly<Record<string, QueryInput>> = {
  by_domain: { order_by: ['domain,asc'], limit: 10 },
  tenth_by_domain: { q: 'country:DE', order_by: ['domain,asc'], limit: 10 },
  by_rank: { limit: 10 },
  tenth_by_rank: { q: 'country:DE', limit: 10 },
  facet_tech: { order_by: ['domain,asc'], limit: 1, facets: [{ field: 'tech', limit: 10 }] },
  facet_registrable_domain: {
    order_by: ['domain,asc'],
    limit: 1,
    facets: [{ field: 'registrable_domain', limit: 10 }],
  },
};

const indexPrefix = `bench-${randomBytes(4).toString('hex')}`;
const alias = `${indexPrefix}-domains`;
const call = elasticsearchCaller(node);
const storage = await openElasticsearchStorage({
  nodes: [node],
  auth: { kind: 'none' },
  ca: null,
  requestTimeoutMs: 120_000,
  indexPrefix,
  shards: options.shards,
  recordShards: 1,
  replicas: 0,
  refreshInterval: '1s',
  bulkBytes: 8 << 20,
  bulkConcurrency: 2,
});
try {
  await call('PUT', `/${alias}/_settings`, { index: { refresh_interval: '-1' } });
  await write(documents());
  const without = await measure(storage.domains);
  await write(ranks());
  const withRanks = await measure(storage.domains);
  const exports = await measureExports(storage.domains);
  await printRecord(options, {
    processor_ms: { without_ranks: without, with_ranks: withRanks },
    exports,
  });
} finally {
  await storage.close();
  const made = (await call('GET', `/${indexPrefix}-*`)) as object;
  for (const name of Object.keys(made)) await call('DELETE', `/${name}`);
}

function nameOf(number: number): string {
  return number % UNDER === 0 ? `shop.made-${number + 1}.test` : `made-${number}.test`;
}

function* documents(): Generator<readonly [action: object, document: object]> {
  const facts = JSON.stringify(NO_SITE_FACTS);
  for (let number = 0; number < options.domains; number++) {
    const domain = nameOf(number);
    const registrable = domain.slice(domain.indexOf('made'));
    const labels = {
      registrable_domain: registrable,
      tld: 'test',
      country: number % 10 === 0 ? 'DE' : 'US',
      tech: [`tech ${number % 7}`, `tech ${number % 300}`, `tech ${number % 1_000}`],
    };
    yield [
      { index: { _id: domain, routing: registrable } },
      { domain, live: true, revision: 1, part: 'domain', labels, facts, registrable, page_count: 1 },
    ];
  }
}

function* ranks(): Generator<readonly [action: object, document: object]> {
  for (let number = 0; number < options.domains; number++) {
    const domain = nameOf(number);
    const rank = 1 + ((number * 7_919) % 1_000);
    yield [
      { index: { _id: `rank:${domain}`, routing: domain.slice(domain.indexOf('made')) } },
      { domain, rank, listed: rank, linked: 0, part: { name: 'rank', parent: domain } },
    ];
  }
}

async function write(pairs: Iterable<readonly [object, object]>): Promise<void> {
  let some: object[] = [];
  const send = async (): Promise<void> => {
    const answer = (await call('POST', `/${alias}/_bulk`, ...some)) as { readonly errors: boolean };
    if (answer.errors) throw new Error(JSON.stringify(answer).slice(0, 1_000));
    some = [];
  };
  for (const pair of pairs) {
    some.push(...pair);
    if (some.length === 2 * BATCH) await send();
  }
  if (some.length > 0) await send();
  await call('POST', `/${alias}/_forcemerge?max_num_segments=1`);
  await call('POST', `/${alias}/_refresh`);
}

/** Lists domains at once and by walks of parts, as exports do. */
async function measureExports(index: DomainIndex): Promise<object> {
  const figures: Record<string, object> = {};
  for (const order of ['domain,asc', 'rank,desc']) {
    const of = order.slice(0, order.indexOf(','));
    const listed = queryOf({ order_by: [order], limit: LISTED }, KEY);
    const part = queryOf({ order_by: [order], limit: EXPORTED_AT_A_TIME }, KEY);
    figures[`listed_by_${of}`] = await timed(async () => (await index.search(listed)).hits.length);
    figures[`exported_by_${of}`] = await timed(() => exportFirst(index, part));
  }
  return figures;
}

async function exportFirst(index: DomainIndex, query: Query<'domain'>): Promise<number> {
  const walk = new Walk();
  let items = 0;
  for (let from: Query['from'] | null = query.from; from !== null && items < LISTED;) {
    const { hits, next }: Awaited<ReturnType<typeof index.search>> = await index.search(
      { ...query, from },
      { walk },
    );
    items += hits.length;
    from = next === null ? null : { kind: 'after', cursor: next };
  }
  await walk.close();
  return items;
}

/** Processor time of an item, in microseconds, the median of some rounds. */
async function timed(list: () => Promise<number>): Promise<object> {
  const used: number[] = [];
  let items = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await processorMs();
    items = await list();
    if (round > 0) used.push((await processorMs()) - before);
  }
  const figures = { items, processor_us_an_item: rounded((1_000 * median(used)) / items, 10) };
  console.error(figures);
  return figures;
}

async function measure(index: DomainIndex): Promise<object> {
  const figures: Record<string, object> = {};
  for (const [name, input] of Object.entries(QUERIES)) {
    const query = queryOf(input, KEY);
    const times: number[] = [];
    const used: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const before = await processorMs();
      const startedAt = performance.now();
      for (let time = 0; time < SEARCHES; time++) await index.search(query);
      const ms = (performance.now() - startedAt) / SEARCHES;
      const processor = ((await processorMs()) - before) / SEARCHES;
      if (round > 0) {
        times.push(ms);
        used.push(processor);
      }
    }
    figures[name] = { ms: rounded(median(times), 10), processor_ms: rounded(median(used), 10) };
    console.error(name, figures[name]);
  }
  return figures;
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
