import type { Config } from '@sitegrep/config';
import { inspectRedis, type InspectedRedis } from '@sitegrep/jobs/redis';
import type { InspectedCluster } from '@sitegrep/storage/elasticsearch';
import { backendOf } from '../queues.ts';
import { elasticsearchOptions } from '../instance.ts';
import { counted, formatBytes } from '../terminal.ts';
import { checksOf, failedCheck, type Check } from './check.ts';
import { checkClockOf } from './process.ts';

/** Maximum time of a request, in milliseconds; shorter than that of a search, since a person waits. */
const TIMEOUT_MS = 10_000;

/** Checks Elasticsearch, if the settings use it. */
export async function checkElasticsearch(config: Config): Promise<readonly Check[]> {
  if (config.storage !== 'elasticsearch') return [];
  try {
    const { inspectCluster } = await import('@sitegrep/storage/elasticsearch');
    const options = await elasticsearchOptions(config);
    const cluster = await inspectCluster({
      ...options,
      requestTimeoutMs: Math.min(TIMEOUT_MS, options.requestTimeoutMs),
    });
    return [
      ...clusterChecks(cluster),
      ...(cluster.clockAheadMs === null ? [] : [checkClockOf('Elasticsearch', cluster.clockAheadMs)]),
    ];
  } catch (error) {
    return [failedCheck('elasticsearch', error)];
  }
}

/** Elasticsearch's default watermarks: above the first it moves shards away, above the last it refuses writes. */
const LOW_WATERMARK = 0.85;
const FLOOD_STAGE = 0.95;

function clusterChecks({ version, health, dataNodes, disks, indexes, absent }: InspectedCluster): Check[] {
  const { ok, warn, fail } = checksOf('elasticsearch');
  const checks = [
    ok(`version ${version}, ${counted(dataNodes, 'data node')}, reachable with these credentials`),
  ];
  if (health === 'green') checks.push(ok('its health is green'));
  else if (health === 'red') {
    checks.push(
      fail(
        'its health is red: shards are missing',
        'GET /_cluster/allocation/explain gives the reason; bring the missing node back',
      ),
    );
  } else {
    checks.push(
      warn(
        'its health is yellow: replicas are missing',
        dataNodes === 1
          ? 'a single node cannot hold them: set SITEGREP_ELASTICSEARCH_REPLICAS=0 before the indexes are created, or add a node'
          : 'GET /_cluster/allocation/explain gives the reason',
      ),
    );
  }
  for (const { node, freeBytes, totalBytes } of disks) {
    const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes;
    const finding = `${node} has ${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}`;
    const remedy = 'free some space or add a node: Elasticsearch refuses writes when a disk is 95 % full';
    checks.push(
      used >= FLOOD_STAGE
        ? fail(finding, remedy)
        : used >= LOW_WATERMARK
          ? warn(finding, remedy)
          : ok(finding),
    );
  }
  if (absent.length === 0) checks.push(ok(`its indexes are of this version: ${indexes.join(', ')}`));
  else checks.push(ok(`the next start creates ${absent.join(', ')}`));
  return checks;
}

/** Checks Redis, if the settings use it. */
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
            `maxmemory-policy is ${policy}: Redis discards jobs when its memory is full`,
            'run CONFIG SET maxmemory-policy noeviction, and set the same in redis.conf',
          ),
      ...memoryChecks(redis),
      persistence === 'none or unknown'
        ? warn(
            'it seems to lose its data in a restart; the jobs are then added again, which takes time',
            'set appendonly yes and appendfsync everysec in redis.conf',
          )
        : ok(
            `its data survives a restart, by ${persistence === 'log' ? 'an append-only file' : 'snapshots'}`,
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
  if (maxMemory === 0) return [ok(`${formatBytes(usedMemory)} of memory in use, without a limit`)];
  const finding = `${formatBytes(usedMemory)} of memory in use of ${formatBytes(maxMemory)}`;
  return usedMemory > NEARLY_FULL * maxMemory
    ? [warn(finding, 'raise maxmemory: when it is full, submissions are refused')]
    : [ok(finding)];
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
    'start it, and check SITEGREP_REDIS_URL and the other SITEGREP_REDIS_ settings',
  );
}
