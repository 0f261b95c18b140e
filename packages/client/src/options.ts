import type { RetryPolicy } from './retry.ts';

export interface ClientOptions {
  /** Where the API is, as `https://search.example`; a path in front of the operations' is kept. */
  readonly baseUrl: string | URL;
  /** The API key; not needed for `client.instance`. */
  readonly key?: string | undefined;
  /** In place of the global one, e.g. one that goes through a proxy. It must not follow redirects by itself. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Milliseconds a try may take, and an open stream may be silent; 60,000 by default, 0 for no end. */
  readonly timeout?: number | undefined;
  /** Further tries of what may be tried again, 3 by default. */
  readonly retries?: number | undefined;
  /** Milliseconds to wait before a try at most, 60,000 by default; where Retry-After asks for more, there is no other try. */
  readonly maxRetryDelay?: number | undefined;
}

/** Of a single call; what is left out is as the client has it. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
}

/** The options of a client, checked and with all defaults. */
export interface Settled {
  /** Ends in a slash. */
  readonly baseUrl: URL;
  readonly key: string | null;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeout: number;
  readonly retry: RetryPolicy;
}

/** What can stand in the header; the API takes no more than 200 characters. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** @throws TypeError if an option can't be meant so; it never repeats the key */
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
    // The global one is looked up at each call: tests and instrumentation replace it.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeout,
    retry: { retries, maxDelay: maxRetryDelay },
  };
}

/** @throws TypeError if it is no whole number from 0 */
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
    throw new TypeError('baseUrl has a user name or a password, which fetch does not take; leave them out');
  }
  const base = new URL(url);
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

/** As `URL.parse`, which Node 20 lacks. */
function parsed(value: string | URL): URL | null {
  try {
    return new URL(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
