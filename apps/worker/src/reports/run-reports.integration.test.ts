import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { afterAll } from 'vitest';
import { openTestIndexes } from '../../../../packages/storage/test/elasticsearch/test-indexes.ts';
import { describeReportMaking } from '../../test/reports-suite.ts';

const node = process.env['TEST_ELASTICSEARCH'] ?? '';
const indexes = await openTestIndexes();
afterAll(() => indexes.close());

describeReportMaking('elasticsearch', async () => {
  const options = indexes.options();
  return () =>
    openElasticsearchStorage({
      ...options,
      nodes: [node],
      auth: { kind: 'none' },
      ca: null,
      requestTimeoutMs: 30_000,
      refreshInterval: '1s',
      bulkBytes: 1 << 20,
      bulkConcurrency: 2,
    });
});
