// A Redis without any data on disk.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';
import { identifyProcess } from './process-identity.ts';
import { ensureProgram } from './programs.ts';
import type { Service, StartedService } from './service.ts';
import { untilWell } from './until-well.ts';

const START_MS = 15_000;

export const redis: Service = {
  name: 'redis',
  variable: 'TEST_REDIS',
  start: startRedis,
  probe: redisVersion,
};

async function startRedis(target: {
  readonly folder: string;
  readonly port: number;
}): Promise<StartedService> {
  await ensureProgram('redis-server', 'redis-server');
  await mkdir(target.folder, { recursive: true });
  const options = {
    bind: '127.0.0.1',
    port: String(target.port),
    save: '',
    appendonly: 'no',
    dir: target.folder,
  };
  const daemon: Daemon = {
    command: 'redis-server',
    args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    env: process.env,
    logPath: join(target.folder, 'redis.log'),
  };
  return startDaemon(daemon, async (child) => {
    const endpoint = `redis://127.0.0.1:${target.port}`;
    await untilWell(async (leftMs) => redisVersion(endpoint, leftMs), START_MS);
    const identity = child.pid === undefined ? null : await identifyProcess(child.pid);
    if (identity === null) throw new Error('It ended at once.');
    return { endpoint, process: identity };
  });
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
