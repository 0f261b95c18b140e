import type { Socket } from 'node:net';
import { networkSet, plainAddress } from '@sitegrep/site/address';

export interface ConnectionLimits {
  /** Maximum open connections, besides those of the reserve. */
  readonly maxConnections: number;
  /** Networks in CIDR notation of proxies, from which any number of connections may come. */
  readonly trustedProxies: readonly string[];
}

/** Connections beyond the limits, on which only paths of operators are served. */
export const RESERVE = 64;
/** One address may have this part of all connections. */
const ADDRESS_PART = 4;
/** Every address may have so many. */
const ADDRESS_MIN = 64;

/** Paths that tell operators what is wrong, and let them mend it. */
const OPERATOR_PATH = /^\/(?:healthz|readyz|metrics|admin)(?:[/?]|$)/;

interface Connection {
  readonly socket: Socket;
  readonly peer: Peer;
  /** Requests that are being answered. */
  requests: number;
  /** Whether the connection belongs to the reserve. */
  isSpare: boolean;
}

/** The connections of one address. */
interface Peer {
  readonly address: string;
  readonly max: number;
  count: number;
  /** Its connections without a request, the oldest first. */
  readonly idle: Set<Connection>;
}

/**
 * The open connections of a server. Where there are too many, of one address or of all, an idle one is closed for each that
 * comes, the oldest first. If none is idle, the new one belongs to the reserve.
 */
export class Connections {
  readonly #max: number;
  readonly #isProxy: (address: string) => boolean;
  readonly #peers = new Map<string, Peer>();
  readonly #of = new WeakMap<Socket, Connection>();
  /** All connections without a request, the oldest first. */
  readonly #idle = new Set<Connection>();
  #count = 0;

  constructor({ maxConnections, trustedProxies }: ConnectionLimits) {
    this.#max = maxConnections;
    this.#isProxy = networkSet(trustedProxies);
  }

  /** Adds a connection, and closes an idle one for it if there are too many. Beyond the reserve it is closed itself. */
  open(socket: Socket): void {
    // A connection comes back to the parser after a request to upgrade it.
    if (this.#of.has(socket)) return;
    if (this.#count >= this.#max + RESERVE) {
      socket.destroy();
      return;
    }
    const address = plainAddress(socket.remoteAddress ?? '');
    const peer = this.#peers.get(address) ?? this.#newPeer(address);
    if (peer.count >= peer.max) this.#closeFirst(peer.idle);
    else if (this.#count >= this.#max) this.#closeFirst(this.#idle);
    const connection: Connection = { socket, peer, requests: 0, isSpare: false };
    this.#of.set(socket, connection);
    this.#count += 1;
    peer.count += 1;
    connection.isSpare = !this.#isWithinLimits(peer);
    this.#setIdle(connection);
    socket.once('close', () => this.#remove(connection));
  }

  /**
   * Counts a request of a connection until `end` is called.
   *
   * @returns whether it may be served: the connection is none of the reserve, or no longer, or it is for an operator
   */
  begin(socket: Socket, url: string): boolean {
    const connection = this.#of.get(socket);
    if (connection === undefined) return true;
    connection.requests += 1;
    this.#setBusy(connection);
    if (connection.isSpare) connection.isSpare = !this.#isWithinLimits(connection.peer);
    return !connection.isSpare || OPERATOR_PATH.test(url);
  }

  end(socket: Socket): void {
    const connection = this.#of.get(socket);
    if (connection === undefined) return;
    connection.requests -= 1;
    if (connection.requests === 0 && !socket.destroyed) this.#setIdle(connection);
  }

  #newPeer(address: string): Peer {
    const part = Math.max(ADDRESS_MIN, Math.floor(this.#max / ADDRESS_PART));
    const peer = {
      address,
      max: this.#isProxy(address) ? Infinity : part,
      count: 0,
      idle: new Set<Connection>(),
    };
    this.#peers.set(address, peer);
    return peer;
  }

  #isWithinLimits(peer: Peer): boolean {
    return this.#count <= this.#max && peer.count <= peer.max;
  }

  #closeFirst(idle: ReadonlySet<Connection>): void {
    const [first] = idle;
    if (first === undefined) return;
    // It counts no more at once: the next connection may come before this one is closed.
    this.#remove(first);
    first.socket.destroy();
  }

  #remove(connection: Connection): void {
    const { socket, peer } = connection;
    if (!this.#of.delete(socket)) return;
    this.#setBusy(connection);
    this.#count -= 1;
    peer.count -= 1;
    if (peer.count === 0) this.#peers.delete(peer.address);
  }

  #setIdle(connection: Connection): void {
    this.#idle.add(connection);
    connection.peer.idle.add(connection);
  }

  #setBusy(connection: Connection): void {
    this.#idle.delete(connection);
    connection.peer.idle.delete(connection);
  }
}
