// The HTTP proxy through which requests may be sent: its URL, what its own answers mean, and tunnels to https hosts. Names are
// looked up and judged before they are handed over, since the proxy looks them up again in a network of its own.
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type AddressGuard, isInnerName, refusedLookup, refusedName } from './addresses.ts';
import { openDeadline, seconds, unlessAborted } from './deadline.ts';
import {
  connectFailureFrom,
  FailureError,
  final,
  passing,
  type Failure,
  failureFrom,
  statusLine,
} from './failure.ts';
import type { Lookup } from './lookup.ts';
import type { SocketTarget } from './sockets.ts';

export interface Proxy {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws RangeError if it is not a URL of a proxy */
export function parseProxy(text: string): Proxy {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'http:') {
    throw new RangeError(
      'crawler option proxyUrl is not an http:// URL; give http://[user:password@]host:port',
    );
  }
  if (url.username === '') return { origin: url.origin, headers: {} };
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { origin: url.origin, headers: { 'proxy-authorization': authorization } };
}

/** Failure if a proxy answers because it can't reach the host; null if the answer is the host's. */
export function proxyFailure(status: number): Failure | null {
  const reason = `the proxy could not reach the host: answered ${statusLine(status)}`;
  if (status === 502) return { ...passing('connect_failed', reason), unconnected: true };
  if (status === 504) return { ...passing('timed_out', reason), unconnected: true };
  if (status === 407) return final('connect_failed', 'the proxy asks for a user and a password');
  return null;
}

/** Tunnel through the proxy to an https host. Without one the host can't be reached by https, but perhaps by http. */
export async function tunnel(
  pool: Dispatcher,
  proxy: Proxy,
  { host, port }: SocketTarget,
  timeoutMs: number,
  ended: AbortSignal,
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const deadline = openDeadline(ended, timeoutMs, 'connection through the proxy');
  try {
    const { statusCode, socket } = await pool.connect({
      origin: proxy.origin,
      path: authority,
      headers: { host: authority, ...proxy.headers },
      signal: deadline.signal,
    });
    // Later errors are reported by TLS on top of it, or not at all.
    socket.on('error', () => undefined);
    if (statusCode >= 200 && statusCode < 300 && isSocket(socket)) return socket;
    socket.destroy();
    const mayPass = statusCode === 502 || statusCode === 503 || statusCode === 504;
    throw new FailureError({
      outcome: 'connect_failed',
      reason: `the proxy opens no connection to ${authority}: answered ${statusLine(statusCode)}`,
      retry: mayPass,
      retryAfterMs: null,
      unconnected: true,
      distrusted: false,
    });
  } catch (error) {
    throw new FailureError({ ...failureFrom(error, `the proxy`), unconnected: true });
  } finally {
    deadline.end();
  }
}

function isSocket(stream: Duplex): stream is Socket {
  return stream instanceof Socket;
}

/** Rejects with a FailureError if a name must not be handed to the proxy, or with the reason of an aborted signal. */
export type JudgeName = (host: string, signal: AbortSignal) => Promise<void>;

interface JudgeOptions {
  readonly lookup: Lookup;
  readonly guard: AddressGuard;
  /** Whether the proxy itself refuses private addresses. Names of inner networks are judged here in any case. */
  readonly proxyGuards: boolean;
  /** Time limit of the lookup, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Judges names by all of their addresses, as it is not known which of them the proxy will use. An IP address was judged with
 * its URL.
 */
export function createNameJudge({ lookup, guard, proxyGuards, timeoutMs }: JudgeOptions): JudgeName {
  async function addressesOf(host: string): Promise<Awaited<ReturnType<Lookup>>> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const reason = `no name server answered for ${host} within ${seconds(timeoutMs)}`;
      late.reject(new FailureError({ ...passing('dns_failed', reason), unconnected: true }));
    }, timeoutMs);
    try {
      const addresses = await Promise.race([lookup(host), late.promise]);
      if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
      return addresses;
    } catch (error) {
      // A name that only the proxy knows is one of its network.
      if (isInnerName(host)) throw new FailureError(refusedName(host));
      throw new FailureError(connectFailureFrom(error, host));
    } finally {
      clearTimeout(timer);
    }
  }

  return async (host, signal) => {
    if (isIP(host) !== 0 || (proxyGuards && !isInnerName(host))) return;
    signal.throwIfAborted();
    const addresses = await unlessAborted(addressesOf(host), signal);
    if (addresses.every(({ address }) => guard.allowsFor(host, address))) return;
    throw new FailureError(refusedLookup(host, addresses));
  };
}
