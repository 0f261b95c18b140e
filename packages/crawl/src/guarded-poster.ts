// Sends what others send, such as deliveries of webhooks, over connections of the crawler: their addresses are judged when they
// are opened, after the name was looked up, and certificates must be valid.
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { createAddressGuard } from './addresses.ts';
import { createConnector } from './connector.ts';
import { unlessAborted } from './deadline.ts';
import { failureFrom } from './failure.ts';
import { cachedLookup, type Lookup } from './lookup.ts';
import { hand, targetOf } from './pool-options.ts';
import { createSocketOpener } from './sockets.ts';

export interface PosterOptions {
  /** Ranges in CIDR notation that may be connected to although they are not public. */
  readonly allowedAddresses: readonly string[];
  readonly lookup: Lookup;
  /** Further trusted certificate authorities in PEM; null for none. */
  readonly certificateAuthorities: string | null;
  readonly connectTimeoutMs: number;
  /** Clock in milliseconds; for tests. */
  readonly now?: () => number;
}

export interface PostAnswer {
  readonly status: number;
  /** Values of the fields by their names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The caller reads or destroys it. */
  readonly body: Readable;
}

export interface Poster {
  /** Why nothing may be sent to a URL, whatever its name leads to; null: it may. */
  refusal(url: URL): string | null;
  /**
   * Sends a POST request, and follows no redirect.
   *
   * @throws Unanswered; what the signal was aborted with
   */
  post(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<PostAnswer>;
  close(): Promise<void>;
}

/** There is no answer, and the message says why. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

const MAX_CONNECTIONS = 4;
const MAX_HEADER_BYTES = 32_768;

/** @throws RangeError that names an invalid range */
export function openPoster(options: PosterOptions): Poster {
  const { allowedAddresses, certificateAuthorities, connectTimeoutMs } = options;
  const { now = () => performance.now() } = options;
  const guard = createAddressGuard(allowedAddresses);
  const limits = { timeoutMs: connectTimeoutMs, handshakeTimeoutMs: connectTimeoutMs };
  const connector = createConnector({
    sockets: createSocketOpener(cachedLookup(options.lookup, now), guard, limits),
    tunnel: null,
    // A receiver sends its whole chain: nothing is fetched for it.
    fetchIssuer: () => Promise.reject(new Error('issuers of receivers are not fetched')),
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

  return {
    refusal: (url) => guard.refusal(url)?.reason ?? null,
    async post(url, headers, body, signal) {
      signal.throwIfAborted();
      const refusal = guard.refusal(url);
      if (refusal !== null) throw new Unanswered(refusal.reason);
      const path = `${url.pathname}${url.search}`;
      try {
        const sent = agent.request({ origin: url.origin, path, method: 'POST', headers, body, signal });
        const answer = await unlessAborted(sent, signal);
        // Whoever destroys the body causes an error, which must not end the process; who reads it gets it.
        answer.body.on('error', () => undefined);
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      } catch (error) {
        signal.throwIfAborted();
        throw new Unanswered(failureFrom(error, url.hostname).reason);
      }
    },
    async close() {
      connector.close();
      await agent.destroy();
    },
  };
}
