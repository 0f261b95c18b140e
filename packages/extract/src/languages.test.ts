import { describe, expect, test } from 'vitest';
import { declaredLanguage, isoLanguage, type LanguageDeclarations } from './languages.ts';

test.each([
  ['de', 'de'],
  ['DE-at', 'de'],
  [' en_US ', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['zh_CN', 'zh'],
  ['eng', 'en'],
  ['deu', 'de'],
  ['ger', 'de'],
  ['fre', 'fr'],
  ['chi', 'zh'],
  ['cze', 'cs'],
  ['jp', 'ja'],
  ['cz-CZ', 'cs'],
  ['per', 'fa'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['ji', 'yi'],
  ['mo', 'ro'],
  ['sh', 'sr'],
  ['tl', 'tl'],
  ['fil-PH', 'tl'],
  ['no', 'no'],
  ['nb-NO', 'nb'],
  ['cmn', 'zh'],
])('%s is %s', (tag, code) => {
  expect(isoLanguage(tag)).toBe(code);
});

test.each([
  '',
  'x-default',
  'und',
  'mul',
  'zz',
  'english',
  'xy',
  'd',
  '12',
  'e n',
  'yue',
  'xxx',
  '{{lang}}',
  'de\0',
  'en'.repeat(10_000),
])('%j names no language with a two-letter code', (tag) => {
  expect(isoLanguage(tag)).toBeNull();
});

describe('the declared language', () => {
  const nothing: LanguageDeclarations = {
    htmlLang: null,
    htmlXmlLang: null,
    contentLanguageMetas: [],
    contentLanguageHeaders: [],
    ownHreflang: null,
    ogLocales: [],
  };

  test('nothing declared is null', () => {
    expect(declaredLanguage(nothing)).toBeNull();
  });

  test('the order is html lang, xml:lang, meta, header, own hreflang, og:locale', () => {
    const all: LanguageDeclarations = {
      htmlLang: 'de',
      htmlXmlLang: 'fr',
      contentLanguageMetas: ['it'],
      contentLanguageHeaders: ['es'],
      ownHreflang: 'pt',
      ogLocales: ['nl_NL'],
    };
    const fields = [
      'htmlLang',
      'htmlXmlLang',
      'contentLanguageMetas',
      'contentLanguageHeaders',
      'ownHreflang',
      'ogLocales',
    ] as const;
    const expected = ['de', 'fr', 'it', 'es', 'pt', 'nl'];
    let declared = all;
    for (const [index, field] of fields.entries()) {
      expect(declaredLanguage(declared)).toBe(expected[index]);
      declared = { ...declared, [field]: nothing[field] };
    }
  });

  test('what names no language is passed over, and a list counts by its first known entry', () => {
    expect(declaredLanguage({ ...nothing, htmlLang: '', contentLanguageHeaders: ['x, de-CH, fr'] })).toBe(
      'de',
    );
    expect(declaredLanguage({ ...nothing, htmlLang: '{{ lang }}', ogLocales: ['pl_PL'] })).toBe('pl');
  });
});
