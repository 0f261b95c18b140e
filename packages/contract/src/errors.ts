/** How an error answer is put together: status and phrase are fixed here, the details sentence is given where it occurs. */
interface ErrorEntry {
  readonly status: number;
  /** Stable: clients compare it. */
  readonly error: string;
  readonly when: string;
  /** Whether the answer has `Retry-After`: `when_known` only if waiting can help and for how long is known. */
  readonly retryAfter: 'never' | 'always' | 'when_known';
}

/** Every error an operation can answer with, in the order in which a request is checked for them. */
export const ERRORS = {
  not_found: {
    status: 404,
    error: 'Not found',
    when: 'no such path, crawl, key, domain, block or video',
    retryAfter: 'never',
  },
  method_not_allowed: {
    status: 405,
    error: 'Method not allowed',
    when: 'the path exists, the method does not; `Allow` lists those that do',
    retryAfter: 'never',
  },
  unauthorized: {
    status: 401,
    error: 'Unauthorized',
    when: 'missing, malformed, unknown, revoked or expired key: one indistinguishable answer',
    retryAfter: 'never',
  },
  forbidden: {
    status: 403,
    error: 'Forbidden',
    when: 'the key lacks the scope',
    retryAfter: 'never',
  },
  rate_limited: {
    status: 429,
    error: 'Rate limit exceeded',
    when: 'the limit of the key is used up; refused requests count',
    retryAfter: 'always',
  },
  too_large: {
    status: 413,
    error: 'Request too large',
    when: 'body over 1 MiB; crawl lists have a cap of their own',
    retryAfter: 'never',
  },
  unsupported_media_type: {
    status: 415,
    error: 'Unsupported media type',
    when: 'a content type the operation does not take, a charset other than UTF-8, a content-encoding',
    retryAfter: 'never',
  },
  bad_request: {
    status: 400,
    error: 'Bad request',
    when: 'not HTTP, not JSON, wrong type, unknown field, out of bounds, bad token',
    retryAfter: 'never',
  },
  conflict: {
    status: 409,
    error: 'Conflict',
    when: 'a crawl or a key is in a state that does not allow it; an Idempotency-Key is that of another submission, or of one that goes on',
    retryAfter: 'when_known',
  },
  unavailable: {
    status: 503,
    error: 'Service unavailable',
    when: 'store or queue unreachable or overloaded, shutting down; no provider configured, or all of them have had enough for now',
    retryAfter: 'when_known',
  },
  upstream_failed: {
    status: 502,
    error: 'Upstream failed',
    when: 'every provider in the chain refused or broke',
    retryAfter: 'never',
  },
  upstream_timed_out: {
    status: 504,
    error: 'Upstream timed out',
    when: 'a provider did not answer in time',
    retryAfter: 'never',
  },
  internal: {
    status: 500,
    error: 'Internal error',
    when: 'an unexpected fault; the details give the request id to look for in the log',
    retryAfter: 'never',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
