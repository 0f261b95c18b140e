import { afterAll } from 'vitest';
import { describeDomainIndex } from '../../test/conformance/domains.ts';
import { openDomainIndex } from './domains/domain-index.ts';
import { connectForTest } from '../../test/elasticsearch/test-indexes.ts';

const indices = await connectForTest();
afterAll(() => indices.close());

describeDomainIndex('elasticsearch', async () => {
  // One shard, refreshed by each bulk: what is put together is then seen together.
  const options = {
    ...indices.options(),
    shards: 1,
    refreshInterval: '-1',
    bulkBytes: 8 << 20,
    bulkConcurrency: 2,
  };
  return () => openDomainIndex(indices.client, options);
});
