import { expect, test } from 'vitest';
import { asciiDigits, displayedCount } from './counts.ts';

test.each([
  ['en', '7.09K', 7_090],
  ['en', '1,234 views', 1_234],
  ['en', '1.5M subscribers', 1_500_000],
  ['en', '1.2 B views', 1_200_000_000],
  ['en', '1,234 members', 1_234],
  ['en', 'No views', 0],
  ['en', '5 views', 5],
  ['en-IN', '1,23,456 views', 123_456],
  ['de', '1,2 Mio. Abonnenten', 1_200_000],
  ['de', '12.345 Aufrufe', 12_345],
  ['de', '7.09K', 7_090],
  ['fr', '1 234 567 vues', 1_234_567],
  ['fr', '12 k abonnés', 12_000],
  ['es', '2,3 mil M', 2_300_000_000],
  ['ru', '7,09 тыс.', 7_090],
  ['pl', '12,5 mln', 12_500_000],
  ['ja', '3.4万回視聴', 34_000],
  ['ja', '1.2億', 120_000_000],
  ['ko', '12만', 120_000],
  ['hi', '1.2 लाख', 120_000],
  ['ar', '٣٫٤ ألف', 3_400],
])('%s: %s', (locale, text, expected) => {
  expect(displayedCount(text, locale)).toBe(expected);
});

test.each(['', 'none', '1.2 lakh', '99999999999999B'])('"%s" gives no count', (text) => {
  expect(displayedCount(text, 'en')).toBeNull();
});

/** Every character that Unicode calls a decimal digit. */
const DIGITS = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Nd}/u.test(character));

test.each([
  ['0123456789 views', '0123456789 views'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۷٫۵', '7٫5'],
  ['१२,३४५', '12,345'],
  ['１２３', '123'],
  ['𝟏𝟎 𝟚𝟘 𝟥𝟢 𝟰𝟬 𝟻𝟶', '10 20 30 40 50'],
  ['一二三', '一二三'],
])('%s in digits of ASCII: %s', (text, expected) => {
  expect(asciiDigits(text)).toBe(expected);
});

test('digits of every script have a value, each as often as any other', () => {
  const counts = Map.groupBy(DIGITS, (digit) => asciiDigits(digit));
  expect(new Set(counts.keys())).toEqual(new Set('0123456789'));
  expect(new Set(counts.values().map((digits) => digits.length)).size).toBe(1);
});

test('digits that stand for those of ASCII in another form have their value', () => {
  const forms = DIGITS.filter((digit) => /[0-9]/.test(digit.normalize('NFKC')));
  expect(forms.length).toBeGreaterThan(60);
  expect(forms.map(asciiDigits)).toEqual(forms.map((digit) => digit.normalize('NFKC')));
});
