// Opens the connections that requests are sent over: TCP or TLS, directly or through the proxy, with what the host speaks, and
// with the judgement of its certificate.
import type { Socket } from 'node:net';
import { getCACertificates, type TLSSocket } from 'node:tls';
import {
  cacheCertificates,
  certificateOf,
  type Certificate,
  type Certificates,
  type Trust,
} from './certificates.ts';
import { FailureError, failureFrom } from './failure.ts';
import { readIntermediates } from './intermediates.ts';
import { openIssuers, type FetchIssuer } from './issuers.ts';
import { parkSockets } from './parked-sockets.ts';
import { watchAddresses, type Addresses } from './peers.ts';
import { hostProtocols, type HostProtocols } from './protocols.ts';
import { NoCommonProtocol, type SocketOpener, type SocketTarget } from './sockets.ts';

export interface Connector {
  /** Opens a connection. Rejects with a FailureError; a bad certificate is one unless any is accepted. */
  open(target: SocketTarget, isSecure: boolean, trust: Trust): Promise<Socket>;
  readonly certificates: Certificates;
  readonly addresses: Addresses;
  readonly protocols: HostProtocols;
  close(): void;
}

export interface ConnectorParts {
  readonly sockets: SocketOpener;
  /** Opens a tunnel through the proxy; null connects directly. */
  readonly tunnel: ((target: SocketTarget) => Promise<Socket>) | null;
  readonly fetchIssuer: FetchIssuer;
  readonly http2: boolean;
  /** Further trusted certificate authorities in PEM; null for none. */
  readonly authorities: string | null;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;

export function createConnector(parts: ConnectorParts): Connector {
  const { sockets, tunnel, fetchIssuer, http2, authorities, now } = parts;
  const certificates = cacheCertificates(now);
  const addresses = watchAddresses();
  const protocols = hostProtocols(http2);
  const parked = parkSockets();
  /** Number of the certificates that are trusted, or known as issuers, in handshakes. */
  let trusted = 0;
  const issuers = openIssuers(
    () => [...getCACertificates('default'), ...(authorities?.match(PEM) ?? []), ...readIntermediates()],
    fetchIssuer,
    now,
  );

  /** Takes the certificates for handshakes: when the first one needs them, and when there are more. */
  function renewTrust(): void {
    const known = issuers.certificates();
    if (known.length === trusted) return;
    trusted = known.length;
    sockets.trust(known);
  }

  /** TCP to the host, or the tunnel to it. */
  async function reach(target: SocketTarget): Promise<Socket> {
    if (tunnel === null) return sockets.tcp(target);
    try {
      return await tunnel(target);
    } catch (error) {
      throw new FailureError(failureFrom(error, target.host));
    }
  }

  /** TLS to the host, once more if it speaks HTTP/2 only. */
  async function handshake(target: SocketTarget): Promise<TLSSocket> {
    const offered = protocols.offer(target);
    const over = await reach(target);
    if (trusted === 0) renewTrust();
    try {
      const socket = await sockets.tls(target, over, offered);
      protocols.chose(target, socket.alpnProtocol === 'h2');
      return socket;
    } catch (error) {
      if (!(error instanceof NoCommonProtocol) || offered.includes('h2')) throw error;
      protocols.needsHttp2(target);
      return handshake(target);
    }
  }

  /** TLS to the host, once more if the issuer of its certificate had to be fetched. */
  async function secure(target: SocketTarget): Promise<readonly [TLSSocket, Certificate]> {
    const socket = await handshake(target);
    const certificate = certificateOf(socket, target.host);
    if (!certificate.lacksIssuer || !(await issuers.complete(socket))) return [socket, certificate];
    renewTrust();
    socket.destroy();
    const again = await handshake(target);
    return [again, certificateOf(again, target.host)];
  }

  /** Notes the address of a connection. Through a proxy only the proxy's is known. */
  function noted(target: SocketTarget, socket: Socket): Socket {
    if (tunnel === null) addresses.note(target, socket);
    return socket;
  }

  return {
    certificates,
    addresses,
    protocols,
    async open(target, isSecure, trust) {
      if (!isSecure) return noted(target, await reach(target));
      const kept = trust === 'any' ? parked.take(target) : null;
      if (kept !== null) return noted(target, kept);
      const [socket, certificate] = await secure(target);
      certificates.note(target, certificate);
      if (certificate.failure === null || trust === 'any') return noted(target, socket);
      parked.park(target, socket);
      throw new FailureError(certificate.failure);
    },
    close() {
      sockets.close();
      parked.close();
    },
  };
}
