import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { keyOf, type SocketTarget } from './sockets.ts';

/** Addresses that open connections go to. */
export interface Addresses {
  /** Notes a new connection to a target. */
  note(target: SocketTarget, socket: Socket): void;
  /** Address of all open connections to a target; null if there is none, or they go to different addresses. */
  of(target: SocketTarget): string | null;
}

/** Addresses of open connections only, which bounds memory. */
export function watchAddresses(): Addresses {
  const open = new Map<string, Map<Socket, string>>();

  return {
    note(target, socket) {
      const address = socket.remoteAddress;
      if (address === undefined) return;
      const key = keyOf(target);
      const sockets = open.get(key) ?? new Map<Socket, string>();
      open.set(key, sockets.set(socket, address));
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0 && open.get(key) === sockets) open.delete(key);
      });
    },
    of(target) {
      const [address, ...others] = new Set(open.get(keyOf(target))?.values());
      return address === undefined || others.length > 0 ? null : address;
    },
  };
}

/** Maximum cached targets. Unused connections stay open for seconds, so far fewer can still answer. */
const MAX_TARGETS = 10_000;
/** Maximum characters of an issuer's name; real ones have less than 100. */
const MAX_CHARACTERS = 500;

/** Issuers of the certificates of hosts with TLS connections. */
export interface Issuers {
  /** Notes a new connection to a target. */
  note(target: SocketTarget, socket: TLSSocket): void;
  /** Issuer by the newest connection to a target: organisation and common name, a blank between; null if unknown. */
  of(target: SocketTarget): string | null;
}

/** Caches the 10,000 targets that were used last. */
export function cacheIssuers(): Issuers {
  const known = new Map<string, string>();

  function store(key: string, issuer: string): void {
    known.delete(key);
    known.set(key, issuer);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_TARGETS) break;
      known.delete(oldest);
    }
  }

  return {
    note(target, socket) {
      store(keyOf(target), issuerOf(socket));
    },
    of(target) {
      const key = keyOf(target);
      const issuer = known.get(key);
      if (issuer === undefined) return null;
      store(key, issuer);
      return issuer === '' ? null : issuer;
    },
  };
}

/** Issuer's name; empty if the certificate states neither organisation nor common name. */
function issuerOf(socket: TLSSocket): string {
  const issuer = socket.getPeerX509Certificate()?.toLegacyObject().issuer;
  const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined);
  return names.join(' ').slice(0, MAX_CHARACTERS).toWellFormed();
}
