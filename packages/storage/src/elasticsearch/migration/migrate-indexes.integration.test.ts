import { afterAll, expect, it } from 'vitest';
import { documentOf, found } from '../../conformance/documents.ts';
import { domainIndex } from '../domains/mapping.ts';
import type { ElasticsearchStorageOptions } from '../options.ts';
import { connectForTest } from '../records/cluster.fixture.ts';
import { openElasticsearchStorage } from '../storage.ts';
import { migrateIndexes } from './migrate-indexes.ts';

const indices = await connectForTest();
afterAll(() => indices.close());

const optionsOf = (): ElasticsearchStorageOptions => ({
  ...indices.options(),
  nodes: [process.env['TEST_ELASTICSEARCH'] ?? ''],
  auth: { kind: 'none' },
  ca: null,
  requestTimeoutMs: 10_000,
  refreshInterval: '1s',
  bulkBytes: 8 << 20,
  bulkConcurrency: 2,
});

it('migrates what is older, and makes all anew when it is told to', async () => {
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
  // As it was before sites had places.
  const sites = { index: `${options.indexPrefix}-sites`, id: `${id}/ended.test` };
  await indices.client.update({ ...sites, script: { source: "ctx._source.remove('ended')" } });
  const secret = await before.keys.secret('one');
  await before.close();
  const nothing = await migrateIndexes(options);
  expect(nothing.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'current'));

  // As the index of domains was: of a mapping before this one.
  const now = domainIndex(options);
  const older = now.version - 1;
  const old = `${now.alias}-v${now.version}`;
  await indices.client.indices.putMapping({ index: old, _meta: { version: older } });
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
  const names = Object.keys(await indices.client.indices.get({ index: `${options.indexPrefix}-*` }));
  expect(names).toHaveLength(7);
  await after.close();
});

it('lets keys that were made before secrets could be replaced be used and given another', async () => {
  const options = optionsOf();
  const before = await openElasticsearchStorage(options);
  const made = { prefix: 'sg_one', rateLimitPerMinute: 7, expiresAt: null, createdAt: 5 };
  const key = await before.keys.create({ ...made, name: 'in use', hash: 'aa01', scopes: ['search'] });
  const secret = await before.keys.secret('api-keys');
  await before.close();
  // Behind the aliases of then: the mapping of then, with the documents, whose form has not changed.
  const [alias, now, old] = ['', '-v2', '-v1'].map((end) => `${options.indexPrefix}-keys${end}`) as [
    string,
    string,
    string,
  ];
  const kept = { type: 'keyword', index: false, doc_values: false } as const;
  const number = { type: 'long', index: false } as const;
  await indices.client.indices.create({
    index: old,
    mappings: {
      _meta: { version: 1 },
      dynamic: 'strict',
      properties: {
        last_number: number,
        number: { type: 'long' },
        hash: kept,
        key: { type: 'object', enabled: false },
        last_used_at: number,
        revoked_at: number,
        secret: { type: 'binary' },
      },
    },
  });
  await indices.client.indices.refresh({ index: now });
  await indices.client.reindex({ source: { index: now }, dest: { index: old }, refresh: true });
  await indices.client.indices.delete({ index: now });
  await indices.client.indices.updateAliases({
    actions: [
      { add: { index: old, alias } },
      { add: { index: old, alias: `${alias}-mapping-1`, is_write_index: true } },
    ],
  });
  await expect(openElasticsearchStorage(options)).rejects.toThrow(/sitegrep index migrate/);

  const migrated = await migrateIndexes(options);
  expect(migrated.find((index) => index.alias === alias)).toMatchObject({ outcome: 'migrated', kept: [old] });
  const after = await openElasticsearchStorage(options);
  const { keys } = after;
  expect(await keys.list()).toEqual([key]);
  expect(await keys.secret('api-keys')).toEqual(secret);
  await keys.rotate(key.id, { hash: 'aa02', prefix: 'sg_two', at: 10, overlapEndsAt: 20 });
  expect((await keys.findByHash('aa01'))?.secretEndsAt).toBe(20);
  expect((await keys.findByHash('aa02'))?.key).toMatchObject({ id: key.id, prefix: 'sg_two' });
  await after.close();
});
