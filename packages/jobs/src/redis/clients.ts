import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import type { RedisSettings } from './backend.ts';

export type RedisClient = Redis | Cluster;

/** Options of ioredis without its reply mapping, which BullMQ does not know. */
type ServerOptions = Omit<RedisOptions, 'replyMapping'>;
type NodesOptions = Omit<ClusterOptions, 'redisOptions'> & { redisOptions: ServerOptions };
type RetryOptions = typeof PRODUCER | typeof WORKER;

/** Maximum wait of a producer for the answer to one command, in milliseconds. Redis usually answers within one. */
export const COMMAND_TIMEOUT_MS = 5_000;
/** Maximum wait between two attempts to connect, in milliseconds: a recovered Redis is found within this time. */
const MAX_RETRY_MS = 2_000;

/** Maximum time in which a cut connection may end by itself, in milliseconds: the process cannot exit before that. */
const DISCONNECT_MS = 500;

const retry = (times: number): number => Math.min(MAX_RETRY_MS, 50 * 2 ** Math.min(times, 10));

/**
 * Options for adding and querying: these fail at once while Redis is away, and within COMMAND_TIMEOUT_MS if it does
 * not answer, because a caller is waiting. Nothing is repeated automatically: the caller knows better whether to
 * repeat it.
 */
const PRODUCER = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: COMMAND_TIMEOUT_MS,
  // A primary has become a replica: reconnect to find the new one, and let this command fail.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 1 : false),
} as const;

/** Options for workers: each command waits until Redis is back, as BullMQ requires. No caller waits for them. */
const WORKER = {
  maxRetriesPerRequest: null,
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
} as const;

/** All connections of this process. */
export interface RedisClients {
  readonly producer: () => RedisClient;
  readonly worker: () => RedisClient;
  /** Cuts all connections; commands that wait for one reject. */
  readonly disconnect: () => void;
}

/** @param onError called for any connection, at each failed attempt */
export function redisClients(settings: RedisSettings, onError: (error: Error) => void): RedisClients {
  const all: RedisClient[] = [];
  let cut = false;
  const make = (options: RetryOptions, enableOfflineQueue: boolean): RedisClient => {
    const client =
      settings.topology.kind === 'cluster'
        ? new Cluster([...settings.addresses], {
            ...clusterOptions(settings, options, enableOfflineQueue),
            clusterRetryStrategy: (times) => (cut ? null : retry(times)),
          })
        : new Redis({ ...serverOptions(settings), ...options, enableOfflineQueue });
    all.push(client);
    client.on('error', (error: Error) => {
      if (!cut) onError(error);
    });
    return client;
  };
  return {
    producer: () => make(PRODUCER, false),
    worker: () => make(WORKER, true),
    disconnect: () => {
      cut = true;
      for (const client of all) end(client);
    },
  };
}

/**
 * Cuts a connection. Between two attempts to connect there is no connection, and ioredis would not report its end:
 * pending commands would wait for ever. So one more attempt is made in order to be cut.
 */
function end(client: RedisClient): void {
  if (client.status !== 'reconnecting') return client.disconnect();
  if (client instanceof Cluster) {
    // Its next attempt is its last.
    client.once('ready', () => client.disconnect());
    return;
  }
  client.disconnect();
  // The cut is reported by an event, too.
  client.connect().catch(() => undefined);
  client.disconnect();
}

/** Options for a single server, or for the one that the Sentinels name. */
function serverOptions(settings: RedisSettings): ServerOptions {
  const { addresses, topology, database } = settings;
  const [first] = addresses;
  const where: ServerOptions =
    topology.kind === 'sentinel'
      ? {
          name: topology.group,
          sentinels: [...addresses],
          sentinelRetryStrategy: retry,
          ...(topology.username === null ? {} : { sentinelUsername: topology.username }),
          ...(topology.password === null ? {} : { sentinelPassword: topology.password }),
          ...(settings.tls === null
            ? {}
            : { enableTLSForSentinelMode: true, sentinelTLS: certificates(settings.tls) }),
        }
      : first;
  return {
    ...where,
    ...access(settings),
    db: database,
    retryStrategy: retry,
    disconnectTimeout: DISCONNECT_MS,
  };
}

function clusterOptions(
  settings: RedisSettings,
  options: RetryOptions,
  enableOfflineQueue: boolean,
): NodesOptions {
  return {
    enableOfflineQueue,
    redisOptions: { ...access(settings), ...options },
    // Nodes of a TLS cluster are addressed by name, because certificates are not issued for their addresses.
    ...(settings.tls === null ? {} : { dnsLookup: (name, found) => found(null, name) }),
  };
}

function access({ username, password, tls }: RedisSettings) {
  return {
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(tls === null ? {} : { tls: certificates(tls) }),
  };
}

function certificates({ ca, servername }: NonNullable<RedisSettings['tls']>) {
  return { ...(ca === null ? {} : { ca }), ...(servername === null ? {} : { servername }) };
}
