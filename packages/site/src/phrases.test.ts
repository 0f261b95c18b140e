import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Phrases, wordsOf } from './phrases.ts';

const PHRASES = new Phrases([
  ['über uns', 'about'],
  ['impressum', 'imprint'],
  ['o nas', 'about'],
  ['ασφάλεια', 'security'],
  ['회사소개', 'about'],
  ['о компании', 'about'],
  ['iletişim', 'contact'],
  ['l’entreprise', 'about'],
  ['contact us', 'help'],
  ['contact us', 'contact'],
]);

test.each([
  ['Über uns', 'about'],
  ['UBER UNS', 'about'],
  ['uber-uns', 'about'],
  ['überuns', 'about'],
  ['» Impressum «', 'imprint'],
  ['-> impressum', 'imprint'],
  ['…Impressum', 'imprint'],
  ['o nas', 'about'],
  ['Onas', 'about'],
  ['ΑΣΦΑΛΕΙΑ', 'security'],
  ['ΑΣ', null],
  ['회사소개', 'about'],
  ['О\u00a0КОМПАНИИ', 'about'],
  ['İLETİŞİM', 'contact'],
  ['ıletısım', 'contact'],
  ["L'entreprise", 'about'],
  ['Contact_Us!', 'contact'],
  ['contact', null],
  ['Contact us today', null],
  ['Impressumfoto', null],
  ['12', null],
  ['', null],
  [' – ', null],
  [`impressum${'!'.repeat(100)}`, null],
])('%j is %s', (text, kind) => {
  expect(PHRASES.ofText(text)).toBe(kind);
});

test('words are in lower case, without diacritics, joined by hyphens', () => {
  expect(wordsOf(' Mentions légales ')).toBe('mentions-legales');
  expect(wordsOf('Contact_us')).toBe('contact-us');
  expect(PHRASES.ofWords('contact-us')).toBe('contact');
  expect(PHRASES.ofWords('contact')).toBeNull();
});

test('a part of a text that may not be a phrase has the words of none', () => {
  const piece = fc.constantFrom(
    'contact',
    'us',
    'CONTACT',
    'o',
    'nas',
    'Über',
    'impressum',
    ' ',
    '-',
    '»',
    '\u00a0',
    '1',
    'é',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.array(piece, { maxLength: 2 }), (pieces, around) => {
      const text = pieces.join('');
      const before = around.join('');
      if (PHRASES.mayBe(`${before}${text}${before}`, before.length, before.length + text.length)) return;
      expect(PHRASES.ofWords(wordsOf(text.trim()))).toBeNull();
    }),
    { numRuns: 5_000 },
  );
});
