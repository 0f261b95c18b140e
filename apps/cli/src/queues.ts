import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@sitegrep/config';
import { watchOutages } from '@sitegrep/api/monitoring';
import { openQueues, type QueueBackend, type Queues, RedisAway } from '@sitegrep/jobs';
import type * as Redis from '@sitegrep/jobs/redis';
import type { Logger } from 'pino';
import type { Closers } from './read-config.ts';

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
    ...redisEvents(logger, 'the queue'),
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

/** Reports the outages of Redis once for all parts of the process, and every other problem of a part. */
function redisEvents(logger: Logger, part: string): Required<Redis.RedisEvents> {
  const outages = watchOutages(logger, 'Redis');
  return {
    onError: (error) => {
      if (error instanceof RedisAway) outages.away(error);
      else logger.warn({ err: error }, `${part} has a problem and continues`);
    },
    onBack: () => outages.back(),
  };
}

interface SharedParts {
  readonly config: Config;
  readonly logger: Logger;
  /** Name of the part, for the log. */
  readonly part: string;
}

/** Opens a part that processes share through Redis. @returns null without Redis, where there is only one process */
export async function openShared<T extends { close(): void }>(
  { config, logger, part }: SharedParts,
  closers: Closers,
  open: (
    redis: typeof Redis,
    backend: Extract<QueueBackend, { kind: 'redis' }>,
    events: Redis.RedisEvents,
  ) => Promise<T>,
): Promise<T | null> {
  const backend = await backendOf(config);
  if (backend.kind !== 'redis') return null;
  const shared = await open(await import('@sitegrep/jobs/redis'), backend, redisEvents(logger, part));
  closers.defer(() => shared.close());
  return shared;
}
