import { describe, expect, test } from 'vitest';
import { registrationNumbers } from './registration-numbers.ts';

/** Numbers of a text, each as `kind number country`. */
function numbersOf(text: string, country: string | null = null): readonly string[] {
  return registrationNumbers(text, country).map((one) => `${one.kind} ${one.number} ${one.country ?? '–'}`);
}

// The numbers have right check digits; most are the examples of the registers' own documentation.
describe('a number after the words for it', () => {
  test.each([
    [
      'Amtsgericht München, HRB 154321 USt-IdNr. gemäß § 27 a UStG: DE 136 695 976',
      ['hrb 154321 DE', 'vat DE136695976 DE'],
    ],
    ['Amtsgericht Charlottenburg HRB 12345 B', ['hrb 12345B DE']],
    ['Eingetragen im Vereinsregister Köln unter VR 12345', ['vr 12345 DE']],
    ['Steuernummer: 12/345/67890', ['steuernummer 12/345/67890 DE']],
    ['UID: ATU13585627, Firmenbuchnummer: FN 123456a', ['vat ATU13585627 AT', 'fn 123456A AT']],
    ['CHE-100.155.212 MWST', ['uid CHE100155212 CH']],
    [
      'SIRET : 732 829 320 00074 – RCS Paris B 732 829 320 – TVA intracommunautaire : FR40303265045',
      ['siret 73282932000074 FR', 'siren 732829320 FR', 'vat FR40303265045 FR'],
    ],
    ['P.IVA 00743110157', ['vat IT00743110157 IT']],
    ['Codice Fiscale e Partita IVA: IT 00743110157', ['vat IT00743110157 IT']],
    ['C.I.F.: B-58.378.431', ['nif B58378431 ES']],
    ['NIPC 501 964 843', ['nif 501964843 PT']],
    ['KvK: 12345678 BTW: NL004495445B01', ['kvk 12345678 NL', 'vat NL004495445B01 NL']],
    ['KBO 0428.759.497', ['bce 0428759497 BE']],
    ['RCS Luxembourg B123456', ['rcs B123456 LU']],
    ['Registered in England and Wales, company number 01234567.', ['company_number 01234567 GB']],
    ['VAT number GB 980 7806 84', ['vat GB980780684 GB']],
    ['VAT Reg No: 980 7806 84', ['vat GB980780684 GB']],
    [
      'A charity registered in England and Wales (1140062) and in Scotland (SC038262)',
      ['charity 1140062 GB', 'charity SC038262 GB'],
    ],
    ['RCN 20012345', ['charity 20012345 IE']],
    ['CVR-nr. 13585628', ['cvr 13585628 DK']],
    ['Org.nr. 556036-0793', ['orgnr 556036-0793 SE']],
    ['Org.nr. 988 077 917 MVA', ['orgnr 988077917 NO']],
    ['Y-tunnus 2077474-0', ['ytunnus 2077474-0 FI']],
    [
      'NIP: 856-734-62-15, REGON 192598184, KRS 0000123456',
      ['nip 8567346215 PL', 'regon 192598184 PL', 'krs 0000123456 PL'],
    ],
    ['IČO: 25596641, DIČ: CZ25123891', ['ico 25596641 –', 'vat CZ25123891 CZ']],
    ['adószám: 12892312-2-42', ['adoszam 12892312-2-42 HU']],
    ['CUI: RO18547290, Reg. Com. J40/1234/2005', ['vat RO18547290 RO', 'onrc J40/1234/2005 RO']],
    ['ЕИК 175074752', ['eik 175074752 BG']],
    ['ΑΦΜ: 094259216', ['vat EL094259216 GR']],
    ['OIB: 33392005961', ['oib 33392005961 HR']],
    ['VKN: 4540536920', ['vkn 4540536920 TR']],
    ['ИНН 7707083893 ОГРН 1027700132195', ['inn 7707083893 RU', 'ogrn 1027700132195 RU']],
    ['ЄДРПОУ 32855961', ['edrpou 32855961 UA']],
    [
      '粤ICP备12345678号-1 公网安备 11010502012345号',
      ['icp 粤ICP备12345678号-1 CN', 'psb 11010502012345 CN'],
    ],
    ['法人番号 5835678256246', ['houjin 5835678256246 JP']],
    ['사업자등록번호 : 116-82-00276', ['brn 1168200276 KR']],
    ['統一編號 00501503', ['ubn 00501503 TW']],
    ['ABN 83 914 571 673, ACN 004 085 616', ['abn 83914571673 AU', 'acn 004085616 AU']],
    [
      'GSTIN: 27AAPFU0939F1ZV CIN: L17110MH1973PLC019786',
      ['gstin 27AAPFU0939F1ZV IN', 'cin L17110MH1973PLC019786 IN'],
    ],
    ['CNPJ: 16.727.230/0001-97', ['cnpj 16727230000197 BR']],
    ['CUIT 30-50001091-2', ['cuit 30500010912 AR']],
    ['R.U.T. 76.086.428-5', ['rut 760864285 CL']],
    ['EIN: 91-1144442', ['ein 91-1144442 US']],
    ['ח.פ. 516179157', ['hp 516179157 IL']],
    ['TRN 100123456700003', ['trn 100123456700003 AE']],
  ])('%s', (text, numbers) => {
    expect(numbersOf(text).toSorted()).toEqual(numbers.toSorted());
  });
});

test('the words and the number are given as they are written', () => {
  expect(registrationNumbers('Sitz: Bonn.  USt-IdNr.:\n DE 136 695 976, HRA', null)).toEqual([
    { kind: 'vat', number: 'DE136695976', country: 'DE', written: 'USt-IdNr.: DE 136 695 976' },
  ]);
});

test('a form that two countries share is that of the site’s domain', () => {
  expect(numbersOf('IČO: 25596641', 'SK')).toEqual(['ico 25596641 SK']);
  expect(numbersOf('IČO: 25596641', 'DE')).toEqual(['ico 25596641 –']);
});

describe('no number is', () => {
  test.each([
    [
      'one with wrong check digits',
      'USt-IdNr.: DE123456789, P.IVA 00743110158, CNPJ 16.727.230/0001-98, ABN 83 914 571 674',
    ],
    ['one without words', 'DE 136 695 976, 00743110157, 83 914 571 673'],
    ['a phone number', 'VAT, call +49 30 1234567 or 0800 123 4567'],
    ['a price or a date', 'Preise inkl. MwSt. 1.299,00 €, VAT 20 %, 12.03.2024'],
    ['that of a disposal register', 'WEEE-Reg.-Nr. DE 12345678'],
    ['virtual reality', 'VR 360 video, VR 1080, the company counted 12345678901 visitors'],
    ['the rest of a word', 'ABNORMAL 83 914 571 673, unCIFed B58378431'],
    ['one too far from its words', `VAT id ${'x'.repeat(200)} DE136695976`],
    ['the beginning of a longer one', 'OIB: 333920059610000, HRB 1234567890'],
  ])('%s', (_, text) => {
    expect(numbersOf(text)).toEqual([]);
  });
});

test('a page that lists many of a kind lists other firms', () => {
  const firms = Array.from({ length: 4 }, (_, at) => `Firma ${at}: HRB ${5_000 + at}`).join('\n');
  expect(numbersOf(`${firms} P.IVA 00743110157`)).toEqual(['vat IT00743110157 IT']);
});

test('a page of digits is read in time that grows with its length only', () => {
  const text = `${'VAT 1234 5678 9012 '.repeat(50_000)} P.IVA 00743110157`;
  expect(numbersOf(text)).toEqual([]);
});
