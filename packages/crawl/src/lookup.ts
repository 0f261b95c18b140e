// Names into addresses, kept for a while. Who is asked for them: name-servers.ts.
import type { LookupAddress } from 'node:dns';

/** An address, and for how many seconds it holds, if that is known. */
export interface ResolvedAddress extends LookupAddress {
  readonly ttl?: number;
}

/**
 * All addresses of a host. Rejects with an error whose `code` is ENOTFOUND if there is no such name, or another of the
 * system's.
 */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Names are asked for again after this at the latest and, since a site's requests come within it, at the earliest. */
const SHORTEST_MS = 60_000;
const LONGEST_MS = 3_600_000;
/** That a name does not exist may be mended soon; that nobody answered may have passed at the next attempt already. */
const NAMELESS_MS = 60_000;
const UNANSWERED_MS = 400;

const MAX_HOSTS = 10_000;
const MAX_AT_ONCE = 256;

interface Known {
  readonly addresses: Promise<readonly ResolvedAddress[]>;
  /** By the clock; no end while they are being looked up. */
  readonly kept: { until: number };
}

/**
 * The lookup, with what it gives kept for as long as that holds, from a minute to an hour, and its failures for seconds;
 * equal questions are asked once. At most 10,000 hosts are kept, and 256 asked for at the same time.
 */
export function cachedLookup(lookup: Lookup, now: () => number): Lookup {
  const known = new Map<string, Known>();
  const bounded = atOnce(lookup, MAX_AT_ONCE);

  async function ask(hostname: string, kept: { until: number }): Promise<readonly ResolvedAddress[]> {
    try {
      const addresses = await bounded(hostname);
      kept.until = now() + lifetime(addresses);
      return addresses;
    } catch (error) {
      kept.until = now() + (isNameless(error) ? NAMELESS_MS : UNANSWERED_MS);
      throw error;
    }
  }

  return (hostname) => {
    const entry = known.get(hostname);
    if (entry !== undefined && entry.kept.until > now()) return entry.addresses;
    known.delete(hostname);
    for (const oldest of known.keys()) {
      if (known.size < MAX_HOSTS) break;
      known.delete(oldest);
    }
    const kept = { until: Infinity };
    const addresses = ask(hostname, kept);
    known.set(hostname, { addresses, kept });
    return addresses;
  };
}

/** As long as the address that holds for the shortest time, within bounds. */
function lifetime(addresses: readonly ResolvedAddress[]): number {
  const shortest = Math.min(...addresses.map(({ ttl = 0 }) => ttl * 1_000));
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, shortest));
}

function isNameless(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
}

/** The lookup, of which only so many run; the others wait in the order they came. */
function atOnce(lookup: Lookup, most: number): Lookup {
  let underWay = 0;
  const waiting = new Set<() => void>();
  return async (hostname) => {
    if (underWay >= most) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await promise;
    } else underWay++;
    try {
      return await lookup(hostname);
    } finally {
      const [next] = waiting;
      if (next === undefined) underWay--;
      else {
        // Its place goes on.
        waiting.delete(next);
        next();
      }
    }
  };
}
