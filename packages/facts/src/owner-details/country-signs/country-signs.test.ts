import { describe, expect, test } from 'vitest';
import { signEvidence } from './country-signs.ts';

/** `source:country` of each piece of evidence. */
function signsOf(text: string, language: string | null = 'en'): readonly string[] {
  return signEvidence(text, language, () => true).map(({ source, country }) => `${source}:${country}`);
}

/** The countries of one source. */
function of(source: string, text: string, language: string | null = 'en'): readonly string[] {
  return signEvidence(text, language, () => true)
    .filter((evidence) => evidence.source === source)
    .map(({ country }) => country);
}

describe('a postcode beside its place', () => {
  test.each([
    ['12 Mill Road, Springfield, IL 62701', 'US'],
    ['12 Mill Road, Springfield IL, 62701-1234', 'US'],
    ['12 Mill Road, Portland, Oregon 97201', 'US'],
    ['12 Mill Road, San Juan, PR 00901', 'PR'],
    ['12 Mill Road, Saipan, MP 96950', 'MP'],
    ['12 Mill Road, Toronto, ON M5V 2T6', 'CA'],
    ['12 Mill Road, Leeds LS1 4AP', 'GB'],
    ['12 Mill Road, St Helier JE2 3AB', 'JE'],
    ['12 Mill Road, Dublin 2', 'IE'],
    ['12 Mill Road, Surry Hills NSW 2010', 'AU'],
    ['12 Mill Road, Auckland 1010', 'NZ'],
    ['12 Mill Road, Cape Town, 8001', 'ZA'],
    ['Mühlweg 12, D-80331 München', 'DE'],
    ['12 rue du Moulin, F-75001 Paris', 'FR'],
    ['Mühlgasse 12, A-1010 Wien', 'AT'],
    ['Mühlegasse 12, CH-8001 Zürich', 'CH'],
    ['Molenstraat 12, 1012 AB Amsterdam', 'NL'],
    ['12 MG Road, Bengaluru 560001', 'IN'],
    ['12 Mill Road, Singapore 238801', 'SG'],
    ['ul. Młynarska 12, 00-001 Warszawa', 'PL'],
    ['Mlýnská 12, 110 00 Praha', 'CZ'],
    ['Kvarngatan 12, 111 22 Stockholm', 'SE'],
    ['Møllegade 12, 2200 København', 'DK'],
    ['Rua do Moinho 12, 1100-001 Lisboa', 'PT'],
  ])('%s: %s', (text, country) => {
    expect(of('postcode', text)).toEqual([country]);
  });

  test.each([
    ['Mühlweg 12, 80331 Neustadt', 'de', 'DE'],
    ['12 rue du Moulin, 69001 Lyon', 'fr', 'FR'],
    ['Via del Mulino 12, 20121 Milano', 'it', 'IT'],
    ['Calle del Molino 12, 28001 Madrid', 'es', 'ES'],
    ['Müllerring 15, 99890 Neustadt', 'de', 'DE'],
    ['〒100-0001 東京都千代田区千代田', 'ja', 'JP'],
    ['邮编：100000', 'zh', 'CN'],
    ['台北市磨坊路12號', 'zh', 'TW'],
    ['101000, Москва, Мельничная ул., 12', 'ru', 'RU'],
    ['01001, м. Київ, вул. Млинова, 12', 'uk', 'UA'],
  ])('%s in a text in %s: %s', (text, language, country) => {
    expect(of('postcode', text, language)).toEqual([country]);
  });

  test.each([
    'IL 90210 is not a code of Illinois',
    'Model XZ 12345, part OK 2024',
    'Camera A7 3RD generation with S8 4GB',
    'In 2012 US companies sold 1999 MB disks',
    'Room 101, build 2013-186',
    'Call 12345 now. Order 80331 of 2010',
    'Vote via SMS to the short code 40404, Monday to Friday',
    'Hearing of Spring 15 99890 Reed and others',
  ])('%s: none', (text) => {
    expect(of('postcode', text)).toEqual([]);
  });
});

