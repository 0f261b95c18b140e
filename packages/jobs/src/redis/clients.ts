import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import type { RedisSettings } from './backend.ts';

export type RedisClient = Redis | Cluster;

/** As ioredis has them, save for a way of mapping replies that BullMQ doesn't know. */
type ServerOptions = Omit<RedisOptions, 'replyMapping'>;
type NodesOptions = Omit<ClusterOptions, 'redisOptions'> & { redisOptions: ServerOptions };
type Patience = typeof PRODUCER | typeof WORKER;

/** How long a producer waits for the answer to one command, in milliseconds. Redis answers within one as a rule. */
export const COMMAND_TIMEOUT_MS = 5_000;
/** The most between two attempts to connect, in milliseconds: a Redis that is back is found as soon as this. */
const LONGEST_RETRY_MS = 2_000;

/** How long a connection that is cut may take to end by itself, in milliseconds: until then the process doesn't end. */
const CUT_MS = 500;

const retry = (times: number): number => Math.min(LONGEST_RETRY_MS, 50 * 2 ** Math.min(times, 10));

/**
 * For those who add and ask: fails at once while Redis is away, and within COMMAND_TIMEOUT_MS if it is there and mute,
 * because somebody waits for the answer. Nothing is repeated by itself: who asked knows better whether to.
 */
const PRODUCER = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: COMMAND_TIMEOUT_MS,
  // A primary that became a replica: connect anew to find the new one, let this command fail.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 1 : false),
} as const;

/** For workers: every command waits until Redis is back, as BullMQ demands. Nobody waits for them. */
const WORKER = {
  maxRetriesPerRequest: null,
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
} as const;

/** Every connection of this process. */
export interface RedisClients {
  readonly producer: () => RedisClient;
  readonly worker: () => RedisClient;
  /** Cuts every connection; whatever waits for one rejects. */
  readonly disconnect: () => void;
}

/** @param onError of any connection, at every attempt that fails */
export function redisClients(settings: RedisSettings, onError: (error: Error) => void): RedisClients {
  const all: RedisClient[] = [];
  let cut = false;
  const make = (options: Patience, enableOfflineQueue: boolean): RedisClient => {
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
 * Cuts a connection. Between two attempts to connect there is none, and ioredis would tell nobody of its end: those who
 * wait for an answer would wait for ever. So one more attempt is made for it to be cut.
 */
function end(client: RedisClient): void {
  if (client.status !== 'reconnecting') return client.disconnect();
  if (client instanceof Cluster) {
    // Its next attempt is its last.
    client.once('ready', () => client.disconnect());
    return;
  }
  client.disconnect();
  // That it was cut comes as an event too.
  client.connect().catch(() => undefined);
  client.disconnect();
}

/** Of a single server, or of the one that the Sentinels name. */
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
  return { ...where, ...access(settings), db: database, retryStrategy: retry, disconnectTimeout: CUT_MS };
}

function clusterOptions(
  settings: RedisSettings,
  options: Patience,
  enableOfflineQueue: boolean,
): NodesOptions {
  return {
    enableOfflineQueue,
    redisOptions: { ...access(settings), ...options },
    // Nodes of a cluster with TLS are known by name; certificates are not of their addresses.
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
