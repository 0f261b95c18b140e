// Inspects a Redis without changing it.
import { once } from 'node:events';
import { redisSettings, type RedisBackend } from './backend.ts';
import { COMMAND_TIMEOUT_MS, redisClients } from './clients.ts';

export interface InspectedRedis {
  readonly version: string;
  /** Policy when its memory is full. */
  readonly policy: string;
  /** Memory limit in bytes; 0: none. */
  readonly maxMemory: number;
  readonly usedMemory: number;
  /** Means by which data survive a restart. */
  readonly persistence: 'log' | 'snapshots' | 'none or unknown';
  /** Lead of its clock over this machine's, in milliseconds; 0 if it is within the duration of the query. */
  readonly clockAheadMs: number;
}

/** @throws Error that states why it cannot be inspected, or which setting is wrong; it contains no password */
export async function inspectRedis(backend: RedisBackend): Promise<InspectedRedis> {
  let problem: Error | null = null;
  const clients = redisClients(redisSettings(backend), (error) => {
    problem ??= error;
  });
  try {
    const client = clients.producer();
    await once(client, 'ready', { signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS) });
    const [server, memory, persistence] = [
      await client.info('server'),
      await client.info('memory'),
      await client.info('persistence'),
    ];
    const sentAt = Date.now();
    const [seconds = 0, micros = 0] = (await client.time()).map(Number);
    const answeredAt = Date.now();
    const theirs = seconds * 1_000 + Math.floor(micros / 1_000);
    return {
      version: field(server, 'redis_version'),
      policy: field(memory, 'maxmemory_policy'),
      maxMemory: Number(field(memory, 'maxmemory')),
      usedMemory: Number(field(memory, 'used_memory')),
      persistence: persistenceOf(persistence),
      clockAheadMs: theirs < sentAt ? theirs - sentAt : Math.max(0, theirs - answeredAt),
    };
  } catch (error) {
    // The error of the connection says more than that it did not become ready.
    throw problem ?? error;
  } finally {
    clients.disconnect();
  }
}

function persistenceOf(info: string): InspectedRedis['persistence'] {
  if (field(info, 'aof_enabled') === '1') return 'log';
  return Number(field(info, 'rdb_saves')) > 0 ? 'snapshots' : 'none or unknown';
}

/** Value of INFO; empty if it is missing. */
function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