describe('a phone number', () => {
  test.each([
    ['Call (505) 326-1111', 'US'],
    ['Call 505-326-1111', 'US'],
    ['Call 416.967.1111', 'CA'],
    ['Call 876-926-1111', 'JM'],
    ['Tel. +44 20 7946 0000', 'GB'],
    ['Tel. +299 32 10 10', 'GL'],
    ['Belize Kettles, Mill Road, Belize City, 501-222-4567', 'BZ'],
    ['Little Rock Kettles, 501-224-4567. We ship to Belize', 'US'],
  ])('%s: %s', (text, country) => {
    expect(of('number', text)).toEqual([country]);
  });

  test('a free number of North America is only a custom', () => {
    expect(signsOf('Call 1-800-426-7366')).toEqual(['custom:US']);
    expect(signsOf('Call 1-800-MY-KETTLE')).toEqual(['custom:US']);
  });

  test.each([
    ['(812) 336-1111', 'ru'],
    ['ISBN 0-505-326-1111', 'en'],
    ['$505.326.1111', 'en'],
    ['555-555-0123', 'en'],
  ])('%s in a text in %s: none', (text, language) => {
    expect(of('number', text, language)).toEqual([]);
  });
});

describe('an entry in a register', () => {
  test.each([
    ['京ICP备12345678号', 'CN'],
    ['P.IVA 12345670017', 'IT'],
    ['Partita IVA: IT 12345670017', 'IT'],
    ['Registered in England and Wales No. 1234567', 'GB'],
    ['Registered charity in Scotland', 'GB'],
    ['VAT no. GB 123 4567 89', 'GB'],
    ['a 501(c)(3) organization', 'US'],
    ['Member FDIC', 'US'],
    ['ABN 51 824 753 556', 'AU'],
    ['CNPJ: 11.222.333/0001-81', 'BR'],
    ['SIRET 123 456 789 00012', 'FR'],
    ['KvK 12345678', 'NL'],
    ['UID: CHE-123.456.789', 'CH'],
    ['UID: ATU12345678', 'AT'],
    ['USt-IdNr.: DE123456789', 'DE'],
    ['Amtsgericht Neustadt, HRB 1234', 'DE'],
    ['NIP: 123-456-78-90', 'PL'],
    ['IČO: 12345678', 'CZ'],
    ['ИНН 1234567890', 'RU'],
    ['Свидетельство о регистрации СМИ Эл № ФС77-12345', 'RU'],
    ['ЄДРПОУ 12345678', 'UA'],
    ['CIF: B12345678', 'ES'],
    ['CVR-nr. 12 34 56 78', 'DK'],
    ['Org.nr: 556123-4567', 'SE'],
    ['Org.nr: 912 345 678', 'NO'],
    ['Y-tunnus: 1234567-8', 'FI'],
    ['特定商取引法に基づく表記', 'JP'],
    ['사업자등록번호 123-45-67890', 'KR'],
    ['統一編號 12345678', 'TW'],
  ])('%s: %s', (text, country) => {
    expect(of('registration', text, null)).toEqual([country]);
  });

  test.each([
    'P.IVA 12345678901',
    'ABN 51 824 753 557',
    'CNPJ: 11.222.333/0001-82',
    'Registered users in England play more',
    'MST is mountain time',
    'a registered nurse and a charity shop',
    'Our fair is sponsored by Mill Aid, a 501(c)(3) organization',
    'All proceeds go to Mill Aid, a registered 501(c)(3) charity',
  ])('%s: none', (text) => {
    expect(of('registration', text)).toEqual([]);
  });
});

