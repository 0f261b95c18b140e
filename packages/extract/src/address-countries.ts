import { isIP } from 'node:net';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { ISO_COUNTRIES } from './iso-countries.ts';
import type { CountryOfAddress } from './server-country.ts';

/** @param memory as `loadAddressCountries` (data.ts) gives it */
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
