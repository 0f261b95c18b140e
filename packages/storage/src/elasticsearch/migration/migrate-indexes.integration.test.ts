import { afterAll, expect, it } from 'vitest';
import { documentOf, found } from '../../../test/conformance/documents.ts';
import { domainIndex } from '../domains/mapping.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openElasticsearchStorage } from '../storage.ts';
import { migrateIndexes } from './migrate-indexes.ts';

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

it('migrates an older index, and rebuilds all indexes on request', async () => {
  const options = optionsOf();
  const before = await openElasticsearchStorage(options);
  await before.domains.put([{ document: documentOf('one.test', [`<pre>${' '.repeat(70)}|`]) }]);
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
  const nothing = await migrateIndexes(options);
  expect(nothing.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'current'));

  // Pretend that an older version made the index of domains.
  const now = domainIndex(options);
  const older = now.version - 1;
  const old = `${now.alias}-v${now.version}`;
  await indexes.client.indices.putMapping({ index: old, _meta: { version: older } });
  await expect(openElasticsearchStorage(options)).rejects.toThrow(/sitegrep index migrate/);

  const aliases: string[] = [];
  const migrated = await migrateIndexes(options, { onProgress: ({ alias }) => aliases.push(alias) });
  const others = Array.from({ length: 6 }, () => 'current');
  expect(migrated.map(({ outcome }) => outcome)).toEqual([...others, 'migrated']);
  expect([aliases, migrated.at(-1)?.kept]).toEqual([[now.alias], [old]]);
  const again = await migrateIndexes(options, { force: true, dropOld: true });
  expect(again.map(({ outcome, kept }) => [outcome, kept])).toEqual(
    Array.from({ length: 7 }, () => ['migrated', []]),
  );
  const after = await openElasticsearchStorage(options);
  expect(await found(after.domains, ' '.repeat(70))).toEqual(['one.test']);
  expect((await after.crawls.get(id))?.state).toBe('running');
  expect((await after.crawls.ended(id, 0, 10)).map(({ domain }) => domain)).toEqual(['ended.test']);
  expect(await after.keys.secret('one')).toEqual(secret);
  const names = Object.keys(await indexes.client.indices.get({ index: `${options.indexPrefix}-*` }));
  expect(names).toHaveLength(7);
  await after.close();
});
