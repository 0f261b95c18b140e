// A cache of host addresses; name-servers.ts finds them.
import type { LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';

/** An address, and its time to live in seconds, if known. */
export interface ResolvedAddress extends LookupAddress {
  readonly ttl?: number;
}

/**
 * Finds all addresses of a host. Rejects with an error whose `code` is ENOTFOUND if there is no such name, or another
 * code of the system.
 */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Minimum time for which addresses are cached, in milliseconds: about as long as one site takes. */
const MIN_TTL_MS = 60_000;
/** Maximum time for which addresses are cached, in milliseconds. */
const MAX_TTL_MS = 3_600_000;
/** Time for which it is cached that a name does not exist, in milliseconds: it may be created soon. */
const NO_NAME_TTL_MS = 60_000;
/** Time for which another failure is cached, in milliseconds: the next attempt may succeed. */
const FAILURE_TTL_MS = 400;

const MAX_HOSTS = 10_000;
const MAX_CONCURRENT = 256;

interface Cached {
  readonly addresses: Promise<readonly ResolvedAddress[]>;
  /** Expiry by the clock; Infinity while the lookup runs. */
  readonly expiry: { at: number };
}

/**
 * Caches the results of a lookup for their time to live, from a minute to an hour, and failures for less. Concurrent calls
 * for one name share a lookup. At most 10,000 hosts are cached, and 256 lookups run at the same time.
 */
export function cachedLookup(lookup: Lookup, now: () => number): Lookup {
  const cache = new LRUCache<string, Cached>({ max: MAX_HOSTS });
  const bounded = withLimit(lookup, MAX_CONCURRENT);

  async function find(hostname: string, expiry: { at: number }): Promise<readonly ResolvedAddress[]> {
    try {
      const addresses = await bounded(hostname);
      expiry.at = now() + timeToLive(addresses);
      return addresses;
    } catch (error) {
      expiry.at = now() + (isNoName(error) ? NO_NAME_TTL_MS : FAILURE_TTL_MS);
      throw error;
    }
  }

  return (hostname) => {
    const entry = cache.get(hostname);
    if (entry !== undefined && entry.expiry.at > now()) return entry.addresses;
    const expiry = { at: Infinity };
    const addresses = find(hostname, expiry);
    cache.set(hostname, { addresses, expiry });
    return addresses;
  };
}

/** The shortest time to live of the addresses, within bounds, in milliseconds. */
function timeToLive(addresses: readonly ResolvedAddress[]): number {
  const shortest = Math.min(...addresses.map(({ ttl = 0 }) => ttl * 1_000));
  return Math.max(MIN_TTL_MS, Math.min(MAX_TTL_MS, shortest));
}

function isNoName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
}

/** The lookup with a maximum of concurrent calls; further calls are queued. */
export function withLimit<Question, Answer>(
  lookup: (question: Question) => Promise<Answer>,
  max: number,
): (question: Question) => Promise<Answer> {
  let running = 0;
  const queue = new Set<() => void>();
  return async (question) => {
    if (running >= max) {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.add(resolve);
      await promise;
    } else running++;
    try {
      return await lookup(question);
    } finally {
      const [next] = queue;
      if (next === undefined) running--;
      else {
        // The next call takes over this one's permit.
        queue.delete(next);
        next();
      }
    }
  };
}
