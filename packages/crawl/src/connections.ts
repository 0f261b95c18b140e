// Sends GET requests, directly or through an HTTP proxy. A connection stays open for a few seconds after a request, for
// further requests to the same host.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, Pool, type Dispatcher } from 'undici';
import { hostOf, type AddressGuard } from './addresses.ts';
import type { Trust } from './certificates.ts';
import { repairAnswers } from './answer-repair.ts';
import { createConnector } from './connector.ts';
import { openDeadline, unlessAborted } from './deadline.ts';
import { FailureError, final, http2Failure, passing, type Failure, failureFrom } from './failure.ts';
import type { CrawlerSettings } from './options.ts';
import type { Lookup } from './lookup.ts';
import { createNameJudge, parseProxy, proxyFailure, tunnel } from './proxy.ts';
import { userAgent } from './request-headers.ts';
import { createSocketOpener, type SocketTarget } from './sockets.ts';

/** The head of an answer, and its body as it arrives: still encoded, to be read or destroyed. */
export interface Answer {
  readonly status: number;
  /** Reason phrase; often empty. */
  readonly statusText: string;
  /** Header fields in the order received, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The same fields, names as they were written. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Time when this head came, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** IP address of the host that answered; null if it isn't known. */
  readonly address: string | null;
  readonly body: Readable;
  /** Issuer of the host's certificate: organisation and common name; null over http, or if it isn't known. */
  readonly certIssuer: string | null;
  /** Verdict as in `Certificate`; null over http, or if it isn't known. */
  readonly certificate: string | null;
  /** Drops the body unread: a short one is received, so that the connection can be used again, any other is aborted. */
  discard(): Promise<void>;
  /** Resolves when the exchange is stored, after the body has ended or was destroyed. Rejects with NotRecorded. */
  recorded(): Promise<void>;
}

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
  const { certificateAuthorities, connectTimeoutMs, hostConcurrency, maxHeaderBytes } = settings;
  const { proxyUrl, proxyGuards } = settings;
  const common = {
    // What a connection speaks is decided when it is opened.
    allowH2: true,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 15_000,
    // Each request has a deadline of its own that covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  // With a proxy, all connections go to it, and the operator has chosen it.
  const sockets = createSocketOpener(lookup, proxyUrl === null ? guard : null, {
    timeoutMs: connectTimeoutMs,
    handshakeTimeoutMs: settings.handshakeTimeoutMs ?? connectTimeoutMs,
  });
  const ended = new AbortController();
  const proxy = proxyUrl === null ? null : parseProxy(proxyUrl);
  const judgeName = createNameJudge({ lookup, guard, proxyGuards, timeoutMs: connectTimeoutMs });
  const proxyPool =
    proxy === null
      ? null
      : new Pool(proxy.origin, {
          ...common,
          connect: (options, callback) => void hand(tolerant(sockets.tcp(targetOf(options))), callback),
        });
  const connector = createConnector({
    sockets,
    tunnel:
      proxyPool === null || proxy === null
        ? null
        : (target) => tunnel(proxyPool, proxy, target, connectTimeoutMs, ended.signal),
    fetchIssuer: (url) => fetchIssuer(url),
    http2: settings.http2,
    authorities: certificateAuthorities,
    now: settings.clock.now,
  });
  const { certificates, addresses, protocols } = connector;

  /**
   * Connections by the certificates that they accept, and those of hosts that get HTTP/1.1 only: a connection that was opened
   * for any certificate gets no request for valid ones only, and one that speaks HTTP/2 none after a fault.
   */
  const agents = new Map<string, Agent>();
  function agentFor(url: URL, trust: Trust): Agent {
    const http1 = url.protocol === 'https:' && protocols.only(targetOf(url)) === 'http/1.1';
    const key = `${trust} ${http1}`;
    const known = agents.get(key);
    if (known !== undefined) return known;
    const agent = new Agent({
      ...common,
      connect: (options, callback) => {
        const isSecure = options.protocol === 'https:';
        void hand(tolerant(connector.open(targetOf(options), isSecure, trust)), callback);
      },
      // As many connections as concurrent requests: undici would open another one rather than wait for a free one.
      connections: hostConcurrency,
    });
    agents.set(key, agent);
    return agent;
  }

  function distrust(url: URL): Failure | null {
    return url.protocol === 'https:' ? certificates.distrust(targetOf(url)) : null;
  }

  /** The connection, with answers made strict if it speaks HTTP/1.1. */
  async function tolerant(opening: Promise<Socket>): Promise<Socket> {
    const socket = await opening;
    if (!('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) repairAnswers(socket, maxHeaderBytes);
    return socket;
  }

  type Request = Parameters<Connections['get']>;

  /** Sends a request. Rejects with any error. */
  async function send(...[url, headers, signal, trust]: Request): Promise<Answer> {
    const path = `${url.pathname}${url.search}`;
    const request =
      proxyPool !== null && proxy !== null && url.protocol === 'http:'
        ? proxyPool.request({
            path: `http://${url.host}${path}`,
            method: 'GET',
            headers: { host: url.host, ...headers, ...proxy.headers },
            signal,
            responseHeaders: 'raw',
          })
        : agentFor(url, trust).request({
            origin: url.origin,
            path,
            method: 'GET',
            headers,
            signal,
            responseHeaders: 'raw',
          });
    // A host that speaks HTTP/2 may keep undici from noticing the signal.
    const response = await unlessAborted(request, signal);
    const target = targetOf(url);
    const certificate = url.protocol === 'https:' ? certificates.of(target) : null;
    const answer = answerOf(response, {
      address: addresses.of(target),
      certIssuer: certificate?.issuer ?? null,
      certificate: certificate?.verdict ?? null,
    });
    if (certificate !== null && protocols.speaksHttp2(target)) {
      // The next attempt goes over HTTP/1.1.
      answer.body.once('error', () => signal.aborted || protocols.failed(target));
    }
    return answer;
  }

  async function get(...[url, headers, signal, trust]: Request): Promise<Answer> {
    signal.throwIfAborted();
    if (proxy !== null) await judgeName(hostOf(url), signal);
    const target = targetOf(url);
    const isSecure = url.protocol === 'https:';
    const distrusted = distrust(url);
    if (trust === 'valid' && distrusted !== null) throw new FailureError(distrusted);
    let answer: Answer;
    try {
      // Nothing but a certificate that is known to be bad needs connections of its own.
      answer = await send(url, headers, signal, distrusted === null ? 'valid' : 'any');
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

  /** Fetches the issuer of a certificate, over http only. */
  async function fetchIssuer(url: URL): Promise<Buffer> {
    const refusal = guard.refusal(url);
    if (refusal !== null) throw new FailureError(refusal);
    const deadline = openDeadline(ended.signal, ISSUER_MS, `issuer at ${url.host}`);
    try {
      const headers = { 'user-agent': userAgent(settings), accept: '*/*' };
      const answer = await get(url, headers, deadline.signal, 'valid');
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_ISSUER_BYTES) break;
      }
      if (answer.status !== 200 || bytes > MAX_ISSUER_BYTES) {
        throw new FailureError(final('tls_failed', `no issuer at ${url.href.slice(0, 200)}`));
      }
      return Buffer.concat(chunks);
    } finally {
      deadline.end();
    }
  }

  async function connect(url: URL, signal: AbortSignal): Promise<Route> {
    signal.throwIfAborted();
    const target = targetOf(url);
    if (proxy === null || proxyPool === null) {
      return { socket: await socketOf(sockets.tcp(target), signal), proxyHeaders: null };
    }
    await judgeName(target.host, signal);
    if (url.protocol === 'https:') {
      const opening = tunnel(proxyPool, proxy, target, connectTimeoutMs, ended.signal);
      return { socket: await socketOf(opening, signal), proxyHeaders: null };
    }
    const opening = sockets.tcp(targetOf(new URL(proxy.origin)));
    return { socket: await socketOf(opening, signal), proxyHeaders: proxy.headers };
  }

  return {
    get,
    distrust,
    connect,
    async close() {
      ended.abort(new FailureError(passing('cancelled', 'the crawler was closed')));
      connector.close();
      await Promise.all([...[...agents.values()].map((agent) => agent.destroy()), proxyPool?.destroy()]);
    },
  };
}

/** The socket, unless the signal is aborted before: then it is closed as soon as it is open. */
async function socketOf(opening: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  const close = (socket: Socket): void => void (signal.aborted && socket.destroy());
  opening.then(close, () => undefined);
  return unlessAborted(opening, signal);
}

type ConnectorOptions = { readonly hostname: string; readonly protocol: string; readonly port: string };
type ConnectorCallback = (...result: [null, Socket] | [Error, null]) => void;

function targetOf({ hostname, protocol, port }: ConnectorOptions): SocketTarget {
  return {
    host: hostOf({ hostname }),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}

/** Hands a connection to undici, which does not expect it before its call has returned. */
async function hand(opening: Promise<Socket>, callback: ConnectorCallback): Promise<void> {
  let socket: Socket;
  try {
    socket = await opening;
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), null);
    return;
  }
  callback(null, socket);
}

function answerOf(
  { statusCode, statusText, headers, body }: Dispatcher.ResponseData,
  peer: Pick<Answer, 'address' | 'certIssuer' | 'certificate'>,
): Answer {
  const fields: [string, string][] = [];
  // With `responseHeaders: 'raw'` the fields are a flat list of names and values, in spite of the declared type.
  const raw: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([String(raw[at]), String(raw[at + 1])]);
  return {
    status: statusCode,
    statusText,
    headers: fields.map(([name, value]) => [name.toLowerCase(), value]),
    rawHeaders: fields,
    fetchedAt: Date.now(),
    body,
    ...peer,
    recorded: () => Promise.resolve(),
    async discard() {
      try {
        await body.dump({ limit: MAX_DISCARDED_BYTES, signal: AbortSignal.timeout(MAX_DISCARD_MS) });
      } catch {
        // An error of a body that is not needed does not matter, but the body has to end.
        body.destroy();
      }
    },
  };
}

/** Maximum size of the file with the issuer of a certificate; usual ones have 2 KiB. */
const MAX_ISSUER_BYTES = 64 * 1024;
/** Maximum time to fetch it, in milliseconds. */
const ISSUER_MS = 5_000;

/** Maximum bytes that are received of a body that is not needed. */
export const MAX_DISCARDED_BYTES = 64 * 1024;
/** Maximum time for that, in milliseconds. */
export const MAX_DISCARD_MS = 1_000;
