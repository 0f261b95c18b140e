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
    ['US with a bar', ['12 Elm Road | Ramsey, NJ | 07446'], '12 Elm Road|07446|Ramsey|NJ|US'],
    ['US with its name', ['9 Elm Street', 'San Pedro, CA, USA 90731'], '9 Elm Street|90731|San Pedro|CA|US'],
    [
      'US with a suite before the city',
      ['3900 East Elm Ave, Suite 500 \nDenver, CO 80210'],
      '3900 East Elm Ave, Suite 500|80210|Denver|CO|US',
    ],
    [
      'US in lines of the source',
      ['412 Avenue of the Elms\nSuite 9\nDover, DE 19901'],
      '412 Avenue of the Elms, Suite 9|19901|Dover|DE|US',
    ],
    [
      'US with a word for the number',
      ['One University Drive', 'Orange, CA 92866'],
      'One University Drive|92866|Orange|CA|US',
    ],
    ['US after a firm', ['Acme Corp. 420 9th Ave, New York, NY 10001'], '420 9th Ave|10001|New York|NY|US'],
    ['US after a time', ['at 6:30 pm 55 Elm Avenue, Atlanta, GA 30303'], '55 Elm Avenue|30303|Atlanta|GA|US'],
    ['US box on the line of the city', ['PO Box 975 Camilla, GA 31730'], 'PO Box 975|31730|Camilla|GA|US'],
    [
      'US street and box',
      ['1121 Elm Street | P.O. Box 520 | Dublin, NH 03444'],
      '1121 Elm Street, P.O. Box 520|03444|Dublin|NH|US',
    ],
    [
      'CA with its name',
      ['369 York Street, London Ontario Canada N6A 4G1'],
      '369 York Street|N6A 4G1|London|Ontario|CA',
    ],
    [
      'GB street without a number',
      ['Alexander House, Castle Street, Bath, BA1 2XX'],
      'Alexander House, Castle Street|BA1 2XX|Bath||GB',
    ],
    [
      'GB unit on an estate',
      ['Unit 29, Mill Road, Old Trading Estate, Cheltenham, GL51 9XX'],
      'Unit 29, Mill Road, Old Trading Estate|GL51 9XX|Cheltenham||GB',
    ],
    ['NL after the city', ['Kerkstraat 86', 'Walsoorden 4588 KD'], 'Kerkstraat 86|4588 KD|Walsoorden||NL'],
    ['EE after the city', ['Narva mnt 13, Tallinn 10151, Estonia'], 'Narva mnt 13|10151|Tallinn||EE'],
    ['TH after the city', ['18 Elm Road, Bangna, Bangkok 10260 Thailand'], '18 Elm Road|10260|Bangkok||TH'],
    [
      'DK with letters after the code',
      ['Acme P/S Bakken 10 - 12', '8260 DK-Viby J'],
      'Bakken 10 - 12|8260|Viby J||DK',
    ],
    ['CN', ['地址：沈阳市沈河区北三经街67号（110014）'], '沈阳市沈河区北三经街67号|110014|沈阳市||CN'],
    [
      'IN',
      ['Shop no.9, SV Road, Jogeshwari (W), Mumbai 400102.'],
      'Shop no.9, SV Road, Jogeshwari (W)|400102|Mumbai||IN',
    ],
    [
      'IN with its state',
      ['12 Ring Road, Ahmedabad, Gujarat - 380060'],
      '12 Ring Road|380060|Ahmedabad|Gujarat|IN',
    ],
    [
      'RU with its name',
      ['127427, Россия, Москва, Зелёная ул., д.19'],
      'Зелёная ул., д.19|127427|Москва||RU',
    ],
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
    ['the English word via', ['Get alerts via SMS 12 to 40404 Text Info', 'sent via mail 3, 20121 Milano']],
    ['a number of an order', ['Order 12, 99999 Items']],
  ])('%s', (_name, lines) => {
    expect(read(lines)).toEqual([]);
  });
});

test('the time for hostile text is linear', () => {
  for (const piece of ['1234 A, ', 'Straße 1 ', '12345 ', 'A1 1AA\u2028', '1-', 'rue ', '〒123-4567 市'])
    expect(Array.isArray(readAddresses(piece.repeat(20_000), 'DE'))).toBe(true);
});
