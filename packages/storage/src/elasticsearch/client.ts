import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { Client } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import { asStorageErrors } from './failure.ts';

export interface ElasticsearchConnection {
  /** URLs of one or more nodes of one cluster, `http:` or `https:`. Asked in turn; one that fails is left out for a while. */
  readonly nodes: readonly string[];
  readonly auth: ElasticsearchAuth;
  /** Certificate authority that signed the nodes' certificates, as PEM; null: those that Node trusts. */
  readonly ca: string | null;
  /** How long one answer may take, in milliseconds, > 0. */
  readonly requestTimeoutMs: number;
}

export type ElasticsearchAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly apiKey: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string };

export interface ElasticsearchStorageOptions extends ElasticsearchConnection {
  /** First part of the names of all indexes: small letters, digits, `-` and `_`. */
  readonly indexPrefix: string;
  /** Of a new index of domains, ≥ 1. */
  readonly shards: number;
  /** Of every new index, ≥ 0. */
  readonly replicas: number;
  /**
   * How often a new index shows what was written, e.g. `1s`; a write is acknowledged when it is shown. `-1`: each bulk is
   * shown at once, as a whole, which costs more for each. It must be well below `requestTimeoutMs`.
   */
  readonly refreshInterval: string;
  /** Bytes of one bulk request, ≥ 1, below the cluster's `http.max_content_length`; a document beyond it goes alone. */
  readonly bulkBytes: number;
  /** Bulk requests under way at a time, ≥ 1. */
  readonly bulkConcurrency: number;
}

/**
 * What a call that may be made twice without harm (a read, a refresh) passes as its transport options. All others are
 * sent once: whether a write that broke off was done, only its caller can find out. Other nodes are asked at once; then
 * there are short waits, in seconds, so that who asks hears within about one that nothing answers.
 */
export const IDEMPOTENT = {
  maxRetries: 3,
  retryBackoff: (_least: number, _most: number, attempt: number): number =>
    0.1 * 2 ** attempt * (0.5 + Math.random() / 2),
} as const;

/**
 * A client of a cluster that has been asked once, so that a wrong address or key is told at once.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function connect(connection: ElasticsearchConnection): Promise<Client> {
  const client = new Client(clientOptions(connection));
  try {
    const { version } = await asStorageErrors(client.info({}, IDEMPOTENT));
    const [major] = version.number.split('.');
    if (Number(major) < OLDEST_MAJOR) {
      throw new StorageMisconfigured(
        `the nodes run Elasticsearch ${version.number}: version ${OLDEST_MAJOR} or later is needed`,
      );
    }
    return client;
  } catch (error) {
    await client.close();
    throw error instanceof StorageUnavailable ? ((await plainToTls(connection)) ?? error) : error;
  }
}

/** A node that speaks TLS closes a connection that doesn't, and says nothing. */
async function plainToTls({ nodes }: ElasticsearchConnection): Promise<StorageMisconfigured | null> {
  for (const node of nodes) {
    const url = new URL(node);
    if (url.protocol === 'http:' && (await speaksTls(url))) {
      return new StorageMisconfigured(
        `the Elasticsearch at ${url.host} speaks TLS: give it with https: in SITEGREP_ELASTICSEARCH_NODES`,
      );
    }
  }
  return null;
}

/** The client says in each request that it understands version 9, which older servers refuse. */
const OLDEST_MAJOR = 9;

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
        `"${node}" is no address of an Elasticsearch node: give a URL like https://search.example:9200`,
      );
    }
  }
  if (nodes.length === 0) {
    throw new StorageMisconfigured('no Elasticsearch node is given: name at least one by its URL');
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

/** Whether TLS is spoken at the address of a URL. Nothing is told to who answers, and no certificate is trusted. */
async function speaksTls(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connectTls({ host, port: Number(url.port || 80), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_MS) });
    return true;
  } catch {
    // It is asked after a failure, which is told.
    return false;
  } finally {
    socket.destroy();
  }
}
