// Opens TCP and TLS sockets for requests. Names are resolved here, and connections go only to addresses that the guard
// allows. Every error is a FailureError with a reason.
import { constants } from 'node:crypto';
import { isIP, Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { raceAddresses } from './address-race.ts';
import { refusedLookup, type AddressGuard } from './addresses.ts';
import { seconds } from './deadline.ts';
import { FailureError, passing, type Failure, connectFailureFrom, tlsFailureFrom } from './failure.ts';
import type { Lookup, ResolvedAddress } from './lookup.ts';

export interface SocketTarget {
  /** Host name or address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Key of a target in maps. */
export function keyOf({ host, port }: SocketTarget): string {
  return `${host} ${port}`;
}

/** HTTP versions to offer over TLS, by their names in ALPN (RFC 7301), the preferred one first. */
export type Protocols = readonly ('h2' | 'http/1.1')[];

/** The host speaks none of the protocols that it was offered over TLS. */
export class NoCommonProtocol extends FailureError {
  override readonly name = 'NoCommonProtocol';
}

/** Every rejection is a FailureError. */
export interface SocketOpener {
  tcp(target: SocketTarget): Promise<Socket>;
  /** Opens TLS to the target over a connected socket. The caller judges the certificate. */
  tls(target: SocketTarget, over: Socket, protocols: Protocols): Promise<TLSSocket>;
  /** Trusts these certificates from now on, each in PEM. Those that are not root count only with a root that issued them. */
  trust(certificates: readonly string[]): void;
  /** Destroys the sockets that are not connected yet. */
  close(): void;
}

interface SocketOptions {
  /** Time limit of name lookup and TCP together, in milliseconds. */
  readonly timeoutMs: number;
  /** Time limit of a TLS handshake, in milliseconds. */
  readonly handshakeTimeoutMs: number;
}

/** @param guard null allows every address */
export function createSocketOpener(
  lookup: Lookup,
  guard: AddressGuard | null,
  { timeoutMs, handshakeTimeoutMs }: SocketOptions,
): SocketOpener {
  let secureContext: SecureContext = createSecureContext(TLS_OPTIONS);
  const opening = new Set<{ readonly close: () => void }>();

  /** Addresses that may be connected to: only they are, so a name can't change between check and connection. */
  async function allowedAddresses(host: string): Promise<readonly ResolvedAddress[]> {
    const family = isIP(host);
    const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
    const allowed = addresses.filter(({ address }) => guard?.allowsFor(host, address) ?? true);
    if (allowed.length > 0) return allowed;
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    throw new FailureError(refusedLookup(host, addresses));
  }

  return {
    async tcp({ host, port }) {
      const { promise, resolve, reject } = Promise.withResolvers<Socket>();
      // An address needs no lookup.
      let found = isIP(host) !== 0;
      let stop = (): void => {};
      const close = (failure: Failure): void => {
        stop();
        reject(new FailureError({ ...failure, unconnected: true }));
      };
      const entry = { close: () => close(passing('connect_failed', `no connection to ${host}: closed`)) };
      const timer = setTimeout(() => {
        close(
          found
            ? passing('timed_out', `no connection within ${seconds(timeoutMs)}`)
            : passing('dns_failed', `no name server answered for ${host} within ${seconds(timeoutMs)}`),
        );
      }, timeoutMs);
      opening.add(entry);
      try {
        const addresses = await Promise.race([allowedAddresses(host), promise]);
        if (addresses instanceof Socket) return addresses;
        found = true;
        stop = raceAddresses(addresses, port, (error, socket) => {
          if (socket === null) reject(error);
          else resolve(socket);
        });
        return await promise;
      } catch (error) {
        throw new FailureError(connectFailureFrom(error, host));
      } finally {
        clearTimeout(timer);
        opening.delete(entry);
      }
    },
    async tls({ host, port }, over, protocols) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const socket = connectTls({
        host,
        port,
        socket: over,
        secureContext,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: [...protocols],
        // certificates.ts judges it.
        rejectUnauthorized: false,
      });
      const entry = { close: () => reject(CLOSED) };
      const timer = setTimeout(() => {
        const failure = passing('timed_out', `no connection within ${seconds(handshakeTimeoutMs)}`);
        reject(new FailureError({ ...failure, unconnected: true }));
      }, handshakeTimeoutMs);
      opening.add(entry);
      socket.once('secureConnect', resolve);
      // Stays attached: undici reports errors after the handshake, and they must not end the process.
      socket.on('error', reject);
      socket.once('close', () => reject(CLOSED));
      try {
        await promise;
        return socket;
      } catch (error) {
        socket.destroy();
        over.destroy();
        const failure = tlsFailureFrom(error, host);
        throw isNoCommonProtocol(error) ? new NoCommonProtocol(failure) : new FailureError(failure);
      } finally {
        clearTimeout(timer);
        opening.delete(entry);
      }
    },
    trust(certificates) {
      secureContext = createSecureContext({ ca: [...certificates], ...TLS_OPTIONS });
    },
    close() {
      for (const { close } of opening) close();
    },
  };
}

const CLOSED = Object.assign(new Error('closed'), { code: 'ECONNRESET' });

/**
 * Hosts that browsers read: those without secure renegotiation (RFC 5746), as the crawler never renegotiates, and those with
 * keys of 1,024 bits. TLS is of version 1.2 or later.
 */
const TLS_OPTIONS = {
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
  ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=1`,
  minVersion: 'TLSv1.2',
} as const;

function isNoCommonProtocol(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).endsWith('NO_APPLICATION_PROTOCOL');
}
