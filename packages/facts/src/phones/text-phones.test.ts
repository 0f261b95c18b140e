import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { loadOwnerDetails } from '../owner-details.ts';

const ownerDetails = await loadOwnerDetails();

/** Numbers in the text of a page as `number kind`. */
function read(html: string, url = 'https://firm.example/'): readonly string[] {
  const { phoneNumbers } = extractPage(
    {
      url,
      status: 200,
      headers: [['content-type', 'text/html; charset=utf-8']],
      body: Buffer.from(html),
      truncated: false,
      fetchedAt: 0,
    },
    { ownerDetails },
  ).facts;
  return phoneNumbers.map(({ number, kind, source }) => {
    expect(source).toBe('text');
    return `${number} ${kind}`;
  });
}

describe('a word announces a number', () => {
  test.each([
    ['German', 'de', 'Tel.: 030 23125-110', '+493023125110 phone'],
    ['German fax', 'de', 'Telefax 030 / 23125 111', '+493023125111 fax'],
    ['German mobile', 'de', 'Mobil: 0171 3920010', '+491713920010 mobile'],
    ['a single letter', 'de', 'T: 030 23125110 F: 030 23125111', '+493023125110 phone', '+493023125111 fax'],
    ['French', 'fr', 'Tél. : 01 99 00 12 34', '+33199001234 phone'],
    ['Spanish', 'es', 'Teléfono: 912 555 671', '+34912555671 phone'],
    ['Italian', 'it', 'Tel 06 4567 8912', '+390645678912 phone'],
    ['Dutch', 'nl', 'Telefoon: 020 555 01 23', '+31205550123 phone'],
    ['Polish', 'pl', 'tel. 22 555 01 23, faks 22 555 01 24', '+48225550123 phone', '+48225550124 fax'],
    ['Swedish', 'se', 'Telefon: 08-465 00 41', '+4684650041 phone'],
    ['Danish', 'dk', 'Tlf. 33 12 34 56', '+4533123456 phone'],
    ['Finnish', 'fi', 'Puh. 09 4245 0123', '+358942450123 phone'],
    ['Russian', 'ru', 'Телефон: (495) 555-45-67', '+74955554567 phone'],
    ['Greek', 'gr', 'Τηλ. 210 1234568', '+302101234568 phone'],
    ['Japanese', 'jp', '電話：03-5555-0123', '+81355550123 phone'],
    ['Chinese', 'cn', '联系电话：010-65550123', '+861065550123 phone'],
    ['Chinese with the calling code alone', 'cn', '传真：86-10-65550124', '+861065550124 fax'],
    ['Korean', 'kr', '대표전화 : 02-555-0123', '+8225550123 phone'],
    ['a symbol', 'de', '☎ 030 23125110', '+493023125110 phone'],
    ['a word after the number', 'com', '202.299.1148 fax', '+12022991148 fax'],
    [
      'a word of the next number',
      'com',
      'Phone 202.299.1147 Fax: 202.299.1148',
      '+12022991147 phone',
      '+12022991148 fax',
    ],
    ['WhatsApp', 'br', 'WhatsApp (11) 99714-0849', '+5511997140849 whatsapp'],
    ['a few words between', 'com', 'Call us today on 0117 230 5221', '+441172305221 phone'],
    ['ten digits in a row', 'com', 'Phone: 2122991148', '+12122991148 phone'],
    ['an abolished trunk prefix', 'pl', 'tel. 071 374 81 15', '+48713748115 phone'],
  ])('%s', (_name, suffix, text, ...expected) => {
    expect(read(`<p>${text}</p>`, `https://firm.${suffix}/`)).toEqual(expected);
  });

  test('on the line before it', () => {
    expect(read('<dt>Phone:</dt><dd>212.299.1148</dd>')).toEqual(['+12122991148 phone']);
  });
});

