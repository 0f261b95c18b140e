import { afterAll } from 'vitest';
import { openDomainIndex } from '../../src/elasticsearch/domains/domain-index.ts';
import { describeDomainIndex } from '../conformance/domains.ts';
import { openTestIndexes } from './test-indexes.ts';

/** Describes a part of what an index of domains must do; files that run beside each other have the others. */
export async function describeInElasticsearch(part: 'terms' | 'queries' | 'documents'): Promise<void> {
  const indexes = await openTestIndexes();
  afterAll(() => indexes.close());
  // One shard, refreshed by each bulk request: so a batch becomes visible as a unit.
  const one = { shards: 1, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2 };
  const emptyStore = async () => {
    const options = { ...indexes.options(), ...one };
    return () => openDomainIndex(indexes.client, options);
  };
  describeDomainIndex('elasticsearch', emptyStore, { queryRuns: 40, part });
}
