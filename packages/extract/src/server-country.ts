import type { CountryEvidence } from '@sitegrep/site';
import { headerValues, type HeaderFields } from './headers.ts';

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
