import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { startRedis, type OwnRedis } from '../../../packages/jobs/src/redis/server.fixture.ts';
import { serveSampleSites } from '../sample-pages.ts';
import { openClient, type Client } from './client.ts';
import { startSitegrep, type SitegrepProcess } from './sitegrep-process.ts';

export interface ClusterOptions {
  /** URL of an Elasticsearch. */
  readonly elasticsearch: string;
  readonly workers: number;
  /** The web that is crawled: the sample web as `serveSampleSites` has it, or what is behind a proxy. */
  readonly web: { readonly delayMs: number; readonly pages: number } | { readonly proxyUrl: string };
  /** Over those that a test needs, for all processes. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** One API and some workers on an Elasticsearch, a Redis of their own and the sample web. */
export interface Cluster {
  readonly client: Client;
  readonly redis: OwnRedis;
  /** Begins the names of its indexes. */
  readonly indexPrefix: string;
  /** Of the API that runs, or ran last. */
  readonly url: () => string;
  readonly key: string;
  /** Of all processes, as variables. */
  readonly settings: Readonly<Record<string, string>>;
  api(): SitegrepProcess;
  workers(): readonly SitegrepProcess[];
  /** Another API in place of the one that is gone, at another port. */
  startApi(): Promise<void>;
  /** Another worker. Doesn't wait for it to begin. @param env over that of all processes */
  startWorker(env?: Readonly<Record<string, string>>): SitegrepProcess;
  /** Ends a worker as a crash would. */
  killWorker(worker: SitegrepProcess): Promise<void>;
  /** None of those that should run has ended by itself. */
  allRunning(): boolean;
  /** The last log lines of all processes, those that were killed too. */
  log(): string;
  /** Ends everything in order and removes what it stored. */
  close(): Promise<void>;
}

/** Resolves when all processes have begun. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const indexPrefix = `chaos-${randomBytes(6).toString('hex')}`;
  const redis = await startRedis();
  const web = await serveWeb(options.web);
  const settings = {
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: options.elasticsearch,
    SITEGREP_ELASTICSEARCH_INDEX_PREFIX: indexPrefix,
    SITEGREP_ELASTICSEARCH_REPLICAS: '0',
    SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '200ms',
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: redis.url,
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_SITES_IN_FLIGHT: '8',
    SITEGREP_ANALYSIS_THREADS: '1',
    SITEGREP_PORT: '0',
    SITEGREP_METRICS_PORT: '0',
    SITEGREP_ADMIN_KEY: key,
    SITEGREP_RATE_LIMIT_PER_MINUTE: '1000000',
    ...options.settings,
  };
  const started: SitegrepProcess[] = [];
  const start = (command: 'api' | 'worker', env: Readonly<Record<string, string>>): SitegrepProcess => {
    const process = startSitegrep(command, { ...settings, ...env });
    started.push(process);
    return process;
  };
  let api = start('api', {});
  let workers = Array.from({ length: options.workers }, () => start('worker', {}));
  let url = '';
  const apiBegun = async (): Promise<void> => {
    url = /http:\/\/\S+/.exec(await api.begun)?.[0] ?? '';
  };

  const cluster: Cluster = {
    client: openClient(() => url, key),
    redis,
    indexPrefix,
    key,
    settings,
    url: () => url,
    api: () => api,
    workers: () => workers,
    startApi: async () => {
      api = start('api', {});
      await apiBegun();
    },
    startWorker: (env = {}) => {
      const worker = start('worker', env);
      workers = [...workers, worker];
      return worker;
    },
    killWorker: async (worker) => {
      await worker.kill();
      workers = workers.filter((other) => other !== worker);
    },
    allRunning: () => [api, ...workers].every((process) => process.running()),
    log: () => started.map((process, n) => `--- process ${n}\n${process.log().join('\n')}`).join('\n'),
    close: async () => {
      const ended = await Promise.allSettled([...workers, api].map((process) => process.stop()));
      await redis.remove();
      await web.close();
      await removeIndexes(options.elasticsearch, indexPrefix);
      const failed = ended.find((each) => each.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
  try {
    await Promise.all([apiBegun(), ...workers.map((worker) => worker.begun)]);
    return cluster;
  } catch (error) {
    await Promise.all(started.map((process) => process.kill()));
    await cluster.close();
    throw error;
  }
}

async function serveWeb(web: ClusterOptions['web']): Promise<{ proxyUrl: string; close(): Promise<void> }> {
  if ('proxyUrl' in web) return { proxyUrl: web.proxyUrl, close: async () => undefined };
  const { proxyUrl, server } = await serveSampleSites(web.delayMs, web.pages);
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { proxyUrl, close };
}

/** Names of what a cluster keeps in Elasticsearch. */
export async function indexNames(elasticsearch: string, prefix: string): Promise<readonly string[]> {
  const response = await fetch(`${elasticsearch}/_cat/indices/${prefix}*?h=index&expand_wildcards=all`);
  return (await response.text()).split('\n').filter((name) => name !== '');
}

async function removeIndexes(elasticsearch: string, prefix: string): Promise<void> {
  const names = await indexNames(elasticsearch, prefix);
  if (names.length === 0) return;
  const response = await fetch(`${elasticsearch}/${names.join(',')}`, { method: 'DELETE' });
  if (!response.ok) throw new Error(`indexes not removed: ${response.status} ${await response.text()}`);
}
