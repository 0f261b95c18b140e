// The port by which several processes share the pace of hosts.

/** Terms of one request to a host. */
export interface HostSlotTerms {
  /** Maximum concurrent requests to the host, over all processes. */
  readonly atOnce: number;
  /** Minimum time from this request's start to the next one's, in milliseconds. */
  readonly restMs: number;
  /** Maximum time of a request or a pause, in milliseconds; after that an unreleased slot may count as free. */
  readonly longestMs: number;
}

/** The right to send one request. */
export interface HostSlot {
  /** Slow-down that the last `release` of the host stated within some minutes; 0 if there is none. */
  readonly slowDownMs: number;
  /**
   * Ends the request, or gives up an unused slot: the host gets no request for `restMs` milliseconds. Called once.
   *
   * @param slowDownMs slow-down by the host's refusals, for the next request; 0 for none
   */
  release(restMs: number, slowDownMs: number): void;
}

/**
 * Waits for the right to send a request to a host. Rejects when the signal fires; any other rejection means that no
 * request may be sent, and ends the site.
 *
 * @param host key as `pacedHost` gives it
 */
export type AcquireHostSlot = (host: string, terms: HostSlotTerms, signal: AbortSignal) => Promise<HostSlot>;

/** It is not known whether a request may be sent to the host. */
export class NoHostSlot extends Error {
  override readonly name = 'NoHostSlot';
}

/** Acquires a slot with the terms of the settings. @throws NoHostSlot, or the reason of an aborted signal */
export type TakeHostSlot = (host: string, restMs: number, signal: AbortSignal) => Promise<HostSlot>;

/** Time that a request may need after its time limit until its slot is released: an unneeded body is received for a second. */
const SPARE_MS = 5_000;

interface SlotSettings {
  readonly hostSlot: AcquireHostSlot | null;
  readonly hostConcurrency: number;
  readonly requestTimeoutMs: number;
  readonly crawlDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly maxRetryAfterMs: number;
}

/** @returns null if there is no port for other processes */
export function takeHostSlots(settings: SlotSettings): TakeHostSlot | null {
  const { hostSlot, hostConcurrency, requestTimeoutMs, crawlDelayMs, maxCrawlDelayMs, maxRetryAfterMs } =
    settings;
  if (hostSlot === null) return null;
  const longestMs = Math.max(requestTimeoutMs + SPARE_MS, crawlDelayMs, maxCrawlDelayMs, maxRetryAfterMs);
  return async (host, restMs, signal) => {
    try {
      return await hostSlot(host, { atOnce: hostConcurrency, restMs, longestMs }, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new NoHostSlot(`no slot for ${host}: ${String(error)}`, { cause: error });
    }
  };
}
