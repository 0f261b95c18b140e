import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { keyOf, type SocketTarget } from './sockets.ts';

/** The addresses that open connections go to. */
export interface Addresses {
  /** A connection to a target has come about. */
  note(target: SocketTarget, socket: Socket): void;
  /** Where all open connections to a target go; null if there is none, or they go to different addresses. */
  of(target: SocketTarget): string | null;
}

/** Holds what is open, so no more than that. */
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

/** Targets that are remembered. Unused connections are kept for seconds, so those that still answer are far fewer. */
const MAX_TARGETS = 10_000;
/** Of one issuer's name; real ones have less than 100. */
const MAX_CHARACTERS = 500;

/** Who issued the certificates of the hosts that TLS connections go to. */
export interface Issuers {
  /** A connection to a target has come about. */
  note(target: SocketTarget, socket: TLSSocket): void;
  /** Of the newest connection to a target: organisation and common name, a blank between; null if it isn't known. */
  of(target: SocketTarget): string | null;
}

/** Remembers the 10,000 targets that were last connected to or asked for. */
export function rememberIssuers(): Issuers {
  const known = new Map<string, string>();

  function keep(key: string, issuer: string): void {
    known.delete(key);
    known.set(key, issuer);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_TARGETS) break;
      known.delete(oldest);
    }
  }

  return {
    note(target, socket) {
      keep(keyOf(target), issuerOf(socket));
    },
    of(target) {
      const key = keyOf(target);
      const issuer = known.get(key);
      if (issuer === undefined) return null;
      keep(key, issuer);
      return issuer === '' ? null : issuer;
    },
  };
}

/** Empty if the certificate states neither organisation nor common name. */
function issuerOf(socket: TLSSocket): string {
  const issuer = socket.getPeerX509Certificate()?.toLegacyObject().issuer;
  const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined);
  return names.join(' ').slice(0, MAX_CHARACTERS).toWellFormed();
}
