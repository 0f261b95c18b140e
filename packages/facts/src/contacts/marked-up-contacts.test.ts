import { describe, expect, test } from 'vitest';
import type { Contacts } from './contacts.ts';
import { readDocument } from '../document/document.ts';

const stated = (html: string): Contacts => readDocument(html).contacts;
const item = (type: string, inside: string, attributes = ''): string =>
  `<div itemscope itemtype="https://schema.org/${type}" ${attributes}>${inside}</div>`;

describe('what markup states', () => {
  test('is the text of the element and its descendants, or an attribute in its place', () => {
    const html = item(
      'Store',
      '<p itemprop="telephone"> +49\n<b>30</b> 1 </p><meta itemprop="telephone" content="+49 30 2">' +
        '<a itemprop="telephone" href="tel:+49303">call</a><a itemprop="telephone" href="/call">+49 30 4</a>' +
        '<b itemprop="faxNumber">+49 30 5</b><span itemprop="email" content="a&amp;b@firm.org">x</span>',
    );
    expect(stated(html)).toEqual({
      telephones: ['+49 30 1', '+49 30 2', 'tel:+49303', '+49 30 4'],
      faxNumbers: ['+49 30 5'],
      emails: ['a&b@firm.org'],
      addressCountries: [],
      addresses: [],
      isRated: false,
    });
  });

  test('is the address of an item, in parts', () => {
    const parts =
      '<b itemprop="streetAddress">Gasse 1</b><i itemprop="postalCode">1010</i> <i itemprop="addressLocality">Wien</i>' +
      '<meta itemprop="addressCountry" content="AT">';
    expect(stated(item('Store', item('PostalAddress', parts, 'itemprop="address"'))).addresses).toEqual([
      { street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'AT' },
    ]);
    expect(stated(item('Event', item('PostalAddress', parts, 'itemprop="location"'))).addresses).toEqual([]);
    expect(
      stated(
        '<div class="vcard"><p class="adr"><span class="street-address">Gasse 1</span>, <span class="postal-code">1010</span> <span class="locality">Wien</span></p></div>',
      ).addresses,
    ).toEqual([{ street: 'Gasse 1', postcode: '1010', city: 'Wien' }]);
    expect(stated('<p class="street-address">Gasse 1</p>').addresses).toEqual([]);
  });

  test('is also read from RDFa, from the predecessor of schema.org and from classes of h-cards', () => {
    expect(
      stated(
        '<div vocab="https://schema.org/" typeof="Organization"><i property="schema:telephone">1</i></div>' +
          '<i property="v:tel">2</i><i class="tel">3</i><i class="p-tel">4</i><i class="tel big">5</i>' +
          '<i property="http://schema.org/telephone">6</i><i property="og:telephone">7</i>',
      ).telephones,
    ).toEqual(['1', '2', '3', '4', '6']);
  });

  test('a country may be an item with a name', () => {
    const country = (name: string): string =>
      item('PostalAddress', item('Country', name, 'itemprop="addressCountry"'), 'itemprop="address"');
    expect(stated(item('Store', country('<b itemprop="name">Brasil</b>'))).addressCountries).toEqual([
      'Brasil',
    ]);
    expect(stated(item('Store', country('<meta itemprop="name" content="Chile">'))).addressCountries).toEqual(
      ['Chile'],
    );
  });

  test.each([
    ['an event', item('MusicEvent', '<i itemprop="telephone">1</i>')],
    [
      'a review’s author',
      item('Store', item('Person', '<i itemprop="telephone">1</i>', 'itemprop="author"')),
    ],
    ['the place of an event', item('Event', item('Place', '<i itemprop="telephone">1</i>'))],
  ])('%s is somebody else', (_name, html) => {
    expect(stated(html).telephones).toEqual([]);
    expect(stated(`${html}<i itemprop="telephone">2</i>`).telephones).toEqual(['2']);
  });

  test('a class names a country only in a card', () => {
    const country = '<b class="country-name">Chile</b>';
    expect(stated(`<div class="adr">${country}</div>`).addressCountries).toEqual([]);
    expect(stated(`<div class="vcard"><p class="adr">${country}</p></div>`).addressCountries).toEqual([
      'Chile',
    ]);
  });

  test('sameAs is a profile', () => {
    expect(
      readDocument(
        '<link itemprop="sameAs" href="https://a.test/"><meta property="schema:sameAs" content="https://b.test/">' +
          item('Review', '<link itemprop="sameAs" href="https://c.test/">'),
      ).sameAsHrefs,
    ).toEqual(new Set(['https://a.test/', 'https://b.test/']));
  });

  test('elements that are never closed, closed twice or nested a thousand deep do no harm', () => {
    expect(stated('<div itemscope><i itemprop="telephone">1').telephones).toEqual(['1']);
    expect(stated('<i itemprop="telephone">1</i></i></div><i itemprop="email">e</i>').telephones).toEqual([
      '1',
    ]);
    const deep = `${'<div itemscope itemprop="telephone">'.repeat(1_000)}1${'</div>'.repeat(1_000)}`;
    expect(stated(`${deep}<i itemprop="telephone">2</i>`).telephones).toContain('2');
  });
});
