import { foldSite, type Page } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { describe, expect, test } from 'vitest';
import {
  addressCountries,
  addressEvidence,
  phoneEvidence,
  regionEvidence,
  regionOfTag,
  serverEvidence,
} from './country-evidence.ts';
import { loadAddressCountries } from '../data.ts';
import { extractPage } from '../extract-page.ts';
import { loadOwnerDetails } from '../owner-details.ts';

const ownerDetails = await loadOwnerDetails();
const pageOf = (url: string, html: string): Page => ({
  url,
  status: 200,
  headers: [],
  body: Buffer.from(html),
  truncated: false,
  fetchedAt: 0,
});

const short = (evidence: readonly { readonly value: string; readonly country: string }[]): string[] =>
  evidence.map(({ value, country }) => `${value}:${country}`);

test('addresses: one per country, as written first; texts without a country are left out', () => {
  expect(addressEvidence([' Deutschland ', 'DE', '', 'Country', 'Österreich'])).toEqual([
    { source: 'address', value: 'Deutschland', country: 'DE' },
    { source: 'address', value: 'Österreich', country: 'AT' },
  ]);
  expect(addressEvidence(['DE', 'AT', 'CH', 'FR', 'IT', 'PL', 'CZ'])).toHaveLength(5);
});

test('phones: one per country; ambiguous ones are left out', () => {
  const phones = [
    { number: '+18004633339', country: null },
    { number: '+4930231250', country: 'DE' },
    { number: '+4930231251', country: 'DE' },
  ];
  expect(phoneEvidence(phones)).toEqual([{ source: 'phone', value: '+4930231250', country: 'DE' }]);
});

describe('a business with ratings', () => {
  const venue = (more: string): string =>
    `<script type=application/ld+json>{"@type":"Restaurant",${more}"address":{"@type":"PostalAddress","addressCountry":"NL"}}</script>`;
  const rated = venue('"aggregateRating":{"ratingValue":"4"},');
  const marked =
    '<div itemscope itemtype=https://schema.org/Restaurant><p itemprop=review>Good</p>' +
    '<p itemprop=address itemscope><meta itemprop=addressCountry content=NL></p></div>';
  const sourcesOf = (html: string, url: string): readonly string[] =>
    extractPage(pageOf(url, html), { ownerDetails }).facts.countryEvidence.map(
      ({ source, country }) => `${source}:${country}`,
    );

  test.each([
    [rated, 'https://venue.test/', ['address:NL']],
    [rated, 'https://guide.test/venue', ['single_mention:NL']],
    [marked, 'https://venue.test/', ['address:NL']],
    [marked, 'https://guide.test/venue', ['single_mention:NL']],
    [
      `${rated}<p class=address>Molenstraat 12, 1012 AB Amsterdam</p><p>Tel. +31 20 624 1111</p><footer>12 Mill Road, Leeds LS1 4AP</footer>`,
      'https://guide.test/venue',
      ['single_mention:NL', 'postcode:GB'],
    ],
    [venue(''), 'https://venue.test/contact', ['address:NL']],
    [
      `${venue('')}<script type=application/ld+json>{"@type":"Product","aggregateRating":{"ratingValue":"4"}}</script>`,
      'https://venue.test/product',
      ['address:NL'],
    ],
  ])('%s at %s', (html, url, expected) => {
    expect(sourcesOf(html, url)).toEqual(expected);
  });
});

