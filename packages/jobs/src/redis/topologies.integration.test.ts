import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import { site, workUntil } from '../../test/conformance/work.ts';
import { openQueues } from '../open-queues.ts';
import type { RedisBackend } from './backend.ts';
import { freePort, startRedis, type OwnRedis } from '../../test/own-redis.ts';

/** Installed on the system, like redis-server. */
const OPENSSL = 'openssl';

const servers: OwnRedis[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function redis(...options: readonly string[]): Promise<OwnRedis> {
  const server = await startRedis(...options);
  servers.push(server);
  return server;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sitegrep-redis-'));
  folders.push(made);
  return made;
}

/** Adds a job and does it. */
async function tryOut(backend: Omit<RedisBackend, 'kind' | 'prefix'>): Promise<string[]> {
  const fail = (error: Error): never => {
    throw error;
  };
  const queues = await openQueues({
    backend: { kind: 'redis', prefix: 'test', ...backend },
    onError: fail,
    onFatal: fail,
  });
  try {
    await queues.add('site', [site('a.com')]);
    return await workUntil(queues, 1);
  } finally {
    await queues.close({ deadlineMs: 1_000 });
  }
}

test('a cluster', async () => {
  const server = await redis('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
  const admin = new Redis(server.url);
  try {
    await admin.cluster('ADDSLOTSRANGE', 0, 16_383);
    while (!(await admin.cluster('INFO')).includes('cluster_state:ok'));
  } finally {
    admin.disconnect();
  }
  const topology = { kind: 'cluster', further: [{ host: '127.0.0.1', port: server.port }] } as const;
  expect(await tryOut({ url: server.url, topology })).toEqual(['done a.com']);
});

test('Sentinels', async () => {
  const primary = await redis('--requirepass', 'p@ss', '--masterauth', 'p@ss');
  const file = join(await folder(), 'sentinel.conf');
  await writeFile(
    file,
    `sentinel monitor main 127.0.0.1 ${primary.port} 1\nsentinel auth-pass main p@ss\nrequirepass guard\n`,
  );
  const sentinel = await redis(file, '--sentinel');
  const topology = {
    kind: 'sentinel',
    group: 'main',
    further: [],
    username: null,
    password: 'guard',
  } as const;
  const url = `redis://:p%40ss@127.0.0.1:${sentinel.port}`;
  expect(await tryOut({ url, topology })).toEqual(['done a.com']);
});

test('TLS with certificates of its own', async () => {
  const made = await folder();
  const [key, certificate] = [join(made, 'key.pem'), join(made, 'certificate.pem')];
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync(OPENSSL, [...request.split(' '), ...names, ...files], { stdio: 'ignore' });
  const port = await freePort();
  const listening = ['--tls-port', String(port), '--tls-auth-clients', 'no'];
  const pair = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
  await redis(...listening, ...pair);
  const ca = await readFile(certificate, 'utf8');
  expect(await tryOut({ url: `rediss://localhost:${port}`, ca })).toEqual(['done a.com']);
});
