import type { TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { keyOf, type SocketTarget } from './sockets.ts';

/** Time for which a socket is kept, in milliseconds: servers soon close connections without a request. */
const PARKED_MS = 10_000;
const MAX_PARKED = 1_000;

/**
 * Open connections whose certificate is bad, at most one for each target, for the request that accepts it: so a host is asked
 * for its certificate once.
 */
export interface ParkedSockets {
  /** Keeps a socket for ten seconds, and destroys it then. */
  park(target: SocketTarget, socket: TLSSocket): void;
  /** Takes the socket of a target; null if there is none, or it was closed. */
  take(target: SocketTarget): TLSSocket | null;
  /** Destroys all sockets. */
  close(): void;
}

export function parkSockets(): ParkedSockets {
  const parked = new LRUCache<string, { readonly socket: TLSSocket; readonly timer: NodeJS.Timeout }>({
    max: MAX_PARKED,
    dispose: ({ socket, timer }, _key, reason) => {
      clearTimeout(timer);
      if (reason !== 'delete') socket.destroy();
    },
  });

  function take(key: string): TLSSocket | null {
    const socket = parked.peek(key)?.socket;
    if (socket === undefined) return null;
    parked.delete(key);
    if (!socket.destroyed && socket.readyState === 'open') return socket;
    socket.destroy();
    return null;
  }

  return {
    park(target, socket) {
      const key = keyOf(target);
      const timer = setTimeout(() => take(key)?.destroy(), PARKED_MS);
      parked.set(key, { socket, timer });
    },
    take: (target) => take(keyOf(target)),
    close() {
      const keys = [...parked.keys()];
      for (const key of keys) take(key)?.destroy();
    },
  };
}
