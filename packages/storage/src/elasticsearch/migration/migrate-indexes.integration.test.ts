import { afterAll, expect, it } from 'vitest';
import { documentOf, found } from '../../../test/conformance/documents.ts';
import { domainIndex } from '../domains/mapping.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openElasticsearchStorage } from '../storage.ts';
import { dropReplacedIndexes, migrateIndexes } from './migrate-indexes.ts';
import { wholeSite } from '../../puts.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

const optionsOf = (): ElasticsearchStorageOptions => ({
  ...indexes.options(),
  nodes: [process.env['TEST_ELASTICSEARCH'] ?? ''],
  auth: { kind: 'none' },
  ca: null,
  requestTimeoutMs: 10_000,
  refreshInterval: '1s',
  bulkBytes: 8 << 20,
  bulkConcurrency: 2,
});

it('migrates an older index, and rebuilds all indexes on request', { timeout: 600_000 }, async () => {
  const options = optionsOf();
  const before = await openElasticsearchStorage(options);
  await before.domains.put([wholeSite(documentOf('one.test', [`<pre>${' '.repeat(70)}|`]))]);
  const { id } = await before.crawls.create({ maxPages: 1, maxDepth: 0, priority: 1 });
  await before.crawls.appendSites(id, [{ domain: 'ended.test', urls: [] }]);
  const result = {
    outcome: 'dns_failed',
    reason: null,
    pages: 0,
    bytes: 0,
    startedAt: 1,
    finishedAt: 2,
  } as const;
  await before.crawls.finish(id, 'ended.test', { ...result, redirects: [] });
  const secret = await before.keys.secret('one');
  await before.close();
  const nothing = await migrateIndexes(options, 'copy');
  expect(nothing.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 9 }, () => 'current'));

  // Pretend that an older version made the index of domains.
  const now = domainIndex(options);
  const older = now.version - 2;
  const old = `${now.alias}-v${now.version}`;
  await indexes.client.indices.putMapping({ index: old, _meta: { version: older } });
  await expect(openElasticsearchStorage(options)).rejects.toThrow(/sitegrep index migrate/);

  const aliases: string[] = [];
  await migrateIndexes(options, 'copy', { onProgress: ({ alias }) => aliases.push(alias), maxRate: 1_000 });
  const migrated = await migrateIndexes(options, 'switch');
  const others = Array.from({ length: 8 }, () => 'current');
  expect(migrated.map(({ outcome }) => outcome)).toEqual([...others, 'switched']);
  expect([[...new Set(aliases)], migrated.at(-1)?.kept]).toEqual([[now.alias], [old]]);
  for (const [step, outcome] of [
    ['copy', 'copied'],
    ['discard', 'current'],
    ['copy', 'copied'],
    ['switch', 'switched'],
  ] as const) {
    const again = await migrateIndexes(options, step, { force: true });
    expect(again.map((index) => index.outcome)).toEqual(Array.from({ length: 9 }, () => outcome));
  }
  await dropReplacedIndexes(options);
  const after = await openElasticsearchStorage(options);
  expect(await found(after.domains, ' '.repeat(70))).toEqual(['one.test']);
  expect((await after.crawls.get(id))?.state).toBe('running');
  expect((await after.crawls.ended(id, 0, 10)).map(({ domain }) => domain)).toEqual(['ended.test']);
  expect(await after.keys.secret('one')).toEqual(secret);
  const names = Object.keys(await indexes.client.indices.get({ index: `${options.indexPrefix}-*` }));
  expect(names).toHaveLength(9);
  await after.close();
});
