import { describe, expect, test } from 'vitest';
import { jsonLdContacts } from './json-ld-contacts.ts';

const countries = (...scripts: string[]): readonly string[] => jsonLdContacts(scripts).addressCountries;
const telephones = (...scripts: string[]): readonly string[] => jsonLdContacts(scripts).telephones;
const address = (country: string): string => `{"address":{"addressCountry":${country}}}`;

describe('countries of addresses', () => {
  test.each([
    ['a code', address('"DE"'), ['DE']],
    ['a name with an escape', address('"\\u00d6sterreich"'), ['Österreich']],
    ['an object', address('{"@type":"Country","name":"FR"}'), ['FR']],
    ['an array', address('["DE",{"name":"AT"},"DE"]'), ['DE', 'AT']],
    ['an array in an object', address('{"name":["DE"]}'), []],
    ['a number', address('49'), ['49']],
    ['null', address('null'), []],
    ['an object without a name', address('{"@id":"https://a.test/"}'), []],
    ['something huge', address(`"${'D'.repeat(300_000)}"`), []],
    ['a list of addresses', '{"address":[{"addressCountry":"DE"},{"addressCountry":"PL"}]}', ['DE', 'PL']],
    ['in a graph', '{"@graph":[{"@type":"WebSite"},{"a":{"b":[{"addressCountry":"SE"}]}}]}', ['SE']],
    ['at the top of a list', `[${address('"NO"')}]`, ['NO']],
    ['of the publisher', '{"publisher":{"address":{"addressCountry":"DK"}}}', ['DK']],
    ['of an event', `{"@type":"MusicEvent","location":${address('"DE"')}}`, []],
    [
      'of one of several types',
      `{"@type":["Thing","https://schema.org/Event"],"location":${address('"DE"')}}`,
      [],
    ],
    ['of a job', `{"@type":"JobPosting","jobLocation":${address('"DE"')}}`, []],
    ['of where somebody else works', `{"@type":"Person","worksFor":${address('"DE"')}}`, []],
    ['of an item in a list', `{"@type":"ItemList","itemListElement":[${address('"DE"')}]}`, []],
    [
      'of an organisation next to an event',
      `[{"@type":"Event"},{"@type":"Hotel","address":{"addressCountry":"IS"}}]`,
      ['IS'],
    ],
    ['under another key', '{"country":"DE","addressCountry2":"AT"}', []],
    ['in a text', '{"name":"\\"addressCountry\\":\\"DE\\""}', []],
    ['under a key of every object', '{"__proto__":{"addressCountry":"DE"}}', ['DE']],
  ])('%s', (_name, json, expected) => {
    expect(countries(json)).toEqual(expected);
  });

  test('of all scripts, in their order, once each', () => {
    expect(countries(address('"DE"'), address('"AT"'), '{}', address('"DE"'))).toEqual(['DE', 'AT']);
  });
});

test('fax numbers are apart from telephones, also in a script that is not JSON', () => {
  for (const json of ['{"telephone":"1","faxNumber":"2"}', '{"telephone":"1","faxNumber":"2",,}'])
    expect(jsonLdContacts([json])).toMatchObject({ telephones: ['1'], faxNumbers: ['2'] });
});

describe('telephones', () => {
  test.each([
    ['a text', '{"telephone":"+49 30 1"}', ['+49 30 1']],
    ['a number', '{"telephone":49301}', ['49301']],
    ['a list', '{"telephone":["1",null,2,{"name":"3"},{}]}', ['1', '2', '3']],
    ['of a contact point', '{"contactPoint":[{"telephone":"1"},{"telephone":"2"}]}', ['1', '2']],
    ['of an organizer', '{"organizer":{"telephone":"1"}}', []],
    ['not faxes', '{"faxNumber":"1"}', []],
    ['not of nothing', '{"telephone":null}', []],
    ['not of a truth', '{"telephone":true}', []],
  ])('%s', (_name, json, expected) => {
    expect(telephones(json)).toEqual(expected);
  });

  test('at most 200 are returned', () => {
    expect(
      telephones(JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ telephone: n })))),
    ).toHaveLength(200);
  });
});

