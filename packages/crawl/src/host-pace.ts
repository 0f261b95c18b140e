// The pace of hosts: every request, for robots.txt, pages, redirects and further attempts alike, waits here for the turn
// of its host, in this process and then, if there are others, among all of them (host-slot.ts). How long a host rests is
// worked out in pacing.ts.
import { canonicalDomain, registrableDomain } from '@sitegrep/site';
import type { Clock, TurnReport } from './options.ts';
import type { Failure } from './failure.ts';
import type { HostSlot, TakeHostSlot } from './host-slot.ts';
import { crawlDelay, restAfter, type PaceTerms, type RequestEnd } from './pacing.ts';

export interface HostPaceSettings extends PaceTerms {
  readonly clock: Clock;
  readonly hostConcurrency: number;
  readonly onTurn: (turn: TurnReport) => void;
}

/** The right to send one request. */
export interface HostTurn {
  /**
   * The request has ended: nothing more goes to the host, nor comes from it. Later calls change nothing.
   *
   * @param askedDelayMs the crawl-delay of the host, if it has become known
   * @returns for how long from now nobody asks the host, in milliseconds
   */
  end(how: RequestEnd, askedDelayMs?: number | null): number;
}

interface Host {
  readonly key: string;
  /** Who waits for a turn, first come, first served. */
  readonly waiting: Set<Waiter>;
  underWay: number;
  /** By the clock. */
  restsUntil: number;
  slowDownMs: number;
  cancelTimer: (() => void) | null;
}

interface Waiter {
  readonly delayMs: number;
  readonly go: () => void;
}

/** For how long after its rest a host's slow-down is remembered, in milliseconds. */
const SLOW_DOWN_MS = 10 * 60_000;

/** Hosts that are remembered, most of them because they rest; beyond that the oldest rests are forgotten. */
const MAX_HOSTS = 100_000;

/**
 * What is paced as one host: all names under one registered domain, `www.example.co.uk` and `example.co.uk`, whatever
 * the port; those under suffixes that give names to the public, such as `github.io`, each alone; an address itself.
 */
export function pacedHost(hostname: string): string {
  return registrableDomain(canonicalDomain(hostname) ?? hostname);
}

/** What a failed request means for the pace of its host. */
export function endedBy({ outcome, unconnected, retryAfterMs }: Failure): RequestEnd {
  if (retryAfterMs !== null) return { kind: 'refused', forMs: retryAfterMs };
  // A handshake of TLS is work for a host, even one that fails.
  return { kind: unconnected && outcome !== 'tls_failed' ? 'unreached' : 'failed' };
}

export class HostPace {
  readonly #settings: HostPaceSettings;
  readonly #shared: TakeHostSlot | null;
  readonly #hosts = new Map<string, Host>();
  #closed = false;

  /** @param shared asked after this process' own turn; null if there are no other processes */
  constructor(settings: HostPaceSettings, shared: TakeHostSlot | null) {
    this.#settings = settings;
    this.#shared = shared;
  }

