// Follows a complete crawl with curl on an event stream that is closed after random numbers of bytes, and checks
// that each site is reported once. Usage: node test/chaos/events/main.ts [--sites N] [--cuts N] [--elasticsearch
// URL]. Without a URL, one process works on a new data folder; with one, an API and two workers with their own
// Redis.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openClient, type Client } from '../cluster/client.ts';
import { startCluster } from '../cluster/cluster.ts';
import { startSitegrep } from '../cluster/sitegrep-process.ts';
import { serveSampleSites } from '../../support/sample-sites.ts';
import { follow, randomCuts } from './follow.ts';
import { byCurl } from './open-stream.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '300' },
    cuts: { type: 'string', default: '60' },
    elasticsearch: { type: 'string' },
  },
});
const SITES = Number(values.sites);

await using closers = new AsyncDisposableStack();
const { client, url, key } =
  values.elasticsearch === undefined ? await onFolder() : await onCluster(values.elasticsearch);
const domains = Array.from({ length: SITES }, (_, n) => `followed-${n}.example`);
const crawl = await client.submit(domains, { max_pages: 1 });
const began = performance.now();
const events = (): string => `${url()}/admin/crawls/${crawl}/events`;
// From a few bytes to a few sites per stream.
const followed = await follow(byCurl(events, key), randomCuts(Number(values.cuts), 3_000));
const seconds = (performance.now() - began) / 1_000;

const listed = await client.sites(crawl);
const told = followed.sites.map(({ data }) => JSON.stringify(data)).sort();
const toldOnce = new Set(told).size === told.length;
const inOrder = followed.sites.every(({ id }, index) => id === String(index + 1));
const all =
  told.join() ===
  listed
    .map((site) => JSON.stringify(site))
    .sort()
    .join();
const again = await fetch(events(), { headers: { 'x-api-key': key, 'last-event-id': 'end' } });
const { streams, bytes } = followed;
console.log(JSON.stringify({ sites: told.length, streams, bytes, seconds, once: toldOnce, inOrder, all }));
if (!(toldOnce && inOrder && all && told.length === SITES && again.status === 204)) process.exitCode = 1;

interface Served {
  readonly client: Client;
  readonly url: () => string;
  readonly key: string;
}

async function onFolder(): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-events-'));
  closers.defer(() => rm(folder, { recursive: true }));
  const { proxyUrl, server } = await serveSampleSites(50);
  closers.defer(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const sitegrep = startSitegrep('up', {
    SITEGREP_DATA_DIR: folder,
    SITEGREP_PORT: '0',
    SITEGREP_ADMIN_KEY: key,
    SITEGREP_HTTP_PROXY: proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_SITES_IN_FLIGHT: '4',
    SITEGREP_RATE_LIMIT_PER_MINUTE: '100000',
    SITEGREP_ANALYSIS_THREADS: '1',
  });
  closers.defer(() => sitegrep.stop());
  const origin = /http:\/\/\S+/.exec(await sitegrep.ready)?.[0] ?? '';
  return { client: openClient(() => origin, key), url: () => origin, key };
}

async function onCluster(elasticsearch: string): Promise<Served> {
  return startCluster({ elasticsearch, workers: 2, web: { delay: 50, pages: 1 } }, closers);
}
