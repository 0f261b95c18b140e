import { randomUUID } from 'node:crypto';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { describeReanalysing } from '../../test/reanalysis-suite.ts';

const cluster = process.env['TEST_ELASTICSEARCH'];

describeReanalysing('elasticsearch', async () => {
  if (cluster === undefined) throw new Error('TEST_ELASTICSEARCH is not set: run npm run test:integration');
  const indexPrefix = `test-${randomUUID()}`;
  const storage = await openElasticsearchStorage({
    nodes: [cluster],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 30_000,
    indexPrefix,
    shards: 2,
    recordShards: 1,
    replicas: 0,
    refreshInterval: '100ms',
    bulkBytes: 1_000_000,
    bulkConcurrency: 1,
  });
  const remove = async (): Promise<void> => {
    await storage.close();
    const names = Object.keys((await (await fetch(`${cluster}/${indexPrefix}-*`)).json()) as object);
    await fetch(`${cluster}/${names.join(',')}`, { method: 'DELETE' });
  };
  return { storage, remove };
});