  /**
   * Waits until the host of a URL has rested and may be asked.
   *
   * @param askedDelayMs the crawl-delay of its robots.txt; null if there is none, or nobody knows
   * @throws NoHostSlot, or the reason of an aborted signal
   */
  async turn(url: URL, askedDelayMs: number | null, signal: AbortSignal): Promise<HostTurn> {
    const { clock, crawlDelayMs, maxCrawlDelayMs, onTurn } = this.#settings;
    const askedAt = clock.now();
    const delayMs = crawlDelay(askedDelayMs, crawlDelayMs, maxCrawlDelayMs);
    const host = await this.#queue(pacedHost(url.hostname), delayMs, signal);
    let slot: HostSlot | null = null;
    try {
      slot = (await this.#shared?.(host.key, delayMs, signal)) ?? null;
    } catch (error) {
      this.#leave(host, 0);
      throw error;
    }
    if (slot !== null) host.slowDownMs = slot.slowDownMs;
    const startedAt = clock.now();
    let restMs: number | null = null;
    return {
      end: (how, nowAskedMs = askedDelayMs) => {
        if (restMs !== null) return restMs;
        const request = {
          end: how,
          tookMs: clock.now() - startedAt,
          askedDelayMs: nowAskedMs,
          slowDownMs: host.slowDownMs,
        };
        const rest = restAfter(request, this.#settings);
        restMs = rest.restMs;
        host.slowDownMs = rest.slowDownMs;
        slot?.release(rest.restMs, rest.slowDownMs);
        this.#leave(host, rest.restMs);
        onTurn({ waitedMs: startedAt - askedAt, refused: how.kind === 'refused' });
        return restMs;
      },
    };
  }

  /** For how long nobody in this process may ask a host, in milliseconds, ≥ 0. Other processes may hold it longer. */
  restsFor(host: string): number {
    return Math.max(0, (this.#hosts.get(host)?.restsUntil ?? 0) - this.#settings.clock.now());
  }

  /** Hosts that are remembered now. */
  get size(): number {
    return this.#hosts.size;
  }

  /** Forgets every host, and with them all timers. Who waits is to be aborted before. */
  close(): void {
    this.#closed = true;
    for (const host of this.#hosts.values()) host.cancelTimer?.();
    this.#hosts.clear();
  }

  async #queue(key: string, delayMs: number, signal: AbortSignal): Promise<Host> {
    signal.throwIfAborted();
    const host = this.#hostOf(key);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { delayMs, go: resolve };
    const leave = (): void => {
      host.waiting.delete(waiter);
      this.#refresh(host);
      reject(signal.reason);
    };
    host.waiting.add(waiter);
    signal.addEventListener('abort', leave, { once: true });
    this.#refresh(host);
    try {
      await promise;
      return host;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #hostOf(key: string): Host {
    const known = this.#hosts.get(key);
    if (known !== undefined) return known;
    if (this.#hosts.size >= MAX_HOSTS) this.#forgetOldest();
    const host: Host = {
      key,
      waiting: new Set(),
      underWay: 0,
      restsUntil: 0,
      slowDownMs: 0,
      cancelTimer: null,
    };
    this.#hosts.set(key, host);
    return host;
  }

  #forgetOldest(): void {
    for (const host of this.#hosts.values()) {
      if (host.underWay > 0 || host.waiting.size > 0) continue;
      this.#forget(host);
      break;
    }
  }

  #leave(host: Host, restMs: number): void {
    host.underWay--;
    host.restsUntil = Math.max(host.restsUntil, this.#settings.clock.now() + restMs);
    this.#refresh(host);
  }

  /** Gives the turns that can be given, and sees to it that the host is looked at again in time. */
  #refresh(host: Host): void {
    const { clock, hostConcurrency } = this.#settings;
    host.cancelTimer?.();
    host.cancelTimer = null;
    if (this.#closed) return;
    // Read once: were the rest to end between two looks, a host with waiters would be forgotten, and they never called.
    const now = clock.now();
    for (const waiter of host.waiting) {
      if (host.underWay >= hostConcurrency || host.restsUntil > now) break;
      host.waiting.delete(waiter);
      host.underWay++;
      // Several at once begin a pause apart, too.
      if (hostConcurrency > 1) host.restsUntil = now + waiter.delayMs;
      waiter.go();
    }
    if (host.underWay >= hostConcurrency || (host.waiting.size === 0 && host.underWay > 0)) return;
    const until =
      host.waiting.size > 0 || host.slowDownMs === 0 ? host.restsUntil : host.restsUntil + SLOW_DOWN_MS;
    const waitMs = until - now;
    if (waitMs > 0) host.cancelTimer = clock.schedule(Math.ceil(waitMs), () => this.#refresh(host));
    else this.#forget(host);
  }

  #forget(host: Host): void {
    host.cancelTimer?.();
    host.cancelTimer = null;
    if (this.#hosts.get(host.key) === host) this.#hosts.delete(host.key);
  }
}
