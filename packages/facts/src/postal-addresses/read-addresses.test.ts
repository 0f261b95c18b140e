import { describe, expect, test } from 'vitest';
import { readAddresses } from './read-addresses.ts';

/** The addresses of lines as `street | postcode | city | region | country`. */
function read(lines: readonly string[], home: string | null = null): readonly string[] {
  return readAddresses(lines.join('\u2028'), home).map((address) =>
    [address.street, address.postcode, address.city, address.region, address.country]
      .map((part) => part ?? '')
      .join('|'),
  );
}

describe('addresses by country', () => {
  test.each([
    [
      'US',
      ['Acme Inc.', '12 Elm Street, Suite 4', 'Columbus, OH 43215-1234'],
      '12 Elm Street, Suite 4|43215-1234|Columbus|OH|US',
    ],
    [
      'US on one line',
      ['Visit us at 4000 N. Oak Blvd Springfield, Illinois 62704 today'],
      '4000 N. Oak Blvd|62704|Springfield|Illinois|US',
    ],
    ['US box', ['P.O. Box 77', 'Salem OR 97301'], 'P.O. Box 77|97301|Salem|OR|US'],
    ['GB', ['9 Mill Lane', 'Guildford', 'Surrey', 'GU1 3XX'], '9 Mill Lane|GU1 3XX|Guildford||GB'],
    [
      'GB with a house',
      ['Unit 3, Park House, 9 Mill Lane, London SE1 8ST'],
      '9 Mill Lane|SE1 8ST|London||GB',
    ],
    ['CA', ['15 King St. W, Toronto, ON M5H 1A1'], '15 King St. W|M5H 1A1|Toronto|ON|CA'],
    ['AU', ['14 Sarah Street', 'Mascot NSW 2020'], '14 Sarah Street|2020|Mascot|NSW|AU'],
    ['IE', ['5 Pearse Street, Dublin, D02 X285'], '5 Pearse Street|D02 X285|Dublin||IE'],
    [
      'DE',
      ['Beispiel GmbH', 'Hauptstraße 12a', '12345 Neustadt am See', 'Tel. 030 1'],
      'Hauptstraße 12a|12345|Neustadt am See||DE',
    ],
    [
      'DE on one line',
      ['Beispiel GmbH Lange Gasse 3-5 12345 Neustadt Telefon 030 1'],
      'Lange Gasse 3-5|12345|Neustadt||DE',
    ],
    ['DE with letters', ['Moosfeld 7, D-12345 Neustadt'], 'Moosfeld 7|12345|Neustadt||DE'],
    ['AT', ['Lange Gasse 3 | A-1080 Wien'], 'Lange Gasse 3|1080|Wien||AT'],
    ['CH', ['Seestrasse 8', 'CH-8002 Zürich'], 'Seestrasse 8|8002|Zürich||CH'],
    ['FR', ['12 bis, rue de la Gare', '75011 Paris'], '12 bis, rue de la Gare|75011|Paris||FR'],
    ['FR in capitals', ['3 AVENUE DES LILAS - 69003 LYON CEDEX 03'], '3 AVENUE DES LILAS|69003|LYON||FR'],
    ['IT', ['Via Garibaldi, 14 - 20121 Milano (MI)'], 'Via Garibaldi, 14|20121|Milano|MI|IT'],
    ['ES', ['C/ Mayor, 3, 2º B', '28013 Madrid'], 'C/ Mayor, 3, 2º B|28013|Madrid||ES'],
    ['NL', ['Kerkstraat 5 · 1017 GA Amsterdam'], 'Kerkstraat 5|1017 GA|Amsterdam||NL'],
    ['BE', ['Kerkstraat 5, 9000 Gent, België'], 'Kerkstraat 5|9000|Gent||BE'],
    ['PL', ['ul. Długa 4/2', '00-238 Warszawa'], 'ul. Długa 4/2|00-238|Warszawa||PL'],
    ['CZ', ['Dlouhá 12, 110 00 Praha 1, Česká republika'], 'Dlouhá 12|110 00|Praha 1||CZ'],
    ['SE', ['Storgatan 5, 111 22 Stockholm'], 'Storgatan 5|111 22|Stockholm||SE'],
    ['DK', ['Søndergade 4, 8000 Aarhus C'], 'Søndergade 4|8000|Aarhus C||DK'],
    ['NO', ['Storgata 9', '0155 Oslo'], 'Storgata 9|0155|Oslo||NO'],
    ['FI', ['Mannerheimintie 5, 00100 Helsinki'], 'Mannerheimintie 5|00100|Helsinki||FI'],
    ['PT', ['Rua Augusta, 20', '1100-053 Lisboa'], 'Rua Augusta, 20|1100-053|Lisboa||PT'],
    [
      'BR',
      ['Rua das Flores, 123 - Centro', 'Curitiba - PR, 80010-000'],
      'Rua das Flores, 123|80010-000|Curitiba|PR|BR',
    ],
    ['HU', ['1051 Budapest, Kossuth utca 12.'], 'Kossuth utca 12|1051|Budapest||HU'],
    ['RU', ['123456, г. Москва, ул. Садовая, д. 5'], 'ул. Садовая, д. 5|123456|Москва||RU'],
    ['JP', ['〒100-0001 東京都千代田区千代田1-1 TEL 03'], '千代田1-1|100-0001|千代田区|東京都|JP'],
  ])('%s', (_name, lines, expected) => {
    expect(read(lines)).toEqual([expected]);
  });
});

