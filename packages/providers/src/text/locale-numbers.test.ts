import { expect, test } from 'vitest';
import { asciiDigits } from './locale-numbers.ts';

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
