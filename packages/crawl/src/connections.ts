// Sends GET requests, directly or through an HTTP proxy. A connection stays open for a few seconds after a request, for
// further requests to the same host.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent, Pool, type Dispatcher } from 'undici';
import { hostOf, type AddressGuard } from './addresses.ts';
import { FailureError, passing, failureFrom } from './failure.ts';
import { cacheIssuers, watchAddresses } from './peers.ts';
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
  /** Drops the body unread: a short one is received, so that the connection can be used again, any other is aborted. */
  discard(): Promise<void>;
  /** Resolves when the exchange is stored, after the body has ended or was destroyed. Rejects with NotRecorded. */
  recorded(): Promise<void>;
}

export interface Connections {
  /** Rejects with a FailureError, or with the reason of an aborted signal. */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

type ConnectionSettings = Pick<
  CrawlerSettings,
  | 'certificateAuthorities'
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
  const issuers = cacheIssuers();
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

  function connect(options: ConnectorOptions, callback: ConnectorCallback): void {
    const target = targetOf(options);
    const settle = adapt(callback);
    const connected: SocketCallback = (error, socket) => {
      // Through a proxy only the proxy's address is known.
      if (socket !== null && proxy === null) addresses.note(target, socket);
      settle(error, socket);
    };
    const secured: SocketCallback = (error, socket) => {
      if (socket instanceof TLSSocket) issuers.note(target, socket);
      connected(error, socket);
    };
    if (options.protocol !== 'https:') sockets.tcp(target, connected);
    else if (proxyPool === null || proxy === null) sockets.tls(target, null, secured);
    else {
      tunnel(proxyPool, proxy, target, connectTimeoutMs, ended.signal).then(
        (socket) => sockets.tls(target, socket, secured),
        (error: unknown) => settle(new FailureError(failureFrom(error, target.host)), null),
      );
    }
  }

  // As many connections as concurrent requests: undici would open another one rather than wait for a free one.
  const agent = new Agent({ ...common, connect, connections: hostConcurrency });

  return {
    async get(url, headers, signal) {
      if (proxy !== null) await judgeName(hostOf(url), signal);
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
        answer = answerOf(response, {
          address: addresses.of(target),
          certIssuer: url.protocol === 'https:' ? issuers.of(target) : null,
        });
      } catch (error) {
        throw new FailureError(failureFrom(error, url.hostname));
      }
      const failure = proxy === null ? null : proxyFailure(answer.status);
      if (failure === null) return answer;
      await answer.discard();
      throw new FailureError(failure);
    },
    async close() {
      ended.abort(new FailureError(passing('cancelled', 'the crawler was closed')));
      sockets.close();
      await Promise.all([agent.destroy(), proxyPool?.destroy()]);
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
  peer: Pick<Answer, 'address' | 'certIssuer'>,
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
