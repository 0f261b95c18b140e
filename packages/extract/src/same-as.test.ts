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
  ['{"sameAs":[]}', []],
  ['{"sameAs":null,"name":"https://no.test"}', []],
  ['{"name":"sameAs"}', []],
  ['{"sameAs":', []],
  ['', []],
])('%s', (jsonLd, urls) => {
  expect(sameAsUrls(jsonLd)).toEqual(urls);
});
