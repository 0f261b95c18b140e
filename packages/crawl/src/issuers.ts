import type { TLSSocket } from 'node:tls';
import { keyOf, type SocketTarget } from './sockets.ts';

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
