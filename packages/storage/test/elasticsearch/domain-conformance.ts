import { afterAll } from 'vitest';
import { openDomainIndex } from '../../src/elasticsearch/domains/domain-index.ts';
import { describeDomainIndex, type Part } from '../conformance/domains.ts';
import { openTestIndexes } from './test-indexes.ts';

/** Describes parts of what an index of domains must do; files that run beside each other have the others. */
export async function describeInElasticsearch(...parts: readonly Part[]): Promise<void> {
  const indexes = await openTestIndexes();
  afterAll(() => indexes.close());
  // One shard, refreshed by each bulk request: so a batch becomes visible as a unit. What counts must be exact over several.
  const own = {
    shards: parts.includes('counts') ? 3 : 1,
    refreshInterval: '-1',
    bulkBytes: 8 << 20,
    bulkConcurrency: 2,
  };
  const emptyStore = async () => {
    const options = { ...indexes.options(), ...own };
    return () => openDomainIndex(indexes.client, options);
  };
  // Each random run of saved searches takes some hundred requests that wait for a refresh.
  const runs = parts.includes('searches') ? 20 : 40;
  describeDomainIndex('elasticsearch', emptyStore, { runs, historyRuns: 12, parts });
}
