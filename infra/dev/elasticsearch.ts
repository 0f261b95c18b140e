// One Elasticsearch node without security; its data are removed at each start unless they are to be reused.
// A node for tests lives for minutes: Java compiles for a fast start, and the data are in memory where there is room.
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';
import { elasticsearchDistribution, MODULES } from './elasticsearch-distribution.ts';
import { ifThere } from './if-there.ts';
import { ensureJavaHome } from './java.ts';
import { folderInMemory, memoryDisk } from './memory-disk.ts';
import { endProcess, identifyProcess } from './process-identity.ts';
import { run } from './programs.ts';
import type { Service, StartedService } from './service.ts';
import { unprivilegedAccount } from './unprivileged-account.ts';
import type { Account } from './unprivileged-account.ts';

const START_MS = 180_000;
const HEALTH_MS = 120_000;

/** Options of Java for a node for tests: half of its processor time otherwise goes into machine code for later. */
export const QUICK_JAVA = '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC';

export const elasticsearch: Service = {
  name: 'elasticsearch',
  variable: 'TEST_ELASTICSEARCH',
  start: ({ folder, port }) => {
    const data = memoryDisk() === null ? join(folder, 'data') : folderInMemory(folder);
    return startElasticsearch({ folder, port }, { data });
  },
  probe: elasticsearchVersion,
  discard: (folder) => rm(folderInMemory(folder), { recursive: true, force: true }),
};

/** The node for benchmarks: as in production, on a real disk. */
export const measuredElasticsearch: Service = {
  name: 'elasticsearch-measured',
  variable: 'TEST_ELASTICSEARCH',
  start: (target) => startElasticsearch(target, { measured: true }),
  probe: elasticsearchVersion,
};

type Node = {
  /** Size of the heap, in Java's notation. */
  readonly heap?: string;
  /** Folder of the data; by default in that of the node. */
  readonly data?: string;
  /** Reuse the data of an earlier node. */
  readonly keep?: boolean;
  /** Whether benchmarks measure this Elasticsearch: then it has the settings of production. */
  readonly measured?: boolean;
};

/** @param target the folder of the distribution is created beside `folder` */
export async function startElasticsearch(
  { folder, port }: { readonly folder: string; readonly port: number },
  { heap = '1g', data = join(folder, 'data'), keep = false, measured = false }: Node = {},
): Promise<StartedService> {
  const account = await unprivilegedAccount(dirname(folder));
  const javaHome = await ensureJavaHome();
  const distribution = await elasticsearchDistribution(dirname(folder));
  const pidFile = join(folder, 'elasticsearch.pid');
  await endLeftover(folder, pidFile);
  if (!keep) await prepare(folder, { distribution, port, account, data, measured });
  const daemon: Daemon = {
    command: join(distribution, 'bin', 'elasticsearch'),
    // The command returns when the node is up; the node continues in the background.
    args: ['-d', '-p', pidFile],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ES_JAVA_HOME: javaHome,
      ES_JAVA_OPTS: [`-Xms${heap} -Xmx${heap}`, ...(measured ? [] : [QUICK_JAVA])].join(' '),
      ES_PATH_CONF: join(folder, 'config'),
      ES_TMPDIR: join(folder, 'tmp'),
    },
    ...account,
    logPath: join(folder, 'start.log'),
  };
  return startDaemon(daemon, async (child) => {
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(START_MS) });
    if (code !== 0) throw new Error(`It ended with ${code}.`);
    const endpoint = `http://127.0.0.1:${port}`;
    await elasticsearchVersion(endpoint, HEALTH_MS);
    const identity = await identifyProcess(Number(await readFile(pidFile, 'utf8')));
    if (identity === null) throw new Error('It ended at once.');
    return { endpoint, process: identity };
  });
}

/** Ends the node of an earlier start that was killed before it could record what it had started. */
async function endLeftover(folder: string, pidFile: string): Promise<void> {
  const pid = await ifThere(readFile(pidFile, 'utf8'));
  const identity = pid === null ? null : await identifyProcess(Number(pid));
  if (identity === null) return;
  const command = await ifThere(readFile(`/proc/${identity.pid}/cmdline`, 'utf8'));
  if (command?.includes(`-Djava.io.tmpdir=${join(folder, 'tmp')}\0`)) await endProcess(identity, HEALTH_MS);
}

/** Prepares an empty folder with the configuration of the node, writable by the account. */
async function prepare(
  folder: string,
  node: {
    readonly distribution: string;
    readonly port: number;
    readonly account: Account | null;
    readonly data: string;
    readonly measured: boolean;
  },
): Promise<void> {
  for (const path of [folder, node.data]) await rm(path, { recursive: true, force: true });
  for (const path of [node.data, ...['logs', 'tmp', 'snapshots'].map((name) => join(folder, name))])
    await mkdir(path, { recursive: true });
  await cp(join(node.distribution, 'config'), join(folder, 'config'), { recursive: true });
  const settings = {
    'cluster.name': 'sitegrep-test',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': node.port,
    'path.data': node.data,
    'path.logs': join(folder, 'logs'),
    // Repositories of snapshots in the file system are under it.
    'path.repo': join(folder, 'snapshots'),
    'xpack.security.enabled': false,
    // A nearly full disk would otherwise make every index read-only.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // By default, a tenth of the heap: two tests with screenshots at the same time would be one too many. And the breaker counts
    // garbage, which a serial collector leaves until the heap is full: then it refuses requests although memory is free.
    ...(node.measured
      ? {}
      : { 'indexing_pressure.memory.limit': '40%', 'indices.breaker.total.use_real_memory': false }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  await writeFile(join(folder, 'config', 'elasticsearch.yml'), lines.join(''));
  if (node.account === null) return;
  const owner = `${node.account.uid}:${node.account.gid}`;
  await run('chown', ['-R', owner, folder, node.data], { timeoutMs: HEALTH_MS });
}

async function elasticsearchVersion(endpoint: string, withinMs: number): Promise<string> {
  const { origin, username, password } = new URL(endpoint);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const headers = username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` };
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(withinMs) });
    if (!response.ok) throw new Error(`${origin}${path} answered ${response.status}.`);
    return response.json();
  };
  // The answer is 408 if the cluster does not reach that state in time.
  await get(`/_cluster/health?wait_for_status=yellow&timeout=${Math.ceil(withinMs / 2)}ms`);
  const version = versionNumber(await get('/'), origin);
  const loaded = JSON.stringify(await get('/_nodes/plugins?filter_path=nodes.*.modules.name'));
  const missing = MODULES.filter((module) => !loaded.includes(JSON.stringify(module)));
  if (missing.length === 0) return version;
  throw new Error(`It runs without the modules ${missing.join(', ')}: stop it, and start it again.`);
}

function versionNumber(answer: unknown, origin: string): string {
  const version =
    typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : null;
  const number =
    typeof version === 'object' && version !== null && 'number' in version ? version.number : null;
  if (typeof number !== 'string') throw new Error(`${origin} is not an Elasticsearch.`);
  return number;
}