describe('regions', () => {
  test.each([
    [['de-AT'], [], ['de-AT:AT']],
    [['de', 'de_AT'], ['en', 'x-default'], ['de_AT:AT']],
    [['de-AT', 'de_AT'], ['de-AT'], ['de-AT:AT']],
    [['de-AT'], ['de-AT', 'de-DE'], ['de-AT:AT', 'de-DE:DE']],
    [['de-AT, en-GB;q=0.5'], [], ['de-AT:AT', 'en-GB:GB']],
    [[], ['fr-CA'], ['fr-CA:CA']],
    [['en-US', 'en_us'], ['de', 'x-default'], []],
    [['en-US'], ['en-US'], []],
    [['en-US', 'en_US'], ['en_US', 'en-us', 'x-default'], []],
    [['en'], ['en-us'], []],
    [['en'], ['en-us', 'es-us'], ['en-us:US']],
    [['en-US'], ['en-US', 'en-GB'], ['en-US:US', 'en-GB:GB']],
    [['es-US'], [], ['es-US:US']],
    [['en-GB', 'en_gb'], [], []],
    [['en_GB'], ['en-GB'], []],
    [['en-AU', 'en_GB'], [], ['en-AU:AU', 'en_GB:GB']],
    [['en-US'], ['de-DE'], ['en-US:US', 'de-DE:DE']],
    [['en'], ['de-DE'], []],
    [['en'], ['en-AU'], ['en-AU:AU']],
    [['en'], ['en-AU', 'de-DE'], ['en-AU:AU', 'de-DE:DE']],
    [['es-ES', 'es_es'], [], []],
    [['es-ES'], ['ca-ES'], ['es-ES:ES']],
    [['es-ES'], ['es-MX'], ['es-ES:ES', 'es-MX:MX']],
    [['ca-ES'], [], ['ca-ES:ES']],
    [['ar_AR', 'ar-EG'], [], ['ar-EG:EG']],
    [[], [], []],
    [['-'.repeat(100_000), ','.repeat(100_000)], [], []],
  ])('of %j and versions in %j', (declared, alternates, expected) => {
    expect(short(regionEvidence(declared, alternates, []))).toEqual(expected);
  });

  test.each([
    [
      ['de-DE', 'de_de'],
      ['de-DE', 'x-default'],
      [],
      [{ source: 'shared_language', value: 'de-DE', country: 'DE' }],
    ],
    [['fr_FR'], [], [], [{ source: 'shared_language', value: 'fr_FR', country: 'FR' }]],
    [['pl-PL'], [], [], [{ source: 'region', value: 'pl-PL', country: 'PL' }]],
    [['de-DE'], [], ['DE-BY'], [{ source: 'region', value: 'de-DE', country: 'DE' }]],
  ])(
    'of %j, versions in %j and codes %j: software writes the most usual one for a language',
    (declared, alternates, codes, expected) => {
      expect(regionEvidence(declared, alternates, codes)).toEqual(expected);
    },
  );

  test('count as regions', () => {
    expect(short(regionEvidence([], [], ['DE-BY', 'de']))).toEqual(['DE-BY:DE']);
    expect(short(regionEvidence(['en-US'], [], ['IN', 'XX', 'India', '']))).toEqual(['en-US:US', 'IN:IN']);
  });
});

test.each([
  ['de-AT', 'AT'],
  [' DE_at ', 'AT'],
  ['zh-Hant-TW', 'TW'],
  ['zh_CN', 'CN'],
  ['en-US', 'US'],
  ['en-GB', 'GB'],
  ['en-UK', 'GB'],
  ['en_DE', 'DE'],
  ['pt_BR.UTF-8', 'BR'],
  ['ca-ES-valencia', 'ES'],
  ['fil-PH', 'PH'],
  ['de-DE', 'DE'],
  ['fr-FR', 'FR'],
  ['pt-PT', 'PT'],
  ['es-ES', 'ES'],
  ['it-IT', 'IT'],
  ['pl-PL', 'PL'],
  ['ru-RU', 'RU'],
  ['tr-TR', 'TR'],
  ['fi-FI', 'FI'],
  ['nl-NL', 'NL'],
])('%s is of %s', (tag, region) => {
  expect(regionOfTag(tag)).toBe(region);
});

test.each([
  '',
  'de',
  'x-default',
  'zh-Hans',
  'es-419',
  'es_LA',
  'en-EU',
  'en-ZZ',
  'ar-AR',
  'sv-SV',
  'sl-SL',
  'et-ET',
  'uk-UK',
  'ca-CA',
  'be-BE',
  'my-MY',
  'ja-JA',
  'de-AT, de',
  'german-DE',
  'de--AT',
  '{{lang}}-{{region}}',
  'de-AT\0',
  'de-AT'.repeat(100_000),
])('%j is of none', (tag) => {
  expect(regionOfTag(tag)).toBeNull();
});

