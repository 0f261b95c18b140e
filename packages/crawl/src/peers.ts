import type { Socket } from 'node:net';
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