describe('a form that only phone numbers have needs no word', () => {
  test.each([
    ['a calling code', '+49 30 23125110', '+493023125110 phone'],
    ['a calling code in brackets', '(+49) 30 23125110', '+493023125110 phone'],
    ['North America', '(212) 299-1148', '+12122991148 phone'],
    ['North America with dots', '212.299.1148', '+12122991148 phone'],
  ])('%s', (_name, text, expected) => {
    expect(read(`<footer>${text}</footer>`)).toEqual([expected]);
  });
});

describe('several numbers', () => {
  test('after one word', () => {
    expect(read('<p>Tel. 030 23125110, 030 23125112 oder 030 23125113</p>', 'https://firm.de/')).toEqual([
      '+493023125110 phone',
      '+493023125112 phone',
      '+493023125113 phone',
    ]);
  });
  test('of which only the end is written', () => {
    expect(read('<p>Tel.: +380 44 593 8413, 593 8415</p>')).toEqual([
      '+380445938413 phone',
      '+380445938415 phone',
    ]);
  });
  test('beside each other', () => {
    expect(read('<p>Tel. 86-10-65550123/65550124</p>', 'https://firm.cn/')).toEqual([
      '+861065550123 phone',
      '+861065550124 phone',
    ]);
  });
});

describe('where the text is not about the owner', () => {
  const article = 'https://firm.de/news/2024/fire';
  test('a number in an article is left out, and the one in the foot is not', () => {
    expect(
      read('<article><p>Tel. 030 23125110</p></article><footer>Tel. 030 23125112</footer>', article),
    ).toEqual(['+493023125112 phone']);
  });
  test.each([
    ['comments', '<div class="comment-list"><p>Tel. 030 23125110</p></div>'],
    ['quotations', '<blockquote>Tel. 030 23125110</blockquote>'],
    ['reviews', '<div class="review"><p>Tel. 030 23125110</p></div>'],
    ['events', '<div class="event"><p>Tel. 030 23125110</p></div>'],
    ['lists of search results', '<div id="search-results"><p>Tel. 030 23125110</p></div>'],
  ])('numbers in %s are left out', (_name, html) => {
    expect(read(html, 'https://firm.de/')).toEqual([]);
  });
  test.each([
    ['a sponsor', '<p>Sponsored by Acme Ltd, advice for all. Tel. 030 23125110</p>'],
    ['an attorney', '<p>Counsel of Record</p><p>1 Main St</p><p>Tel. 030 23125110</p>'],
    ['a party to a case', '<p>Tel. 030 23125110</p><p>Party name: Acme</p>'],
    ['a sender', '<p>Submitted by: Ann Miller</p><p>Tel. 030 23125110</p>'],
    ['the access to a meeting', '<p>Call 030 23125110 Access Code: 12345</p>'],
    ['further access to a meeting', '<p>Dial by your location: +49 30 23125110 or +49 30 23125112</p>'],
    ['the service of a meeting', '<p>Zoom</p><p>Tel. +49 30 23125110</p>'],
  ])('a number of %s is left out', (_name, html) => {
    expect(read(html, 'https://firm.de/')).toEqual([]);
  });
  test('a number in a paragraph of a page within counts only with words of the owner', () => {
    const prose =
      'The mayor said that the work on the new bridge will go on until the end of next year. '.repeat(3);
    const filler = '<p>More of it.</p>'.repeat(100);
    const page = (text: string): string => `${filler}<p>${prose}${text}</p>${filler}`;
    const url = 'https://firm.de/projects/bridge';
    expect(read(page('For tickets, phone 030 23125110.'), url)).toEqual([]);
    expect(read(page('Call us on 030 23125110 or 030 23125112.'), url)).toEqual([
      '+493023125110 phone',
      '+493023125112 phone',
    ]);
  });
  test('a list of many firms is left out, except on pages about the owner', () => {
    const list = Array.from({ length: 12 }, (_, at) => `<p>Tel. 030 231251${10 + at}</p>`).join('');
    expect(read(list, 'https://firm.de/elektriker/berlin')).toEqual([]);
    expect(read(list, 'https://firm.de/kontakt')).toHaveLength(12);
  });
});

