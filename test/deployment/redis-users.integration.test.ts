import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../infra/dev/free-port.ts';
import { ensureProgram } from '../../infra/dev/programs.ts';

const read = (name: string): Promise<string> =>
  readFile(new URL(`../../infra/redis/${name}`, import.meta.url), 'utf8');

let folder: string;
let server: ReturnType<typeof spawn>;
let port: number;
beforeAll(async () => {
  await ensureProgram('redis-server', 'redis-server');
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-redis-users-'));
  const users = await Promise.all(['user.acl', 'exporter.acl'].map(read));
  const lines = ['user default reset on nopass -@all +ping', ...users.map((user) => `${user.trim()} >pass`)];
  await writeFile(join(folder, 'users.acl'), `${lines.join('\n')}\n`);
  port = await freePort(null);
  server = spawn(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--aclfile', join(folder, 'users.acl')],
    { cwd: folder, stdio: 'ignore' },
  );
  await vi.waitFor(
    async () => {
      const nobody = clientOf(null);
      await nobody.ping().finally(() => nobody.disconnect());
    },
    { timeout: 60_000, interval: 200 },
  );
}, 120_000);
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  await rm(folder, { recursive: true });
});

function clientOf(username: string | null): Redis {
  const user = username === null ? {} : { username, password: 'pass' };
  const client = new Redis({
    host: '127.0.0.1',
    port,
    ...user,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  // Each command tells of the failure, too.
  client.on('error', () => undefined);
  return client;
}

const EXPORTED = [
  ['PING'],
  ['CLIENT', 'SETNAME', 'redis_exporter'],
  ['INFO', 'ALL'],
  ['LATENCY', 'LATEST'],
  ['LATENCY', 'HISTOGRAM'],
  ['SLOWLOG', 'LEN'],
  ['SLOWLOG', 'GET', '1'],
] as const;

test('the exporter of metrics may send what it sends, and reads and changes nothing else', async () => {
  const ours = clientOf('sitegrep');
  await ours.set('sitegrep:a-job', '1');
  const exporter = clientOf('sitegrep-exporter');
  for (const [command, ...args] of EXPORTED)
    await expect(exporter.call(command, ...args)).resolves.toBeDefined();
  const info = String(await exporter.call('INFO', 'ALL'));
  // The alerts read these.
  for (const field of ['used_memory', 'maxmemory', 'rejected_connections', 'evicted_keys'])
    expect(info).toMatch(new RegExp(`^${field}:\\d+\\r?$`, 'm'));
  for (const [command, ...args] of [
    ['GET', 'sitegrep:a-job'],
    ['SCAN', '0'],
    ['DEL', 'sitegrep:a-job'],
    ['CONFIG', 'GET', '*'],
    ['SLOWLOG', 'RESET'],
    ['EVAL', 'return 1', '0'],
    ['ACL', 'LIST'],
  ] as const)
    await expect(exporter.call(command, ...args)).rejects.toThrow(/NOPERM/);
  expect(await ours.get('sitegrep:a-job')).toBe('1');
  exporter.disconnect();
  ours.disconnect();
});

test('without a password only PING is answered', async () => {
  const nobody = clientOf(null);
  await expect(nobody.ping()).resolves.toBe('PONG');
  await expect(nobody.call('INFO')).rejects.toThrow(/NOPERM/);
  nobody.disconnect();
});
