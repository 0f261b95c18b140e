// One Elasticsearch node that requires credentials and TLS, with its own certificate authority.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startDaemon } from './daemon.ts';
import { QUICK_JAVA } from './elasticsearch.ts';
import { elasticsearchDistribution } from './elasticsearch-distribution.ts';
import { ensureJavaHome } from './java.ts';
import { endProcess, identifyProcess } from './process-identity.ts';
import { run } from './programs.ts';
import { untilWell } from './until-well.ts';
import { unprivilegedAccount } from './unprivileged-account.ts';

export type SecuredElasticsearch = {
  /** URL with `https:`. */
  readonly endpoint: string;
  /** Password of the user `elastic`. */
  readonly password: string;
  /** Certificate of the authority that signed the node's certificate, as PEM. */
  readonly ca: string;
  /** Ends it and removes its folder. */
  readonly remove: () => Promise<void>;
};

const START_MS = 180_000;
const STEP_MS = 60_000;
const END_MS = 30_000;
const HEAP = '512m';

/** @param target the folder of the distribution is beside `folder`, or is created there */
export async function startSecuredElasticsearch(target: {
  readonly folder: string;
  readonly port: number;
}): Promise<SecuredElasticsearch> {
  const { folder, port } = target;
  const account = await unprivilegedAccount(dirname(folder));
  const distribution = await elasticsearchDistribution(dirname(folder));
  const config = join(folder, 'config');
  const pidFile = join(folder, 'elasticsearch.pid');
  for (const name of ['data', 'logs', 'tmp']) await mkdir(join(folder, name), { recursive: true });
  await cp(join(distribution, 'config'), config, { recursive: true });
  const settings = {
    'cluster.name': 'sitegrep-secured-test',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'xpack.security.enabled': true,
    'xpack.security.http.ssl.enabled': true,
    'xpack.security.http.ssl.key': 'node.key',
    'xpack.security.http.ssl.certificate': 'node.crt',
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  await writeFile(join(config, 'elasticsearch.yml'), lines.join(''));
  const ca = await makeCertificates(config);
  const password = randomBytes(12).toString('hex');
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    ES_JAVA_HOME: await ensureJavaHome(),
    ES_JAVA_OPTS: `-Xms${HEAP} -Xmx${HEAP} ${QUICK_JAVA}`,
    ES_PATH_CONF: config,
    ES_TMPDIR: join(folder, 'tmp'),
  };
  if (account !== null) {
    await run('chown', ['-R', `${account.uid}:${account.gid}`, folder], { timeoutMs: STEP_MS });
  }
  const program = (name: string, args: readonly string[]) => ({
    command: join(distribution, 'bin', name),
    args,
    env,
    ...account,
    logPath: join(folder, `${name}.log`),
  });
  const passwordFile = join(config, 'password');
  await writeFile(passwordFile, password);
  const add = ['add-file', '--force', 'bootstrap.password', passwordFile];
  for (const args of [['create'], add]) {
    await startDaemon(program('elasticsearch-keystore', args), async (child) =>
      succeeded(await once(child, 'exit')),
    );
  }
  await rm(passwordFile);
  const identity = await startDaemon(program('elasticsearch', ['-d', '-p', pidFile]), async (child) => {
    succeeded(await once(child, 'exit', { signal: AbortSignal.timeout(START_MS) }));
    return identifyProcess(Number(await readFile(pidFile, 'utf8')));
  });
  const endpoint = `https://127.0.0.1:${port}`;
  const remove = async (): Promise<void> => {
    if (identity !== null) await endProcess(identity, END_MS);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // For a moment after its start, a node rejects everyone, until it has read its own users.
    await untilWell((leftMs) => authenticate(endpoint, password, ca, leftMs), START_MS);
  } catch (error) {
    await remove();
    throw error;
  }
  return { endpoint, password, ca, remove };
}

/** @throws unless the node accepts the password */
async function authenticate(endpoint: string, password: string, ca: string, withinMs: number): Promise<void> {
  const sent = get(`${endpoint}/_security/_authenticate`, {
    ca,
    auth: `elastic:${password}`,
    signal: AbortSignal.timeout(withinMs),
  });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  if (response.statusCode !== 200)
    throw new Error(`It answers ${String(response.statusCode)} to its password.`);
}

function succeeded([code]: readonly unknown[]): void {
  if (code !== 0) throw new Error(`It ended with ${String(code)}.`);
}

/**
 * Creates node.key and node.crt in the folder.
 *
 * @returns certificate of the authority that signed node.crt
 */
async function makeCertificates(folder: string): Promise<string> {
  const openssl = (...args: readonly string[]): Promise<unknown> =>
    run('openssl', args, { timeoutMs: STEP_MS, cwd: folder });
  const key = ['-newkey', 'rsa:2048', '-noenc'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=test authority',
  );
  await openssl('req', ...key, '-keyout', 'node.key', '-out', 'node.csr', '-subj', '/CN=node');
  await writeFile(join(folder, 'node.ext'), 'subjectAltName = IP:127.0.0.1\n');
  const signed = [
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'node.ext',
  ];
  await openssl('x509', '-req', '-in', 'node.csr', '-out', 'node.crt', ...signed);
  return readFile(join(folder, 'ca.crt'), 'utf8');
}
