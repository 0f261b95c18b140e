import { afterAll } from 'vitest';
import { describeFoundChanges } from '../../../test/conformance/found-changes.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openDomainIndex } from './domain-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

describeFoundChanges(async () => {
  const own = { shards: 3, fullText: false, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2 };
  const options = { ...indexes.options(), ...own };
  return () => openDomainIndex(indexes.client, options);
}, 60);
