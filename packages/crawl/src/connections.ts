// Sends GET requests, directly or through an HTTP proxy. A connection stays open for a few seconds after a request, for
// further requests to the same host.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Agent, Pool, type Dispatcher } from 'undici';
import { hostOf, type AddressGuard } from './addresses.ts';
import { cacheCertificates, certificateOf, type Trust } from './certificates.ts';
import { FailureError, passing, type Failure, failureFrom } from './failure.ts';
import { parkSockets } from './parked-sockets.ts';
import { watchAddresses } from './peers.ts';
import type { CrawlerSettings } from './options.ts';
import type { Lookup } from './lookup.ts';
import { createNameJudge, parseProxy, proxyFailure, tunnel } from './proxy.ts';
import { createSocketOpener, type SocketCallback, type SocketTarget } from './sockets.ts';

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
  close(): Promise<void>;
}

type ConnectionSettings = Pick<
  CrawlerSettings,
  | 'certificateAuthorities'
  | 'clock'
  | 'connectTimeoutMs'
  | 'hostConcurrency'
  | 'http2'
  | 'maxHeaderBytes'
  | 'proxyGuards'
  | 'proxyUrl'
>;

/** @throws RangeError if the proxy's URL is invalid */
export function openConnections(
  settings: ConnectionSettings,
  lookup: Lookup,
  guard: AddressGuard,
): Connections {
  const { certificateAuthorities, connectTimeoutMs, hostConcurrency, http2, maxHeaderBytes } = settings;
  const { proxyUrl, proxyGuards } = settings;
  const common = {
    allowH2: http2,
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
    authorities: certificateAuthorities,
    http2,
  });
  const certificates = cacheCertificates(settings.clock.now);
  const parked = parkSockets();
  const addresses = watchAddresses();
  const ended = new AbortController();
  const proxy = proxyUrl === null ? null : parseProxy(proxyUrl);
  const judgeName = createNameJudge({ lookup, guard, proxyGuards, timeoutMs: connectTimeoutMs });
  const proxyPool =
    proxy === null
      ? null
      : new Pool(proxy.origin, {
          ...common,
          connect: (options, callback) => sockets.tcp(targetOf(options), adapt(callback)),
        });

  function connect(trust: Trust, options: ConnectorOptions, callback: ConnectorCallback): void {
    const target = targetOf(options);
    const settle = adapt(callback);
    const connected: SocketCallback = (error, socket) => {
      // Through a proxy only the proxy's address is known.
      if (socket !== null && proxy === null) addresses.note(target, socket);
      settle(error, socket);
    };
    const secured: SocketCallback<TLSSocket> = (error, socket) => {
      if (socket === null) return settle(error, null);
      const certificate = certificateOf(socket, target.host);
      certificates.note(target, certificate);
      if (certificate.failure === null || trust === 'any') return connected(null, socket);
      parked.park(target, socket);
      settle(new FailureError(certificate.failure), null);
    };
    if (options.protocol !== 'https:') return sockets.tcp(target, connected);
    const open = trust === 'any' ? parked.take(target) : null;
    // Later, as undici does not expect a connection before this returns.
    if (open !== null) setImmediate(connected, null, open);
    else if (proxyPool === null || proxy === null) sockets.tls(target, null, secured);
    else {
      tunnel(proxyPool, proxy, target, connectTimeoutMs, ended.signal).then(
        (socket) => sockets.tls(target, socket, secured),
        (error: unknown) => settle(new FailureError(failureFrom(error, target.host)), null),
      );
    }
  }

  /** Connections by the certificates that they accept: one that was opened for any gets no request for valid ones only. */
  function openAgent(trust: Trust): Agent {
    return new Agent({
      ...common,
      connect: (options, callback) => connect(trust, options, callback),
      // As many connections as concurrent requests: undici would open another one rather than wait for a free one.
      connections: hostConcurrency,
    });
  }
  const agents: Readonly<Record<Trust, Agent>> = { valid: openAgent('valid'), any: openAgent('any') };

  function distrust(url: URL): Failure | null {
    return url.protocol === 'https:' ? certificates.distrust(targetOf(url)) : null;
  }

  async function get(...[url, headers, signal, trust]: Parameters<Connections['get']>): Promise<Answer> {
    if (proxy !== null) await judgeName(hostOf(url), signal);
    const distrusted = distrust(url);
    if (trust === 'valid' && distrusted !== null) throw new FailureError(distrusted);
    // Nothing but a certificate that is known to be bad needs connections of its own.
    const agent = distrusted === null ? agents.valid : agents.any;
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
        : agent.request({
            origin: url.origin,
            path,
            method: 'GET',
            headers,
            signal,
            responseHeaders: 'raw',
          });
    let answer: Answer;
    try {
      const response = await request;
      const target = targetOf(url);
      const certificate = url.protocol === 'https:' ? certificates.of(target) : null;
      answer = answerOf(response, {
        address: addresses.of(target),
        certIssuer: certificate?.issuer ?? null,
        certificate: certificate?.verdict ?? null,
      });
    } catch (error) {
      const failure = failureFrom(error, url.hostname);
      // Its certificate has just turned out to be bad, and the connection is kept for this.
      if (failure.distrusted && trust === 'any' && distrusted === null)
        return get(url, headers, signal, trust);
      throw new FailureError(failure);
    }
    const failure = proxy === null ? null : proxyFailure(answer.status);
    if (failure === null) return answer;
    await answer.discard();
    throw new FailureError(failure);
  }

  return {
    get,
    distrust,
    async close() {
      ended.abort(new FailureError(passing('cancelled', 'the crawler was closed')));
      sockets.close();
      parked.close();
      await Promise.all([agents.valid.destroy(), agents.any.destroy(), proxyPool?.destroy()]);
    },
  };
}

type ConnectorOptions = { readonly hostname: string; readonly protocol: string; readonly port: string };
type ConnectorCallback = (...result: [null, Socket] | [Error, null]) => void;

function targetOf({ hostname, protocol, port }: ConnectorOptions): SocketTarget {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}

function adapt(callback: ConnectorCallback): SocketCallback {
  return (error, socket) => {
    if (socket !== null) callback(null, socket);
    else callback(error ?? new Error('no socket'), null);
  };
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

/** Maximum bytes that are received of a body that is not needed. */
export const MAX_DISCARDED_BYTES = 64 * 1024;
/** Maximum time for that, in milliseconds. */
export const MAX_DISCARD_MS = 1_000;