describe('what is not a phone number', () => {
  test.each([
    ['dates', 'Call 2024-10-12 13:45, 12.10.2024, 2012 - 2014'],
    ['prices', 'Call: 1.234.567 Euro, $2122991148'],
    ['an ISBN', 'ISBN 978-3-16-148410-0'],
    ['an ID', 'Phone case, Item 2122991148'],
    ['an order', 'Order no. 212-299-1148'],
    ['a tracking number', 'Tracking: 212-299-1148'],
    ['coordinates', 'Lat 52.5200066, Long 13.4049540'],
    ['a docket', 'Case No. 202-299-1148'],
    ['a register', 'P.IVA 02122991148, VAT 2122991148, ICP备05004340号'],
    ['an address of the web', 'Call https://a.test/2122991148'],
    ['opening hours', 'Tel. Mo-Fr 08.00-12.00'],
    ['an IP address', 'Call 192.168.100.200'],
    ['a ZIP code', 'Mesa, AZ 85208-0010'],
    ['ten digits without a word', '2122991148'],
    ['a placeholder', 'Tel. +49 30 1234567, (555) 555-0123'],
  ])('%s', (_name, text) => {
    expect(read(`<p>${text}</p>`)).toEqual([]);
  });
});

/** Numbers of a page in links and in its text. */
function numbersOf(html: string): readonly string[] {
  const url = 'https://firm.example/';
  const page = { url, status: 200, headers: [], body: Buffer.from(html), truncated: false, fetchedAt: 0 };
  return extractPage(page).facts.phoneNumbers.map(({ number }) => number);
}

test('the code of a meeting after commas makes a link one of the service of meetings', () => {
  const dialIn = '<a href="tel:+493023125110,,987654321#">Join</a><a href="tel:+493023125112">Call</a>';
  expect(numbersOf(dialIn)).toEqual(['+493023125112']);
});

test('blanks within a number are those of the source', () => {
  expect(numbersOf('<footer>Call (202)\n        761-1448</footer>')).toEqual(['+12027611448']);
});

describe('a number without a calling code', () => {
  const indian = '<p>T: +91 90294 69931</p><a href="tel:9137683343">9137683343</a>';
  test('is of the plan of the calling codes of the page', () => {
    expect(numbersOf(`<html lang=en-US>${indian}`).toSorted()).toEqual(['+919029469931', '+919137683343']);
  });
  test('is of the country of its label', () => {
    const html = '<p>USA: (302)3914066</p><p>UK: 07545025137</p>';
    expect(numbersOf(html)).toEqual(['+13023914066', '+447545025137']);
  });
  test('is of a country that the page names, whose calling code it begins with', () => {
    const text = '<p>Phone: 501-666-6726</p>';
    const named = '<h1>Belize tours</h1><p>See Belize.</p>';
    expect(read(named + text, 'https://firm.example/')).toEqual(['+5016666726 phone']);
    expect(read(text, 'https://firm.example/')).toEqual(['+15016666726 phone']);
  });
});

test('digits of a link are read as its text writes them', () => {
  const { phoneNumbers } = extractPage(
    {
      url: 'https://firm.example/',
      status: 200,
      headers: [],
      body: Buffer.from('<a href="tel:3132595091">Fax (313) 259-5091</a>'),
      truncated: false,
      fetchedAt: 0,
    },
    { ownerDetails },
  ).facts;
  expect(phoneNumbers).toEqual([
    { number: '+13132595091', kind: 'fax', source: 'link', written: 'tel:3132595091' },
  ]);
});

test('the time for hostile text is linear', () => {
  for (const piece of ['Tel. ', '1 ', '(1', '+1-', '030 23125110 ', 'Tel: 030 / ', '0'])
    expect(Array.isArray(read(`<p>${piece.repeat(30_000)}</p>`))).toBe(true);
});
