import type { Config } from '@sitegrep/config';
import { inspectRedis, type InspectedRedis } from '@sitegrep/jobs/redis';
import type { InspectedCluster } from '@sitegrep/storage/elasticsearch';
import { backendOf } from '../queues.ts';
import { elasticsearchOptions } from '../storage.ts';
import { counted, formatBytes } from '../terminal.ts';
import { checksOf, failedCheck, type Check } from './check.ts';
import { checkClockOf } from './process.ts';

/** Who asks a doctor does not wait as long as a search may take, in milliseconds. */
const ASKED_MS = 10_000;

/** Asks the Elasticsearch that the settings name, if they do. */
export async function checkElasticsearch(config: Config): Promise<readonly Check[]> {
  if (config.storage !== 'elasticsearch') return [];
  try {
    const { inspectCluster } = await import('@sitegrep/storage/elasticsearch');
    const options = await elasticsearchOptions(config);
    const cluster = await inspectCluster({
      ...options,
      requestTimeoutMs: Math.min(ASKED_MS, options.requestTimeoutMs),
    });
    return [
      ...clusterChecks(cluster),
      ...(cluster.clockAheadMs === null ? [] : [checkClockOf('Elasticsearch', cluster.clockAheadMs)]),
    ];
  } catch (error) {
    return [failedCheck('elasticsearch', error)];
  }
}

/** Of Elasticsearch's usual watermarks: at the first it moves shards away, at the last it takes no writes. */
const LOW_WATERMARK = 0.85;
const FLOOD_STAGE = 0.95;

function clusterChecks({ version, health, dataNodes, disks, indexes, absent }: InspectedCluster): Check[] {
  const { ok, warn, fail } = checksOf('elasticsearch');
  const checks = [
    ok(
      `version ${version}, ${counted(dataNodes, 'data node', 'data nodes')}, reachable with these credentials`,
    ),
  ];
  if (health === 'green') checks.push(ok('its health is green'));
  else if (health === 'red') {
    checks.push(
      fail(
        'its health is red: shards are missing',
        'GET /_cluster/allocation/explain says why; bring the missing node back',
      ),
    );
  } else {
    checks.push(
      warn(
        'its health is yellow: replicas are missing',
        dataNodes === 1
          ? 'a single node has no place for them: set SITEGREP_ELASTICSEARCH_REPLICAS=0 before the indexes are made, or add a node'
          : 'GET /_cluster/allocation/explain says why',
      ),
    );
  }
  for (const { node, freeBytes, totalBytes } of disks) {
    const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes;
    const told = `${node} has ${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}`;
    const remedy =
      'free some space or add a node: at its flood stage (95 % full) Elasticsearch takes no writes';
    checks.push(
      used >= FLOOD_STAGE ? fail(told, remedy) : used >= LOW_WATERMARK ? warn(told, remedy) : ok(told),
    );
  }
  if (absent.length === 0) checks.push(ok(`its indexes are of this version: ${indexes.join(', ')}`));
  else checks.push(ok(`the next start makes ${absent.join(', ')}`));
  return checks;
}

/** Asks the Redis that the settings name, if they do. */
export async function checkRedis(config: Config): Promise<readonly Check[]> {
  const { ok, warn, fail } = checksOf('redis');
  try {
    const backend = await backendOf(config);
    if (backend.kind !== 'redis') return [];
    const redis = await inspectRedis(backend);
    const { version, policy, persistence } = redis;
    return [
      isOld(version)
        ? fail(`version ${version} is too old`, 'run Redis 6.2 or later, or Valkey')
        : ok(`version ${version}, reachable with these credentials`),
      policy === 'noeviction'
        ? ok('maxmemory-policy is noeviction')
        : fail(
            `maxmemory-policy is ${policy}: it throws jobs away when its memory is full`,
            'CONFIG SET maxmemory-policy noeviction, and the same in redis.conf',
          ),
      ...memoryChecks(redis),
      persistence === 'none or unknown'
        ? warn(
            'it seems to keep nothing over a restart; jobs are added again then, which takes its time',
            'set appendonly yes and appendfsync everysec in redis.conf',
          )
        : ok(
            `it keeps what it has over a restart, by ${persistence === 'log' ? 'a log of its writes' : 'snapshots'}`,
          ),
      checkClockOf('Redis', redis.clockAheadMs),
    ];
  } catch (error) {
    return [redisFailure(error)];
  }
}

const NEARLY_FULL = 0.9;

function memoryChecks({ maxMemory, usedMemory }: InspectedRedis): readonly Check[] {
  const { ok, warn } = checksOf('redis');
  if (maxMemory === 0) return [ok(`${formatBytes(usedMemory)} of memory in use, without a bound`)];
  const told = `${formatBytes(usedMemory)} of memory in use of ${formatBytes(maxMemory)}`;
  return usedMemory > NEARLY_FULL * maxMemory
    ? [warn(told, 'raise maxmemory: when it is full, submissions are refused')]
    : [ok(told)];
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 6 || (major === 6 && minor < 2);
}

function redisFailure(error: unknown): Check {
  const message = error instanceof Error ? error.message : String(error);
  const { fail } = checksOf('redis');
  if (/^(?:WRONGPASS|NOAUTH|NOPERM)/.test(message)) {
    return fail(
      `Redis refuses the credentials (${message})`,
      'check user and password in SITEGREP_REDIS_URL, and the rights of the user (docs/production.md#redis)',
    );
  }
  return fail(
    `Redis can't be used (${message})`,
    'start it, and check SITEGREP_REDIS_URL and the settings beside it',
  );
}
