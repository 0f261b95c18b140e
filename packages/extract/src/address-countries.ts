import { isIP } from 'node:net';
import { readShared } from '@sitegrep/sections';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { ISO_COUNTRIES } from './iso-countries.ts';
import type { CountryOfAddress } from './server-country.ts';

/** Country by address, from registrations of addresses and announcements of networks: public domain (CC0), 8 MB. */
const DATABASE = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');

/**
 * Reads the database into memory that threads can share: once a process is enough.
 *
 * @throws Error if the file can't be read
 */
export function loadAddressCountries(): SharedArrayBuffer {
  return readShared(new URL(DATABASE));
}

/** @param memory as `loadAddressCountries` gives it */
export function addressCountries(memory: SharedArrayBuffer): CountryOfAddress {
  // This database has a shape of its own, which the library's types don't know.
  const reader = new Reader<CountryResponse>(Buffer.from(memory));
  return (address) => {
    if (isIP(address) === 0) return null;
    const found: object | null = reader.get(address);
    if (found === null || !('country_code' in found)) return null;
    const code = found.country_code;
    return typeof code === 'string' && ISO_COUNTRIES.has(code) ? code : null;
  };
}
