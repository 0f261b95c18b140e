import { eld } from 'eld/small';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadLanguages } from '../data.ts';
import { compileLanguageModel } from '../../scripts/language-model.ts';
import { languageDetector, type LanguageGuess } from './detector.ts';
import { readEldModel } from '../../scripts/eld-model.ts';
import { anyText } from '@sitegrep/site/test/any-text';

const detect = languageDetector(loadLanguages());

function eldGuess(text: string): LanguageGuess {
  const result = eld.detect(text);
  return { language: result.language === '' ? null : result.language, isReliable: result.isReliable() };
}

test('the compiled model is that of eld (else: npm run languages:compile)', async () => {
  const compiled = compileLanguageModel(await readEldModel());
  expect(Buffer.compare(compiled, new Uint8Array(loadLanguages()))).toBe(0);
});

test('what is not a model is refused', () => {
  expect(() => languageDetector(new Uint8Array(100).buffer)).toThrow('not a compiled set');
});

describe('guesses are those of eld', () => {
  test.each([
    ['', null, false],
    ['12 — 34', null, false],
    ['the', 'en', false],
    ['We mend clocks and lamps, and whoever waits gets a coffee by the window.', 'en', true],
    ['Wir reparieren Uhren und Lampen, und wer wartet, bekommt einen Kaffee am Fenster.', 'de', true],
    ['ΕΠΙΣΚΕΥΑΖΟΥΜΕ ΡΟΛΟΓΙΑ ΚΑΙ ΛΑΜΠΕΣ, ΚΑΙ ΟΠΟΙΟΣ ΠΕΡΙΜΕΝΕΙ ΠΙΝΕΙ ΚΑΦΕ.', 'el', true],
    ['İSTANBUL’DA SAAT VE LAMBA TAMİR EDİYORUZ, BEKLEYENLERE PENCERE KENARINDA KAHVE VERİYORUZ.', 'tr', true],
    ['私たちは時計とランプを修理しています。お待ちの方には窓際の席でコーヒーをお出しします。', 'ja', true],
    ['Ми ремонтуємо годинники й лампи, а хто чекає, отримує каву біля вікна.', 'uk', true],
  ])('%j', (text, language, isReliable) => {
    expect(detect(text)).toEqual({ language, isReliable });
    expect(eldGuess(text)).toEqual({ language, isReliable });
  });

  test('for whatever text', () => {
    // ʰ ǅ Ա ܐ and the two marks have no sign in the model; the lower case of İ and Σ is a matter of its own.
    const letters = [
      ...'aeinrstdlu éßñÅĳıİIςσΣΑΩ жЖїאاกက字語か한 ʰǅԱܐ\u0307\u0345 .-\n1'.split(''),
      "'",
      '`',
      '’',
      '😀',
      '\ud800',
      'ΟΔΟΣ. Σ',
    ];
    const any = anyText({ maxLength: 400 });
    const likely = fc.string({ unit: fc.constantFrom(...letters), maxLength: 1_200 });
    const words = fc
      .array(fc.constantFrom('the', 'und', 'DE', 'ЧТО', 'είναι', 'ŞİRKET', 'o’clock', 'l`amour', '東京都'), {
        maxLength: 120,
      })
      .map((list) => list.join(' '));
    const long = fc
      .tuple(likely, fc.integer({ min: 1, max: 6 }))
      .map(([text, times]) => text.replaceAll(/[^\p{L}]/gu, '').repeat(times));
    fc.assert(
      fc.property(fc.oneof(any, likely, words, long), (text) => {
        expect(detect(text)).toEqual(eldGuess(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('also when one detector has gone through many texts', () => {
    const again = languageDetector(loadLanguages());
    const texts = [
      'Guten Morgen, liebe Nachbarn',
      'Bonjour mes chers voisins',
      'Buenos días, queridos vecinos',
    ];
    const first = texts.map((text) => again(text));
    for (let round = 0; round < 2_000; round++) {
      for (const [index, text] of texts.entries()) expect(again(text)).toEqual(first[index]);
    }
  });

  test('an expected language is given if it is nearly as likely, and no other', () => {
    const words = 'नदी पर्वत दुकान सायकल';
    expect(detect(words).language).toBe('hi');
    expect(detect(words, 'mr').language).toBe('mr');
    expect(detect(words, 'de').language).toBe('hi');
    expect(detect('Guten Morgen, liebe Nachbarn', 'en').language).toBe('de');
    expect(detect('Guten Morgen, liebe Nachbarn', 'xx').language).toBe('de');
  });
});
