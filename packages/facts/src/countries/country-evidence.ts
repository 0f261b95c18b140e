import { copied } from '@sitegrep/html';
import type { CountryEvidence } from '@sitegrep/site';
import { readAddress } from '@sitegrep/site/address';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { countryNamed, ISO_COUNTRIES } from './countries.ts';
import { isoLanguage } from '../languages/languages.ts';
import type { Phone } from '../phones/phones.ts';
import { type HeaderFields, headerValues } from '../signals.ts';

/** Language tags with the region that software writes unless it is told otherwise. */
const SOFTWARE_DEFAULTS: ReadonlySet<string> = new Set(['en-us', 'en-gb', 'es-es']);
/** Tags that software writes for a language of several countries, whichever of them a site is of. They tell no more than the language. */
const LANGUAGE_DEFAULTS: ReadonlySet<string> = new Set(['de-de', 'fr-fr', 'ru-ru', 'zh-tw']);

/** Maximum pieces of evidence per source. Two countries are a contradiction already. */
const MAX_A_SOURCE = 5;

/**
 * Countries that postal addresses name, in the order of the addresses.
 *
 * @param source weaker than `address` if the addresses may be of others
 */
export function addressEvidence(
  addressCountries: readonly string[],
  source: 'address' | 'single_mention' = 'address',
): readonly CountryEvidence[] {
  return onePerCountry(
    source,
    addressCountries.map((value) => [value, countryNamed(value)]),
  );
}

export function phoneEvidence(
  phones: readonly Pick<Phone, 'number' | 'country'>[],
): readonly CountryEvidence[] {
  return onePerCountry(
    'phone',
    phones.map(({ number, country }) => [number, country]),
  );
}

/**
 * Countries that language tags and geo metas name. `en-US`, `en-GB` and `es-ES` are the default of much
 * software, which repeats it in all tags; they count only beside another tag with a region. Next to another region they
 * still contradict it. Versions in other languages than the page's own only contradict.
 *
 * @param declared tags of the page's own language; lists are split
 * @param alternates tags of its other versions
 * @param regionCodes codes of the countries or regions (`DE-BY`, ISO 3166-2) that its metas name
 */
export function regionEvidence(
  declared: readonly string[],
  alternates: readonly string[],
  regionCodes: readonly string[],
): readonly CountryEvidence[] {
  const own = regionsOf(declared);
  const versions = regionsOf(alternates);
  const languages = new Set(declared.flatMap((tags) => tagsOf(tags).map(isoLanguage)));
  languages.delete(null);
  const areOfPage =
    own.length > 0 || languages.size === 0 || versions.some(([tag]) => languages.has(isoLanguage(tag)));
  const tags = [...own, ...(areOfPage ? versions : [])];
  const codes = countriesOf(regionCodes);
  const only = codes.length > 0 ? null : onlyTag(tags.map(([tag]) => tag));
  if (only !== null && SOFTWARE_DEFAULTS.has(only)) return [];
  const source = only !== null && LANGUAGE_DEFAULTS.has(only) ? 'shared_language' : 'region';
  return onePerCountry(source, [...tags, ...codes]);
}

/** The tag that all tags are, in lower case with a hyphen: `en-us`; null if they differ. */
function onlyTag(tags: readonly string[]): string | null {
  const [only, ...others] = new Set(tags.map((tag) => tag.toLowerCase().replace('_', '-')));
  return only === undefined || others.length > 0 ? null : only;
}

function regionsOf(tags: readonly string[]): readonly (readonly [tag: string, region: string])[] {
  return tags.flatMap(tagsOf).flatMap((tag) => {
    const region = regionOfTag(tag);
    return region === null ? [] : [[tag.trim(), region] as const];
  });
}

function tagsOf(list: string): readonly string[] {
  return list.slice(0, 1_000).split(/[,;]/);
}

function countriesOf(codes: readonly string[]): readonly (readonly [value: string, country: string])[] {
  return codes.flatMap((code) => {
    const country = /^\s*([a-z]{2})(?:-[a-z0-9]{1,3})?\s*$/i.exec(code)?.[1]?.toUpperCase() ?? '';
    return ISO_COUNTRIES.has(country) ? [[code, country] as const] : [];
  });
}

function onePerCountry(
  source: CountryEvidence['source'],
  statements: readonly (readonly [value: string, country: string | null])[],
): readonly CountryEvidence[] {
  const byCountry = new Map<string, CountryEvidence>();
  for (const [value, country] of statements) {
    if (country === null || byCountry.has(country) || byCountry.size === MAX_A_SOURCE) continue;
    byCountry.set(country, { source, value: copied(value.trim().slice(0, 100)), country });
  }
  return [...byCountry.values()];
}

/**
 * The country in a language tag: AT in `de-AT`, TW in `zh_Hant_TW`.
 *
 * A region that repeats the language counts only if the language is spoken there: `de-DE` is Germany, but
 * `sv-SV` is not El Salvador and `ar-AR` is not Argentina. `es-LA` is a social network's name for Latin
 * America, not Laos.
 *
 * @returns ISO 3166-1 alpha-2 in upper case; null if there is none
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

/** Gives the country where an IP address is used as ISO 3166-1 alpha-2, or null if it is not known. */
export type CountryOfAddress = (address: string) => string | null;

/**
 * Header fields that identify content delivery networks and hosting platforms. Their servers are everywhere, so
 * their location does not show the country of a site.
 */
const NETWORK_FIELDS = (
  'cf-ray cdn-loop x-amz-cf-id x-amz-cf-pop x-fastly-request-id x-akamai-transformed x-akamai-request-id akamai-grn ' +
  'x-azure-ref x-msedge-ref x-vercel-id x-nf-request-id x-github-request-id x-wix-request-id x-shopid x-shopify-stage ' +
  'x-sucuri-id x-iinfo x-cdn cdn-cache cdn-pullzone cdn-requestid fly-request-id x-nws-log-uuid eagleid x-hw x-llid ' +
  'x-edge-location x-77-pop x-render-origin-server x-cdn-request-id x-ddos-protection x-tumblr-user x-ac'
).split(' ');

/** Header values that identify the same networks as a server or as a proxy. */
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
 * Country of the server's address; empty if it is not known, or if the address belongs to a network that serves
 * sites of all countries.
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

/** Reads a database of IP addresses. @param memory result of `loadAddressCountries` (data.ts) */
export function addressCountries(memory: SharedArrayBuffer): CountryOfAddress {
  // This database has other fields than the library's types describe.
  const reader = new Reader<CountryResponse>(Buffer.from(memory));
  return (address) => {
    const read = readAddress(address);
    if (read === null) return null;
    const found: object | null = reader.get(read.text);
    if (found === null || !('country_code' in found)) return null;
    const code = found.country_code;
    return typeof code === 'string' && ISO_COUNTRIES.has(code) ? code : null;
  };
}
