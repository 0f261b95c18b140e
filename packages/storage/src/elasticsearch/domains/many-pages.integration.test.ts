import { afterAll, expect, it } from 'vitest';
import { documentOf, put } from '../../../test/conformance/documents.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openDomainIndex } from './domain-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

it('a site of more pages than Elasticsearch takes by itself has full text of all', async () => {
  const options = { shards: 1, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2 };
  const index = await openDomainIndex(indexes.client, { ...indexes.options(), ...options });
  const pages = Array.from({ length: 10_500 }, (_, number) => `<p>page of otter${number}`);
  await put(index, documentOf('many.test', pages));
  const request = { keyword: 'otter10499', language: 'en', country: null, limit: 10, now: 0 };
  const found = await index.fullText.search(request);
  expect(found.map(({ url }) => url)).toEqual(['https://many.test/010499']);
  await index.close();
});
