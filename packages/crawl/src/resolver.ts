import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** All addresses of a host. Rejects with an error whose `code` is the system's, such as ENOTFOUND. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' });

/** The system's lookup tells no time to live; a site's first requests fall into this span, and it is short enough. */
const TTL_MS = 60_000;
const MAX_HOSTS = 10_000;

/** The lookup, with answers kept for a minute and equal questions asked once. At most 10,000 hosts are kept. */
export function cachedLookup(lookup: Lookup, now: () => number): Lookup {
  const known = new Map<
    string,
    { readonly addresses: Promise<readonly LookupAddress[]>; readonly until: number }
  >();
  return (hostname) => {
    const entry = known.get(hostname);
    if (entry !== undefined && entry.until > now()) return entry.addresses;
    known.delete(hostname);
    for (const oldest of known.keys()) {
      if (known.size < MAX_HOSTS) break;
      known.delete(oldest);
    }
    const addresses = lookup(hostname);
    known.set(hostname, { addresses, until: now() + TTL_MS });
    addresses.catch(() => {
      if (known.get(hostname)?.addresses === addresses) known.delete(hostname);
    });
    return addresses;
  };
}
