// Sends GET requests, directly or through an HTTP proxy, and decides after a failure whether another connection may do better.
// agents.ts has the connections to hosts, proxy-pool.ts those to the proxy.
import type { Socket } from 'node:net';
import { hostOf, type AddressGuard } from './addresses.ts';
import { openAgents, type GetRequest } from './agents.ts';
import type { Answer } from './answer.ts';
import type { Trust } from './certificates.ts';
import { createConnector } from './connector.ts';
import { unlessAborted } from './deadline.ts';
import { FailureError, http2Failure, passing, type Failure, failureFrom } from './failure.ts';
import { fetchIssuer } from './issuer-fetch.ts';
import type { CrawlerSettings } from './options.ts';
import type { Lookup } from './lookup.ts';
import { targetOf } from './pool-options.ts';
import { openProxyPool } from './proxy-pool.ts';
import { proxyFailure } from './proxy.ts';
import { userAgent } from './request-headers.ts';
import { createSocketOpener } from './sockets.ts';

/** A connection over which another program sends requests by itself. */
export interface Route {
  readonly socket: Socket;
  /**
   * Fields to add to a request over http, whose target must then be its whole URL, since the socket leads to the operator's
   * proxy; null if it leads to the host.
   */
  readonly proxyHeaders: Readonly<Record<string, string>> | null;
}

export interface Connections {
  /**
   * Sends a request. Rejects with a FailureError, or with the reason of an aborted signal.
   *
   * @param trust certificates that are accepted; if any, a host is given nothing that others should not see
   */
  get(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    trust: Trust,
  ): Promise<Answer>;
  /** Failure that a request for valid certificates only would have, because a bad one was seen lately; null if none was. */
  distrust(url: URL): Failure | null;
  /**
   * Opens a connection for a program that speaks to the host of a URL by itself. Its URL must have been judged by the guard.
   * Rejects as `get` does.
   */
  connect(url: URL, signal: AbortSignal): Promise<Route>;
  close(): Promise<void>;
}

type ConnectionSettings = Pick<
  CrawlerSettings,
  | 'certificateAuthorities'
  | 'clock'
  | 'connectTimeoutMs'
  | 'contact'
  | 'handshakeTimeoutMs'
  | 'hostConcurrency'
  | 'http2'
  | 'maxHeaderBytes'
  | 'proxyGuards'
  | 'proxyUrl'
  | 'version'
>;

/** @throws RangeError if the proxy's URL is invalid */
export function openConnections(
  settings: ConnectionSettings,
  lookup: Lookup,
  guard: AddressGuard,
): Connections {
  const { connectTimeoutMs, handshakeTimeoutMs, proxyUrl } = settings;
  const ended = new AbortController();
  const closed = ended.signal;
  // With a proxy, all connections go to it, and the operator has chosen it.
  const sockets = createSocketOpener(lookup, proxyUrl === null ? guard : null, {
    timeoutMs: connectTimeoutMs,
    handshakeTimeoutMs: handshakeTimeoutMs ?? connectTimeoutMs,
  });
  const proxy =
    proxyUrl === null ? null : openProxyPool(proxyUrl, settings, { sockets, lookup, guard, closed });
  const connector = createConnector({
    sockets,
    tunnel: proxy === null ? null : (target) => proxy.tunnel(target),
    fetchIssuer: (url) => fetchIssuer(url, { guard, get, userAgent: userAgent(settings), closed }),
    http2: settings.http2,
    authorities: settings.certificateAuthorities,
    now: settings.clock.now,
  });
  const { certificates, protocols } = connector;
  const agents = openAgents(connector, proxy, settings);

  function distrust(url: URL): Failure | null {
    return url.protocol === 'https:' ? certificates.distrust(targetOf(url)) : null;
  }

  async function get(...[url, headers, signal, trust]: GetRequest): Promise<Answer> {
    signal.throwIfAborted();
    await proxy?.judgeName(hostOf(url), signal);
    const target = targetOf(url);
    const isSecure = url.protocol === 'https:';
    const distrusted = distrust(url);
    if (trust === 'valid' && distrusted !== null) throw new FailureError(distrusted);
    let answer: Answer;
    try {
      // Nothing but a certificate that is known to be bad needs connections of its own.
      answer = await agents.send(url, headers, signal, distrusted === null ? 'valid' : 'any');
    } catch (error) {
      const failure = failureFrom(error, url.hostname);
      // Its certificate has just turned out to be bad, and the connection is kept for this.
      if (failure.distrusted && trust === 'any' && distrusted === null)
        return get(url, headers, signal, trust);
      if (!isSecure || failure.unconnected) throw new FailureError(failure);
      const isHttp2 = protocols.speaksHttp2(target);
      if (isHttp2) {
        // If the time is over, the next attempt goes over HTTP/1.1.
        const mayChange = !signal.aborted || failure.outcome === 'timed_out';
        if (mayChange && protocols.failed(target) && !signal.aborted) return get(url, headers, signal, trust);
      }
      const known = isHttp2 && failure.outcome === 'crashed' ? http2Failure(error, url.hostname) : failure;
      // A host that hangs up on a request over TLS may want a certificate of ours: http may still work.
      throw new FailureError({ ...known, unconnected: known.outcome === 'http_error' && known.retry });
    }
    const failure = proxy === null ? null : proxyFailure(answer.status);
    if (failure === null) return answer;
    await answer.discard();
    throw new FailureError(failure);
  }

  async function connect(url: URL, signal: AbortSignal): Promise<Route> {
    signal.throwIfAborted();
    const target = targetOf(url);
    if (proxy === null) return { socket: await socketOf(sockets.tcp(target), signal), proxyHeaders: null };
    await proxy.judgeName(target.host, signal);
    if (url.protocol === 'https:') {
      return { socket: await socketOf(proxy.tunnel(target), signal), proxyHeaders: null };
    }
    return { socket: await socketOf(proxy.connect(), signal), proxyHeaders: proxy.headers };
  }

  return {
    get,
    distrust,
    connect,
    async close() {
      ended.abort(new FailureError(passing('cancelled', 'the crawler was closed')));
      connector.close();
      await Promise.all([agents.close(), proxy?.close()]);
    },
  };
}

/** The socket, unless the signal is aborted before: then it is closed as soon as it is open. */
async function socketOf(opening: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  const close = (socket: Socket): void => void (signal.aborted && socket.destroy());
  opening.then(close, () => undefined);
  return unlessAborted(opening, signal);
}
