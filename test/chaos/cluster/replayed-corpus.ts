// Crawls a list of sites behind a proxy on a cluster of one API and two workers with their own Elasticsearch and
// Redis, while workers are killed and Elasticsearch is killed and restarted. Then it counts the results. Usage:
// node test/chaos/cluster/replayed-corpus.ts --hosts FILE --proxy URL, where FILE has one host per line. Prints its
// figures as JSON, and exits with 1 if anything is missing, duplicated or not found.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { untilWell } from '../../../infra/dev/until-well.ts';
import { runCommand } from '../../support/server-process.ts';
import type { Client } from './client.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { startOwnElasticsearch, type OwnElasticsearch } from './own-elasticsearch.ts';

/** Faults, by the share of finished sites at which they happen. */
const FAULTS = [
  { at: 0.15, what: 'worker' },
  { at: 0.35, what: 'worker' },
  { at: 0.5, what: 'elasticsearch' },
  { at: 0.7, what: 'worker' },
] as const;
const ELASTICSEARCH_AWAY_MS = 30_000;
const END_MS = 60 * 60_000;
const SEARCH_EVERY_MS = 500;

const { values } = parseArgs({ options: { hosts: { type: 'string' }, proxy: { type: 'string' } } });
if (values.hosts === undefined || values.proxy === undefined) {
  console.error('Usage: node test/chaos/cluster/replayed-corpus.ts --hosts FILE --proxy URL');
  process.exit(2);
}
const hosts = (await readFile(values.hosts, 'utf8')).split('\n').filter((line) => line !== '');
// A site is named without the www before its domain.
const sites = hosts.map((host) => host.replace(/^www\./, ''));

await using closers = new AsyncDisposableStack();
const node = await startOwnElasticsearch(closers, '1g');
const options = {
  elasticsearch: node.url,
  workers: 2,
  web: { proxyUrl: values.proxy },
  settings: {
    SITEGREP_NOINDEX: 'ignore',
    SITEGREP_SITES_IN_FLIGHT: '16',
    SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '1s',
  },
};
const figures = await crawlThroughFaults(await startCluster(options, closers), node);
console.log(JSON.stringify(figures, null, 2));
if (figures.problems.length > 0) process.exitCode = 1;

async function crawlThroughFaults(cluster: Cluster, elasticsearch: OwnElasticsearch) {
  const { client } = cluster;
  const ended = new AbortController();
  const searches = searchAllTheTime(client, ended.signal);
  const start = performance.now();
  const crawl = await client.upload(hosts);
  const faults: string[] = [];
  for (const { at, what } of FAULTS) {
    const finished = await untilFinished(client, crawl, at * sites.length);
    if (what === 'elasticsearch') {
      await elasticsearch.kill();
      await setTimeout(ELASTICSEARCH_AWAY_MS);
      await elasticsearch.startAgain();
    } else {
      const [victim] = cluster.workers();
      if (victim === undefined) throw new Error('no worker is left');
      await cluster.killWorker(victim);
      cluster.startWorker();
    }
    faults.push(`${what} killed with ${finished} sites finished`);
  }
  await untilFinished(client, crawl, sites.length);
  const seconds = Math.round((performance.now() - start) / 1_000);
  ended.abort();

  const { state, outcomes } = await client.crawl(crawl);
  const listed = await client.sites(crawl);
  const indexed = listed.flatMap(({ domain, outcome }) => (outcome === 'indexed' ? [domain] : []));
  const walked = await client.walk(['<'], 100);
  const problems = [
    ...differences(
      'site with an outcome',
      sites,
      listed.filter((site) => site.outcome !== null).map((site) => site.domain),
    ),
    ...differences('domain found', indexed, walked.domains),
    ...(state === 'completed' ? [] : [`the crawl is ${state}`]),
    ...(walked.total === indexed.length ? [] : [`the total of a search is ${walked.total}`]),
    ...(cluster.allRunning() ? [] : ['a process ended by itself']),
  ];
  // Throws if index and stored sources disagree.
  await runCommand(['verify'], tmpdir(), cluster.settings);
  return {
    sites: sites.length,
    seconds,
    faults,
    outcomes,
    found: walked.total,
    searches: await searches,
    problems: problems.slice(0, 50),
  };
}

/** Missing, unexpected and duplicate entries of a list. */
function differences(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const [wanted, got] = [new Set(expected), new Set(found)];
  return [
    ...[...wanted.difference(got)].map((domain) => `no ${what}: ${domain}`),
    ...[...got.difference(wanted)].map((domain) => `unexpected ${what}: ${domain}`),
    ...(found.length === got.size ? [] : [`${found.length - got.size} double: ${what}`]),
  ];
}

async function untilFinished(client: Client, crawl: string, atLeast: number): Promise<number> {
  return untilWell(async () => {
    const { finished } = (await client.crawl(crawl)).sites;
    if (finished < atLeast) throw new Error(`only ${finished} sites are finished`);
    return finished;
  }, END_MS);
}

/** @returns number of answers per status */
async function searchAllTheTime(
  client: Client,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const answers: Record<string, number> = {};
  while (!signal.aborted) {
    const kind = await answerKind(client);
    answers[kind] = (answers[kind] ?? 0) + 1;
    await setTimeout(SEARCH_EVERY_MS);
  }
  return answers;
}

async function answerKind(client: Client): Promise<string> {
  try {
    const search = { search_terms: ['<body'] };
    const { status, retryAfter } = await client.request('POST', '/html-source-code-search', search);
    return status === 503 ? `503, Retry-After ${retryAfter}` : String(status);
  } catch (error) {
    return `none: ${error instanceof Error ? error.message : String(error)}`;
  }
}
