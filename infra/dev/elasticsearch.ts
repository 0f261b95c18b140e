// One Elasticsearch node without security, its data new at each start.
import { spawn } from 'node:child_process';
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { elasticsearchDistribution } from './elasticsearch-distribution.ts';
import { ensureJavaHome } from './java.ts';
import { endProcess, identifyProcess } from './process-identity.ts';
import { run } from './programs.ts';
import type { Service, StartedService } from './service.ts';
import { unprivilegedAccount } from './unprivileged-account.ts';
import type { Account } from './unprivileged-account.ts';

const START_MS = 180_000;
const HEALTH_MS = 30_000;
const HEAP = '1g';

export const elasticsearch: Service = {
  name: 'elasticsearch',
  variable: 'SITEGREP_TEST_ELASTICSEARCH',
  start: startElasticsearch,
  probe: elasticsearchVersion,
};

async function startElasticsearch(place: {
  readonly folder: string;
  readonly port: number;
}): Promise<StartedService> {
  const { folder, port } = place;
  const account = await unprivilegedAccount(dirname(folder));
  const javaHome = await ensureJavaHome();
  const distribution = await elasticsearchDistribution(dirname(folder));
  await prepare(folder, { distribution, port, account });

  const pidFile = join(folder, 'elasticsearch.pid');
  const logPath = join(folder, 'start.log');
  await launch({
    command: join(distribution, 'bin', 'elasticsearch'),
    // It returns once the node is up and lives on in the background.
    args: ['-d', '-p', pidFile],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ES_JAVA_HOME: javaHome,
      ES_JAVA_OPTS: `-Xms${HEAP} -Xmx${HEAP}`,
      ES_PATH_CONF: join(folder, 'config'),
      ES_TMPDIR: join(folder, 'tmp'),
    },
    account,
    logPath,
  });
  const identity = await identifyProcess(Number(await readFile(pidFile, 'utf8')));
  if (identity === null) throw new Error(`Elasticsearch ended at once: see ${logPath}.`);
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await elasticsearchVersion(endpoint, HEALTH_MS);
  } catch (error) {
    await endProcess(identity, HEALTH_MS);
    throw error;
  }
  return { endpoint, process: identity };
}

/** An empty folder for the node, with its configuration, that the account may write to. */
async function prepare(
  folder: string,
  node: { readonly distribution: string; readonly port: number; readonly account: Account | null },
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const name of ['data', 'logs', 'tmp']) await mkdir(join(folder, name), { recursive: true });
  await cp(join(node.distribution, 'config'), join(folder, 'config'), { recursive: true });
  const settings = {
    'cluster.name': 'sitegrep-test',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': node.port,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'xpack.security.enabled': false,
    // A disk that is nearly full would otherwise make every index read-only.
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  await writeFile(join(folder, 'config', 'elasticsearch.yml'), lines.join(''));
  if (node.account === null) return;
  await run('chown', ['-R', `${node.account.uid}:${node.account.gid}`, folder], { timeoutMs: HEALTH_MS });
}

/** Runs the command to its end, which must be a good one and come within START_MS; else it is killed with all it began. */
async function launch(launch: {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly account: Account | null;
  readonly logPath: string;
}): Promise<void> {
  await using log = await open(launch.logPath, 'w');
  const child = spawn(launch.command, launch.args, {
    cwd: dirname(launch.logPath),
    env: launch.env,
    ...launch.account,
    // A process group of its own: a signal to this program's group does not reach the node.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = (how: string): void => reject(new Error(`Elasticsearch ${how}: see ${launch.logPath}.`));
  child.once('error', reject);
  child.once('exit', (code) => (code === 0 ? resolve() : ended(`did not start (${code})`)));
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    ended(`was not up within ${START_MS / 1000} s`);
  }, START_MS);
  await promise.finally(() => clearTimeout(timer));
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
  // 408 if the cluster does not get that well in time.
  await get(`/_cluster/health?wait_for_status=yellow&timeout=${Math.ceil(withinMs / 2)}ms`);
  return versionNumber(await get('/'), origin);
}

function versionNumber(answer: unknown, origin: string): string {
  const version =
    typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : null;
  const number =
    typeof version === 'object' && version !== null && 'number' in version ? version.number : null;
  if (typeof number !== 'string') throw new Error(`${origin} is not an Elasticsearch.`);
  return number;
}
