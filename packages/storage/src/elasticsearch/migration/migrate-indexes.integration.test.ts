import { simplify } from '@sitegrep/search';
import { afterAll, expect, it } from 'vitest';
import { documentOf, found } from '../../../test/conformance/documents.ts';
import { crawlOf } from '../../../test/visited-sites.ts';
import type { ChangeHit, DomainIndex } from '../../domains.ts';
import { domainIndex } from '../domains/mapping.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { domainsOf, searchFor } from '../../../test/saved-searches.ts';
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

/** Changes after one of a number, in the order of their numbers. */
async function feed(domains: DomainIndex, after: number): Promise<readonly ChangeHit[]> {
  const { hits } = await domains.search({
    level: 'change',
    where: simplify({ kind: 'change_by', by: 'any' }, 'change'),
    order: [{ field: 'recorded', direction: 'asc' }],
    limit: 100,
    from: { kind: 'after', cursor: { values: [after], offset: 0 } },
  });
  return hits;
}

/** Indexes of an instance. */
const INDEXES = 12;

it('migrates an older index, and rebuilds all indexes on request', { timeout: 600_000 }, async () => {
  const options = optionsOf();
  const before = await openElasticsearchStorage(options);
  await before.domains.searches.put(searchFor('saved', 'page', '<pre>'));
  await before.domains.put([wholeSite(documentOf('one.test', [`<pre>${' '.repeat(70)}|`]))]);
  const events = await before.domains.searches.events({ after: 0, limit: 10 });
  expect(events).toMatchObject([{ search: 'saved', domain: 'one.test', kind: 'appeared', total: 1 }]);
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
  await before.domains.put([crawlOf('two.test', 1_000, ['A']), crawlOf('gone.test', 1_000, ['A'])]);
  await before.domains.put([crawlOf('two.test', 2_000, ['A', 'B'])]);
  await before.domains.delete('gone.test');
  const [change, deletion] = await feed(before.domains, 0);
  expect(change).toMatchObject({
    domain: 'two.test',
    at: 2_000,
    by: 'visit',
    added: ['tech\0B'],
    removed: [],
  });
  expect(deletion).toMatchObject({ domain: 'gone.test', by: 'deletion', added: [], removed: [] });
  const history = await before.domains.history('two.test');
  expect(history?.history.visits.map(({ at }) => at)).toEqual([1_000, 2_000]);
  await before.close();
  const nothing = await migrateIndexes(options, 'copy');
  expect(nothing.map(({ outcome }) => outcome)).toEqual(Array.from({ length: INDEXES }, () => 'current'));

  // Pretend that an older version made the index of domains.
  const now = domainIndex(options);
  const older = now.version - 2;
  const old = `${now.alias}-v${now.version}`;
  await indexes.client.indices.putMapping({ index: old, _meta: { version: older } });
  await expect(openElasticsearchStorage(options)).rejects.toThrow(/sitegrep index migrate/);

  const aliases: string[] = [];
  await migrateIndexes(options, 'copy', { onProgress: ({ alias }) => aliases.push(alias), maxRate: 1_000 });
  const migrated = await migrateIndexes(options, 'switch');
  const others = Array.from({ length: INDEXES - 1 }, () => 'current');
  expect(migrated.map(({ outcome }) => outcome)).toEqual([...others, 'switched']);
  expect([[...new Set(aliases)], migrated.at(-1)?.kept]).toEqual([[now.alias], [old]]);
  for (const [step, outcome] of [
    ['copy', 'copied'],
    ['discard', 'current'],
    ['copy', 'copied'],
    ['switch', 'switched'],
  ] as const) {
    const again = await migrateIndexes(options, step, { force: true });
    expect(again.map((index) => index.outcome)).toEqual(Array.from({ length: INDEXES }, () => outcome));
  }
  await dropReplacedIndexes(options);
  const after = await openElasticsearchStorage(options);
  expect(await found(after.domains, ' '.repeat(70))).toEqual(['one.test']);
  expect((await after.crawls.get(id))?.state).toBe('running');
  expect((await after.crawls.ended(id, 0, 10)).map(({ domain }) => domain)).toEqual(['ended.test']);
  expect(await after.keys.secret('one')).toEqual(secret);
  expect(await after.domains.history('two.test')).toEqual(history);
  expect(await domainsOf(after.domains, 'saved')).toEqual(['one.test']);
  expect(await after.domains.searches.events({ after: 0, limit: 10 })).toEqual(events);
  expect(await feed(after.domains, 0)).toEqual([change, deletion]);
  await after.domains.put([crawlOf('two.test', 3_000, ['A', 'B', 'C'])]);
  const [next, ...more] = await feed(after.domains, deletion?.recorded ?? 0);
  expect(next).toMatchObject({ domain: 'two.test', at: 3_000, previousAt: 2_000, added: ['tech\0C'] });
  expect(more).toEqual([]);
  const names = Object.keys(await indexes.client.indices.get({ index: `${options.indexPrefix}-*` }));
  expect(names).toHaveLength(INDEXES);
  await after.close();
});
