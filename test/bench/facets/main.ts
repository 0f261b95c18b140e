// How long facets and conditions on technologies take, over captures and over many variants of them, beside aggregations of
// Elasticsearch over the same values. Prints and stores the figures.
//
//   npm run bench:facets -- [--copies 16] [--out FILE.json] FILE.warc.gz…
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deriveTokenKey, type FacetInput, parseSearch, type Query, type QueryInput } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { addVariants, importCaptures } from '../query/corpus.ts';
import { runRecord } from '../run-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { measureAggregations } from './aggregations.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { copies: { type: 'string', default: '16' }, out: { type: 'string' } },
});
if (files.length === 0) throw new Error('name at least one WARC file');

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
const ROUNDS = 20;
/** Ten facets, those with the most values among them. */
const FACETS: readonly FacetInput[] = [
  'technology',
  'category',
  'country',
  'language',
  'content_language',
  'tld',
  'registrable_domain',
  'rank',
  'generator',
  'month',
].map((field) => ({ field }));
const TERMS = ['jquery', 'wp-content', 'bootstrap', 'shopify', 'hotjar', 'drupal', 'typo3', 'matomo'];
/** Each is asked for once: what was found is remembered. */
const TECHNOLOGIES = (
  'WordPress, jQuery, WooCommerce, Hotjar, TYPO3 CMS, Shopify, Drupal, Matomo Analytics, PHP, ' +
  'Google Analytics, Open Graph, RSS, Bootstrap, Nginx, Apache HTTP Server, MySQL, Cloudflare, ' +
  'Font Awesome, Modernizr, Joomla, reCAPTCHA, Yoast SEO, Elementor, React, Vue.js, Hugo'
).split(', ');

const folder = temporaryFolder('facets');
const dataDir = join(folder, 'data');
await importCaptures(dataDir, files);
const results: object[] = [];
for (const copies of new Set([1, Number(values.copies)])) results.push(await measure(copies));
const record = { ...(await runRecord(files)), facets: FACETS.map(({ field }) => field), results };
console.log(JSON.stringify(record, null, 2));
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(record, null, 2)}\n`);

async function measure(copies: number): Promise<object> {
  const filling = await openSqliteStorage({ dataDir, readers: 1 });
  await addVariants(filling, copies);
  const { domains } = await filling.domains.stats();
  await filling.close();
  // Another process opens the index, as after a restart: nothing of it is in memory.
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    const index = storage.domains;
    // The first search opens the files.
    await index.search(query({ limit: 1 }));
    const first = await timesOf(TECHNOLOGIES, (name) =>
      index.search(query({ q: `tech:"${name}"`, order_by: ['domain,asc'] })),
    );
    const later = await timesOf(TECHNOLOGIES, (name) =>
      index.search(query({ q: `tech:"${name}"`, order_by: ['domain,asc'], limit: 11 })),
    );
    const all = await timesOf(repeated(['']), () => index.search(query({ facets: FACETS })));
    const each: Record<string, object> = {};
    for (const facet of FACETS) {
      each[facet.field] = summary(
        await timesOf(repeated(['']), () => index.search(query({ facets: [facet] }))),
      );
    }
    const plain: number[] = [];
    const counted: number[] = [];
    for (const term of repeated(TERMS)) {
      const q = JSON.stringify(term);
      plain.push(...(await timesOf([term], () => index.search(query({ q })))));
      counted.push(...(await timesOf([term], () => index.search(query({ q, facets: FACETS })))));
    }
    const aggregations = await measureAggregations(index, ROUNDS);
    return {
      copies,
      domains,
      technology_filter_first_ms: summary(first),
      technology_filter_later_ms: summary(later),
      ten_facets_of_all_ms: summary(all),
      each_facet_of_all_ms: each,
      term_ms: summary(plain),
      term_with_ten_facets_ms: summary(counted),
      facets_more_ms: summary(counted.map((ms, at) => ms - (plain[at] ?? 0))),
      elasticsearch: aggregations,
    };
  } finally {
    await storage.close();
  }
}

function repeated<Value>(all: readonly Value[]): readonly Value[] {
  return Array.from({ length: ROUNDS }, () => all).flat();
}

async function timesOf<Value>(
  inputs: readonly Value[],
  work: (input: Value) => ReturnType<DomainIndex['search']>,
): Promise<number[]> {
  const times: number[] = [];
  for (const input of inputs) {
    const startedAt = performance.now();
    await work(input);
    times.push(performance.now() - startedAt);
  }
  return times;
}

function query(input: QueryInput): Query<'domain'> {
  const read = parseSearch('domain', input, KEY);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.value;
}

function summary(times: readonly number[]): object {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(100 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)) / 100;
  return { count: times.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
