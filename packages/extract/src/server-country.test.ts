import { expect, test } from 'vitest';
import { foldSite } from '@sitegrep/site';
import { addressCountries } from './address-countries.ts';
import { loadAddressCountries } from './data.ts';
import { extractPage } from './extract.ts';
import { serverEvidence } from './server-country.ts';

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
  ['a page that says nothing', 'https://firm.test/', '<p>Bread', 'NL', ['ip']],
  ['a page with a region', 'https://firm.test/', '<html lang="de-AT">', 'AT', ['region', 'ip']],
  ['a domain of a country', 'https://firm.se/', '<p>Bread', 'SE', ['domain', 'ip']],
])('the server’s address has the last word: %s', (_name, url, html, country, sources) => {
  const page = { url, status: 200, headers: [], body: Buffer.from(html), truncated: false, fetchedAt: 0 };
  const { source, charset, facts } = extractPage({ ...page, address: '193.0.6.139' }, { countryOfAddress });
  const record = {
    url,
    fetchedAt: 0,
    charset,
    truncated: false,
    source,
    facts: { ...facts, technologies: [] },
  };
  const site = foldSite(new URL(url).hostname, [record], { maxSiteBytes: 1_000 }).facts;
  expect(site.countryIsoCode).toBe(country);
  expect(site.countryEvidence.map((evidence) => evidence.source)).toEqual(sources);
});
