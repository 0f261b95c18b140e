import { afterAll } from 'vitest';
import type { DomainIndex } from '../domains.ts';
import { describeDomainIndex } from '../../test/conformance/domains.ts';
import type { EmptyStore } from '../../test/conformance/empty-store.ts';
import { openDomainIndex } from './domains/domain-index.ts';
import { openTestIndexes } from '../../test/elasticsearch/test-indexes.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

const emptyStore: EmptyStore<DomainIndex> = async () => {
  // One shard, refreshed by each bulk request: so a batch becomes visible as a unit.
  const options = {
    ...indexes.options(),
    shards: 1,
    refreshInterval: '-1',
    bulkBytes: 8 << 20,
    bulkConcurrency: 2,
  };
  return () => openDomainIndex(indexes.client, options);
};
describeDomainIndex('elasticsearch', emptyStore, { queryRuns: 40 });
