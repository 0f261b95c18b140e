import { isIP } from 'node:net';
import type { CountryEvidence } from '@sitegrep/site';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { countryNamed, ISO_COUNTRIES } from './countries.ts';
import type { Phone } from './phones.ts';
import { type HeaderFields, headerValues } from './signals.ts';
import { copied } from './text.ts';

/** Evidence that is kept a source; with the second country the page contradicts itself already. */
const MAX_A_SOURCE = 5;

/** What addresses name, in their order. */
export function addressEvidence(addressCountries: readonly string[]): readonly CountryEvidence[] {
  return onePerCountry(
    'address',
    addressCountries.map((value) => [value, countryNamed(value)]),
  );
}

export function phoneEvidence(phones: readonly Phone[]): readonly CountryEvidence[] {
  return onePerCountry(
    'phone',
    phones.map(({ number, country }) => [number, country]),
  );
}

/**
 * What language tags and the metas of places say. `en-US` and `en-GB`, which so much software has as its default, say nothing by themselves, but
 * in a list of versions somebody chose them; and next to another region they are still a contradiction.
 *
 * @param declared tags of the page's own language; lists are taken apart
 * @param alternates tags of its versions in other languages
 * @param places where it says its readers are: codes of countries, or of their parts (`DE-BY`, ISO 3166-2)
 */
export function regionEvidence(
  declared: readonly string[],
  alternates: readonly string[],
  places: readonly string[],
): readonly CountryEvidence[] {
  const own = regionsOf(declared);
  const others = [...regionsOf(alternates), ...countriesOf(places)];
  const areChosen = others.length > 0 || own.some(([tag]) => !/^en[-_](?:us|gb)$/i.test(tag));
  return areChosen ? onePerCountry('region', [...own, ...others]) : [];
}

function regionsOf(tags: readonly string[]): readonly (readonly [tag: string, region: string])[] {
  return tags
    .flatMap((tag) => tag.slice(0, 1_000).split(/[,;]/))
    .flatMap((tag) => {
      const region = regionOfTag(tag);
      return region === null ? [] : [[tag.trim(), region] as const];
    });
}

function countriesOf(places: readonly string[]): readonly (readonly [value: string, country: string])[] {
  return places.flatMap((place) => {
    const country = /^\s*([a-z]{2})(?:-[a-z0-9]{1,3})?\s*$/i.exec(place)?.[1]?.toUpperCase() ?? '';
    return ISO_COUNTRIES.has(country) ? [[place, country] as const] : [];
  });
}

function onePerCountry(
  source: CountryEvidence['source'],
  said: readonly (readonly [value: string, country: string | null])[],
): readonly CountryEvidence[] {
  const byCountry = new Map<string, CountryEvidence>();
  for (const [value, country] of said) {
    if (country === null || byCountry.has(country) || byCountry.size === MAX_A_SOURCE) continue;
    byCountry.set(country, { source, value: copied(value.trim().slice(0, 100)), country });
  }
  return [...byCountry.values()];
}

/**
 * The country in a language tag: AT of `de-AT`, TW of `zh_Hant_TW`.
 *
 * A region that repeats the language counts only where the language lives: `de-DE` is Germany, but `sv-SV` is no El
 * Salvador and `ar-AR` no Argentina. `es-LA` is a network's name for Latin America, not Laos.
 *
 * @returns ISO 3166-1 alpha-2, upper case; null if there is none
 */
export function regionOfTag(tag: string): string | null {
  const match = /^\s*([a-z]{2,3})(?:[-_][a-z]{4})?[-_]([a-z]{2})(?:[-_.@][\w-]*)?\s*$/i.exec(
    tag.slice(0, 100),
  );
  const language = match?.[1]?.toLowerCase();
  const written = match?.[2]?.toUpperCase();
  if (language === undefined || written === undefined || (language === 'es' && written === 'LA')) return null;
  const region = language === 'en' && written === 'UK' ? 'GB' : written;
  if (!ISO_COUNTRIES.has(region)) return null;
  const repeats = language === region.toLowerCase();
  return repeats && new Intl.Locale(`und-${region}`).maximize().language !== language ? null : region;
}

/** Tells which country an IP address is used in: ISO 3166-1 alpha-2, or null if that isn't known. */
export type CountryOfAddress = (address: string) => string | null;

/**
 * Fields by which content networks and platforms that serve sites from everywhere make themselves known. Where their
 * machines stand says nothing of whose site it is.
 */
const NETWORK_FIELDS = (
  'cf-ray cdn-loop x-amz-cf-id x-amz-cf-pop x-fastly-request-id x-akamai-transformed x-akamai-request-id akamai-grn ' +
  'x-azure-ref x-msedge-ref x-vercel-id x-nf-request-id x-github-request-id x-wix-request-id x-shopid x-shopify-stage ' +
  'x-sucuri-id x-iinfo x-cdn cdn-cache cdn-pullzone cdn-requestid fly-request-id x-nws-log-uuid eagleid x-hw x-llid ' +
  'x-edge-location x-77-pop x-render-origin-server x-cdn-request-id x-ddos-protection x-tumblr-user x-ac'
).split(' ');

/** What the same call themselves as a server, or as what an answer came through. */
const NETWORK_VALUES: readonly (readonly [field: string, value: RegExp])[] = [
  [
    'server',
    /^(?:cloudflare|akamai|cloudfront|amazons3|awselb|ecs |ecacc|ecd |fastly|vercel|netlify|github\.com|squarespace|pepyaka|gws|esf|gse|ghs|google frontend|sffe|ddos-guard|bunnycdn|keycdn|netdna|sucuri|imperva|fly\/|railway|render|flywheel|windows-azure|cdn77)/i,
  ],
  ['via', /cloudfront|akamai|fastly|\bgoogle\b|vegur|heroku|netlify|cdn/i],
  ['x-served-by', /^cache-/i],
  ['x-powered-by', /^(?:shopify|wp engine)/i],
];

/**
 * What the server's address says: one country, or nothing where the address isn't known, is nobody's, or belongs to a
 * network that serves sites of all countries.
 */
export function serverEvidence(
  address: string | undefined,
  headers: HeaderFields,
  countryOfAddress: CountryOfAddress | undefined,
): readonly CountryEvidence[] {
  if (address === undefined || countryOfAddress === undefined || isOfNetwork(headers)) return [];
  const country = countryOfAddress(address);
  return country === null ? [] : [{ source: 'ip', value: address.slice(0, 100), country }];
}

function isOfNetwork(headers: HeaderFields): boolean {
  return (
    NETWORK_FIELDS.some((field) => headerValues(headers, field).length > 0) ||
    NETWORK_VALUES.some(([field, value]) => headerValues(headers, field).some((text) => value.test(text)))
  );
}

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
