// Opens TCP and TLS sockets for requests. Names are resolved here, and connections go only to addresses that the guard
// allows. Every error is a FailureError with a reason.
import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type TLSSocket } from 'node:tls';
import { refusedLookup, type AddressGuard } from './addresses.ts';
import { seconds } from './deadline.ts';
import { FailureError, passing, type Failure, connectFailureFrom, tlsFailureFrom } from './failure.ts';
import type { Lookup } from './lookup.ts';

export interface SocketTarget {
  /** Host name or address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Key of a target in maps. */
export function keyOf({ host, port }: SocketTarget): string {
  return `${host} ${port}`;
}

/** Callback that is called once, with a connected socket or with a FailureError. */
export type SocketCallback<S extends Socket = Socket> = (error: Error | null, socket: S | null) => void;

export interface SocketOpener {
  tcp(target: SocketTarget, callback: SocketCallback): void;
  /** Opens TLS to the target, over `tunnel` if there is one. The caller judges the certificate. */
  tls(target: SocketTarget, tunnel: Socket | null, callback: SocketCallback<TLSSocket>): void;
  /** Destroys the sockets that are not connected yet. */
  close(): void;
}

interface SocketOptions {
  /** Time limit of name lookup, TCP and TLS together, in milliseconds. */
  readonly timeoutMs: number;
  /** Further trusted certificate authorities in PEM; null for none. */
  readonly authorities: string | null;
  /** Whether to offer HTTP/2 over TLS. */
  readonly http2: boolean;
}

/** @param guard null allows every address */
export function createSocketOpener(
  lookup: Lookup,
  guard: AddressGuard | null,
  { timeoutMs, authorities, http2 }: SocketOptions,
): SocketOpener {
  const secureContext = createSecureContext(
    authorities === null ? {} : { ca: [...getCACertificates('default'), authorities] },
  );
  const opening = new Set<Socket>();
  const pinnedLookup = createPinnedLookup(lookup, guard);

  function settle<S extends Socket>(
    socket: S,
    host: string,
    event: 'connect' | 'secureConnect',
    failureOf: (error: unknown) => Failure,
    callback: SocketCallback<S>,
  ): void {
    let settled = false;
    // An address, and the target of a tunnel, need no lookup.
    let found = isIP(host) !== 0 || !socket.connecting;
    socket.once('lookup', () => (found = true));
    const timer = setTimeout(() => {
      const failure = found
        ? passing('timed_out', `no connection within ${seconds(timeoutMs)}`)
        : passing('dns_failed', `no name server answered for ${host} within ${seconds(timeoutMs)}`);
      socket.destroy(new FailureError({ ...failure, unconnected: true }));
    }, timeoutMs);
    const finish = (failure: Failure | null): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      opening.delete(socket);
      if (failure === null) return callback(null, socket);
      socket.destroy();
      callback(new FailureError(failure), null);
    };
    opening.add(socket);
    socket.setNoDelay(true);
    socket.once(event, () => finish(null));
    // Stays attached: undici reports errors after the handshake, and they must not end the process.
    socket.on('error', (error) => finish(failureOf(error)));
    socket.once('close', () => finish(failureOf(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))));
  }

  return {
    tcp({ host, port }, callback) {
      const socket = connectTcp({ host, port, lookup: pinnedLookup, autoSelectFamily: true });
      settle(socket, host, 'connect', (error) => connectFailureFrom(error, host), callback);
    },
    tls({ host, port }, tunnel, callback) {
      const socket = connectTls({
        host,
        port,
        secureContext,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
        // certificates.ts judges it.
        rejectUnauthorized: false,
        ...(tunnel === null ? { lookup: pinnedLookup, autoSelectFamily: true } : { socket: tunnel }),
      });
      settle(socket, host, 'secureConnect', (error) => tlsFailureFrom(error, host), callback);
    },
    close() {
      for (const socket of opening) socket.destroy();
    },
  };
}

/** Lookup of a socket. It gives only allowed addresses, so a name can't change between check and connection. */
function createPinnedLookup(lookup: Lookup, guard: AddressGuard | null): LookupFunction {
  async function allowedAddresses(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const addresses = await lookup(hostname);
    const [first, ...others] = addresses.filter(({ address }) => guard?.allowsFor(hostname, address) ?? true);
    if (first !== undefined) return [first, ...others];
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    throw new FailureError(refusedLookup(hostname, addresses));
  }

  async function answer(...[hostname, options, callback]: Parameters<LookupFunction>): Promise<void> {
    let addresses: [LookupAddress, ...LookupAddress[]];
    try {
      addresses = await allowedAddresses(hostname);
    } catch (error) {
      callback(new FailureError(connectFailureFrom(error, hostname)), [], 0);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0].address, addresses[0].family);
  }

  return (hostname, options, callback) => void answer(hostname, options, callback);
}
