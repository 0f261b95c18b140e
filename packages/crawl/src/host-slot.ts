// The pace of hosts over several processes: the port that whoever knows of all of them stands behind.

/** What one request to a host asks of whoever paces the hosts for several processes. */
export interface HostSlotTerms {
  /** Requests at the same time to the host, over all processes. */
  readonly atOnce: number;
  /** The least from this request's start to the next one's, in milliseconds. */
  readonly restMs: number;
  /** The longest that a request or a rest lasts, in milliseconds: a slot that is not given back may be taken as free then. */
  readonly longestMs: number;
}

/** The right to send one request. */
export interface HostSlot {
  /** What whoever asked the host before has left with its `release`, for some minutes; 0 if there is none. */
  readonly slowDownMs: number;
  /**
   * The request has ended, or was not sent: nobody is to ask the host for `restMs` milliseconds. Called once.
   *
   * @param slowDownMs the pause that the host's refusals have brought about, for those who ask next; 0 for none
   */
  release(restMs: number, slowDownMs: number): void;
}

/**
 * Waits for the right to send a request to a host. Rejects when the signal fires; any other rejection means that no
 * request may be sent, and ends the site.
 *
 * @param host what is paced as one, as `pacedHost` gives it
 */
export type AcquireHostSlot = (host: string, terms: HostSlotTerms, signal: AbortSignal) => Promise<HostSlot>;

/** Nobody knows whether the host may be asked. */
export class NoHostSlot extends Error {
  override readonly name = 'NoHostSlot';
}

/** As AcquireHostSlot, with the terms that the settings make. @throws NoHostSlot, or the reason of an aborted signal */
export type TakeHostSlot = (host: string, restMs: number, signal: AbortSignal) => Promise<HostSlot>;

/** What a request may take beyond its own time, until its slot is given back: an unwanted body is received for a second. */
const SPARE_MS = 5_000;

interface SlotSettings {
  readonly hostSlot: AcquireHostSlot | null;
  readonly hostConcurrency: number;
  readonly requestTimeoutMs: number;
  readonly crawlDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly maxRetryAfterMs: number;
}

/** @returns null where this process is the only one */
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
