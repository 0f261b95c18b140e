import { jsonLine } from '@sitegrep/contract';
import { deriveTokenKey, parseQuery, type Query } from '@sitegrep/search';
import type { MeasuredCluster } from '@sitegrep/storage/elasticsearch';
import { Command } from 'commander';
import { CommandFailed, EXIT } from '../failure.ts';
import { elasticsearchOptions } from '../instance.ts';
import { readConfig } from '../read-config.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { counted, formatBytes, formatCount, renderTable } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';

/** Terms that are rare, in some documents, and in nearly all of them. */
const TERMS = [
  'intercom',
  'hreflang="de"',
  'wp-content/plugins/woocommerce',
  'google-analytics.com/analytics.js',
  'class="',
];
/** A term that no document is likely to have. */
const ABSENT = 'zzqqxxjjvv';

const MAX_ROUNDS = 99_999;
/** Documents that are held in memory. */
const MAX_PUTS = 1_000;

interface Options {
  readonly term?: readonly string[];
  readonly rounds: number;
  readonly puts: number;
  readonly json: boolean;
}

export function benchCommand(): Command {
  return new Command('bench').addCommand(clusterCommand());
}

function clusterCommand(): Command {
  return new Command('cluster')
    .description('Measure processor time of searches and puts, and disk, on your own Elasticsearch')
    .option('--term <term...>', 'terms to search for, instead of five usual ones')
    .option('--rounds <number>', 'searches for each term', (text) => wholeNumber(text, 1, MAX_ROUNDS), 100)
    .option(
      '--puts <number>',
      'documents to write into an index of their own, which is then removed; 1000 at most',
      (text) => wholeNumber(text, 1, MAX_PUTS),
      200,
    )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nRun it when the cluster has little else to do: processor time is that of all nodes. docs/production.md says what follows' +
        ' from the numbers.',
    )
    .action(async (options: Options) => {
      process.exitCode = await bench(options);
    });
}

async function bench({ term: terms = TERMS, rounds, puts, json }: Options): Promise<number> {
  const config = readConfig();
  if (config.storage !== 'elasticsearch') {
    throw new CommandFailed(
      '"sitegrep bench cluster" measures Elasticsearch (SITEGREP_STORAGE=elasticsearch); a data folder has no cluster.',
    );
  }
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers);
  const { measureCluster } = await import('@sitegrep/storage/elasticsearch');
  const queries = terms.map((term) => ({ name: term, query: queryOf(term) }));
  const progress = openProgress('measuring', json);
  let result: MeasuredCluster;
  try {
    const wish = { queries, nothing: queryOf(ABSENT), rounds, puts, signal };
    result = await measureCluster(await elasticsearchOptions(config), wish);
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.stop();
  }
  process.stdout.write(json ? jsonLine(result) : textOf(result));
  return EXIT.done;
}

/** Key of tokens that nobody gets. */
const KEY = deriveTokenKey(new Uint8Array(32));

/** @throws CommandFailed if there is no such term */
function queryOf(term: string): Query {
  const read = parseQuery({ search_terms: [term] }, KEY);
  if (!read.ok) throw new CommandFailed(`--term ${term}: ${read.error.problem}; ${read.error.remedy}.`);
  return read.value;
}

function textOf({
  documents,
  sourceBytes,
  indexBytes,
  shards,
  fixedMs,
  searches,
  puts,
}: MeasuredCluster): string {
  const rows = searches.map(({ name, total, processorMs, microsecondsADocument }) => [
    name,
    formatCount(total),
    processorMs.toFixed(2),
    microsecondsADocument.toFixed(3),
  ]);
  const table = renderTable(
    [
      { title: 'TERM' },
      { title: 'DOMAINS', align: 'right' },
      { title: 'CPU MS', align: 'right' },
      { title: 'CPU µS A DOCUMENT', align: 'right' },
    ],
    rows,
  );
  const mean =
    searches.reduce((sum, one) => sum + one.microsecondsADocument, 0) / Math.max(1, searches.length);
  const perSource = (bytes: number): string => (bytes / Math.max(1, puts.sourceBytes)).toFixed(2);
  return [
    `${counted(documents, 'domain')} in ${counted(shards, 'shard')}: ${formatBytes(sourceBytes)} of source, ${formatBytes(indexBytes)} of index`,
    table,
    `q  CPU of a search: ${fixedMs.toFixed(2)} ms, and ${mean.toFixed(3)} µs a document of the index (mean of these terms)`,
    `w  CPU of a put: ${puts.processorMs.toFixed(1)} ms of the cluster, ${puts.clientMs.toFixed(1)} ms of a worker (${counted(puts.documents, 'document')})`,
    `d  disk ÷ source: ${perSource(puts.writtenBytes)} written, ${perSource(puts.mergedBytes)} merged`,
    '',
  ].join('\n');
}
