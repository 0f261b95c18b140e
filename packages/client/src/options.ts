import type { Fetch } from './fetched.ts';
import type { RetryPolicy } from './retry.ts';

export interface ClientOptions {
  /** URL of the API, such as `https://search.example`; it may have a path before those of the operations. */
  readonly baseUrl: string | URL;
  /** API key; not needed for `client.instance`. */
  readonly key?: string | undefined;
  /** Replacement for the global `fetch`, for example to use a proxy. It must not follow redirects by itself. */
  readonly fetch?: Fetch | undefined;
  /** Maximum time of a try, and of silence on an open stream, in milliseconds; 60,000 by default, 0 for no limit. */
  readonly timeout?: number | undefined;
  /** Maximum further tries of a request that may be repeated; 3 by default. */
  readonly retries?: number | undefined;
  /** Maximum wait before a try, in milliseconds; 60,000 by default. If Retry-After asks for more, there is no further try. */
  readonly maxRetryDelay?: number | undefined;
}

/** Options of a single call; the client's options apply where one is left out. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
}

/** Options of a client, checked and complete with the defaults. */
export interface Settled {
  /** URL that ends in a slash. */
  readonly baseUrl: URL;
  readonly key: string | null;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly retry: RetryPolicy;
}

/** Matches a key that fits into the header; the API allows at most 200 characters. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** Checks and completes options. @throws TypeError if one is invalid; the message never contains the key */
export function settled(options: ClientOptions): Settled {
  const { key, timeout = 60_000, retries = 3, maxRetryDelay = 60_000 } = options;
  if (key !== undefined && !KEY.test(key)) {
    throw new TypeError(
      'key is not an API key: give 1 to 200 visible characters, without spaces or line breaks',
    );
  }
  requireCount('timeout', timeout);
  requireCount('retries', retries);
  requireCount('maxRetryDelay', maxRetryDelay);
  return {
    baseUrl: baseUrlOf(options.baseUrl),
    key: key ?? null,
    // The global `fetch` is looked up at each call, because tests and instrumentation replace it.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeout,
    retry: { retries, maxDelay: maxRetryDelay },
  };
}

/** Checks that a value is an integer from 0. @throws TypeError */
export function requireCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) {
    throw new TypeError(`${name} is ${value}; give an integer from 0`);
  }
}

function baseUrlOf(value: string | URL): URL {
  const url = parsed(value);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl is not an http or https URL; give one such as http://127.0.0.1:8080');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl has a user name or a password, which fetch does not accept; leave them out');
  }
  const base = new URL(url);
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

/** Does what `URL.parse` does, which Node 20 lacks. */
function parsed(value: string | URL): URL | null {
  try {
    return new URL(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
