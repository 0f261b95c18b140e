import { afterAll } from 'vitest';
import { describeFoundVersions } from '../../../../test/conformance/found-versions.ts';
import { checkVersions } from '../../../../test/elasticsearch/check-versions.ts';
import { openTestIndexes } from '../../../../test/elasticsearch/test-indexes.ts';
import { openDomainIndex } from '../domain-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

/** How often searches after some puts are compared with a plain scan. */
const RUNS = 25;

describeFoundVersions(async () => {
  const own = { shards: 3, fullText: false, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2 };
  const options = { ...indexes.options(), ...own };
  return {
    open: (keepVersions) => openDomainIndex(indexes.client, { ...options, keepVersions }),
    check: () => checkVersions(indexes.client, options),
  };
}, RUNS);
