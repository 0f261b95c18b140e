import { expect, test } from 'vitest';
import { jsonLdLanguages } from './json-ld-language.ts';

function languagesOf(...values: readonly unknown[]): readonly string[] {
  return jsonLdLanguages(values.map((value) => JSON.stringify(value)));
}

test('the page comes before its article, and both before the site', () => {
  expect(
    languagesOf(
      {
        '@graph': [
          { '@type': 'WebSite', inLanguage: 'fr' },
          { '@type': ['WebPage', 'FAQPage'], inLanguage: 'de-AT' },
        ],
      },
      [{ '@type': 'NewsArticle', inLanguage: 'it', isPartOf: { '@type': 'WebSite', inLanguage: 'es' } }],
    ),
  ).toEqual(['de-AT', 'it', 'fr', 'es']);
});

test('images, comments and listed articles say nothing of the page', () => {
  expect(
    languagesOf({
      '@type': 'WebPage',
      primaryImageOfPage: { '@type': 'ImageObject', inLanguage: 'fr' },
      comment: [{ '@type': 'Comment', inLanguage: 'pl' }],
      mainEntity: { '@type': 'ItemList', itemListElement: [{ '@type': 'Article', inLanguage: 'it' }] },
    }),
  ).toEqual([]);
});

test('a language is a tag, a list of tags or a node with its code', () => {
  expect(
    languagesOf(
      { '@type': 'WebPage', inLanguage: ['sv', 'fi'] },
      { '@type': 'Blog', inLanguage: { '@type': 'Language', name: 'Danish', alternateName: 'da' } },
    ),
  ).toEqual(['sv', 'fi', 'da', 'Danish']);
});

test.each([
  '',
  '{"inLanguage"',
  '"inLanguage"',
  'null',
  '[]',
  '{"inLanguage":"de"}',
  '{"@type":"WebPage","inLanguage":7}',
])('%j states no language', (script) => {
  expect(jsonLdLanguages([script])).toEqual([]);
});

test('a script as software writes it wrongly is read', () => {
  expect(jsonLdLanguages(['<!-- {"@type":"WebPage","inLanguage":"cs",} -->'])).toEqual(['cs']);
});

test('a script that nests deeply or lists much ends', () => {
  const deep = `${'{"@type":"WebPage","mainEntity":'.repeat(3_000)}{"inLanguage":"de"}${'}'.repeat(3_000)}`;
  expect(
    jsonLdLanguages([deep, JSON.stringify(Array.from({ length: 100_000 }, () => ({ inLanguage: 'de' })))]),
  ).toEqual([]);
});
