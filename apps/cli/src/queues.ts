import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@sitegrep/config';
import { openQueues, type QueueBackend, type Queues } from '@sitegrep/jobs';
import type * as Redis from '@sitegrep/jobs/redis';
import type { Logger } from 'pino';
import type { Closers } from './instance.ts';

export interface QueueEvents {
  /** Called when no more jobs can be taken and the process should close. */
  readonly onFatal: (error: Error) => void;
  /** Called when Redis came back empty and unfinished jobs must be added again. */
  readonly onLost: () => void;
}

/** Opens the queues; the caller closes them. @throws ENOENT and the like if the certificates can't be read */
export async function openConfiguredQueues(
  config: Config,
  logger: Logger,
  { onFatal, onLost }: QueueEvents,
): Promise<Queues> {
  return openQueues({
    backend: await backendOf(config),
    onError: (error) => logger.warn({ err: error }, 'the queue has a problem and continues'),
    onFatal: (error) => {
      logger.fatal({ err: error }, 'the queue has failed');
      onFatal(error);
    },
    onLost: () => {
      logger.warn('Redis came back without its jobs; they are added again');
      onLost();
    },
  });
}

/** Queue backend of the settings. @throws ENOENT and the like if the certificates can't be read */
export async function backendOf(config: Config): Promise<QueueBackend> {
  if (config.queue === 'sqlite') return { kind: 'sqlite', dataDir: join(config.dataDir, 'queue') };
  return {
    kind: 'redis',
    url: config.redisUrl,
    prefix: config.redisPrefix,
    ca: config.redisCa === null ? null : await readFile(config.redisCa, 'utf8'),
    topology: topologyOf(config),
  };
}

function topologyOf(config: Config): NonNullable<Extract<QueueBackend, { kind: 'redis' }>['topology']> {
  const { redisNodes: further } = config;
  switch (config.redisTopology) {
    case 'single':
      return { kind: 'single' };
    case 'cluster':
      return { kind: 'cluster', further };
    case 'sentinel':
      return {
        kind: 'sentinel',
        group: config.redisSentinelGroup,
        further,
        username: config.redisSentinelUsername,
        password: config.redisSentinelPassword,
      };
  }
}

/** Opens a part that processes share through Redis. @returns null without Redis, where there is only one process */
export async function openShared<T extends { close(): void }>(
  config: Config,
  closers: Closers,
  open: (redis: typeof Redis, backend: Extract<QueueBackend, { kind: 'redis' }>) => Promise<T>,
): Promise<T | null> {
  const backend = await backendOf(config);
  if (backend.kind !== 'redis') return null;
  const shared = await open(await import('@sitegrep/jobs/redis'), backend);
  closers.defer(() => shared.close());
  return shared;
}
