import { expect, test } from 'vitest';
import type { PhoneNumber, PostalAddress } from '../contact-facts.ts';
import { foldSite } from '../fold.ts';
import { pageAt } from '../../test/page-at.ts';

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
      written: `tel:+49301234${from + n}`,
    }));
  const pages = [
    pageAt('https://a.test/b', {}, { phoneNumbers: numbers(200) }),
    pageAt('https://a.test/', {}, { phoneNumbers: numbers(150) }),
  ];
  const { phoneNumbers } = foldSite('a.test', pages, { maxSiteBytes: 1000 }).facts;
  expect(phoneNumbers).toHaveLength(100);
  expect(phoneNumbers.slice(69, 71)).toEqual([
    {
      number: '+49301234219',
      kind: 'phone',
      source: 'link',
      written: 'tel:+49301234219',
      url: 'https://a.test/',
    },
    {
      number: '+49301234220',
      kind: 'phone',
      source: 'link',
      written: 'tel:+49301234220',
      url: 'https://a.test/b',
    },
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
