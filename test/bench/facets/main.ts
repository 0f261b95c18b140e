// How long facets and conditions on technologies take, over captures and over many variants of them, beside aggregations of
// Elasticsearch over the same values. Prints and stores the figures.
//
//   npm run bench:facets -- [--copies 16] [--out FILE.json] FILE.warc.gz…
import { join } from 'node:path';
import { deriveTokenKey } from '@sitegrep/search';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { summary, timesOf } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { printRecord } from '../harness/record.ts';
import { FACETS } from '../harness/terms.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { addVariants, importCaptures, queryOf } from '../query/corpus.ts';
import { measureAggregations } from './aggregations.ts';

const options = readOptions({ copies: integer(16) });

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
const ROUNDS = 20;
const TERMS = ['jquery', 'wp-content', 'bootstrap', 'shopify', 'hotjar', 'drupal', 'typo3', 'matomo'];
/** Each is asked for once: what was found is remembered. */
const TECHNOLOGIES = (
  'WordPress, jQuery, WooCommerce, Hotjar, TYPO3 CMS, Shopify, Drupal, Matomo Analytics, PHP, ' +
  'Google Analytics, Open Graph, RSS, Bootstrap, Nginx, Apache HTTP Server, MySQL, Cloudflare, ' +
  'Font Awesome, Modernizr, Joomla, reCAPTCHA, Yoast SEO, Elementor, React, Vue.js, Hugo'
).split(', ');

const folder = temporaryFolder('facets');
const dataDir = join(folder, 'data');
await importCaptures(dataDir, options.files);
const results: object[] = [];
for (const copies of new Set([1, options.copies])) results.push(await measure(copies));
await printRecord(options, { facets: FACETS.map(({ field }) => field), results });

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
    await index.search(queryOf({ limit: 1 }, KEY));
    const first = await timesOf(TECHNOLOGIES, (name) =>
      index.search(queryOf({ q: `tech:"${name}"`, order_by: ['domain,asc'] }, KEY)),
    );
    const later = await timesOf(TECHNOLOGIES, (name) =>
      index.search(queryOf({ q: `tech:"${name}"`, order_by: ['domain,asc'], limit: 11 }, KEY)),
    );
    const all = await timesOf(repeated(['']), () => index.search(queryOf({ facets: FACETS }, KEY)));
    const each: Record<string, object> = {};
    for (const facet of FACETS) {
      each[facet.field] = summary(
        await timesOf(repeated(['']), () => index.search(queryOf({ facets: [facet] }, KEY))),
      );
    }
    const plain: number[] = [];
    const counted: number[] = [];
    for (const term of repeated(TERMS)) {
      const q = JSON.stringify(term);
      plain.push(...(await timesOf([term], () => index.search(queryOf({ q }, KEY)))));
      counted.push(...(await timesOf([term], () => index.search(queryOf({ q, facets: FACETS }, KEY)))));
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
