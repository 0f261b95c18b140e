import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, OPERATIONS } from '@sitegrep/contract';
import type { Metrics } from '@sitegrep/metrics';
import { plainAddress } from '@sitegrep/site/address';
import type { ApiKey } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import { isUsable } from './api-keys.ts';
import { errorBody } from './failure.ts';
import type { LastUsed, SecretLookup } from './key-cache.ts';
import { limitExceeded, limitHeaders } from './plugins/admission.ts';
import type { RefusalPace } from './plugins/refusal-pace.ts';
import type { RequestLimit } from './plugins/request-limit.ts';
import { logRequest, measureRequest } from './plugins/request-log.ts';
import type { SearchQueue } from './search-queue.ts';
import { requestIdOf } from './server.ts';

interface EarlyRefusalParts {
  readonly keys: SecretLookup;
  readonly lastUsed: LastUsed;
  readonly requestLimit: RequestLimit;
  readonly queue: SearchQueue;
  readonly pace: RefusalPace;
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  /** Networks in CIDR notation whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
}

const METHOD = 'POST';
/** Paths of the operations that wait in the queue of searches, and that programs call again and again. */
const PATHS: ReadonlySet<string> = new Set([OPERATIONS.searchHtmlSourceCode.path, OPERATIONS.search.path]);

/**
 * Makes a function that refuses a search by its head alone, before the framework makes anything of it: an overload then costs
 * a quarter. The answer is the one that the framework's path gives. What that needs more than the head and memory for is left
 * to it: unknown keys, counts that processes share, browsers, clients of a proxy.
 *
 * @returns whether the request was refused
 */
export function refuseEarly(
  parts: EarlyRefusalParts,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { keys, lastUsed, requestLimit, queue, pace, metrics, logger, trustedProxies } = parts;

  /** Key of a search that nothing but the queue and limits can refuse; null if it takes more to know. */
  function plainKeyOf({ method, url, headers }: IncomingMessage): ApiKey | null {
    const secret = headers['x-api-key'];
    if (method !== METHOD || !PATHS.has(url ?? '') || typeof secret !== 'string') return null;
    if (headers.origin !== undefined || trustedProxies.length > 0) return null;
    const known = keys.cachedBySecret(secret);
    if (known === null || known.secretEndsAt !== null || !isUsable(known, Date.now())) return null;
    return known.key.scopes.includes('search') ? known.key : null;
  }

  return (request, response) => {
    if (!queue.isBusy()) return false;
    const key = plainKeyOf(request);
    const path = request.url ?? '';
    if (key === null || !queue.isFull(key.id)) return false;
    const use = requestLimit.useHere(key, path);
    if (use === null) return false;
    lastUsed.note(key.id, Date.now());
    measureRequest(metrics, METHOD, path, response);
    const { code, message, headers } = use.isExceeded ? limitExceeded(use) : queue.refusal();
    const body = JSON.stringify(errorBody(code, message));
    const { status } = ERRORS[code];
    const startedAt = performance.now();
    pace.send(key.id, 0, () => {
      response.writeHead(status, {
        ...limitHeaders(use),
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
      logRequest(logger.child({ requestId: requestIdOf(request) }), {
        method: METHOD,
        path,
        status,
        ms: Math.round(performance.now() - startedAt),
        client: plainAddress(request.socket.remoteAddress ?? ''),
        keyId: key.id,
      });
    });
    return true;
  };
}
