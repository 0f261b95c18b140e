import { expect, test } from 'vitest';
import { vanityPhones } from './vanity-phones.ts';

test.each([
  ['Call 1-800-FLOWERS today', ['+18003569377']],
  ['call us: 1-800-HOME-DEPOT', ['+18004663337']],
  ['Phone: 1-888-YOUR-CTA TTY: 1-888-CTA-TTY1', ['+18889687282', '+18882828891']],
  ['(800) GO-FEDEX, 855-GOFEDEX', ['+18004633339', '+18554633339']],
  ['Films: (734) 668-TIME', ['+17346688463']],
  ['212-639-DOGS', ['+12126393647']],
  ['1-800-463-3339', []],
  ['1-800-Flowers, 800-FLOWER, 700-FLOWERS', []],
  ['ISO-800-ABCDEFG, X1-800-FLOWERS, 1-800-FLOWERS-AND-MORE', []],
  ['model 800-A1B2C3D4', []],
])('numbers with words in %j', (text, numbers) => {
  expect(vanityPhones(text).map((phone) => phone.text)).toEqual(numbers);
});

test('a number with words is where it begins and ends, and a text of millions of capitals is read', () => {
  expect(vanityPhones('Call 1-800-FLOWERS.')).toEqual([{ text: '+18003569377', at: 5, end: 18 }]);
  expect(vanityPhones(`1-800-${'A'.repeat(2_000_000)}`)).toEqual([]);
  expect(vanityPhones('800-'.repeat(500_000))).toEqual([]);
});
