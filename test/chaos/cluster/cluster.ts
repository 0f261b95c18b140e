import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { startRedis, type OwnRedis } from '../../../packages/jobs/test/own-redis.ts';
import { serveSampleSites } from '../../support/sample-sites.ts';
import { openClient, type Client } from './client.ts';
import { startSitegrep, type SitegrepProcess } from './sitegrep-process.ts';

interface SampleWeb {
  /** Milliseconds before each answer, or what each answer of a domain waits for. */
  readonly delay: number | ((domain: string) => Promise<unknown>);
  readonly pages: number;
}

export interface ClusterOptions {
  /** URL of an Elasticsearch. */
  readonly elasticsearch: string;
  readonly workers: number;
  /** The crawled web: sample sites as `serveSampleSites` serves them, or the sites of a proxy. */
  readonly web: SampleWeb | { readonly proxyUrl: string };
  /** Variables of all processes, in addition to those that every test needs. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** One API and several workers on an Elasticsearch, with their own Redis and the sample web. */
export interface Cluster {
  readonly client: Client;
  readonly redis: OwnRedis;
  /** Prefix of its index names. */
  readonly indexPrefix: string;
  /** URL of the API that runs, or ran last. */
  readonly url: () => string;
  readonly key: string;
  /** Settings of all processes, as variables. */
  readonly settings: Readonly<Record<string, string>>;
  api(): SitegrepProcess;
  workers(): readonly SitegrepProcess[];
  /** Starts another API at another port, after the previous one ended. */
  startApi(): Promise<void>;
  /**
   * Starts another worker and does not wait until it is ready.
   *
   * @param env variables in addition to those of all processes
   */
  startWorker(env?: Readonly<Record<string, string>>): SitegrepProcess;
  /** Kills a worker with SIGKILL. */
  killWorker(worker: SitegrepProcess): Promise<void>;
  /** Whether all processes that should run are still running. */
  allRunning(): boolean;
  /** The last log lines of all processes, including killed ones. */
  log(): string;
}

/** Maximum time for processes to start on a busy machine, in milliseconds. */
const BEGIN_MS = 120_000;

/**
 * Resolves when all processes are ready.
 *
 * @param closers end everything in order and remove all data, also if this rejects
 */
export async function startCluster(options: ClusterOptions, closers: AsyncDisposableStack): Promise<Cluster> {
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const indexPrefix = `chaos-${randomBytes(6).toString('hex')}`;
  closers.defer(() => removeIndexes(options.elasticsearch, indexPrefix));
  const proxyUrl = await serveWeb(options.web, closers);
  const redis = await startRedis();
  closers.defer(() => redis.remove());
  const settings = {
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: options.elasticsearch,
    SITEGREP_ELASTICSEARCH_INDEX_PREFIX: indexPrefix,
    SITEGREP_ELASTICSEARCH_REPLICAS: '0',
    SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '200ms',
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: redis.url,
    SITEGREP_HTTP_PROXY: proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
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
  const log = (): string =>
    started.map((process, n) => `--- process ${n}\n${process.log().join('\n')}`).join('\n');
  const ready = async (process: SitegrepProcess): Promise<string> => {
    const late = setTimeout(BEGIN_MS, null, { ref: false });
    const line = await Promise.race([process.ready, late]);
    if (line === null) throw new Error(`a process has not ready in ${BEGIN_MS} ms:\n${log()}`);
    return line;
  };
  let api = start('api', {});
  let workers = Array.from({ length: options.workers }, () => start('worker', {}));
  closers.defer(() => stopAll([...workers, api]));
  const urlOf = async (process: SitegrepProcess): Promise<string> =>
    /http:\/\/\S+/.exec(await ready(process))?.[0] ?? '';
  let [url] = await Promise.all([urlOf(api), ...workers.map(ready)]);

  return {
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
      url = await urlOf(api);
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
    log,
  };
}

/** @throws if a process does not stop properly; it has ended nevertheless */
async function stopAll(processes: readonly SitegrepProcess[]): Promise<void> {
  const ended = await Promise.allSettled(processes.map((process) => process.stop()));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** @returns URL of its proxy */
async function serveWeb(web: ClusterOptions['web'], closers: AsyncDisposableStack): Promise<string> {
  if ('proxyUrl' in web) return web.proxyUrl;
  const { proxyUrl, server } = await serveSampleSites(web.delay, web.pages);
  closers.defer(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return proxyUrl;
}

/** Names of a cluster's indexes in Elasticsearch. */
export async function indexNames(elasticsearch: string, prefix: string): Promise<readonly string[]> {
  const response = await fetch(`${elasticsearch}/_cat/indices/${prefix}*?h=index&expand_wildcards=all`);
  return (await response.text()).split('\n').filter((name) => name !== '');
}

export async function removeIndexes(elasticsearch: string, prefix: string): Promise<void> {
  const names = await indexNames(elasticsearch, prefix);
  if (names.length === 0) return;
  const response = await fetch(`${elasticsearch}/${names.join(',')}`, { method: 'DELETE' });
  if (!response.ok) throw new Error(`indexes not removed: ${response.status} ${await response.text()}`);
}