describe('a legal form', () => {
  test.each([
    ['© 2026 Mill & Sons LLC', 'en', 'US'],
    ['© 2026 Mill & Sons, Inc. All rights reserved', 'en', 'US'],
    ['Mulino S.p.A.', 'it', 'IT'],
    ['Mulino S.r.l. – Torino', 'it', 'IT'],
    ['UAB „Malūnas“', 'en', 'LT'],
    ['Mulino S.r.l. of Turin', 'en', 'IT'],
    ['Mlýn s.r.o.', 'cs', 'CZ'],
    ['Mlyn s.r.o.', 'sk', 'SK'],
    ['Młyn Sp. z o.o.', 'pl', 'PL'],
    ['Mill Holdings Pty Ltd', 'en', 'AU'],
    ['Mill Holdings (Pty) Ltd', 'en', 'ZA'],
    ['Mill Foods Pvt. Ltd.', 'en', 'IN'],
    ['Mill Foods Sdn Bhd', 'en', 'MY'],
    ['Molen B.V.', 'nl', 'NL'],
    ['Mølle A/S', 'da', 'DK'],
    ['Kvarn AB', 'sv', 'SE'],
    ['Mylly Oy', 'fi', 'FI'],
    ['Moinho Ltda', 'pt', 'BR'],
    ['Molino S.A. de C.V.', 'es', 'MX'],
    ['ТОВ «Млин»', 'uk', 'UA'],
    ['水車株式会社', 'ja', 'JP'],
  ])('%s in a text in %s: %s', (text, language, country) => {
    expect(of('legal_form', text, language)).toEqual([country]);
  });

  test.each([
    ['© 2026 Mühle GmbH', 'de', 'DE'],
    ['© 2026 Mill Ltd', 'en', 'GB'],
    ['© ООО «Мельница»', 'ru', 'RU'],
    ['© 磨坊有限公司', 'zh', 'CN'],
    ['© Mlin d.o.o.', 'sl', 'SI'],
    ['© Mlin d.o.o.', 'hr', 'HR'],
    ['© Mlin d.o.o.', 'bs', 'RS'],
    ['© Moulin SARL', 'fr', 'FR'],
    ['© Moulin ASBL', 'fr', 'BE'],
  ])('%s in a text in %s is shared, most of all by %s', (text, language, country) => {
    expect(of('shared_legal_form', text, language)).toEqual([country]);
  });

  test.each([
    'Powered by Mill Software LLC ©',
    '© Forum software by XenForo Ltd.',
    'We met Mill & Sons LLC at the fair',
    '© 2026 Mill Inc. Made in Canada',
    'the limited edition of the plc controller',
    '© UAB Medicine, Birmingham',
    '© Molino S.R.L.',
    'So my mother said Oy vey',
    '© Mill Songs LLC, Kettle Music Publishing LLC, Tea Tunes, Inc.',
  ])('%s: none', (text) => {
    expect(signsOf(text)).toEqual([]);
  });

  test('words in capitals that begin with one are none', () => {
    expect(signsOf('АНОНСЫ И ТОВАРЫ', 'ru')).toEqual([]);
    expect(of('legal_form', 'АНО Мельница', 'ru')).toEqual(['RU']);
  });
});

describe('a country at the end of an address', () => {
  test.each([
    ['Mill Road 12, 1234 Milltown, Norway', 'NO'],
    ['Mill Road 12, Milltown 94306, USA', 'US'],
    ['Mühlweg 12, 80331 Neustadt, Deutschland', 'DE'],
    ['© Editorial El Molino, 1234 Neustadt (Suiza)', 'CH'],
  ])('%s: %s', (text, country) => {
    expect(of('named_country', text)).toEqual([country]);
  });

  test.each([
    'Country: Norway, Sweden, Denmark, Germany',
    'In 2012, Norway, a country of the north',
    'Atlanta 30304, Georgia',
    'at 12345, EST, MAR',
  ])('%s: none', (text) => {
    expect(of('named_country', text)).toEqual([]);
  });
});

describe('a language', () => {
  const long = (words: string): string => words.repeat(Math.ceil(200 / words.length));

  test.each([
    ['pl', 'language:PL'],
    ['ja', 'language:JP'],
    ['de', 'shared_language:DE'],
  ])('%s: %s', (language, expected) => {
    expect(signsOf(long('lorem ipsum '), language)).toEqual([expected]);
  });

  test('Chinese by its characters', () => {
    expect(signsOf(long('我们说这个国家'), 'zh')).toEqual(['language:CN']);
    expect(signsOf(long('我們說這個國家'), 'zh')).toEqual(['shared_language:TW']);
  });

  test('none of many countries, and none of a short text', () => {
    expect(signsOf(long('lorem ipsum '), 'en')).toEqual([]);
    expect(signsOf('lorem ipsum', 'pl')).toEqual([]);
  });
});

