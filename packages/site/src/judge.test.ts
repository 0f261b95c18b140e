import type { PhoneNumber, PostalAddress } from './contact-facts.ts';
import { describe, expect, test } from 'vitest';
import type { CountryEvidence, CountrySource } from './facts.ts';
import { foldSite } from './fold.ts';
import { judgeCountry } from './judge.ts';
import type { PageRecord } from './page.ts';
import { pageAt } from '../test/page-at.ts';

/** `address:DE phone:AT` */
function evidence(text: string): CountryEvidence[] {
  const isSource = (name: string): name is CountrySource => ['address', 'phone', 'region'].includes(name);
  return text.split(' ').flatMap((word) => {
    const [source = '', country = ''] = word.split(':');
    return isSource(source) ? [{ source, value: `of ${country}`, country }] : [];
  });
}

/** One page a text, home page first. */
function pagesOf(texts: readonly string[]): PageRecord[] {
  return texts.map((text, at) =>
    pageAt(`https://a.test/${at === 0 ? '' : at}`, {}, { countryEvidence: evidence(text) }),
  );
}

describe('the country of a site', () => {
  test.each([
    ['nothing speaks for any', 'a.com', [''], ''],
    ['the domain alone', 'a.de', [''], 'domain:DE'],
    ['a generic domain says nothing', 'a.io', ['region:FR'], 'region:FR'],
    [
      'all sources, strongest first',
      'a.de',
      ['region:LI phone:CH address:AT'],
      'address:AT domain:DE phone:CH region:LI',
    ],
    ['phone before region', 'a.com', ['region:CA phone:US'], 'phone:US region:CA'],
    ['the domain before phone and region', 'a.nl', ['phone:BE region:BE'], 'domain:NL phone:BE region:BE'],
    [
      'a source that contradicts itself says nothing',
      'a.com',
      ['address:AT address:DE phone:CH'],
      'phone:CH',
    ],
    ['twice the same is no contradiction', 'a.com', ['phone:CH phone:CH'], 'phone:CH'],
    ['the home page against all others', 'a.com', ['phone:CH', 'phone:DE', 'phone:DE'], 'phone:CH'],
    ['others where the home page is silent', 'a.com', ['', 'address:PL', ''], 'address:PL'],
    ['others where the home page names several', 'a.com', ['phone:DE phone:AT', 'phone:AT'], 'phone:AT'],
    ['more than half of the others', 'a.com', ['', 'phone:DE', 'phone:AT', 'phone:AT'], 'phone:AT'],
    ['half of the others is not enough', 'a.com', ['', 'phone:DE', 'phone:AT'], ''],
    [
      'each source by itself: a stronger one of another page goes first',
      'a.com',
      ['phone:US', 'address:GB'],
      'address:GB phone:US',
    ],
  ])('%s', (_name, domain, texts, expected) => {
    const judged = judgeCountry(domain, pagesOf(texts));
    expect(judged.map(({ source, country }) => `${source}:${country}`).join(' ')).toBe(expected);
  });

  test('the evidence has the text as written', () => {
    const [address, domain] = judgeCountry('a.co.uk', pagesOf(['address:IE']));
    expect(address).toEqual({ source: 'address', value: 'of IE', country: 'IE' });
    expect(domain).toEqual({ source: 'domain', value: 'co.uk', country: 'GB' });
  });

  test('is in the facts of the site, and so is the evidence', () => {
    const fold = (domain: string, ...texts: string[]) =>
      foldSite(domain, pagesOf(texts), { maxSiteBytes: 1000 }).facts;
    expect(fold('a.de', 'address:AT')).toMatchObject({
      countryIsoCode: 'AT',
      countryEvidence: [{ source: 'address' }, { source: 'domain', value: 'de', country: 'DE' }],
    });
    expect(fold('a.com', '')).toMatchObject({ countryIsoCode: null, countryEvidence: [] });
  });
});

test('pages that were stored before there was evidence are judged by their domain', () => {
  const { facts } = foldSite('a.fr', [pageAt('https://a.fr/')], { maxSiteBytes: 1000 });
  expect(facts).toMatchObject({ countryIsoCode: 'FR', phoneNumbers: [] });
});

test('phone numbers: those of the home page first, then by URL, unique, at most 100', () => {
  const numbers = (from: number) =>
    Array.from({ length: 70 }, (_, n): PhoneNumber => ({
      number: `+49301234${from + n}`,
      kind: 'phone',
      source: 'link',
    }));
  const pages = [
    pageAt('https://a.test/b', {}, { phoneNumbers: numbers(200) }),
    pageAt('https://a.test/', {}, { phoneNumbers: numbers(150) }),
  ];
  const { phoneNumbers } = foldSite('a.test', pages, { maxSiteBytes: 1000 }).facts;
  expect(phoneNumbers).toHaveLength(100);
  expect(phoneNumbers.slice(69, 71)).toEqual([
    { number: '+49301234219', kind: 'phone', source: 'link', url: 'https://a.test/' },
    { number: '+49301234220', kind: 'phone', source: 'link', url: 'https://a.test/b' },
  ]);
});

test('postal addresses: those of the home page first; a second spelling adds what the first leaves out', () => {
  const address: PostalAddress = {
    text: 'Gasse 1, 1010 Wien',
    street: 'Gasse 1',
    postcode: '1010',
    city: 'Wien',
    region: null,
    country: null,
    source: 'text',
  };
  const pages = [
    pageAt(
      'https://a.test/b',
      {},
      {
        postalAddresses: [
          { ...address, text: 'Gasse 2, 1010 Wien', street: 'Gasse 2' },
          { ...address, text: 'Gasse 1, 1010 Wien, AT', country: 'AT' },
        ],
      },
    ),
    pageAt('https://a.test/', {}, { postalAddresses: [address] }),
  ];
  expect(foldSite('a.test', pages, { maxSiteBytes: 1000 }).facts.postalAddresses).toEqual([
    { ...address, country: 'AT', url: 'https://a.test/' },
    { ...address, text: 'Gasse 2, 1010 Wien', street: 'Gasse 2', url: 'https://a.test/b' },
  ]);
});

test('at most 20 postal addresses of a site are kept', () => {
  const postalAddresses = Array.from({ length: 15 }, (_, n): PostalAddress => ({
    text: `Gasse ${n}`,
    street: `Gasse ${n}`,
    postcode: '1010',
    city: 'Wien',
    region: null,
    country: 'AT',
    source: 'structured_data',
  }));
  const later = postalAddresses.map((address) => ({ ...address, postcode: '1020' }));
  const pages = [
    pageAt('https://a.test/', {}, { postalAddresses }),
    pageAt('https://a.test/b', {}, { postalAddresses: later }),
  ];
  expect(foldSite('a.test', pages, { maxSiteBytes: 1000 }).facts.postalAddresses).toHaveLength(20);
});
