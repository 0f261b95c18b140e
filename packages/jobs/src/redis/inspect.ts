// Looks at a Redis without changing anything in it.
import { once } from 'node:events';
import { redisSettings, type RedisBackend } from './backend.ts';
import { COMMAND_TIMEOUT_MS, redisClients } from './clients.ts';

export interface InspectedRedis {
  readonly version: string;
  /** What happens when its memory is full. */
  readonly policy: string;
  /** In bytes; 0: no bound. */
  readonly maxMemory: number;
  readonly usedMemory: number;
  /** How it keeps what it has over a restart. */
  readonly persistence: 'log' | 'snapshots' | 'none or unknown';
  /** How far its clock is ahead of this machine's, in milliseconds; 0 if no further than the question took. */
  readonly clockAheadMs: number;
}

/** @throws Error that says why it can't be asked, or what is wrong with the settings; no password is in it */
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
    const askedAt = Date.now();
    const [seconds = 0, micros = 0] = (await client.time()).map(Number);
    const answeredAt = Date.now();
    const theirs = seconds * 1_000 + Math.floor(micros / 1_000);
    return {
      version: field(server, 'redis_version'),
      policy: field(memory, 'maxmemory_policy'),
      maxMemory: Number(field(memory, 'maxmemory')),
      usedMemory: Number(field(memory, 'used_memory')),
      persistence: persistenceOf(persistence),
      clockAheadMs: theirs < askedAt ? theirs - askedAt : Math.max(0, theirs - answeredAt),
    };
  } catch (error) {
    // What a connection failed with says more than that it did not become ready.
    throw problem ?? error;
  } finally {
    clients.disconnect();
  }
}

function persistenceOf(info: string): InspectedRedis['persistence'] {
  if (field(info, 'aof_enabled') === '1') return 'log';
  return Number(field(info, 'rdb_saves')) > 0 ? 'snapshots' : 'none or unknown';
}

/** A value of INFO; empty if it is not told. */
function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
