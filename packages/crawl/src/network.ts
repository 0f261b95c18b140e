// The way of the crawler to the network: which addresses it may request, over which connections, at which pace, and by which
// robots.txt. Pages that are fetched and pages that a browser renders go the same way.
import { createAddressGuard, type AddressGuard } from './addresses.ts';
import { openConnections, type Connections } from './connections.ts';
import { openDeadline } from './deadline.ts';
import { FailureError } from './failure.ts';
import { HostPace } from './host-pace.ts';
import { takeHostSlots } from './host-slot.ts';
import { cachedLookup } from './lookup.ts';
import { lookupAt } from './name-servers.ts';
import type { CrawlerSettings } from './options.ts';
import { recordExchanges } from './recording.ts';
import { requestHeaders } from './request-headers.ts';
import { createRobots, type Robots } from './robots.ts';

export interface Network {
  readonly settings: CrawlerSettings;
  readonly guard: AddressGuard;
  readonly connections: Connections;
  /** Source of robots.txt; null fetches without. */
  readonly robots: Robots | null;
  /** Fields of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: HostPace;
}

/** @param closed aborted when the crawler closes @throws RangeError that names the option that is out of bounds */
export function openNetwork(settings: CrawlerSettings, closed: AbortSignal): Network {
  const { clock, onExchange, maxBodyBytes } = settings;
  const guard = createAddressGuard(settings.allowedAddresses);
  const lookup = settings.lookup ?? lookupAt([], { timeoutMs: settings.connectTimeoutMs });
  const opened = openConnections(settings, cachedLookup(lookup, clock.now), guard);
  const connections = onExchange === null ? opened : recordExchanges(opened, onExchange, maxBodyBytes);
  const headers = requestHeaders(settings);
  const pace = new HostPace(settings, takeHostSlots(settings));
  const robots = createRobots({
    request(url, signal, trust) {
      const refusal = guard.refusal(url);
      return refusal === null
        ? connections.get(url, headers, signal, trust)
        : Promise.reject(new FailureError(refusal));
    },
    async acquire(url) {
      // The sites that want the rules may have ended meanwhile, so the wait needs a limit.
      const deadline = openDeadline(closed, settings.siteTimeoutMs, `permit for ${url.hostname}`);
      try {
        return await pace.acquire(url, null, deadline.signal);
      } finally {
        deadline.end();
      }
    },
    timeoutMs: settings.requestTimeoutMs,
    maxExpansion: settings.maxExpansion,
    maxRetryAfterMs: settings.maxRetryAfterMs,
    ttlMs: settings.robotsTtlMs,
    now: clock.now,
    closed,
  });
  return { settings, guard, connections, robots: settings.ignoreRobots ? null : robots, headers, pace };
}
