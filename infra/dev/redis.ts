// A Redis with nothing on disk.
import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { identifyProcess } from './process-identity.ts';
import { ensureProgram } from './programs.ts';
import type { Service, StartedService } from './service.ts';
import { untilWell } from './until-well.ts';

const START_MS = 15_000;

export const redis: Service = {
  name: 'redis',
  variable: 'SITEGREP_TEST_REDIS',
  start: startRedis,
  probe: redisVersion,
};

async function startRedis(place: {
  readonly folder: string;
  readonly port: number;
}): Promise<StartedService> {
  await ensureProgram('redis-server', 'redis-server');
  await mkdir(place.folder, { recursive: true });
  const logPath = join(place.folder, 'redis.log');
  await using log = await open(logPath, 'w');
  const options = {
    bind: '127.0.0.1',
    port: String(place.port),
    save: '',
    appendonly: 'no',
    dir: place.folder,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', args, { detached: true, stdio: ['ignore', log.fd, log.fd] });
  const spawned = Promise.withResolvers<void>();
  child.once('spawn', spawned.resolve).once('error', spawned.reject);
  await spawned.promise;
  const endpoint = `redis://127.0.0.1:${place.port}`;
  try {
    await untilWell((leftMs) => {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}.`);
      return redisVersion(endpoint, leftMs);
    }, START_MS);
  } catch (cause) {
    child.kill('SIGKILL');
    throw new Error(`Redis did not come up within ${START_MS / 1000} s: see ${logPath}.`, { cause });
  }
  const identity = child.pid === undefined ? null : await identifyProcess(child.pid);
  if (identity === null) throw new Error(`Redis ended at once: see ${logPath}.`);
  child.unref();
  return { endpoint, process: identity };
}

async function redisVersion(endpoint: string, withinMs: number): Promise<string> {
  const client = new Redis(endpoint, {
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // The commands below reject with the same error.
  const heard = Promise.withResolvers<never>();
  client.on('error', heard.reject);
  try {
    const version = async (): Promise<string> => {
      await client.connect();
      await client.ping();
      return /^redis_version:(\S+)/m.exec(await client.info('server'))?.[1] ?? 'unknown';
    };
    return await Promise.race([version(), heard.promise]);
  } finally {
    client.disconnect();
  }
}
