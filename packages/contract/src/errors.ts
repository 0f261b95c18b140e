/** Fixed parts of an error answer. Its `details` are written where the error occurs. */
interface ErrorEntry {
  readonly status: number;
  /** Phrase that clients may compare: it never changes. */
  readonly error: string;
  /** Cases in which the error occurs, for the API reference. */
  readonly when: string;
  /** Whether the answer has `Retry-After`; `when_known`: if waiting helps and it is known for how long. */
  readonly retryAfter: 'never' | 'always' | 'when_known';
}

/** All errors of the API, in the order in which a request is checked for them. */
export const ERRORS = {
  not_found: {
    status: 404,
    error: 'Not found',
    when: 'there is no such path, crawl, key, domain, page, block, list, saved search or video',
    retryAfter: 'never',
  },
  method_not_allowed: {
    status: 405,
    error: 'Method not allowed',
    when: 'the path does not have this method; `Allow` lists those that it has',
    retryAfter: 'never',
  },
  unauthorized: {
    status: 401,
    error: 'Unauthorized',
    when: 'the key is missing, malformed, unknown, revoked or expired; the answer does not tell which',
    retryAfter: 'never',
  },
  forbidden: {
    status: 403,
    error: 'Forbidden',
    when: 'the key does not have the scope, or a page of an unknown origin calls /mcp',
    retryAfter: 'never',
  },
  rate_limited: {
    status: 429,
    error: 'Rate limit exceeded',
    when: 'the limit of the key is used up; refused requests count, too',
    retryAfter: 'always',
  },
  too_large: {
    status: 413,
    error: 'Request too large',
    when: 'the body is larger than 1 MiB; lists of sites have a limit of their own',
    retryAfter: 'never',
  },
  unsupported_media_type: {
    status: 415,
    error: 'Unsupported media type',
    when: 'the operation does not take this content type, charset (only UTF-8) or content encoding',
    retryAfter: 'never',
  },
  bad_request: {
    status: 400,
    error: 'Bad request',
    when: 'the request is not HTTP or not JSON, or has a wrong type, an unknown field, a value out of bounds or a bad token',
    retryAfter: 'never',
  },
  conflict: {
    status: 409,
    error: 'Conflict',
    when: 'the state of the crawl or key does not allow it; the Idempotency-Key belongs to another submission or to one that is still being received',
    retryAfter: 'when_known',
  },
  too_broad: {
    status: 422,
    error: 'Query too broad',
    when: 'more sources would have to be read than the time limit allows; the details say how many, for what, and how to narrow it',
    retryAfter: 'never',
  },
  range_not_satisfiable: {
    status: 416,
    error: 'Range not satisfiable',
    when: 'the range of bytes begins after the end of the source; `Content-Range` has its size',
    retryAfter: 'never',
  },
  unavailable: {
    status: 503,
    error: 'Service unavailable',
    when: 'storage or queue cannot be reached or are overloaded, or the process is shutting down; no provider is configured, or none takes requests at the moment',
    retryAfter: 'when_known',
  },
  upstream_failed: {
    status: 502,
    error: 'Upstream failed',
    when: 'every provider of the chain refused or failed',
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
    when: 'an unexpected error; the details have the request id to look for in the log',
    retryAfter: 'never',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