test('the text is as written, on one line', () => {
  const lines = 'Beispiel GmbH\u2028Hauptstraße 12\u202812345  Neustadt\u2028Tel.';
  const [address] = readAddresses(lines, null);
  expect(address).toMatchObject({ text: 'Hauptstraße 12, 12345 Neustadt', at: 14 });
  expect(lines.slice(address?.at, address?.end)).toBe('Hauptstraße 12\u202812345  Neustadt');
});

test('several addresses of a page are found', () => {
  expect(
    read(['Hauptstraße 1, 12345 Neustadt', 'Nebenweg 2, 54321 Altstadt', '1 Elm Street, Dover, DE 19901']),
  ).toEqual([
    'Hauptstraße 1|12345|Neustadt||DE',
    'Nebenweg 2|54321|Altstadt||DE',
    '1 Elm Street|19901|Dover|DE|US',
  ]);
});

describe('a form that several countries share', () => {
  test('has the country of the site', () => {
    expect(read(['Hauptstraße 5, 4020 Linz'], 'AT')).toEqual(['Hauptstraße 5|4020|Linz||AT']);
    expect(read(['Hauptstraße 5, 8400 Winterthur'], 'CH')).toEqual(['Hauptstraße 5|8400|Winterthur||CH']);
  });
  test('is none where the country is not known', () => {
    expect(read(['Hauptstraße 5, 4020 Linz'])).toEqual([]);
  });
  test('does not have the country of a site where such streets are not', () => {
    expect(read(['Hauptstraße 5, 12345 Neustadt'], 'FR')).toEqual(['Hauptstraße 5|12345|Neustadt||DE']);
  });
});

describe('what is not an address', () => {
  test.each([
    ['dates', ['August 9, 2012, By Ann', 'May 3rd, 2023, Prep 10 min', 'Oct 31, 2025, Getty Images']],
    ['a list of years', ['Best Films of 2024', '2025 Awards Street Parade']],
    ['a result', ['Report 12, 12500 Views', '3 Answers, 37721 Comments']],
    ['a price', ['Wegstraße 3, 12345 € Rabatt']],
    ['a suite without a state', ['12 Elm Street, Suite 55312, Miami']],
    ['a city alone', ['12345 Berlin']],
    ['a city and a state', ['Austin, TX 78701']],
    ['a time', ['Polls close in Ohio at 6 p.m. EST (2300 GMT)']],
    ['a docket', ['15-1485 District v. Wesby, 16-424 Class v. States']],
    ['a number of an order', ['Order 12, 99999 Items']],
  ])('%s', (_name, lines) => {
    expect(read(lines)).toEqual([]);
  });
});

test('the time for hostile text is linear', () => {
  for (const piece of ['1234 A, ', 'Straße 1 ', '12345 ', 'A1 1AA\u2028', '1-', 'rue ', '〒123-4567 市'])
    expect(Array.isArray(readAddresses(piece.repeat(20_000), 'DE'))).toBe(true);
});
