// Which version of HTTP a host speaks over TLS.
import { LRUCache } from 'lru-cache';
import { keyOf, type Protocols, type SocketTarget } from './sockets.ts';

/** Maximum remembered targets of each kind. */
const MAX_TARGETS = 10_000;

export interface HostProtocols {
  /** The only version that a host gets: because it speaks no other, or because of its faults; null if it may choose. */
  only(target: SocketTarget): Protocols[number] | null;
  /** Versions that a host is offered. */
  offer(target: SocketTarget): Protocols;
  /** Notes that a host speaks HTTP/2 only. */
  needsHttp2(target: SocketTarget): void;
  /** Notes what a host has chosen for a new connection. */
  chose(target: SocketTarget, http2: boolean): void;
  /** Notes a fault of a host. @returns whether it was one of HTTP/2, and another request may go over HTTP/1.1 */
  failed(target: SocketTarget): boolean;
  /** Whether the newest connection to a host speaks HTTP/2. */
  speaksHttp2(target: SocketTarget): boolean;
}

/** @param http2 whether hosts are offered HTTP/2 before it is known that they speak nothing else */
export function hostProtocols(http2: boolean): HostProtocols {
  const only = new LRUCache<string, Protocols[number]>({ max: MAX_TARGETS });
  const chosen = new LRUCache<string, boolean>({ max: MAX_TARGETS });
  const speaksHttp2 = (target: SocketTarget): boolean => chosen.get(keyOf(target)) ?? false;
  return {
    speaksHttp2,
    only: (target) => only.get(keyOf(target)) ?? null,
    offer(target) {
      const one = only.get(keyOf(target));
      if (one !== undefined) return [one];
      return http2 ? ['h2', 'http/1.1'] : ['http/1.1'];
    },
    needsHttp2: (target) => only.set(keyOf(target), 'h2'),
    chose: (target, spoken) => chosen.set(keyOf(target), spoken),
    failed(target) {
      if (!speaksHttp2(target) || only.get(keyOf(target)) !== undefined) return false;
      only.set(keyOf(target), 'http/1.1');
      return true;
    },
  };
}
