import { errors } from '@elastic/elasticsearch';
import {
  IndexReplaced,
  SearchAborted,
  StorageBusy,
  StorageCorrupt,
  StorageFull,
  StorageMisconfigured,
  StorageUnavailable,
} from '../errors.ts';

/** Awaits a call and turns errors of the client or the cluster into storage errors. */
export async function asStorageErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw storageError(error);
  }
}

/** The storage error for an error of the client; any other error is returned unchanged. */
export function storageError(error: unknown): Error {
  if (error instanceof errors.ResponseError) {
    const { type, reason } = causeOf(error.body);
    return errorOfAnswer(error.statusCode ?? 0, type, reason, error);
  }
  if (error instanceof errors.RequestAbortedError) {
    return new SearchAborted('the search was aborted', { cause: error });
  }
  if (error instanceof errors.ConnectionError && CERTIFICATE.test(error.message)) {
    return new StorageMisconfigured(
      `the certificate of Elasticsearch is not trusted (${error.message}): name the file of the certificate authority that signed it in SITEGREP_ELASTICSEARCH_CA`,
      { cause: error },
    );
  }
  if (error instanceof errors.ConnectionError && NO_TLS.test(error.message)) {
    return new StorageMisconfigured(
      `the server at the address of Elasticsearch does not use TLS (${error.message.trim()}): give its URL with http: in SITEGREP_ELASTICSEARCH_NODES, or turn TLS on`,
      { cause: error },
    );
  }
  if (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  ) {
    return new StorageUnavailable(`Elasticsearch does not answer: ${error.message}`, { cause: error });
  }
  if (error instanceof errors.ProductNotSupportedError) {
    return new StorageMisconfigured('the server at the address of Elasticsearch is not Elasticsearch', {
      cause: error,
    });
  }
  if (error instanceof errors.ConfigurationError) {
    return new StorageMisconfigured(`the connection to Elasticsearch is misconfigured: ${error.message}`, {
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * The storage error for an answer, or for one item of a bulk answer.
 *
 * @param status HTTP status
 * @param type Elasticsearch's name of the error, e.g. `cluster_block_exception`
 */
export function errorOfAnswer(status: number, type: string, reason: string, cause?: unknown): Error {
  const details = `${type}: ${reason}`;
  const options = { cause };
  if (type.includes('corrupt') || reason.includes('CorruptIndexException')) {
    return new StorageCorrupt(
      `an index of Elasticsearch is damaged (${details}): restore it from a snapshot`,
      options,
    );
  }
  if (type === 'cluster_block_exception' && reason.includes('index write (api)')) {
    return new StorageBusy(
      `Elasticsearch accepts no writes during a migration (${reason}): if no migration is under way, run sitegrep index migrate to complete an interrupted one, or remove the block`,
      options,
    );
  }
  if (type === 'cluster_block_exception') {
    return reason.includes('disk usage exceeded')
      ? new StorageFull(
          `a disk of Elasticsearch is nearly full, so that it takes no writes (${reason}): free some space or add a node`,
          options,
        )
      : new StorageUnavailable(`Elasticsearch blocks the index: ${reason}`, options);
  }
  if (type === 'index_not_found_exception' || reason.includes('no write index is defined')) {
    return new IndexReplaced(
      `an index of Elasticsearch is not there in the form that this program writes (${reason}): if a newer version of sitegrep migrated the index, run that version; if the index was removed, restore it from a snapshot, or restart to create an empty one`,
      options,
    );
  }
  if (type === 'search_context_missing_exception') {
    return new StorageUnavailable(`Elasticsearch dropped the state that a search reads: ${details}`, options);
  }
  if (status === 401 || status === 403) {
    return new StorageMisconfigured(
      `Elasticsearch rejected the credentials (${details}): check SITEGREP_ELASTICSEARCH_API_KEY, or _USERNAME and _PASSWORD, and the privileges of their role`,
      options,
    );
  }
  if (status === 413) {
    return new StorageMisconfigured(
      'Elasticsearch rejected a request because of its size: lower SITEGREP_ELASTICSEARCH_BULK_BYTES, or raise its http.max_content_length',
      options,
    );
  }
  if (status === 429) return new StorageBusy(`Elasticsearch is overloaded: ${details}`, options);
  // For one document of several, the status of the answer does not show this error.
  if ((status >= 502 && status <= 504) || type === 'no_shard_available_action_exception') {
    return new StorageUnavailable(`Elasticsearch is temporarily unavailable: ${details}`, options);
  }
  return new Error(`Elasticsearch answered ${status}, ${details}`, options);
}

/** Messages of OpenSSL and Node about an untrusted certificate. */
const CERTIFICATE = /certificate|altname/i;

/** Messages of OpenSSL about an answer that is not TLS. */
const NO_TLS = /wrong version number|packet length too long/i;

/** Root cause in the body of an error answer. */
function causeOf(body: unknown): { readonly type: string; readonly reason: string } {
  const outer = member(body, 'error');
  const roots = member(outer, 'root_cause');
  const root: unknown = Array.isArray(roots) ? (roots[0] ?? outer) : outer;
  const [type, reason] = [member(root, 'type'), member(root, 'reason')];
  return {
    type: typeof type === 'string' ? type : 'unknown_error',
    reason: typeof reason === 'string' ? reason : 'no reason given',
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