test.each([
  ['Do Not Sell My Personal Information', 'en', ['custom:US']],
  ['Your California Privacy Rights', 'en', ['custom:US']],
  ['Mentions légales', 'fr', ['custom:FR']],
  ['Impressum', 'de', ['custom:DE']],
  ['Impressum', 'en', []],
  ['from £12.50', 'en', ['currency:GB']],
  ['od 12 zł', 'pl', ['currency:PL']],
  ['£12, A$12, ₹12', 'en', []],
  ['12 lakh for Rs. 500', 'en', ['custom:IN']],
  ['₹12', 'en', ['currency:IN']],
  ['1 TL Salz', 'de', []],
  ['UK news, London, Scotland', 'en', ['many_mentions:GB']],
  ['Peshawar, Sindh, Quetta', 'en', ['many_mentions:PK']],
  ['Chittagong, Sylhet, Sylhet', 'en', ['mention:BD']],
  ['Südtirol, Bozen, Meran', 'de', ['many_mentions:IT']],
  ['St. Gallen, Schweiz, Graubünden, Berlin', 'de', ['mention:CH']],
  ['Quito, Guayaquil, Ecuador', 'es', ['many_mentions:EC']],
  ['Vlaanderen, België, Brugge', 'nl', ['many_mentions:BE']],
  ['Indian tea, India, Indian kettles', 'en', ['single_mention:IN']],
  ['U.S. tea, USA, United States', 'en', ['single_mention:US']],
  ['UK news, London, Ohio, Texas', 'en', []],
  ['UK news', 'en', []],
  ['Ohio, Texas, Iowa, Utah, Boston, Denver, Chicago', 'en', ['many_mentions:US']],
  ['Ohio, Texas, Iowa, Boston, Denver, London', 'en', ['mention:US']],
  ['Россия, России, Россию, Москва, Москвы, Путин', 'ru', ['mention:RU']],
])('%s in a text in %s: %j', (text, language, expected) => {
  expect(signsOf(text, language)).toEqual(expected);
});

test('the country that two thirds of the signs are of; the value is the first of them as written', () => {
  const two = 'Dover, DE 19901 | Salem, OR 97301 | Leeds LS1 4AP';
  expect(signEvidence(two, 'en', () => true)).toEqual([
    { source: 'postcode', value: 'DE 19901', country: 'US' },
  ]);
  expect(signsOf('Dover, DE 19901 | Leeds LS1 4AP')).toEqual([]);
});

test('what stands where others are spoken of does not count, unless the owner speaks there', () => {
  const text = 'Call the station at 505-326-1111. Visit Leeds LS1 4AP or Mulino S.p.A., a 501(c)(3)';
  expect(signEvidence(text, 'en', () => false)).toEqual([]);
  expect(signEvidence('Call us at 505-326-1111', 'en', () => false)).toEqual([
    { source: 'number', value: '505-326-1111', country: 'US' },
  ]);
});

test('the place of a sign is that in the whole text', () => {
  const filler = 'tea and kettles '.repeat(1_000);
  const text = `Dover, DE 19901 ${filler} Leeds LS1 4AP, tel. 505-326-1111, a 501(c)(3)`;
  const texts = new Set<string>();
  signEvidence(text, 'en', (at) => {
    texts.add(text.slice(at, at + 8));
    return true;
  });
  expect(texts).toEqual(new Set(['DE 19901', 'LS1 4AP,', '505-326-', '501(c)(3']));
});

test('only the beginning and the end of a long text count', () => {
  const filler = 'tea and kettles '.repeat(1_000);
  expect(of('postcode', `${filler} Dover, DE 19901 ${filler}`)).toEqual([]);
  expect(of('postcode', `${filler} Dover, DE 19901`)).toEqual(['US']);
  expect(of('postcode', `Dover, DE 19901 ${filler}`)).toEqual(['US']);
});
