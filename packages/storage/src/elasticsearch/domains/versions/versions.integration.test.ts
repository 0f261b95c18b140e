import { afterAll, expect, it } from 'vitest';
import { DOMAIN, pageOf, putOf, START, URLS } from '../../../../test/conformance/versioned-pages.ts';
import { describeVersions } from '../../../../test/conformance/versions.ts';
import { checkVersions } from '../../../../test/elasticsearch/check-versions.ts';
import { openTestIndexes } from '../../../../test/elasticsearch/test-indexes.ts';
import { openDomainIndex } from '../domain-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

/** How often versions after random visits are compared with a model. */
const RUNS = 12;

describeVersions(async () => {
  const own = { shards: 1, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2 };
  const options = { ...indexes.options(), ...own };
  return {
    open: (keepVersions) => openDomainIndex(indexes.client, { ...options, keepVersions }),
    check: () => checkVersions(indexes.client, options),
  };
}, RUNS);

it('writes nothing for captures that are versions already', async () => {
  const own = { shards: 1, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2, keepVersions: 5 };
  const index = await openDomainIndex(indexes.client, { ...indexes.options(), ...own });
  const at = START;
  await index.put([putOf([pageOf(URLS[0], '<p>now</p>', at)], at, { removed: 'others' })]);
  const captured = [pageOf(URLS[0], '<p>a year ago, and much longer than now</p>', at - 1_000)];
  const revisions: unknown[] = [];
  for (let time = 0; time < 3; time++) {
    const { revision = 0 } = (await index.outline(DOMAIN)) ?? {};
    const put = putOf([], at, { removed: [], ifRevision: revision, past: captured });
    revisions.push(...(await index.put([{ ...put, visits: [] }])));
  }
  expect(revisions).toEqual([2, 2, 2].map((revision) => ({ stored: true, revision })));
  expect((await index.versions(DOMAIN, URLS[0]))?.versions).toHaveLength(2);
  await index.close();
});
