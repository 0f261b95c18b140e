import { expect, test } from 'vitest';
import { sameAsUrls } from './same-as.ts';

test.each([
  ['{"sameAs":["https://a.test/x","https:\\/\\/b.test\\/y"]}', ['https://a.test/x', 'https://b.test/y']],
  ['{"sameAs" : "https://a.test/x", "url": "https://no.test"}', ['https://a.test/x']],
  [
    '{"a":{"sameAs":["https://a.test"]},"b":[{"sameAs":"https://b.test"}]}',
    ['https://a.test', 'https://b.test'],
  ],
  ['{"sameAs":[" https://a.test ",],}', ['https://a.test']],
  ['{"sameAs":[{"@id":"https://a.test"},{"@value":"https://b.test"}]}', ['https://a.test', 'https://b.test']],
  ['{"sameAs":{"@id":"https://a.test"}}', ['https://a.test']],
  ['{"name":"a "quoted" name","sameAs":{"@id":"https://a.test"}}', ['https://a.test']],
  ['{"sameAs":[]}', []],
  ['{"sameAs":null,"name":"https://no.test"}', []],
  ['{"name":"sameAs"}', []],
  ['{"sameAs":', []],
  ['', []],
])('%s', (jsonLd, urls) => {
  expect(sameAsUrls([jsonLd])).toEqual({ own: urls, others: [] });
});

const graph = (publisher: string, author: string) =>
  JSON.stringify({
    '@graph': [
      { '@type': 'Article', publisher: { '@id': publisher }, author: { '@id': author } },
      { '@type': 'Organization', '@id': '#firm', sameAs: ['https://firm.test'] },
      { '@type': 'Person', '@id': '#anna', sameAs: ['https://anna.test'] },
    ],
  });

test('those of an author, a reviewed thing or a brand are of others', () => {
  expect(
    sameAsUrls([
      '{"@type":"NewsArticle","author":{"@type":"Person","sameAs":"https://anna.test"},"publisher":{"sameAs":"https://firm.test"}}',
      '{"@type":"Review","itemReviewed":{"@type":"Restaurant","sameAs":"https://food.test"}}',
      '{"@type":"Product","brand":{"@type":"Brand","sameAs":"https://brand.test"}}',
    ]),
  ).toEqual({
    own: ['https://firm.test'],
    others: ['https://anna.test', 'https://food.test', 'https://brand.test'],
  });
});

test('a person is the author or the publisher, wherever the reference stands', () => {
  expect(sameAsUrls([graph('#firm', '#anna')])).toEqual({
    own: ['https://firm.test'],
    others: ['https://anna.test'],
  });
  expect(sameAsUrls([graph('#anna', '#anna')])).toEqual({
    own: ['https://firm.test', 'https://anna.test'],
    others: [],
  });
});

test.each([
  ['nested lists', `${'['.repeat(200_000)}"sameAs"${']'.repeat(200_000)}`],
  ['nested objects', `${'{"a":'.repeat(80_000)}"sameAs"${'}'.repeat(80_000)}`],
  ['key after key', '"sameAs":{'.repeat(25_000)],
])('%s are read to the end', (_name, json) => {
  expect(sameAsUrls([json])).toEqual({ own: [], others: [] });
});
