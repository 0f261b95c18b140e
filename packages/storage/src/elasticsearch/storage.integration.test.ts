import { afterAll, expect, it } from 'vitest';
import { documentOf, found } from '../../test/conformance/documents.ts';
import { StorageMisconfigured } from '../errors.ts';
import type { ElasticsearchStorageOptions } from './client.ts';
import { openTestIndexes } from '../../test/elasticsearch/test-indexes.ts';
import { openElasticsearchStorage } from './storage.ts';
import { wholeSite } from '../puts.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

const OPTIONS: ElasticsearchStorageOptions = {
  ...indexes.options(),
  nodes: [process.env['TEST_ELASTICSEARCH'] ?? ''],
  auth: { kind: 'none' },
  ca: null,
  requestTimeoutMs: 30_000,
  refreshInterval: '1s',
  bulkBytes: 8 << 20,
  bulkConcurrency: 2,
};

it('creates missing indexes, and finds them when it is opened again', async () => {
  const first = await openElasticsearchStorage(OPTIONS);
  const { id } = await first.crawls.create({ maxPages: 1, maxDepth: 0, priority: 5 });
  const secret = await first.keys.secret('one');
  const written = first.domains.put([wholeSite(documentOf('kept.test', ['kept']))]);
  // Closing waits for running writes.
  await first.close();
  expect(await written).toEqual([{ stored: true, revision: 1 }]);

  const again = await openElasticsearchStorage(OPTIONS);
  expect(await found(again.domains, 'kept')).toEqual(['kept.test']);
  expect((await again.crawls.get(id))?.state).toBe('queued');
  expect(await again.keys.secret('one')).toEqual(secret);
  await again.close();
});

it.each(['', 'Upper', '-dash', '*', 'a,b', 'a b', '../a'])('refuses the prefix "%s"', async (indexPrefix) => {
  await expect(openElasticsearchStorage({ ...OPTIONS, indexPrefix })).rejects.toThrow(StorageMisconfigured);
});
