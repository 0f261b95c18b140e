/** Address of a server. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** Topology of the Redis servers. */
export type RedisTopology =
  | { readonly kind: 'single' }
  | {
      /** Sentinels know which server is the primary; the host of the url is the first Sentinel. */
      readonly kind: 'sentinel';
      /** Sentinels' name of the primary, e.g. `mymaster`. */
      readonly group: string;
      readonly further: readonly RedisAddress[];
      /** Credentials of the Sentinels; those of the servers are in the url. */
      readonly username: string | null;
      readonly password: string | null;
    }
  | {
      /** Redis Cluster; the host of the url is the first node that is asked about the others. */
      readonly kind: 'cluster';
      readonly further: readonly RedisAddress[];
    };

/** Queues in Redis ≥ 6.2 (or Valkey), for any number of processes. */
export interface RedisBackend {
  readonly kind: 'redis';
  /** `redis://` or, with TLS, `rediss://`, then `[user:password@]host[:port][/database]`. */
  readonly url: string;
  /** Prefix of all keys, so that installations can share a server: 1–64 letters, digits, `-`, `_`. */
  readonly prefix: string;
  /** Certificates (PEM) to trust instead of the public ones; with `rediss://` only. */
  readonly ca?: string | null;
  /** Topology; default: a single server. */
  readonly topology?: RedisTopology;
}

/** Validated settings of the connections. */
export interface RedisSettings {
  readonly addresses: readonly [RedisAddress, ...RedisAddress[]];
  readonly topology: RedisTopology;
  readonly username: string | null;
  readonly password: string | null;
  readonly database: number;
  /** TLS settings; null: no TLS. */
  readonly tls: { readonly ca: string | null; readonly servername: string | null } | null;
  /**
   * Prefix of all keys. In a cluster it puts all keys into one slot, because BullMQ's scripts use several keys at
   * once.
   */
  readonly prefix: string;
}

/** @throws Error that names the field and the remedy, never a password */
export function redisSettings({
  url,
  prefix,
  ca = null,
  topology = { kind: 'single' },
}: RedisBackend): RedisSettings {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new Error(
      "the queue's url is not a Redis url: give redis://host:port or, with TLS, rediss://host:port",
    );
  }
  if (!/^[\w-]{1,64}$/.test(prefix)) {
    throw new Error(`the queue's prefix is ${prefix}, but must be 1 to 64 letters, digits, '-' or '_'`);
  }
  const secure = parsed.protocol === 'rediss:';
  if (ca !== null && !secure) {
    throw new Error("the queue's ca has no effect without TLS: start its url with rediss://");
  }
  const database = /^\/?(\d{0,5})$/.exec(parsed.pathname)?.[1];
  if (database === undefined) {
    throw new Error(
      `the queue's url ends in ${parsed.pathname}, but must end in the number of a database or in nothing`,
    );
  }
  if (topology.kind === 'cluster' && Number(database) !== 0) {
    throw new Error(`the queue's url ends in /${database}, but a cluster has database 0 only: leave it out`);
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const first = { host, port: Number(parsed.port) || (topology.kind === 'sentinel' ? 26_379 : 6_379) };
  return {
    addresses: [first, ...(topology.kind === 'single' ? [] : topology.further)],
    topology,
    username: decoded(parsed.username),
    password: decoded(parsed.password),
    database: Number(database),
    // Certificates are issued for names; an address is verified as it is.
    tls: secure ? { ca, servername: /^[\d.]+$|:/.test(host) ? null : host } : null,
    prefix: topology.kind === 'cluster' ? `{${prefix}}` : prefix,
  };
}

function decoded(part: string): string | null {
  if (part === '') return null;
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new Error("the queue's url has a '%' in its user or password: write it as %25", { cause: error });
  }
}
