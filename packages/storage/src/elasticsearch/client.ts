import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { Client } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import type { KeepVersions } from '../past/retention.ts';
import { asStorageErrors } from './failure.ts';

export interface ElasticsearchConnection {
  /**
   * URLs of one or more nodes of one cluster, `http:` or `https:`. Requests go to each in turn; a node that fails
   * is skipped for a while.
   */
  readonly nodes: readonly string[];
  readonly auth: ElasticsearchAuth;
  /** Certificate authority that signed the nodes' certificates, as PEM; null: those that Node trusts. */
  readonly ca: string | null;
  /** Maximum time for one answer, in milliseconds, > 0. */
  readonly requestTimeoutMs: number;
}

export type ElasticsearchAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly apiKey: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string };

export interface ElasticsearchStorageOptions extends ElasticsearchConnection {
  /** First part of the name of each index: small letters, digits, `-` and `_`. */
  readonly indexPrefix: string;
  /** Number of shards of a new domain index, ≥ 1. */
  readonly shards: number;
  /** Primary shards of a new index of the sites of crawls. */
  readonly recordShards: number;
  /** Whether there shall be full text of what is put; absent: there shall. */
  readonly fullText?: boolean;
  /** How many versions of each page are kept; absent: none. */
  readonly keepVersions?: KeepVersions;
  /** Number of replicas of each new index, ≥ 0. */
  readonly replicas: number;
  /**
   * Refresh interval of a new index, e.g. `1s`; a write is acknowledged when searches see it. `-1`: each bulk
   * request is visible at once and as a unit, which costs more. It must be well below `requestTimeoutMs`.
   */
  readonly refreshInterval: string;
  /**
   * Maximum size of one bulk request in bytes, ≥ 1, below the cluster's `http.max_content_length`; a larger
   * document is sent alone.
   */
  readonly bulkBytes: number;
  /** Maximum number of bulk requests in flight, ≥ 1. */
  readonly bulkConcurrency: number;
}

/**
 * Transport options of calls that are safe to repeat (a read, a refresh). All other calls are sent once, because
 * only the caller can find out whether an interrupted write was done. Other nodes are tried at once; after that the
 * waits are short (in seconds), so that a caller learns within about a second that no node answers.
 */
export const IDEMPOTENT = {
  maxRetries: 3,
  retryBackoff: (_min: number, _max: number, attempt: number): number =>
    0.1 * 2 ** attempt * (0.5 + Math.random() / 2),
} as const;

/**
 * A client of a cluster that has answered once, so that a wrong address or key is reported immediately.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function connect(connection: ElasticsearchConnection): Promise<Client> {
  const client = new Client(clientOptions(connection));
  try {
    const { version } = await asStorageErrors(client.info({}, IDEMPOTENT));
    const [major] = version.number.split('.');
    if (Number(major) < MIN_MAJOR_VERSION) {
      throw new StorageMisconfigured(
        `the nodes run Elasticsearch ${version.number}: version ${MIN_MAJOR_VERSION} or later is needed`,
      );
    }
    return client;
  } catch (error) {
    await client.close();
    throw error instanceof StorageUnavailable ? ((await plainToTls(connection)) ?? error) : error;
  }
}

/** A TLS node silently closes a plain connection, so the address is tried with TLS before the error is reported. */
async function plainToTls({ nodes }: ElasticsearchConnection): Promise<StorageMisconfigured | null> {
  for (const node of nodes) {
    const url = new URL(node);
    if (url.protocol === 'http:' && (await speaksTls(url))) {
      return new StorageMisconfigured(
        `the Elasticsearch at ${url.host} uses TLS: give its URL with https: in SITEGREP_ELASTICSEARCH_NODES`,
      );
    }
  }
  return null;
}

/** Minimum major version: the client states in each request that it speaks version 9, which older servers refuse. */
const MIN_MAJOR_VERSION = 9;

function clientOptions({
  nodes,
  auth,
  ca,
  requestTimeoutMs,
}: ElasticsearchConnection): ConstructorParameters<typeof Client>[0] {
  for (const node of nodes) {
    const protocol = URL.canParse(node) ? new URL(node).protocol : null;
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new StorageMisconfigured(
        `"${node}" is not the URL of an Elasticsearch node: give one like https://search.example:9200`,
      );
    }
  }
  if (nodes.length === 0) {
    throw new StorageMisconfigured('no Elasticsearch node is given: give the URL of at least one');
  }
  return {
    nodes: [...nodes],
    requestTimeout: requestTimeoutMs,
    maxRetries: 0,
    enableMetaHeader: false,
    ...(auth.kind === 'apiKey' ? { auth: { apiKey: auth.apiKey } } : {}),
    ...(auth.kind === 'basic' ? { auth: { username: auth.username, password: auth.password } } : {}),
    ...(ca === null ? {} : { tls: { ca } }),
  };
}

const HANDSHAKE_MS = 2_000;

/** Whether the server at a URL speaks TLS. Nothing is sent to it, and its certificate is not trusted. */
async function speaksTls(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connectTls({ host, port: Number(url.port || 80), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_MS) });
    return true;
  } catch {
    // This check only explains an earlier failure, which is reported anyway.
    return false;
  } finally {
    socket.destroy();
  }
}