test.each([
  ['article', []],
  ['website', ['PT']],
])('og:country-name of a page of type %s', (type, expected) => {
  const html = `<meta property="og:type" content="${type}"><meta property="og:country-name" content="Portugal">`;
  const url = 'https://firm.test/';
  const { countryEvidence } = extractPage(pageOf(url, html), { ownerDetails }).facts;
  expect(countryEvidence.map(({ country }) => country)).toEqual(expected);
});

const countryOfAddress = addressCountries(loadAddressCountries());

test.each([
  ['193.0.6.139', 'NL'],
  ['2001:67c:2e8:22::c100:68b', 'NL'],
  ['200.160.2.3', 'BR'],
  ['202.12.29.142', 'AU'],
])('the address %s is used in %s', (address, country) => {
  expect(serverEvidence(address, {}, countryOfAddress)).toEqual([{ source: 'ip', value: address, country }]);
});

test.each(['10.0.0.1', '127.0.0.1', '::1', 'fd00::1', '192.0.2.1', '', 'nonsense', '1.2.3.4.5'])(
  'nobody knows where %j is',
  (address) => {
    expect(serverEvidence(address, {}, countryOfAddress)).toEqual([]);
  },
);

test('without an address or a database there is no evidence', () => {
  expect(serverEvidence(undefined, {}, countryOfAddress)).toEqual([]);
  expect(serverEvidence('193.0.6.139', {}, undefined)).toEqual([]);
});

test.each([
  ['cf-ray', '8f2b-AMS'],
  ['server', 'cloudflare'],
  ['server', 'AkamaiGHost'],
  ['server', 'GitHub.com'],
  ['via', '1.1 abc.cloudfront.net (CloudFront)'],
  ['x-served-by', 'cache-ams21-AMS'],
  ['x-vercel-id', 'fra1::x'],
  ['x-shopid', '1'],
])('%s: %s is a network that serves sites of all countries', (name, value) => {
  expect(serverEvidence('193.0.6.139', { [name]: [value] }, countryOfAddress)).toEqual([]);
});

test.each([
  ['server', 'nginx'],
  ['server', 'Apache/2.4 (Debian)'],
  ['via', '1.1 varnish (Varnish/7.1)'],
  ['x-served-by', 'web3.firm.test'],
])('%s: %s is not', (name, value) => {
  expect(serverEvidence('193.0.6.139', { [name]: [value] }, countryOfAddress)).toHaveLength(1);
});

test.each([
  ['a page that says nothing', 'https://firm.test/', '<p>Bread', null, ['ip']],
  [
    'a page with a weak sign',
    'https://firm.test/',
    '<html lang=nl><p>© Brood & Zonen, Postbus 12. Wij bakken elke dag vers brood in onze winkel, en op zaterdag ook taart en gebak voor het hele gezin. Tot ziens in de winkel!',
    null,
    ['shared_language', 'ip'],
  ],
  ['a page with a region', 'https://firm.test/', '<html lang="de-AT">', 'AT', ['region', 'ip']],
  ['a domain of a country', 'https://firm.se/', '<p>Bread', 'SE', ['domain', 'ip']],
])('the server’s address only adds to other evidence: %s', (_name, url, html, country, sources) => {
  const page = { ...pageOf(url, html), address: '193.0.6.139' };
  const { source, charset, facts } = extractPage(page, { countryOfAddress, ownerDetails });
  const record = {
    url,
    fetchedAt: 0,
    charset,
    truncated: false,
    source,
    facts: { ...NO_PAGE_FACTS, ...facts },
  };
  const site = foldSite(new URL(url).hostname, [record], { maxSiteBytes: 1_000 }).facts;
  expect(site.countryIsoCode).toBe(country);
  expect(site.countryEvidence.map((evidence) => evidence.source)).toEqual(sources);
});
