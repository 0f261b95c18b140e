// Sends the requests of others, such as deliveries of webhooks and reads of files, over connections of the crawler: their
// addresses are judged when they are opened, after the name was looked up, or before the operator's proxy gets it, and
// certificates must be valid.
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { createAddressGuard, hostOf } from './addresses.ts';
import { createConnector } from './connector.ts';
import { unlessAborted } from './deadline.ts';
import { FailureError, failureFrom, passing, type Failure } from './failure.ts';
import { cachedLookup, type Lookup } from './lookup.ts';
import { hand, targetOf } from './pool-options.ts';
import { openProxyPool } from './proxy-pool.ts';
import { proxyFailure } from './proxy.ts';
import { createSocketOpener } from './sockets.ts';

export interface GuardedOptions {
  /** Ranges in CIDR notation that may be connected to although they are not public. */
  readonly allowedAddresses: readonly string[];
  readonly lookup: Lookup;
  /** Further trusted certificate authorities in PEM; null for none. */
  readonly certificateAuthorities: string | null;
  readonly connectTimeoutMs: number;
  /** The operator's HTTP proxy, through which all is sent; `guards`: it refuses private addresses itself. Null: there is none. */
  readonly proxy: { readonly url: string; readonly guards: boolean } | null;
  /** Clock in milliseconds; for tests. */
  readonly now?: () => number;
}

export interface GuardedAnswer {
  readonly status: number;
  /** Values of the fields by their names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The caller reads or destroys it. */
  readonly body: Readable;
}

export interface GuardedRequests {
  /** Why nothing may be sent to a URL, whatever its name leads to; null: it may. */
  refusal(url: URL): string | null;
  /**
   * Sends a POST request, and follows no redirect. Its body is as it comes: no encoding is taken off.
   *
   * @throws Unanswered; what the signal was aborted with
   */
  post(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<GuardedAnswer>;
  /** Sends a GET request in the same way. */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<GuardedAnswer>;
  close(): Promise<void>;
}

/** There is no answer, or not all of it, and the message says why. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** Whether the next attempt may get an answer. */
  readonly mayPass: boolean;

  constructor({ reason, retry }: Failure) {
    super(reason);
    this.mayPass = retry;
  }
}

/** The error of a body that broke off. @param error what the body failed with */
export function brokenOff(error: unknown, { hostname }: URL): Unanswered {
  return new Unanswered({ ...failureFrom(error, hostname), retry: true });
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

const MAX_CONNECTIONS = 4;
const MAX_HEADER_BYTES = 32_768;

/** @throws RangeError that names an invalid range, or an invalid URL of a proxy */
export function openGuardedRequests(options: GuardedOptions): GuardedRequests {
  const { allowedAddresses, certificateAuthorities, connectTimeoutMs } = options;
  const { now = () => performance.now() } = options;
  const guard = createAddressGuard(allowedAddresses);
  const limits = { timeoutMs: connectTimeoutMs, handshakeTimeoutMs: connectTimeoutMs };
  const lookup = cachedLookup(options.lookup, now);
  const ended = new AbortController();
  // With a proxy, all connections go to it, and the operator has chosen it.
  const sockets = createSocketOpener(lookup, options.proxy === null ? guard : null, limits);
  const proxy =
    options.proxy === null
      ? null
      : openProxyPool(
          options.proxy.url,
          { connectTimeoutMs, maxHeaderBytes: MAX_HEADER_BYTES, proxyGuards: options.proxy.guards },
          { sockets, lookup, guard, closed: ended.signal },
        );
  const connector = createConnector({
    sockets,
    tunnel: proxy === null ? null : (target) => proxy.tunnel(target),
    // These hosts send their whole chain: nothing is fetched for it.
    fetchIssuer: () => Promise.reject(new Error('issuers are not fetched')),
    http2: false,
    authorities: certificateAuthorities,
    now,
  });
  const agent = new Agent({
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    connections: MAX_CONNECTIONS,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 15_000,
    // Each request has a deadline of its own that covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (target, callback) =>
      void hand(connector.open(targetOf(target), target.protocol === 'https:', 'valid'), callback),
  });

  async function send(url: URL, request: Request): Promise<GuardedAnswer> {
    const { signal } = request;
    signal.throwIfAborted();
    const refusal = guard.refusal(url);
    if (refusal !== null) throw new Unanswered(refusal);
    const sent = { path: `${url.pathname}${url.search}`, ...request };
    // Requests over https have a tunnel to the host itself.
    const over = url.protocol === 'http:' ? proxy : null;
    try {
      await proxy?.judgeName(hostOf(url), signal);
      const answering =
        over === null ? agent.request({ origin: url.origin, ...sent }) : over.request(url, sent);
      const answer = await unlessAborted(answering, signal);
      // Whoever destroys the body causes an error, which must not end the process; who reads it gets it.
      answer.body.on('error', () => undefined);
      const failure = over === null ? null : proxyFailure(answer.statusCode);
      if (failure === null) return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      answer.body.destroy();
      throw new FailureError(failure);
    } catch (error) {
      signal.throwIfAborted();
      throw new Unanswered(failureFrom(error, url.hostname));
    }
  }

  return {
    refusal: (url) => guard.refusal(url)?.reason ?? null,
    post: (url, headers, body, signal) => send(url, { method: 'POST', headers, body, signal }),
    get: (url, headers, signal) => send(url, { method: 'GET', headers, signal }),
    async close() {
      ended.abort(new FailureError(passing('cancelled', 'the sender was closed')));
      connector.close();
      await Promise.all([agent.destroy(), proxy?.close()]);
    },
  };
}
