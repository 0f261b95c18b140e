// The pace of hosts: every request (robots.txt, pages, redirects, further attempts) waits here for a permit for its host,
// in this process and then, if there are others, among all of them (host-slot.ts). pacing.ts computes the pauses.
import { canonicalDomain, registrableDomain } from '@sitegrep/site';
import type { Clock, PermitReport } from './options.ts';
import type { Failure } from './failure.ts';
import type { HostSlot, TakeHostSlot } from './host-slot.ts';
import { crawlDelay, restAfter, type PaceTerms, type RequestEnd } from './pacing.ts';

export interface HostPaceSettings extends PaceTerms {
  readonly clock: Clock;
  readonly hostConcurrency: number;
  readonly onPermit: (permit: PermitReport) => void;
}

/** The right to send one request. */
export interface HostPermit {
  /**
   * Ends the request: nothing more is sent or received. Later calls have no effect.
   *
   * @param robotsDelayMs crawl delay of the host's robots.txt, if it has become known
   * @returns time until the next request to the host, in milliseconds
   */
  end(how: RequestEnd, robotsDelayMs?: number | null): number;
}

interface Host {
  readonly key: string;
  /** Requests that wait for a permit, first come, first served. */
  readonly queue: Set<Waiter>;
  underWay: number;
  /** End of the pause by the clock. */
  restsUntil: number;
  slowDownMs: number;
  cancelTimer: (() => void) | null;
}

interface Waiter {
  readonly delayMs: number;
  readonly go: () => void;
}

/** Time after its pause for which a host's slow-down is remembered, in milliseconds. */
const SLOW_DOWN_MS = 10 * 60_000;

/** Maximum remembered hosts, most of them in a pause; beyond that the oldest are forgotten. */
const MAX_HOSTS = 100_000;

/**
 * Key of the host that is paced as one: all names under one registrable domain, such as `www.example.co.uk` and
 * `example.co.uk`, whatever the port; each name under a public suffix such as `github.io` alone; an address alone.
 */
export function pacedHost(hostname: string): string {
  return registrableDomain(canonicalDomain(hostname) ?? hostname);
}

/** End of a failed request, for the pace of its host. */
export function endedBy({ outcome, unconnected, retryAfterMs }: Failure): RequestEnd {
  if (retryAfterMs !== null) return { kind: 'refused', forMs: retryAfterMs };
  // Even a failed TLS handshake, or a request that it hangs up on, is work for a host.
  const worked = outcome === 'tls_failed' || outcome === 'http_error';
  return { kind: unconnected && !worked ? 'unreached' : 'failed' };
}

export class HostPace {
  readonly #settings: HostPaceSettings;
  readonly #shared: TakeHostSlot | null;
  readonly #hosts = new Map<string, Host>();
  #closed = false;

  /** @param shared called after this process' own permit; null if there are no other processes */
  constructor(settings: HostPaceSettings, shared: TakeHostSlot | null) {
    this.#settings = settings;
    this.#shared = shared;
  }

  /**
   * Waits for a permit to send a request to the host of a URL.
   *
   * @param robotsDelayMs crawl delay of its robots.txt; null if there is none, or it is not known
   * @throws NoHostSlot, or the reason of an aborted signal
   */
  async acquire(url: URL, robotsDelayMs: number | null, signal: AbortSignal): Promise<HostPermit> {
    const { clock, crawlDelayMs, maxCrawlDelayMs, onPermit } = this.#settings;
    const queuedAt = clock.now();
    const delayMs = crawlDelay(robotsDelayMs, crawlDelayMs, maxCrawlDelayMs);
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
      end: (how, knownDelayMs = robotsDelayMs) => {
        if (restMs !== null) return restMs;
        const request = {
          end: how,
          tookMs: clock.now() - startedAt,
          robotsDelayMs: knownDelayMs,
          slowDownMs: host.slowDownMs,
        };
        const rest = restAfter(request, this.#settings);
        restMs = rest.restMs;
        host.slowDownMs = rest.slowDownMs;
        slot?.release(rest.restMs, rest.slowDownMs);
        this.#leave(host, rest.restMs);
        onPermit({ waitedMs: startedAt - queuedAt, refused: how.kind === 'refused' });
        return restMs;
      },
    };
  }

  /** Time until this process may send a request to a host, in milliseconds, ≥ 0. Other processes may extend it. */
  restsFor(host: string): number {
    return Math.max(0, (this.#hosts.get(host)?.restsUntil ?? 0) - this.#settings.clock.now());
  }

  /** Number of remembered hosts. */
  get size(): number {
    return this.#hosts.size;
  }

  /** Forgets every host, with all timers. Queued requests must be aborted before. */
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
      host.queue.delete(waiter);
      this.#refresh(host);
      reject(signal.reason);
    };
    host.queue.add(waiter);
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
      queue: new Set(),
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
      if (host.underWay > 0 || host.queue.size > 0) continue;
      this.#forget(host);
      break;
    }
  }

  #leave(host: Host, restMs: number): void {
    host.underWay--;
    host.restsUntil = Math.max(host.restsUntil, this.#settings.clock.now() + restMs);
    this.#refresh(host);
  }

  /** Gives the permits that are free, and schedules the next refresh of the host. */
  #refresh(host: Host): void {
    const { clock, hostConcurrency } = this.#settings;
    host.cancelTimer?.();
    host.cancelTimer = null;
    if (this.#closed) return;
    // Read once: if the pause ended between two reads, a host with a queue would be forgotten, and its requests never sent.
    const now = clock.now();
    for (const waiter of host.queue) {
      if (host.underWay >= hostConcurrency || host.restsUntil > now) break;
      host.queue.delete(waiter);
      host.underWay++;
      // Concurrent requests start a pause apart, too.
      if (hostConcurrency > 1) host.restsUntil = now + waiter.delayMs;
      waiter.go();
    }
    if (host.underWay >= hostConcurrency || (host.queue.size === 0 && host.underWay > 0)) return;
    const until =
      host.queue.size > 0 || host.slowDownMs === 0 ? host.restsUntil : host.restsUntil + SLOW_DOWN_MS;
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
