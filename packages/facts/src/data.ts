// Data that all analysis threads share. The process that starts the threads loads it once. It is a separate
// entry point because the rest of this package takes 40 MiB where it is loaded.
import { readShared } from '@sitegrep/sections';

/** Country by IP address, from address registrations and network announcements. Public domain (CC0), 8 MB. */
const ADDRESS_COUNTRIES = new URL(
  import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
);

/** Language model, compiled by scripts/compile-languages.ts. */
export const LANGUAGES_FILE = new URL('../data/languages.compiled', import.meta.url);

/** @throws Error if the file can't be read */
export function loadAddressCountries(): SharedArrayBuffer {
  return readShared(ADDRESS_COUNTRIES);
}

/** @throws Error if the file can't be read */
export function loadLanguages(): SharedArrayBuffer {
  return readShared(LANGUAGES_FILE);
}
