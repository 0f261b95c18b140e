import { countryName, countryOfNumber } from './countries.ts';

/** From where is asked: a country, or a place within one that only some providers know. */
export interface Location {
  readonly code: number;
  /** Alpha-2, upper case; null for a place within a country. */
  readonly country: string | null;
  /** In English; null for a place within a country, whose name only a provider can tell. */
  readonly name: string | null;
}

/** A country's code is this and its ISO 3166-1 numeric one. */
const COUNTRIES_FROM = 2_000;
/** Places within countries have higher codes than any country could. */
const PLACES_FROM = 10_000;

/** @returns null if the code can be neither a country's nor a place's */
export function locationOf(code: number): Location | null {
  if (code >= PLACES_FROM) return { code, country: null, name: null };
  const country = countryOfNumber(code - COUNTRIES_FROM);
  return country === null ? null : { code, country, name: countryName(country) };
}