describe('addresses', () => {
  const addresses = (json: string): unknown => jsonLdContacts([json]).addresses;

  test('are read in parts, or as one text', () => {
    expect(
      addresses(
        '{"@type":"Store","address":[{"@type":"PostalAddress","streetAddress":"Gasse 1","postalCode":1010,' +
          '"addressLocality":"Wien","addressRegion":"","addressCountry":{"name":"Austria"}},"Gasse 2, 1010 Wien"]}',
      ),
    ).toEqual([{ street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'Austria' }]);
    expect(addresses('{"@type":"Store","address":"Gasse 2, 1010 Wien"}')).toEqual([
      { text: 'Gasse 2, 1010 Wien' },
    ]);
  });

  test.each([
    ['an event', '{"@type":"Event","location":{"address":{"streetAddress":"Gasse 1"}}}'],
    ['a job', '{"@type":"JobPosting","jobLocation":{"address":{"streetAddress":"Gasse 1"}}}'],
    [
      'a reviewed place',
      '{"@type":"WebPage","review":{"itemReviewed":{"address":{"streetAddress":"Gasse 1"}}}}',
    ],
    ['a city without a street', '{"address":{"addressLocality":"Wien"}}'],
    ['an e-mail address', '{"address":"mail at firm.example"}'],
    ['a text beyond all bounds', `{"address":{"streetAddress":"${'1'.repeat(300)}"}}`],
  ])('are not those of %s', (_name, json) => {
    expect(addresses(json)).toEqual([]);
  });
});

describe('what is not quite JSON', () => {
  test.each([
    ['in a comment', `<!-- ${address('"DE"')} -->`],
    ['in a CDATA section', `//<![CDATA[\n${address('"DE"')}\n//]]>`],
    ['in a CDATA section that CSS hides', `/* <![CDATA[ */ ${address('"DE"')} /* ]]> */`],
    ['with a semicolon', `${address('"DE"')};`],
    ['with commas too many', '{"address":{"addressCountry":"DE",},"a":[1, 2, ],}'],
    ['with a line end in a text', '{"name":"a\nb","address":{"addressCountry":"DE"}}'],
    ['with a comma too few', '{"name":"a" "address":{"addressCountry" : "DE"}}'],
    [
      'with a quote in a text',
      '{"name":"the "best"","address":{"addressCountry": {"@type":"Country","name": "DE"}}}',
    ],
    ['that is cut off', '{"address":{"addressCountry":"DE"'],
    ['followed by more', `${address('"DE"')}{"a":1}`],
  ])('%s is read', (_name, json) => {
    expect(countries(json)).toEqual(['DE']);
  });

  test.each([
    '',
    'null',
    '"addressCountry"',
    '{"addressCountry":',
    '{"addressCountry":}',
    '{"addressCountry":"',
    '\0',
  ])('%j is not evidence', (json) => {
    expect(jsonLdContacts([json])).toEqual({
      addressCountries: [],
      telephones: [],
      faxNumbers: [],
      emails: [],
      addresses: [],
      isRated: false,
    });
  });
});

describe('hostile scripts', () => {
  test.each([
    ['nested lists', `${'['.repeat(200_000)}"addressCountry"${']'.repeat(200_000)}`],
    ['nested objects', `${'{"a":'.repeat(80_000)}"addressCountry"${'}'.repeat(80_000)}`],
    ['open brackets', `"addressCountry"${'['.repeat(500_000)}`],
    ['key after key', '"addressCountry":{'.repeat(25_000)],
    ['objects that never name', '"addressCountry":{"@type":"'.repeat(18_000)],
    ['commas and blanks', `"telephone"${', '.repeat(250_000)}`],
    ['nothing but blanks', `"telephone":${' '.repeat(500_000)}x`],
    ['ends of comments', `"telephone"${'--> '.repeat(120_000)}x`],
    ['slashes', `"telephone"${'//'.repeat(250_000)}x`],
    ['a type of one long word', `{"@type":"${'E'.repeat(400_000)}","telephone":null}`],
  ])('%s are read to the end', (_name, json) => {
    expect(jsonLdContacts([json])).toEqual({
      addressCountries: [],
      telephones: [],
      faxNumbers: [],
      emails: [],
      addresses: [],
      isRated: false,
    });
  });

  test('beyond half a million characters nothing is read', () => {
    const filler = `{"telephone":"1","a":"${'x'.repeat(400_000)}"}`;
    expect(telephones(filler, filler, '{"telephone":"2"}')).toEqual(['1']);
  });
});
