import { randomUUID } from 'node:crypto';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { afterAll } from 'vitest';
import { describeImports } from '../test/import-suite.ts';

const cluster = process.env['TEST_ELASTICSEARCH'];
const prefix = `test-${randomUUID()}`;
const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

describeImports('elasticsearch', async () => {
  if (cluster === undefined) throw new Error('TEST_ELASTICSEARCH is not set: run npm run test:integration');
  closers.defer(async () => {
    const names = Object.keys((await (await fetch(`${cluster}/${prefix}-*`)).json()) as object);
    await fetch(`${cluster}/${names.join(',')}`, { method: 'DELETE' });
  });
  const storage = await openElasticsearchStorage({
    nodes: [cluster],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 30_000,
    indexPrefix: prefix,
    shards: 1,
    recordShards: 1,
    replicas: 0,
    refreshInterval: '100ms',
    bulkBytes: 1_000_000,
    bulkConcurrency: 1,
  });
  closers.defer(() => storage.close());
  return storage;
});
