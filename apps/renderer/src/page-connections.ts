// The connections of one page, to hosts and from its browser: how many there may be, what they received, and why hosts could
// not be reached. page-proxy.ts says what goes over them.
import type { Duplex } from 'node:stream';
import type { Gateway } from '@sitegrep/crawl';
import { HostSlots } from './host-slots.ts';

export interface ConnectionLimits {
  readonly gateway: Pick<Gateway, 'connect'>;
  /** Maximum bytes for the page. All connections are closed then, and no more are opened. */
  readonly maxBytes: number;
  /** Called once, when the page has received that much. */
  readonly onExhausted: () => void;
}

/** Maximum connections of a page that are open or wait at the same time. */
const MAX_CONNECTIONS = 256;
/** Maximum connections that are opened for a page. */
const MAX_OPENED = 2_000;
/** Maximum hosts whose failure is kept. */
const MAX_FAILURES = 100;

export class PageConnections {
  readonly #limits: ConnectionLimits;
  readonly #closed = new AbortController();
  readonly #streams = new Set<Duplex>();
  readonly #slots = new HostSlots();
  readonly #failures = new Map<string, string>();
  /** Bytes that the page has received. */
  #bytes = 0;
  #open = 0;
  #opened = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Why a host could not be reached at last; null if it could. */
  failureOf(hostname: string): string | null {
    return this.#failures.get(hostname) ?? null;
  }

  /** Counts bytes that the page has received, and ends everything if they are too many. */
  count(length: number): void {
    this.#bytes += length;
    if (this.#bytes <= this.#limits.maxBytes || this.#closed.signal.aborted) return;
    this.#end();
    this.#limits.onExhausted();
  }

  /** Keeps a stream until it ends, or the page does. */
  keep<T extends Duplex>(stream: T): T {
    this.#streams.add(stream);
    // Either side may end at any time, and the other one notices it.
    stream.on('error', () => stream.destroy());
    stream.once('close', () => this.#streams.delete(stream));
    if (this.#closed.signal.aborted) stream.destroy();
    return stream;
  }

  /** Connects when its host has a slot. @returns the connection, whose end frees the slot */
  async connect(url: URL): ReturnType<Gateway['connect']> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    if (this.#open >= MAX_CONNECTIONS || this.#opened >= MAX_OPENED) {
      throw new Error('the page has too many connections');
    }
    this.#open++;
    this.#opened++;
    const leave = (): void => {
      this.#open--;
      this.#slots.leave(url.host);
    };
    await this.#slots.take(url.host);
    try {
      signal.throwIfAborted();
      const route = await this.#limits.gateway.connect(url, signal);
      this.#failures.delete(url.hostname);
      this.keep(route.socket).once('close', leave);
      return route;
    } catch (error) {
      leave();
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#failures.size < MAX_FAILURES) this.#failures.set(url.hostname, reason);
      throw error;
    }
  }

  /** Closes everything, at once. */
  close(): void {
    this.#end();
    this.#slots.releaseAll();
  }

  #end(): void {
    this.#closed.abort(new Error('the page is closed'));
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }
}
